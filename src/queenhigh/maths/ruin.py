"""Risk of ruin: a bankroll followed round by round.

In double precision, from nonnegative numbers only, so that nothing cancels and what rounding can do
is known. Fortunes too unlikely to matter are no longer followed, and what that can change is added
to the error.
"""

from collections.abc import Mapping
from math import ceil, floor, gcd
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from .rounds import Jackpots

_NEGLIGIBLE = 1e-17  # Of fortunes from some height on, after one round.
_MOST_WORK = 10_000_000_000

Fortunes = NDArray[np.float64]


class Ruin(msgspec.Struct, frozen=True):
    """Ruined: no longer able to place and play all bets of the next round."""

    bankroll_cents: int
    needed_cents: int  # For one round: the opening bets and play.
    rounds: int
    goal_cents: int | None
    ruined: float
    goal_reached: float  # 0 where there is no goal.
    still_playing: float
    error: float  # No probability is off by more.


class _Walk:
    """Fortunes in units above the least with which a round can be played; below 0 is ruin."""

    def __init__(self, totals: Mapping[int, int], every: int, unit: int, fortunes: Fortunes):
        self.steps = [(cents // unit, many / every) for cents, many in totals.items()]
        self.worst = max(0, -min(totals) // unit)
        self._best = max(0, max(totals) // unit)
        self.fortunes = fortunes
        self.dropped = 0.0
        self._work = 0

    def play(self) -> float:
        """One round. What is ruined by it."""
        size = len(self.fortunes)
        self._work += size * len(self.steps)
        if self._work > _MOST_WORK:
            raise ValueError("that is too much to follow: take fewer rounds or a smaller bankroll")
        after = np.zeros(self.worst + size + self._best)
        for step, chance in self.steps:
            begin = self.worst + step
            after[begin : begin + size] += self.fortunes * chance
        self.fortunes = after[self.worst :]
        return float(after[: self.worst].sum())

    def gain(self, fortunes: Fortunes, steps: list[tuple[int, float]]) -> None:
        """Fortunes of the round before, moved up by a jackpot: none is ruined by one."""
        if not len(fortunes):
            return
        size = max(len(self.fortunes), len(fortunes) + max(step for step, _ in steps))
        self.fortunes = np.pad(self.fortunes, (0, size - len(self.fortunes)))
        for step, chance in steps:
            begin = max(step, 0)
            held = fortunes[begin - step :]
            self.fortunes[begin : begin + len(held)] += held * chance

    def leave_from(self, height: int) -> float:
        """Those with this fortune or more stop being followed."""
        gone = float(self.fortunes[height:].sum())
        self.fortunes = self.fortunes[:height]
        return gone

    def drop_unlikely(self) -> float:
        from_the_top = np.cumsum(self.fortunes[::-1])
        height = len(self.fortunes) - int(np.searchsorted(from_the_top, _NEGLIGIBLE))
        gone = self.leave_from(height)
        self.dropped += gone
        return gone


class _Ended(NamedTuple):
    ruined: float
    reached: float
    still: float
    error: float


def risk_of_ruin(
    totals: Mapping[int, int],
    *,
    bankroll_cents: int,
    needed_cents: int,
    rounds: int,
    goal_cents: int | None = None,
    jackpots: Jackpots | None = None,
) -> Ruin:
    """Within so many rounds, leaving the table when the goal is reached.

    Against a house with an edge and without a last round, ruin is certain but for the goal. With
    jackpots their meters move, and `totals` are those of deals that hit none: then it is worked
    out twice, with awards that are too low and too high, and the error covers both.
    """
    if bankroll_cents < needed_cents:
        raise ValueError(
            f"a round takes {needed_cents} cents, and the bankroll is {bankroll_cents}"
        )
    if goal_cents is not None and goal_cents <= bankroll_cents:
        raise ValueError("the goal lies above the bankroll")
    given = (totals, bankroll_cents, needed_cents, rounds, goal_cents)
    if jackpots is None:
        found = _followed(*given)
    else:
        low, high = (_followed(*given, jackpots, up=up) for up in (False, True))
        found = _Ended(*((one + other) / 2 for one, other in zip(low, high, strict=True)))
        apart = max(abs(one - other) / 2 for one, other in zip(low[:3], high[:3], strict=True))
        found = found._replace(error=max(low.error, high.error) + apart)
    return Ruin(bankroll_cents, needed_cents, rounds, goal_cents, *found)


def _followed(
    totals: Mapping[int, int],
    bankroll_cents: int,
    needed_cents: int,
    rounds: int,
    goal_cents: int | None,
    jackpots: Jackpots | None = None,
    *,
    up: bool = False,
) -> _Ended:
    """Who has hit a meter is followed apart: until then it is known what they hold.

    After a first hit each is taken as the least it can be, or with `up` the most.
    """
    nets = jackpots.nets if jackpots else {}
    every, unit = sum(totals.values()) + sum(nets.values()), gcd(*totals, *nets) or 1
    start = (bankroll_cents - needed_cents) // unit
    fortunes = np.zeros(start + 1)
    fortunes[start] = 1.0
    walk = _Walk(totals, every, unit, fortunes)
    richer = _Walk(totals, every, unit, np.zeros(0))
    whole = ceil if up else floor

    def awarded(held: list[int]) -> list[tuple[int, float]]:
        return [
            (whole((cents + sum(held[place] for place in which)) / unit), many / every)
            for which, hits in (jackpots.hits if jackpots else {}).items()
            for cents, many in hits.items()
        ]

    def again(played: int) -> list[int]:
        """What meters of which some have been hit hold at least, or at most."""
        processes = jackpots.processes if jackpots else ()
        if up:
            return [max(p.after(played), p.after(rounds, p.seed_cents)) for p in processes]
        return [min(p.after(played), p.after(1, p.seed_cents)) for p in processes]

    goal = None if goal_cents is None else start - (bankroll_cents - goal_cents) // unit
    ruined = reached = safe = 0.0
    for played, left in enumerate(reversed(range(rounds)), start=1):
        before, before_richer = walk.fortunes, richer.fortunes
        ruined += walk.play()
        if jackpots is not None:
            ruined += richer.play()
            richer.gain(before, awarded([each.after(played) for each in jackpots.processes]))
            richer.gain(before_richer, awarded(again(played)))
        for each in (walk, richer):
            if goal is not None:
                reached += each.leave_from(goal)
            else:
                # Who cannot lose it all in the rounds that are left need not be followed.
                safe += each.leave_from(each.worst * left) + each.drop_unlikely()
    still = float(walk.fortunes.sum() + richer.fortunes.sum()) + safe
    terms = len(walk.steps) + len(nets) + 2
    error = rounds * terms * 2.0**-52 + walk.dropped + richer.dropped
    return _Ended(ruined, reached, still, error)
