"""What a table wins in an hour or a day, with seats that share the dealer's hand.

A seat makes each side bet in a share of its rounds, whatever its cards. Mean and variance are exact
for the seats of a round, jackpots apart: those follow their meters; envy is in the mean alone.
Bands come from the distribution of the table's round where it is given (`table_round`); without it,
as where side bets are made now and then, they are normal ones.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import msgspec

from ..cards.card import Hand
from ..house.model import House
from ..house.wager import When
from ..wagers.document import SeatBets
from ..wagers.possible import check_bets
from .analysis import read_meters
from .analysis_figures import ANTE_PLAY
from .classes import DEALS
from .deals import Priced, deals_of
from .decisions import best_decisions
from .envy import envy_mean
from .exact import Exact, exact
from .meter_process import fed_cents
from .must_hit import Process, process_of
from .prices import column_of, price_seat
from .table_round import RoundFigures, TableRound, TableSpan, round_figures, table_span
from .two_seats import SeatCovariances, seat_covariances

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
    seat_deviation_cents: float  # Of one seat's round,
    correlation: float  # of two seats of a round,
    table_deviation_cents: float  # and of the table's round.
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
    seat = _Seat(house, SeatBets(1, dict(bets), decision="play"), dict(uptake or {}))
    variance = seat.variance
    together = seat.covariance() if seats > 1 else Fraction(0)
    of_table = seats * variance + seats * (seats - 1) * together
    if envy := seat.envy(seats):
        seat.means[ENVY] = envy
    win = -sum(seat.means.values(), Fraction(0)) + house.fee.amount_cents
    standing = {**house.seeds, **read_meters(house, None, meters)}
    courses = [
        course for name in seat.hits if (course := seat.process(name, seats, standing[name]))
    ]
    one_round = _OneRound(win * seats, of_table, seat.staked * seats, shape, not envy)
    return TableWin(
        house.key,
        seats,
        rounds_an_hour,
        dict(bets),
        {name: float(seat.share(name)) for name in bets},
        {name: exact(-mean) for name, mean in seat.means.items()},
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
    whole: bool  # The variance is that of all that is paid.

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
                deviation_cents=sqrt(self.variance) if self.whole else None,
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


class _Seat:
    """One seat's round, each bet weighted with how often it is made; meters pay nothing."""

    def __init__(self, house: House, bets: SeatBets, uptake: dict[str, Fraction]):
        check_bets(house, bets, "bets")
        self.house, self.bets, self._uptake = house, bets, uptake
        self.means: dict[str, Fraction] = {}
        self.staked = Fraction(0)
        self.hits: dict[str, Fraction] = {}
        self._nothing = dict.fromkeys(house.meters, 0)
        self.plain_means = dict.fromkeys(self._columns, Fraction(0))
        self.squares = dict.fromkeys(self._columns, Fraction(0))
        square = Fraction(0)
        deals = deals_of(house, tuple(bets.wagers))
        cells = deals.cells(deals.by_kind(best_decisions(house)), house.play.multiples)
        for cell in cells:
            chance = Fraction(cell.deals, DEALS)
            nets: dict[str, int] = dict.fromkeys(self._columns, 0)
            deal = cell.player, cell.dealer, cell.contest
            for line in price_seat(house, deal, bets, cell.multiple, self._nothing):
                share = self.share(line.bet)
                nets[column_of(line.bet)] += line.net
                self.staked += chance * share * line.stake
                if line.meter is not None:
                    self.hits[line.meter] = self.hits.get(line.meter, Fraction(0)) + chance * share
            for name, cents in nets.items():
                self.plain_means[name] += chance * cents
                self.squares[name] += chance * cents * cents
            weighted = {name: self.share(name) * net for name, net in nets.items()}
            for name, net in weighted.items():
                self.means[name] = self.means.get(name, Fraction(0)) + chance * net
            made_or_not = sum(
                self.share(name) * (1 - self.share(name)) * net * net for name, net in nets.items()
            )
            square += chance * (sum(weighted.values(), Fraction(0)) ** 2 + made_or_not)
        self.variance = square - sum(self.means.values(), Fraction(0)) ** 2

    @property
    def _columns(self) -> tuple[str, ...]:
        side = tuple(name for name in self.bets.wagers if name != "ante")
        return (ANTE_PLAY, *side)

    def share(self, bet: str) -> Fraction:
        return self._uptake.get(bet, Fraction(1))

    def envy(self, seats: int) -> Fraction:
        """What a seat receives for the hands of the others, on average."""
        found = Fraction(0)
        for key in self.bets.wagers:
            terms = self.house.wagers[key].envy if key in self.house.wagers else None
            if terms is not None:
                holders = self.share(key) if terms.trigger == "holder_with_bet" else 1
                mean = envy_mean(self.house, key, seats - 1, best_decisions(self.house) > 0)
                found += self.share(key) * holders * mean
        return found

    def covariance(self) -> Fraction:
        """Who makes which bet is independent of the other seat, so averages go together."""
        return self.covariances().total({bet: self.share(bet) for bet in self._columns})

    def covariances(self) -> SeatCovariances:
        """Of a bet at one seat and a bet at another, both made."""
        multiples = self.house.play.multiples
        prices = {bet: [self._priced(bet, each) for each in multiples] for bet in self._columns}
        return seat_covariances(self.house, tuple(self.bets.wagers), prices)

    def correlations(self) -> dict[str, dict[str, float]]:
        """Of a bet at one seat and a bet at another."""
        bets, matrix = self.covariances()
        spread = [sqrt(self.squares[bet] - self.plain_means[bet] ** 2) for bet in bets]
        return {
            bet: {
                other: float(matrix[n][m]) / (spread[n] * spread[m])
                for m, other in enumerate(bets)
                if spread[n] and spread[m]
            }
            for n, bet in enumerate(bets)
        }

    def _priced(self, bet: str, multiple: int) -> Priced:
        def net(player: Hand, dealer: Hand, contest: When) -> int:
            deal = player, dealer, contest
            lines = price_seat(self.house, deal, self.bets, multiple, self._nothing)
            return sum(line.net for line in lines if column_of(line.bet) == bet)

        return net

    def process(self, meter: str, seats: int, start_cents: int) -> Process | None:
        fed = sum(
            (
                self.share(name) * fed_cents(self.house, meter, {name: stake})
                for name, stake in self.bets.wagers.items()
            ),
            Fraction(0),
        )
        chance = min(self.hits[meter] * seats, Fraction(1))
        if not chance:
            return None
        return process_of(
            self.house.meters[meter],
            start_cents=start_cents,
            growth_cents=round(fed * seats),
            chance=chance,
        )
