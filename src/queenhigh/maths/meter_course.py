"""A wager's meter over time, by the number of seats that bet it."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from ..house.model import House
from .analysis_figures import SideFigures
from .exact import Exact, exact
from .meter_process import MeterProcess, fed_cents
from .must_hit import Process, process_of
from .side_wager import stake_of

SPANS = (100, 1_000, 10_000, 100_000, 1_000_000)
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


class CourseAtSeats(msgspec.Struct, frozen=True, kw_only=True):
    """Of a meter from where it stands, with so many seats betting the wager in every round."""

    seats: int
    start_cents: int
    seed_cents: int
    growth_cents: int  # A round.
    staked_cents: int
    fixed_return: float  # Of the bet, without the meter.
    evenly: bool  # Every round hits it with the same chance, and nothing limits it.
    rounds_to_hit: Exact  # A fraction where the hit is a hand's alone.
    rounds_by_share: dict[str, int]  # Hit within so many rounds, with each probability.
    meter_by_share: dict[str, int]  # The most that it pays, in cents.
    expected_at_hit_cents: float
    overflow_cents: float  # What its limit keeps out until then.
    reserve_covers_seed: float  # How likely the reserve, empty now, has the next seed by then.
    edges: dict[str, float]  # The wager's, over so many rounds from here, envy left out.
    deviations: dict[str, float]  # Of what the meter pays over them, in cents.


def meter_courses(
    house: House,
    key: str,
    figures: SideFigures,
    seats: Sequence[int] | None = None,
    must_hit_by: int | None = None,
) -> tuple[CourseAtSeats, ...]:
    """Where a wager has one meter that it feeds, and a hit takes it whole.

    By default for one seat, half of them and all; as if the meter had to be hit by an
    amount, where one is given in place of the house's own.
    """
    wager, stake = house.wagers[key], stake_of(house.wagers[key])
    if figures.meter_cents is msgspec.UNSET or figures.fixed_return is msgspec.UNSET:
        return ()
    rows = [row for row in wager.pays.values() if row.meter]
    (meter,) = {row.meter or "" for row in rows}
    if any(row.amount != 100 for row in rows) or meter not in wager.feeds:
        return ()
    keys = {row.key for row in rows}
    hits = sum(each.combinations for each in figures.outcomes if each.outcome in keys)
    chance = Fraction(hits, figures.combinations)
    if not chance:
        return ()
    terms, found = house.meters[meter], []
    if must_hit_by is not None:
        terms = msgspec.structs.replace(terms, limit_cents=0, must_hit_by_cents=must_hit_by)
    for number in seats or sorted({1, (house.seats + 1) // 2, house.seats}):
        fed = fed_cents(house, meter, {key: stake}) * number
        of_round = min(chance * number, Fraction(1))
        process = process_of(
            terms, start_cents=figures.meter_cents, growth_cents=fed, chance=of_round
        )
        reserve = wager.feeds[meter].reserve_cents * number
        staked = number * stake
        found.append(_course(process, number, staked, figures.fixed_return.value, reserve))
    return tuple(found)


def _course(process: Process, seats: int, staked: int, fixed: float, reserve: int) -> CourseAtSeats:
    wait = process.rounds_to_hit
    return CourseAtSeats(
        seats=seats,
        start_cents=process.start_cents,
        seed_cents=process.seed_cents,
        growth_cents=process.growth_cents,
        staked_cents=staked,
        fixed_return=fixed,
        evenly=isinstance(process, MeterProcess) and not process.limit_cents and process.chance < 1,
        rounds_to_hit=exact(wait) if isinstance(wait, Fraction) else Exact(str(wait), wait),
        rounds_by_share={f"{each:.0%}": process.rounds_until(each) for each in SHARES},
        meter_by_share={f"{each:.0%}": process.meter_at_hit(each) for each in SHARES},
        expected_at_hit_cents=process.expected_at_hit,
        overflow_cents=process.expected_overflow,
        reserve_covers_seed=process.reserve_covers_seed(0, reserve),
        edges={str(n): 1 - fixed - process.expected_paid(n) / (n * staked) for n in SPANS},
        deviations={str(span): process.deviation_paid(span) for span in SPANS},
    )
