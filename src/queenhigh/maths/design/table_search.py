"""Search pay tables line by line for those nearest to a target.

Works in doubles: it only finds candidates, which are analysed exactly afterwards.
"""

from collections.abc import Callable, Iterator, Mapping
from heapq import heappush, heapreplace
from math import inf, sqrt
from typing import NamedTuple

_MOST_STEPS = 3_000_000
_MOST_TRIED = 20_000_000  # Pays, over all steps.
_STEPS_ON_LAYOUTS = ((20, 1), (60, 5), (150, 10), (600, 50), (inf, 100))

Off = Callable[[float, float, float], float]  # Takes edge, hit frequency and deviation.
Score = tuple[float, float]  # Distance from the target, then from the present table.


class Line(NamedTuple):
    """A result of the wager: its chance, the odds to try for it, and the resulting net."""

    name: str
    chance: float
    pays: tuple[int, ...]  # Ascending; empty for a result that no line pays.
    now: int
    unpaid: float
    paid_one: float

    def net(self, pays: int) -> float:
        return self.paid_one + pays - 1 if pays else self.unpaid

    def change(self, pays: int) -> float:
        return abs(pays - self.now) / max(self.now, 1)


class Sums(NamedTuple):
    """Sums over the lines already fixed: the player's net, its square, the hits, and the change."""

    net: float = 0.0
    square: float = 0.0
    hits: float = 0.0
    change: float = 0.0

    def plus(self, chance: float, net: float, change: float = 0.0) -> "Sums":
        return Sums(
            self.net + chance * net,
            self.square + chance * net * net,
            self.hits + (chance if net > -1 else 0.0),
            self.change + change,
        )


class Search:
    """A search that keeps the best tables so far in a heap, the worst of them on top."""

    def __init__(
        self,
        lines: list[Line],
        off: Off,
        best: int,
        *,
        edge: float | None,
        within: float,
        rising: bool = True,
    ):
        self._open = [line for line in lines if line.pays]
        self._fixed = Sums()
        for line in lines:
            if not line.pays:
                self._fixed = self._fixed.plus(line.chance, line.unpaid)
        self._edge, self._within, self._off, self._best = edge, within, off, best
        # The strongest line comes first in a wager's results. Stronger lines pay no less if that
        # holds for the house's own table.
        self._rising = rising
        self._strength = {line.name: -n for n, line in enumerate(self._open)}
        self._order = sorted(self._open, key=_reach, reverse=True)
        self._rest = self._reachable()
        self._heap: list[tuple[float, float, int, dict[str, int]]] = []
        self._steps = self._tried = 0

    def run(self) -> list[dict[str, int]]:
        self._descend(0, {}, self._fixed)
        return [each[-1] for each in sorted(self._heap, reverse=True, key=lambda each: each[:3])]

    def _reachable(self) -> list[tuple[float, float]]:
        """Return, by step, the least and most that the remaining lines can add to the net."""
        found = [(0.0, 0.0)]
        for line in reversed(self._order):
            nets = [line.chance * line.net(pays) for pays in line.pays]
            low, high = found[-1]
            found.append((low + min(nets), high + max(nets)))
        return found[::-1]

    def _descend(self, step: int, chosen: dict[str, int], sums: Sums) -> None:
        self._steps += 1
        if step == len(self._order):
            self._keep(chosen, sums)
            return
        line = self._order[step]
        self._tried += len(line.pays)
        if self._steps > _MOST_STEPS or self._tried > _MOST_TRIED:
            raise ValueError("there are too many tables to try: narrow the bounds of some lines")
        low, high = self._allowed(line, chosen)
        options = [
            (self._least(after, step + 1), pays, after)
            for pays in line.pays
            if low <= pays <= high
            for after in (sums.plus(line.chance, line.net(pays), line.change(pays)),)
        ]
        for least, pays, after in sorted(options, key=lambda each: each[0]):
            if least < self._bar():
                self._descend(step + 1, {**chosen, line.name: pays}, after)

    def _allowed(self, line: Line, chosen: Mapping[str, int]) -> tuple[float, float]:
        if not self._rising:
            return 0, inf
        mine = self._strength[line.name]
        weaker = [pays for name, pays in chosen.items() if self._strength[name] < mine]
        stronger = [pays for name, pays in chosen.items() if self._strength[name] > mine]
        return max(weaker, default=0), min(stronger, default=inf)

    def _least(self, sums: Sums, step: int) -> Score:
        """A lower bound for all tables from here on: the edge as near as it can come."""
        if self._edge is None:
            return 0.0, sums.change
        low, high = self._rest[step]
        nearest = min(max(-self._edge, sums.net + low), sums.net + high)
        beyond = max(abs(nearest + self._edge) - self._within, 0.0)
        return beyond / (abs(self._edge) or 1), sums.change

    def _bar(self) -> Score:
        if len(self._heap) < self._best:
            return inf, inf
        return -self._heap[0][0], -self._heap[0][1]

    def _keep(self, pays: dict[str, int], sums: Sums) -> None:
        deviation = sqrt(max(sums.square - sums.net**2, 0.0))
        off = self._off(-sums.net, sums.hits, deviation)
        entry = (-off, -sums.change, -self._steps, pays)
        if len(self._heap) < self._best:
            heappush(self._heap, entry)
        elif entry > self._heap[0]:
            heapreplace(self._heap, entry)


def _reach(line: Line) -> float:
    nets = [line.chance * line.net(pays) for pays in line.pays]
    return max(nets) - min(nets)


def tables_within(
    tried: Mapping[str, tuple[int, ...]], *, most: int, rising: bool = True
) -> Iterator[dict[str, int]]:
    """Every table, weakest line first; if `rising`, a stronger line pays no less."""
    tables: list[dict[str, int]] = [{}]
    for name, pays in tried.items():
        tables = [
            {**table, name: each}
            for table in tables
            for each in sorted(set(pays))
            if not rising or each >= max(table.values(), default=0)
        ]
        if len(tables) > most:
            raise ValueError("there are too many tables to try: narrow the bounds of some lines")
    yield from tables


def around(now: int) -> Iterator[int]:
    """Pays from half to one and a half times this one, in steps seen on real layouts."""
    step = next(step for most, step in _STEPS_ON_LAYOUTS if now <= most)
    yield now
    yield from range(-(-max(1, now // 2) // step) * step, now + now // 2 + 2, step)
