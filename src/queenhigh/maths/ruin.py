"""Risk of ruin: a bankroll followed round by round."""

from collections.abc import Mapping
from math import ceil, floor, gcd

import msgspec
import numpy as np

from .fortunes import Ended, Walk
from .must_hit import MustHitBy
from .rounds import Jackpots
from .trigger_ruin import ended_with_trigger


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
    """Who has hit a meter is followed apart: until then it is known what they hold.

    After a first hit each is taken as the least it can be, or with `up` the most.
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
        """What meters of which some have been hit hold at least, or at most."""
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
                # Who cannot lose it all in the rounds that are left need not be followed.
                safe += each.leave_from(each.worst * left) + each.drop_unlikely()
    still = walk.mass + richer.mass + safe
    terms = len(walk.steps) + len(nets) + 2
    error = rounds * terms * 2.0**-52 + walk.dropped + richer.dropped
    return Ended(ruined, reached, still, error)
