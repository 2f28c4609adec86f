"""A wager's meter over time, by the number of seats that bet it."""

import msgspec

from ..house.model import House
from .analysis_figures import SideFigures
from .exact import Exact, exact
from .meter_process import MeterProcess, fed_cents
from .side_wager import stake_of

SPANS = (100, 1_000, 10_000, 100_000, 1_000_000)
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


class CourseAtSeats(msgspec.Struct, frozen=True, kw_only=True):
    """Of a meter from where it stands, with so many seats betting the wager in every round."""

    seats: int
    rounds_to_hit: Exact
    rounds_by_share: dict[str, int]  # Hit within so many rounds, with each probability.
    meter_by_share: dict[str, int]  # It pays at most so much, in cents.
    expected_at_hit_cents: float
    overflow_cents: float  # What its limit keeps out until then.
    reserve_covers_seed: float  # How likely the reserve, empty now, has the next seed by then.
    edges: dict[str, float]  # The wager's, over so many rounds from here, envy left out.
    deviations: dict[str, float]  # Of what the meter pays over them, in cents.


def meter_courses(house: House, key: str, figures: SideFigures) -> tuple[CourseAtSeats, ...]:
    """Where a wager has one meter, and a hit takes it whole."""
    wager, stake = house.wagers[key], stake_of(house.wagers[key])
    if figures.meter_cents is msgspec.UNSET or figures.fixed_return is msgspec.UNSET:
        return ()
    (meter,) = {row.meter for row in wager.pays.values() if row.meter}
    rows = [row for row in wager.pays.values() if row.meter]
    if any(row.amount != 100 for row in rows) or meter not in wager.feeds:
        return ()
    keys = {row.key for row in rows}
    hits = sum(each.combinations for each in figures.outcomes if each.outcome in keys)
    chance = exact(hits, figures.combinations).fraction
    if not chance:
        return ()
    fixed, terms = figures.fixed_return.value, house.meters[meter]
    found = []
    for seats in sorted({1, (house.seats + 1) // 2, house.seats}):
        process = MeterProcess(
            figures.meter_cents,
            terms.seed_cents,
            fed_cents(house, meter, {key: stake}) * seats,
            min(chance * seats, 1),  # type: ignore[arg-type]
            terms.limit_cents,
        )
        reserve = wager.feeds[meter].reserve_cents * seats
        found.append(
            CourseAtSeats(
                seats=seats,
                rounds_to_hit=exact(process.rounds_to_hit),
                rounds_by_share={f"{each:.0%}": process.rounds_until(each) for each in SHARES},
                meter_by_share={f"{each:.0%}": process.meter_at_hit(each) for each in SHARES},
                expected_at_hit_cents=process.expected_at_hit,
                overflow_cents=process.expected_overflow,
                reserve_covers_seed=process.reserve_covers_seed(0, reserve),
                edges={
                    str(span): 1 - fixed - process.expected_paid(span) / (span * seats * stake)
                    for span in SPANS
                },
                deviations={str(span): process.deviation_paid(span) for span in SPANS},
            )
        )
    return tuple(found)
