"""Risk of ruin with a meter that must be hit by an amount.

Bankrolls that have hit it are grouped by the time of the last hit, in a few spans. Within a span
the meter is known up to the span's length: awards are taken as the least or the most, and a trigger
is met as in the middle of the span. The possible error of those chances, weighted by the bankrolls
in the group, goes into the error.
"""

from collections.abc import Mapping
from math import ceil, floor

import msgspec
import numpy as np

from ..meters.must_hit_meter import MustHitBy
from .fortunes import Ended, Walk

_SPANS = 12


class _Group(msgspec.Struct):
    """Bankrolls that last hit the meter in these rounds, or never have."""

    walk: Walk
    base_cents: int
    first: int
    last: int

    def ages(self, played: int) -> tuple[int, int]:
        return max(played - self.last, 1), played - self.first


def ended_with_trigger(
    totals: Mapping[int, int],
    hits: Mapping[int, int],
    process: MustHitBy,
    unit: int,
    start: int,
    goal: int | None,
    rounds: int,
    *,
    up: bool,
) -> Ended:
    """Follow bankrolls; start and goal are in units above the least that can play a round."""
    every, whole = sum(totals.values()) + sum(hits.values()), ceil if up else floor
    fortunes = np.zeros(start + 1)
    fortunes[start] = 1.0
    groups = [_Group(Walk(totals, every, unit, fortunes), process.start_cents, 0, 0)]
    span = ceil(rounds / _SPANS)
    ruined = reached = safe = off = 0.0
    for played, left in enumerate(reversed(range(rounds)), start=1):
        if (played - 1) % span == 0:
            walk = Walk(totals, every, unit, np.zeros(0))
            groups.append(_Group(walk, process.seed_cents, played, played + span - 1))
        newest, gained = groups[-1].walk, []
        for each in groups:
            young, old = each.ages(played) if played > each.first else (1, 1)
            least, most, used = (
                process.met_in_round(age, each.base_cents)
                for age in (young, old, (young + old) // 2)
            )
            off += each.walk.mass * max(most - used, used - least)
            held = process.after(old if up else young, each.base_cents)
            before, worst = each.walk.fortunes, each.walk.worst
            lost, met = each.walk.play(1 - used)
            ruined += lost
            steps = [(whole((cents + held) / unit), n / every) for cents, n in hits.items()]
            gained += [(before, steps), (met, [(whole(held / unit) - worst, 1.0)])]
        ruined += sum(newest.gain(fortunes, steps) for fortunes, steps in gained)
        for each in groups:
            if goal is not None:
                reached += each.walk.leave_from(goal)
            else:
                # A bankroll that cannot be lost in the remaining rounds need not be followed.
                safe += each.walk.leave_from(each.walk.worst * left) + each.walk.drop_unlikely()
    still = sum(each.walk.mass for each in groups) + safe
    terms = len(totals) + len(hits) + 4
    error = off + rounds * terms * 2.0**-52 + sum(each.walk.dropped for each in groups)
    return Ended(ruined, reached, still, error)
