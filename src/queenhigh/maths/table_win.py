"""What a table wins in an hour or a day, with seats that share the dealer's hand.

Mean and variance are exact for the seats of a round and the envy that they earn (`seat_round`),
jackpots apart: those follow their meters.
Bands come from the distribution of the table's round where it is given (`table_round`); without it,
as where side bets are made now and then, they are normal ones.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import msgspec

from ..house.model import House
from ..wagers.document import SeatBets
from .analysis import read_meters
from .exact import Exact, exact
from .must_hit import Process
from .seat_round import SeatRound
from .table_round import RoundFigures, TableRound, TableSpan, round_figures, table_span

ENVY = "envy"
BANDS = (0.5, 0.9, 0.99)


class Band(msgspec.Struct, frozen=True):
    probability: float
    lowest_cents: int
    highest_cents: int
    standard_error_cents: float = 0.0  # The larger one of the two ends, where it is sampled.


class Period(msgspec.Struct, frozen=True):
    """Of the whole table. The house's win, what meters were fed included."""

    hours: float
    rounds: int
    staked_cents: float  # Before the cards and with play.
    expected_cents: float
    deviation_cents: float
    jackpots_cents: float  # What meters are expected to pay; no part of the win.
    bands: tuple[Band, ...]
    method: str  # Of the bands: exact, bounded, sampled or normal.
    house_ahead: float


class Comp(msgspec.Struct, frozen=True):
    """Of one player."""

    loss_cents_an_hour: Exact
    comp_cents_an_hour: Exact


class TableWin(msgspec.Struct, frozen=True):
    house: str
    seats: int
    rounds_an_hour: int
    bets: dict[str, int]
    uptake: dict[str, float]
    win_a_round: dict[str, Exact]  # Cents by bet, of one seat; ante and play as one.
    seat_deviation_cents: float  # Of one seat's round, and
    correlation: float  # of two seats of a round, both without envy.
    table_deviation_cents: float  # Of the table's round, with envy.
    independent_deviation_cents: float  # It would be, had each seat a dealer of its own.
    periods: tuple[Period, ...]
    comp: Comp
    between_seats: dict[str, dict[str, float]]  # Correlation of a bet here with a bet there.
    a_round: RoundFigures | None = None  # Where every bet is made in every round.


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
    """Every seat bets alike and decides as is best for the ante. `uptake` is 1 where not given.

    `shape` is the distribution of a round of so many seats with these bets.
    """
    if not bets.get("ante"):
        raise ValueError("the win of a table is worked out for seats with an ante")
    seat = SeatRound(house, SeatBets(1, dict(bets), decision="play"), dict(uptake or {}))
    variance, means = seat.variance, dict(seat.means)
    together = seat.covariance() if seats > 1 else Fraction(0)
    of_table = seat.table_variance(seats)
    if envy := seat.envy(seats):
        means[ENVY] = envy
    win = -sum(means.values(), Fraction(0)) + house.fee.amount_cents
    standing = {**house.seeds, **read_meters(house, None, meters)}
    courses = [
        course for name in seat.hits if (course := seat.process(name, seats, standing[name]))
    ]
    one_round = _OneRound(win * seats, of_table, seat.staked * seats, shape)
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
        tuple(_period(each, rounds_an_hour, one_round, courses) for each in hours),
        Comp(exact(win * rounds_an_hour), exact(win * rounds_an_hour * comp)),
        seat.correlations() if seats > 1 else {},
        round_figures(shape) if shape else None,
    )


class _OneRound(NamedTuple):
    """Of the whole table, in cents."""

    win: Fraction
    variance: Fraction
    staked: Fraction
    shape: TableRound | None

    def bands(self, rounds: int) -> tuple[str, float, Iterator[Band]]:
        """How they were found, how likely the house is ahead, and the bands."""
        span = self._span(rounds)
        if span is None:
            found = NormalDist(float(self.win) * rounds, sqrt(self.variance * rounds) or 1e-9)
            ends = {p: (found.inv_cdf((1 - p) / 2), found.inv_cdf((1 + p) / 2)) for p in BANDS}
            normal = (Band(p, round(low), round(high)) for p, (low, high) in ends.items())
            return "normal", 1 - found.cdf(0), normal
        return span.method, span.house_ahead, (_band(span, p) for p in BANDS)

    def _span(self, rounds: int) -> TableSpan | None:
        if self.shape is None:
            return None
        try:
            return table_span(
                self.shape,
                rounds,
                [each for p in BANDS for each in ((1 - p) / 2, (1 + p) / 2)],
                mean_cents=-float(self.win),
                deviation_cents=sqrt(self.variance),
            )
        except ValueError:  # Too far apart for so many rounds: by then it is a normal one.
            return None


def _band(span: TableSpan, probability: float) -> Band:
    low, high = span.at((1 - probability) / 2), span.at((1 + probability) / 2)
    error = max(low.standard_error_cents, high.standard_error_cents)
    return Band(probability, low.win_cents, high.win_cents, error)


def _period(hours: float, rounds_an_hour: int, one: _OneRound, courses: list[Process]) -> Period:
    rounds = max(1, round(hours * rounds_an_hour))
    method, ahead, bands = one.bands(rounds)
    return Period(
        hours,
        rounds,
        staked_cents=float(one.staked) * rounds,
        expected_cents=float(one.win) * rounds,
        deviation_cents=sqrt(one.variance * rounds),
        jackpots_cents=sum(each.expected_paid(rounds) for each in courses),
        bands=tuple(bands),
        method=method,
        house_ahead=ahead,
    )
