"""Risk of ruin: a bankroll followed round by round."""

from collections.abc import Mapping
from math import ceil, floor, gcd

import msgspec
import numpy as np

from ..meters.must_hit_meter import MustHitBy
from .fortunes import Ended, Walk
from .many_rounds import Jackpots
from .trigger_ruin import ended_with_trigger


class Ruin(msgspec.Struct, frozen=True):
    """Risk of ruin: being unable to place and play all bets of the next round."""

    bankroll_cents: int
    needed_cents: int  # For one round: opening bets plus play.
    rounds: int
    goal_cents: int | None
    ruined: float
    goal_reached: float  # 0 if there is no goal.
    still_playing: float
    error: float  # Upper bound for any probability.


def risk_of_ruin(
    totals: Mapping[int, int],
    *,
    bankroll_cents: int,
    needed_cents: int,
    rounds: int,
    goal_cents: int | None = None,
    jackpots: Jackpots | None = None,
) -> Ruin:
    """The risk within this many rounds, leaving the table once the goal is reached.

    Against a house edge with no last round, ruin is certain unless the goal is reached. With
    jackpots the meters move, and `totals` covers only deals that hit none: it is then worked out
    twice, with awards too low and too high, and the error covers both.
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
        found = Ended(*((one + other) / 2 for one, other in zip(low, high, strict=True)))
        apart = max(abs(one - other) / 2 for one, other in zip(low[:3], high[:3], strict=True))
        found = found._replace(error=min(max(low.error, high.error) + apart, 1.0))
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
) -> Ended:
    """Follow bankrolls that have hit a meter separately: before a hit the meters are known.

    After a first hit, each meter is taken as the least it can hold, or the most if `up`.
    """
    nets = jackpots.nets if jackpots else {}
    every, unit = sum(totals.values()) + sum(nets.values()), gcd(*totals, *nets) or 1
    start = (bankroll_cents - needed_cents) // unit
    goal = None if goal_cents is None else start - (bankroll_cents - goal_cents) // unit
    if jackpots and isinstance(process := jackpots.processes[0], MustHitBy):
        return ended_with_trigger(totals, nets, process, unit, start, goal, rounds, up=up)
    fortunes = np.zeros(start + 1)
    fortunes[start] = 1.0
    walk = Walk(totals, every, unit, fortunes)
    richer = Walk(totals, every, unit, np.zeros(0))
    whole = ceil if up else floor

    def awarded(held: list[int]) -> list[tuple[int, float]]:
        return [
            (whole((cents + sum(held[place] for place in which)) / unit), many / every)
            for which, hits in (jackpots.hits if jackpots else {}).items()
            for cents, many in hits.items()
        ]

    def again(played: int) -> list[int]:
        """The least, or most, that meters hold once some of them have been hit."""
        processes = jackpots.processes if jackpots else ()
        if up:
            return [max(p.after(played), p.after(rounds, p.seed_cents)) for p in processes]
        return [min(p.after(played), p.after(1, p.seed_cents)) for p in processes]

    ruined = reached = safe = 0.0
    for played, left in enumerate(reversed(range(rounds)), start=1):
        before, before_richer = walk.fortunes, richer.fortunes
        ruined += walk.play()[0]
        if jackpots is not None:
            ruined += richer.play()[0]
            held = [each.after(played) for each in jackpots.processes]
            ruined += richer.gain(before, awarded(held))
            ruined += richer.gain(before_richer, awarded(again(played)))
        for each in (walk, richer):
            if goal is not None:
                reached += each.leave_from(goal)
            else:
                # A bankroll that cannot be lost in the remaining rounds need not be followed.
                safe += each.leave_from(each.worst * left) + each.drop_unlikely()
    still = walk.mass + richer.mass + safe
    terms = len(walk.steps) + len(nets) + 2
    error = rounds * terms * 2.0**-52 + walk.dropped + richer.dropped
    return Ended(ruined, reached, still, error)
