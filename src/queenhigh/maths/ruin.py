"""Risk of ruin: a bankroll followed round by round.

In double precision, from nonnegative numbers only, so that nothing cancels and what rounding can do
is known. Fortunes too unlikely to matter are no longer followed, and what that can change is added
to the error.
"""

from collections.abc import Mapping
from math import gcd

import msgspec
import numpy as np

_NEGLIGIBLE = 1e-17  # Of fortunes from some height on, after one round.
_MOST_WORK = 10_000_000_000


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

    def __init__(self, totals: Mapping[int, int], start_cents: int):
        every = sum(totals.values())
        self.unit = gcd(*totals) or 1
        self.steps = [(cents // self.unit, many / every) for cents, many in totals.items()]
        self.worst = max(0, -min(totals) // self.unit)
        self._best = max(0, max(totals) // self.unit)
        self.start = start_cents // self.unit
        self.fortunes = np.zeros(self.start + 1)
        self.fortunes[self.start] = 1.0
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


def risk_of_ruin(
    totals: Mapping[int, int],
    *,
    bankroll_cents: int,
    needed_cents: int,
    rounds: int,
    goal_cents: int | None = None,
) -> Ruin:
    """Within so many rounds, leaving the table when the goal is reached.

    Against a house with an edge and without a last round, ruin is certain but for the goal.
    """
    if bankroll_cents < needed_cents:
        raise ValueError(
            f"a round takes {needed_cents} cents, and the bankroll is {bankroll_cents}"
        )
    if goal_cents is not None and goal_cents <= bankroll_cents:
        raise ValueError("the goal lies above the bankroll")
    walk = _Walk(totals, bankroll_cents - needed_cents)
    goal = None
    if goal_cents is not None:
        goal = walk.start - (bankroll_cents - goal_cents) // walk.unit
    ruined = reached = safe = 0.0
    for left in reversed(range(rounds)):
        ruined += walk.play()
        if goal is not None:
            reached += walk.leave_from(goal)
        else:
            # Who cannot lose it all in the rounds that are left need not be followed.
            safe += walk.leave_from(walk.worst * left) + walk.drop_unlikely()
    still = float(walk.fortunes.sum()) + safe
    error = rounds * (len(walk.steps) + 2) * 2.0**-52 + walk.dropped
    return Ruin(bankroll_cents, needed_cents, rounds, goal_cents, ruined, reached, still, error)
