"""A table's win in an hour or a day, with seats that share the dealer's hand.

Mean and variance are exact for the seats of a round and the envy they earn (`seat_round`); jackpots
are separate and follow their meters. Bands come from the distribution of the table's round if it is
given (`table_round`), with and without meter payouts; if side bets are made only in some rounds,
the bands are normal.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

import msgspec

from ...house.model import House
from ...wagers.document import SeatBets
from ..analysis.analysis import read_meters
from ..exact_figure import Exact, exact
from .seat_round import SeatRound
from .table_round import RoundFigures, TableRound, round_figures
from .table_span import TableCourse, TableSpan

ENVY = "envy"
BANDS = (0.5, 0.9, 0.99)


class Band(msgspec.Struct, frozen=True):
    probability: float
    lowest_cents: int
    highest_cents: int
    standard_error_cents: float = 0.0  # The larger one of both ends, if sampled.


class Spread(msgspec.Struct, frozen=True):
    """The range of a period's win."""

    expected_cents: float
    house_ahead: float
    bands: tuple[Band, ...]
    method: str  # exact, bounded, sampled or normal.
    error: float | None  # Of a probability; see `TableSpan.error`.


class Period(msgspec.Struct, frozen=True):
    """A period of the whole table."""

    hours: float
    rounds: int
    staked_cents: float  # Opening bets and play.
    win: Spread  # The tray's: includes what meters were fed, not what they pay.
    deviation_cents: float
    jackpots_cents: float  # Expected meter payouts.
    after_jackpots: Spread | None  # The win less meter payouts; None if unknown.


class Comp(msgspec.Struct, frozen=True):
    """One player's comp in the long run; what a round owes to meters and seeds is not lost."""

    loss_cents_an_hour: Exact
    comp_cents_an_hour: Exact


class TableWin(msgspec.Struct, frozen=True):
    house: str
    seats: int
    rounds_an_hour: int
    bets: dict[str, int]
    uptake: dict[str, float]
    win_a_round: dict[str, Exact]  # Cents by bet for one seat; ante and play as one.
    seat_deviation_cents: float  # Of one seat's round, without envy.
    correlation: float  # Of two seats of a round, without envy.
    table_deviation_cents: float  # Of the table's round, with envy.
    independent_deviation_cents: float  # If each seat had its own dealer.
    periods: tuple[Period, ...]
    comp: Comp
    between_seats: dict[str, dict[str, float]]  # Correlations between two seats, by bet.
    a_round: RoundFigures | None = None  # If every bet is made in every round.


def table_win(
    house: House,
    bets: Mapping[str, int],
    *,
    seats: int,
    rounds_an_hour: int,
    hours: tuple[float, ...] = (1, 8, 24),
    uptake: Mapping[str, Fraction] | None = None,
    comp: Fraction = Fraction(0),
    meters: Mapping[str, int] | None = None,
    shape: TableRound | None = None,
) -> TableWin:
    """The win of seats that bet alike and play best for the ante; `uptake` defaults to 1.

    `shape` is the distribution of a round with these seats and bets.
    """
    if not bets.get("ante"):
        raise ValueError("the win of a table is worked out for seats with an ante")
    seat = SeatRound(house, SeatBets(1, dict(bets), decision="play"), dict(uptake or {}))
    variance, means = seat.variance, dict(seat.means)
    together = seat.covariance() if seats > 1 else Fraction(0)
    of_table = seat.table_variance(seats)
    if envy := seat.envy(seats):
        means[ENVY] = envy
    standing = {**house.seeds, **read_meters(house, None, meters)}
    course = seat.course(seats, shape, standing)
    owed = sum((Fraction(each.paid_a_round) for each in course.meters.values()), Fraction(0))
    loss = (-seat.table_mean(seats) - owed) / seats * rounds_an_hour
    staked = float(seat.staked) * seats
    return TableWin(
        house.key,
        seats,
        rounds_an_hour,
        dict(bets),
        {name: float(seat.share(name)) for name in bets},
        {name: exact(-mean) for name, mean in means.items()},
        sqrt(variance),
        float(together / variance) if variance else 0.0,
        sqrt(of_table),
        sqrt(seats * variance),
        tuple(_period(each, rounds_an_hour, course, staked) for each in hours),
        Comp(exact(loss), exact(loss * comp)),
        seat.correlations() if seats > 1 else {},
        round_figures(shape) if shape else None,
    )


_ENDS = tuple(each for p in BANDS for each in ((1 - p) / 2, (1 + p) / 2))


def _spread(span: TableSpan) -> Spread:
    bands = tuple(_band(span, p) for p in BANDS)
    return Spread(span.expected_cents, span.house_ahead, bands, span.method, span.error)


def _band(span: TableSpan, probability: float) -> Band:
    low, high = span.at((1 - probability) / 2), span.at((1 + probability) / 2)
    error = max(low.standard_error_cents, high.standard_error_cents)
    return Band(probability, low.win_cents, high.win_cents, error)


def _period(hours: float, rounds_an_hour: int, course: TableCourse, staked: float) -> Period:
    rounds = max(1, round(hours * rounds_an_hour))
    after = course.after_jackpots(rounds, _ENDS)
    return Period(
        hours,
        rounds,
        staked_cents=staked * rounds,
        win=_spread(course.tray(rounds, _ENDS)),
        deviation_cents=course.deviation_cents * sqrt(rounds),
        jackpots_cents=sum(each.expected_paid(rounds) for each in course.meters.values()),
        after_jackpots=_spread(after) if after else None,
    )
