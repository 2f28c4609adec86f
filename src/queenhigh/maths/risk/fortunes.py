"""The distribution of a bankroll from round to round.

In double precision, from nonnegative numbers only, so nothing cancels and the rounding error is
bounded. Fortunes too unlikely to matter are dropped, and the possible effect is added to the error.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_NEGLIGIBLE = 1e-17  # Total probability of the highest fortunes that may be dropped after a round.
_MOST_WORK = 10_000_000_000

Fortunes = NDArray[np.float64]


class Ended(NamedTuple):
    ruined: float
    reached: float
    still: float
    error: float


class Walk:
    """Fortunes in units above the least that can play a round; below 0 is ruin."""

    def __init__(self, totals: Mapping[int, int], every: int, unit: int, fortunes: Fortunes):
        self.steps = [(cents // unit, many / every) for cents, many in totals.items()]
        self.worst = max(0, -min(totals) // unit)
        self._best = max(0, max(totals) // unit)
        self.fortunes = fortunes
        self.dropped = 0.0
        self._work = 0

    @property
    def mass(self) -> float:
        return float(self.fortunes.sum())

    def play(self, share: float = 1.0) -> tuple[float, Fortunes]:
        """Play a round with a share of the mass; return what is ruined, and the rest's fortunes.

        The rest's fortunes start at the lowest fortune's worst result.
        """
        size = len(self.fortunes)
        self._work += size * len(self.steps)
        if self._work > _MOST_WORK:
            raise ValueError("that is too much to compute: use fewer rounds or a smaller bankroll")
        after = np.zeros(self.worst + size + self._best)
        for step, chance in self.steps:
            begin = self.worst + step
            after[begin : begin + size] += self.fortunes * chance
        here = after if share == 1.0 else after * share
        self.fortunes = here[self.worst :]
        return float(here[: self.worst].sum()), after * (1 - share)

    def gain(self, fortunes: Fortunes, steps: Iterable[tuple[int, float]]) -> float:
        """Add last round's fortunes moved by a jackpot's steps; return the part ruined."""
        lost = 0.0
        for step, chance in steps if len(fortunes) else ():
            begin = max(step, 0)
            held = fortunes[begin - step :]
            size = max(len(self.fortunes), begin + len(held))
            if size > len(self.fortunes):
                self.fortunes = np.pad(self.fortunes, (0, size - len(self.fortunes)))
            self.fortunes[begin : begin + len(held)] += held * chance
            lost += float(fortunes[: begin - step].sum()) * chance
        return lost

    def leave_from(self, height: int) -> float:
        """Stop following fortunes of at least this height."""
        gone = float(self.fortunes[height:].sum())
        self.fortunes = self.fortunes[:height]
        return gone

    def drop_unlikely(self) -> float:
        from_the_top = np.cumsum(self.fortunes[::-1])
        height = len(self.fortunes) - int(np.searchsorted(from_the_top, _NEGLIGIBLE))
        gone = self.leave_from(height)
        self.dropped += gone
        return gone
