"""A wager's meter over time, by the numbers of seats betting the wager and dealt in."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import msgspec

from ...house.model import House
from ...wagers.meter_feed import contribution_cents
from ..analysis.analysis_figures import SideFigures
from ..analysis.side_wager import stake_of
from ..exact_figure import Exact, exact
from .meter_process import MeterProcess
from .must_hit_meter import Process, process_of

SPANS = (100, 1_000, 10_000, 100_000, 1_000_000)
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


class CourseAtSeats(msgspec.Struct, frozen=True, kw_only=True):
    """The course of a meter from its current amount, with this many seats betting every round."""

    seats: int
    dealt: int  # Seats dealt in, with or without the wager.
    start_cents: int
    seed_cents: int
    growth_cents: int  # Per round.
    staked_cents: int
    fixed_return: float  # Per unit bet, without the meter and envy.
    envy_return: float
    evenly: bool  # Every round has the same chance of a hit, and there is no limit.
    rounds_to_hit: Exact  # A fraction if only hands can hit it.
    rounds_by_share: dict[str, int]  # Rounds within which it is hit, by probability.
    meter_by_share: dict[str, int]  # The most it pays, in cents, by probability.
    expected_at_hit_cents: float
    overflow_cents: float  # What its limit keeps out until the hit.
    reserve_covers_seed: float  # Chance that the reserve, now empty, covers the next seed by then.
    edges: dict[str, float]  # The wager's edge, by number of rounds from now.
    deviations: dict[str, float]  # Of the meter's payouts over those rounds, in cents.


def meter_courses(
    house: House,
    key: str,
    figures: SideFigures,
    seats: Sequence[int] | None = None,
    must_hit_by: int | None = None,
    dealt: int | None = None,
) -> tuple[CourseAtSeats, ...]:
    """Courses for a wager with one meter that it feeds and that a hit empties.

    By default for one seat, half of the seats dealt in, and all of them; if `dealt` is not given,
    exactly the betting seats are dealt in. `must_hit_by` replaces the house's own limit with an
    amount by which the meter must be hit.
    """
    most, found = dealt or house.seats, []
    for number in seats or sorted({1, (most + 1) // 2, most}):
        process = process_at(house, key, figures, number, must_hit_by)
        if process is not None:
            found.append(_course(house, key, figures, process, (number, dealt or number)))
    return tuple(found)


def process_at(
    house: House, key: str, figures: SideFigures, seats: int, must_hit_by: int | None = None
) -> Process | None:
    """The process of the wager's meter with this many seats, or None if it has no course."""
    wager = house.wagers[key]
    if figures.meter_cents is msgspec.UNSET:
        return None
    rows = {row.key: row for row in wager.pays.values() if row.meter}
    (meter,) = {row.meter or "" for row in rows.values()}
    hits = sum(each.combinations for each in figures.outcomes if each.outcome in rows)
    in_parts = wager.max_award_cents is not None or any(row.amount != 100 for row in rows.values())
    if in_parts or meter not in wager.feeds or not hits:
        return None
    terms = house.meters[meter]
    if must_hit_by is not None:
        terms = msgspec.structs.replace(terms, limit_cents=0, must_hit_by_cents=must_hit_by)
    return process_of(
        terms,
        start_cents=figures.meter_cents,
        growth_cents=contribution_cents(house, meter, [(key, stake_of(wager))] * seats),
        chance=min(Fraction(hits * seats, figures.combinations), Fraction(1)),
    )


def _course(
    house: House, key: str, figures: SideFigures, process: Process, table: tuple[int, int]
) -> CourseAtSeats:
    wager, wait, (seats, dealt) = house.wagers[key], process.rounds_to_hit, table
    staked = seats * stake_of(wager)
    reserve = seats * sum(feed.reserve_cents for feed in wager.feeds.values())
    fixed = figures.fixed_return.value if figures.fixed_return else 0.0
    counting = dealt if figures.envy_of == "dealt" else seats
    envy = figures.by_seats[counting - 1].envy_return.value if figures.by_seats else 0.0
    return CourseAtSeats(
        seats=seats,
        dealt=dealt,
        start_cents=process.start_cents,
        seed_cents=process.seed_cents,
        growth_cents=process.growth_cents,
        staked_cents=staked,
        fixed_return=fixed,
        envy_return=envy,
        evenly=isinstance(process, MeterProcess) and not process.limit_cents and process.chance < 1,
        rounds_to_hit=exact(wait) if isinstance(wait, Fraction) else Exact(str(wait), wait),
        rounds_by_share={f"{each:.0%}": process.rounds_until(each) for each in SHARES},
        meter_by_share={f"{each:.0%}": process.meter_at_hit(each) for each in SHARES},
        expected_at_hit_cents=process.expected_at_hit,
        overflow_cents=process.expected_overflow,
        reserve_covers_seed=process.reserve_covers_seed(0, reserve),
        edges={str(n): 1 - fixed - envy - process.expected_paid(n) / (n * staked) for n in SPANS},
        deviations={str(span): sqrt(process.variance_paid(span)) for span in SPANS},
    )
