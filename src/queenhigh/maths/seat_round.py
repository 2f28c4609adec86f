"""One seat's round at a table of seats that bet alike: the sums from which a table's win follows.

What all seats win together is a sum over seats, envy with it: a hand that earns envy earns it from
every other seat, so it counts as that seat's result, so many times. Mean and variance of the table
are those of such a sum, and both are exact. A seat makes each side bet in a share of its rounds,
whatever its cards. Meters pay nothing here.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import sqrt

from ..house.model import House
from ..house.wager import Envy
from ..wagers.document import SeatBets
from ..wagers.possible import check_bets
from .analysis_figures import ANTE_PLAY
from .classes import DEALS
from .deals import Priced, deals_of
from .decisions import best_decisions
from .envy import envy_mean
from .joint import left_still
from .meter_process import fed_cents
from .must_hit import Process, process_of
from .prices import column_of, price_seat
from .table_round import TableRound, earned_by
from .table_span import TableCourse
from .two_seats import SeatCovariances, bet_prices, seat_covariances

_EARNED = "earned "  # By a hand, as envy, from each other seat with the wager.


class SeatRound:
    """In cents. Columns are the bets, ante and play as one, and then what is earned as envy."""

    def __init__(self, house: House, bets: SeatBets, uptake: dict[str, Fraction]):
        check_bets(house, bets, "bets")
        self.house, self.bets, self._uptake = house, bets, uptake
        self._nothing = dict.fromkeys(house.meters, 0)
        staked, hits = Fraction(0), dict[str, Fraction]()
        nets: Counter[tuple[int, ...]] = Counter()
        earned = self._earned_prices
        deals = deals_of(house, tuple(bets.wagers))
        for cell in deals.cells(deals.by_kind(best_decisions(house)), house.play.multiples):
            found = dict.fromkeys(self.columns, 0)
            deal = cell.player, cell.dealer, cell.contest
            for line in price_seat(house, deal, bets, cell.multiple, self._nothing):
                found[column_of(line.bet)] += line.net
                staked += cell.deals * self.share(line.bet) * line.stake
                if line.meter is not None:
                    hits[line.meter] = hits.get(line.meter, Fraction(0))
                    hits[line.meter] += cell.deals * self.share(line.bet)
            amounts = [int(price(*deal)) for price in earned.values()]
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
        """The bets that pay envy."""
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
        """By bet, each weighted with how often it is made; envy left out."""
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
        """Of all seats together, envy and fees included."""
        of_seat = sum(self.means.values(), self.envy(seats)) - self.house.fee.amount_cents
        return seats * of_seat

    def envy(self, seats: int) -> Fraction:
        """What a seat receives for the hands of the others, on average."""
        found = Fraction(0)
        for key, terms in self._bearing.items():
            mean = envy_mean(self.house, key, seats - 1, best_decisions(self.house) > 0)
            found += self.share(key) * self._holders(key, terms) * mean
        return found

    def _holders(self, key: str, terms: Envy) -> Fraction:
        """How often a hand that would earn envy has the bet that it takes."""
        return self.share(key) if terms.trigger == "holder_with_bet" else Fraction(1)

    # Variances

    @cached_property
    def _spread(self) -> list[list[Fraction]]:
        """Covariances of the columns of one seat."""
        size = range(len(self._means))
        means, met = self._means, self._nets.items()

        def covariance(n: int, m: int) -> Fraction:
            products = sum(nets[n] * nets[m] * deals for nets, deals in met)
            return Fraction(products, DEALS) - means[n] * means[m]

        return [[covariance(n, m) for m in size] for n in size]

    @cached_property
    def variance(self) -> Fraction:
        """Of one seat's round, envy left out."""
        return self._own_variance(0)

    def table_variance(self, seats: int, *, envy: bool = True) -> Fraction:
        """Of all seats together, with envy or without.

        Envy for the dealer's hand is left out of it, and a seat that gets one award a round at
        most is taken to get all. Where a bet is made now and then, two hands of a round that earn
        envy are taken to find other seats each.
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
        """How often each column counts in a round of a table of so many seats; 0: no envy."""
        found = {name: self.share(name) for name in self.columns}
        for key, terms in self._bearing.items():
            collectors = self.share(key) * self._collectors(terms, seats)
            found[_EARNED + key] = self._holders(key, terms) * collectors
        return found

    def _made_or_not(self, seats: int) -> list[Fraction]:
        """What chance adds to each of the squares: bets that are made in a share of rounds."""
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
        """Of two seats, of so many with envy. Who makes which bet is independent of the other."""
        return self.covariances.total(self._weights(seats))

    @cached_property
    def covariances(self) -> SeatCovariances:
        """Of a column at one seat and a column at another."""
        prices = bet_prices(self.house, self.bets)
        earned = {name: [price] for name, price in self._earned_prices.items()}
        return seat_covariances(self.house, tuple(self.bets.wagers), prices | earned)

    def correlations(self) -> dict[str, dict[str, float]]:
        """Of a bet at one seat and a bet at another."""
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
        """Of the meters that so many seats may be paid of, from where they stand."""
        found = {}
        for name, terms in self.house.meters.items():
            fed = sum(
                (
                    self.share(bet) * fed_cents(self.house, name, {bet: stake})
                    for bet, stake in self.bets.wagers.items()
                ),
                Fraction(0),
            )
            chance = min(self.hits.get(name, Fraction(0)) * seats, Fraction(1))
            if chance or (terms.must_hit_by and fed):
                found[name] = process_of(
                    terms,
                    start_cents=standing[name],
                    growth_cents=round(fed * seats),
                    chance=chance,
                )
        return found

    def course(
        self, seats: int, shape: TableRound | None, standing: Mapping[str, int]
    ) -> TableCourse:
        """Of a table of so many seats, the distribution of its round given."""
        return TableCourse(
            float(self.table_mean(seats)),
            sqrt(self.table_variance(seats)),
            shape,
            self.processes(seats, standing),
            not self.left_still,
        )

    @cached_property
    def left_still(self) -> str:
        """Why the meters cannot be followed as they are paid, or nothing."""
        wagers = [self.house.wagers[key] for key in self.bets.wagers if key in self.house.wagers]
        in_parts = any(
            row.amount != 100 or wager.max_award_cents is not None
            for wager in wagers
            for row in wager.pays.values()
            if row.meter
        )
        return left_still(self.house, self.processes(1, self.house.seeds), in_parts=in_parts)
