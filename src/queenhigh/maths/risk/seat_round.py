"""One seat's round at a table of seats that bet alike: the sums behind the table's win.

What all seats win is a sum over seats, envy included: a hand that earns envy earns it from every
other seat, so it counts as that seat's result, once for each of them. Mean and variance of the
table are those of such a sum, and both are exact. A seat makes each side bet in a share of its
rounds, independently of its cards. Meters pay nothing here.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import sqrt

from ...house.model import House
from ...house.wager import Envy
from ...wagers.document import SeatBets
from ...wagers.impossible_bets import check_bets
from ...wagers.meter_feed import contribution_cents, exact_contribution
from ..analysis.analysis_figures import ANTE_PLAY
from ..analysis.decisions import best_decisions
from ..analysis.envy import envy_mean
from ..analysis.prices import column_of, price_seat
from ..analysis.two_seats import SeatCovariances, bet_prices, seat_covariances
from ..deals.deals import Priced, cells_of
from ..deals.suit_classes import DEALS
from ..meters.must_hit_meter import Process, process_of
from .joint_distribution import left_still
from .table_round import TableRound, earned_by
from .table_span import TableCourse

_EARNED = "earned "  # Envy that a hand earns from each other seat with the wager.


class SeatRound:
    """A seat's round in cents; columns are the bets, ante and play as one, then envy earned."""

    def __init__(self, house: House, bets: SeatBets, uptake: dict[str, Fraction]):
        check_bets(house, bets, "bets")
        self.house, self.bets, self._uptake = house, bets, uptake
        self._nothing = dict.fromkeys(house.meters, 0)
        staked, hits = Fraction(0), dict[str, Fraction]()
        nets: Counter[tuple[int, ...]] = Counter()
        earned = self._earned_prices
        for cell in cells_of(house, bets.wagers, best_decisions(house)):
            found = dict.fromkeys(self.columns, 0)
            for line in price_seat(house, cell.deal, bets, cell.multiple, self._nothing):
                found[column_of(line.bet)] += line.net
                staked += cell.deals * self.share(line.bet) * line.stake
                if line.meter is not None:
                    hits[line.meter] = hits.get(line.meter, Fraction(0))
                    hits[line.meter] += cell.deals * self.share(line.bet)
            amounts = [int(price(*cell.deal)) for price in earned.values()]
            nets[(*found.values(), *amounts)] += cell.deals
        self.staked = staked / DEALS
        self.hits = {name: each / DEALS for name, each in hits.items()}
        self._nets = dict(nets)

    @property
    def columns(self) -> tuple[str, ...]:
        side = tuple(name for name in self.bets.wagers if name != "ante")
        return (ANTE_PLAY, *side)

    def share(self, bet: str) -> Fraction:
        return self._uptake.get(bet, Fraction(1))

    @cached_property
    def _bearing(self) -> dict[str, Envy]:
        """The bets with envy."""
        found = {}
        for key in self.bets.wagers:
            wager = self.house.wagers.get(key)
            if wager is not None and wager.envy is not None:
                found[key] = wager.envy
        return found

    @cached_property
    def _earned_prices(self) -> dict[str, Priced]:
        found: dict[str, Priced] = {}
        for key in self._bearing:
            found[_EARNED + key] = earned_by(self.house, self.house.wagers[key])
        return found

    # Means

    @cached_property
    def means(self) -> dict[str, Fraction]:
        """Means by bet, weighted by how often each is made, without envy."""
        return {
            name: self.share(name) * mean
            for name, mean in zip(self.columns, self._means, strict=False)
        }

    @cached_property
    def _means(self) -> list[Fraction]:
        many = len(self.columns) + len(self._earned_prices)
        return [
            Fraction(sum(nets[n] * deals for nets, deals in self._nets.items()), DEALS)
            for n in range(many)
        ]

    def table_mean(self, seats: int) -> Fraction:
        """The mean of all seats together, envy and fees included."""
        of_seat = sum(self.means.values(), self.envy(seats)) - self.house.fee.amount_cents
        return seats * of_seat

    def envy(self, seats: int) -> Fraction:
        """The average that a seat receives for the others' hands."""
        found = Fraction(0)
        for key, terms in self._bearing.items():
            mean = envy_mean(self.house, key, seats - 1, best_decisions(self.house) > 0)
            found += self.share(key) * self._holders(key, terms) * mean
        return found

    def _holders(self, key: str, terms: Envy) -> Fraction:
        """How often a hand that earns envy has the bet that envy requires."""
        return self.share(key) if terms.trigger == "holder_with_bet" else Fraction(1)

    # Variances

    @cached_property
    def _spread(self) -> list[list[Fraction]]:
        """Covariances between the columns of one seat."""
        size = range(len(self._means))
        means, met = self._means, self._nets.items()

        def covariance(n: int, m: int) -> Fraction:
            products = sum(nets[n] * nets[m] * deals for nets, deals in met)
            return Fraction(products, DEALS) - means[n] * means[m]

        return [[covariance(n, m) for m in size] for n in size]

    @cached_property
    def variance(self) -> Fraction:
        """Variance of one seat's round, without envy."""
        return self._own_variance(0)

    def table_variance(self, seats: int, *, envy: bool = True) -> Fraction:
        """The variance of all seats together, with or without envy.

        Envy for the dealer's hand is left out, and a seat limited to one award a round is assumed
        to get all. If a bet is made only in some rounds, two hands that earn envy in one round are
        assumed to meet independently drawn seats.
        """
        around = seats if envy else 0
        together = self.covariance(around) if seats > 1 else Fraction(0)
        return seats * self._own_variance(around) + seats * (seats - 1) * together

    def _own_variance(self, around: int) -> Fraction:
        weights = list(self._weights(around).values())
        found = Fraction(0)
        for n, one in enumerate(weights):
            for m, other in enumerate(weights):
                found += one * other * self._spread[n][m]
            square = self._spread[n][n] + self._means[n] ** 2
            found += self._made_or_not(around)[n] * square
        return found

    def _weights(self, seats: int) -> dict[str, Fraction]:
        """How often each column counts per round with this many seats; 0 for no envy."""
        found = {name: self.share(name) for name in self.columns}
        for key, terms in self._bearing.items():
            collectors = self.share(key) * self._collectors(terms, seats)
            found[_EARNED + key] = self._holders(key, terms) * collectors
        return found

    def _made_or_not(self, seats: int) -> list[Fraction]:
        """What the chance of a bet being made adds to each square."""
        found = [self.share(name) * (1 - self.share(name)) for name in self.columns]
        for key, terms in self._bearing.items():
            share = self.share(key)
            many, holds = self._collectors(terms, seats), self._holders(key, terms)
            square = holds * (many * share * (1 - share) + (many * share) ** 2)
            found.append(square - (holds * many * share) ** 2)
        return found

    @staticmethod
    def _collectors(terms: Envy, seats: int) -> int:
        return seats - 1 + terms.own_hand if seats else 0

    def covariance(self, seats: int = 0) -> Fraction:
        """The covariance of two seats, with envy among `seats`; bets are independent."""
        return self.covariances.total(self._weights(seats))

    @cached_property
    def covariances(self) -> SeatCovariances:
        """Covariances of a column at one seat with a column at another."""
        prices = bet_prices(self.house, self.bets)
        earned = {name: [price] for name, price in self._earned_prices.items()}
        return seat_covariances(self.house, tuple(self.bets.wagers), prices | earned)

    def correlations(self) -> dict[str, dict[str, float]]:
        """The correlations of a bet at one seat with a bet at another."""
        matrix = self.covariances.matrix
        spread = [sqrt(self._spread[n][n]) for n in range(len(self.columns))]
        return {
            bet: {
                other: float(matrix[n][m]) / (spread[n] * spread[m])
                for m, other in enumerate(self.columns)
                if spread[n] and spread[m]
            }
            for n, bet in enumerate(self.columns)
        }

    # Meters

    def processes(self, seats: int, standing: Mapping[str, int]) -> dict[str, Process]:
        """Processes of the meters that may pay this many seats, from current amounts."""
        found = {}
        for name, terms in self.house.meters.items():
            fed = self._fed(name, seats)
            chance = min(self.hits.get(name, Fraction(0)) * seats, Fraction(1))
            if chance or (terms.must_hit_by and fed):
                found[name] = process_of(
                    terms,
                    start_cents=standing[name],
                    growth_cents=fed,
                    chance=chance,
                )
        return found

    def _fed(self, meter: str, seats: int) -> int:
        """What a round adds to a meter; its mean where not every seat places every bet."""
        bets = self.bets.wagers
        if all(self.share(bet) == 1 for bet in bets):
            return contribution_cents(self.house, meter, [*bets.items()] * seats)
        feeds = {bet: self.house.wagers[bet].feeds for bet in bets if bet in self.house.wagers}
        return round(
            seats
            * sum(
                self.share(bet) * exact_contribution(each[meter], bets[bet])
                for bet, each in feeds.items()
                if meter in each
            )
        )

    def course(
        self, seats: int, shape: TableRound | None, standing: Mapping[str, int]
    ) -> TableCourse:
        """The course of a table of this many seats, given the distribution of its round."""
        return TableCourse(
            float(self.table_mean(seats)),
            sqrt(self.table_variance(seats)),
            shape,
            self.processes(seats, standing),
            not self.left_still,
        )

    @cached_property
    def left_still(self) -> str:
        """Why moving meters cannot be followed; empty if they can."""
        wagers = [self.house.wagers[key] for key in self.bets.wagers if key in self.house.wagers]
        in_parts = any(
            row.amount != 100 or wager.max_award_cents is not None
            for wager in wagers
            for row in wager.pays.values()
            if row.meter
        )
        return left_still(self.house, self.processes(1, self.house.seeds), in_parts=in_parts)
