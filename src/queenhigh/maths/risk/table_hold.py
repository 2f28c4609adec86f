"""The hold of a table: seats share the dealer's hand, so they win and lose together.

Meters are counted in two ways. Accrued: a round owes them what it feeds and, in the long run, the
seeds of their hits; this hold does not depend on the number of rounds. Paid: they run from their
current amounts; this costs little at first, and approaches the accrued amount.
"""

from collections.abc import Mapping
from math import sqrt

import msgspec

from ...house.model import House
from ...wagers.document import SeatBets
from .seat_round import SeatRound
from .table_round import PERCENTILES, RoundFigures, round_figures, table_round
from .table_span import TableCourse, TableSpan

ROUNDS = (100, 1_000, 10_000, 100_000)
SHIFT = 320  # Rounds: eight hours at forty an hour.
ENDS = (0.05, 0.95)
Z_90 = 1.644854


class HoldBand(msgspec.Struct, frozen=True):
    """The range of 90% of results, as shares of the opening bets."""

    rounds: int
    expected: float
    lowest: float
    highest: float
    method: str  # exact, bounded, sampled or normal.
    error: float | None  # See `TableSpan.error`.
    standard_error: float  # Of the ends, whichever is larger, if sampled.


class SeatsHold(msgspec.Struct, frozen=True):
    seats: int
    expected_cents: float  # The house's win per round, fees included.
    deviation_cents: float  # Of the win per round.
    independent_cents: float  # The deviation if each seat had its own dealer.
    hold: float  # Before what is owed to meters.
    bands: tuple[HoldBand, ...]
    owed_cents: float  # To meters, per round in the long run.
    accrued: float  # The hold after what is owed.
    paid: tuple[HoldBand, ...]  # The hold after what meters pay, if they can be followed.
    envy_variance: float  # Added to the squared deviation by envy.


class TableShape(msgspec.Struct, frozen=True):
    """The distribution of a table's win in a round, and in a shift."""

    one_round: RoundFigures
    shift: TableSpan


class TableHold(msgspec.Struct, frozen=True):
    bets: tuple[str, ...]
    correlation: float  # Of two seats.
    between_seats: dict[str, dict[str, float]]  # A bet at one seat with a bet at another.
    by_seats: tuple[SeatsHold, ...]
    shapes: tuple[TableShape, ...]  # For one seat, two, and all.
    left_still: str = ""  # Why meters cannot be followed as they pay.


def table_hold(
    house: House, bets: Mapping[str, int], meters: Mapping[str, int] | None = None
) -> TableHold | None:
    """The hold of seats that bet alike and play best for the ante, from current meters."""
    if not bets.get("ante"):
        return None
    seat = SeatRound(house, SeatBets(1, dict(bets), decision="play"), {})
    standing = {**house.seeds, **(meters or {})}
    numbers = range(1, house.seats + 1)
    shapes = {n: table_round(house, bets, seats=n) for n in numbers}
    courses = {n: seat.course(n, shape, standing) for n, shape in shapes.items()}
    between = seat.correlations()
    correlation = float(seat.covariance() / seat.variance) if seat.variance else 0.0
    return TableHold(
        tuple(between),
        correlation,
        between,
        tuple(_hold(seat, n, course) for n, course in courses.items()),
        tuple(
            TableShape(round_figures(shape), courses[n].tray(SHIFT, PERCENTILES))
            for n, shape in shapes.items()
            if n in (1, 2, house.seats)
        ),
        seat.left_still,
    )


def _hold(seat: SeatRound, seats: int, course: TableCourse) -> SeatsHold:
    staked = sum(seat.bets.wagers.values()) * seats
    envy = seat.table_variance(seats) - seat.table_variance(seats, envy=False)
    win = -course.mean_cents
    owed = float(sum(each.paid_a_round for each in course.meters.values()))
    paid = (course.after_jackpots(rounds, ENDS) for rounds in ROUNDS if course.meters)
    return SeatsHold(
        seats,
        win,
        course.deviation_cents,
        sqrt(float(seat.variance) * seats),
        win / staked,
        tuple(_band(course.tray(rounds, ENDS), staked) for rounds in ROUNDS),
        owed,
        (win - owed) / staked,
        tuple(_band(each, staked) for each in paid if each),
        float(envy),
    )


def _band(found: TableSpan, staked: int) -> HoldBand:
    bet, (low, high) = staked * found.rounds, found.quantiles
    return HoldBand(
        found.rounds,
        found.expected_cents / bet,
        low.win_cents / bet,
        high.win_cents / bet,
        found.method,
        found.error,
        max(low.standard_error_cents, high.standard_error_cents) / bet,
    )
