"""How the results of two seats in a round covary: they face the same dealer's hand.

A table's or dealer's result is a sum over seats, and its error is larger than for as many hands
dealt separately. Hands with the same result against a dealer's hand form a class, and pairs of
hands without a common card are counted by class (`pair_kernel`), for one dealer hand of each kind.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from ...cards.card import Hand
from ...house.model import House
from ...house.wager import When
from ...wagers.award import forfeits, row_for
from ...wagers.document import SeatBets
from ..deals.dealer_counts import PLAYED
from ..deals.deals import FOLDED, NO_ANTE, Deals, Priced, classes_under, deals_of
from ..deals.disjoint_hands import PAIRS, sum_of_products
from ..deals.hand_tables import Array, hand_number, hand_tables
from ..deals.signatures import conditions_of, suit_changes
from ..deals.suit_classes import HANDS
from .analysis_figures import ANTE_PLAY
from .decisions import best_decisions, priced
from .prices import column_of, price_seat
from .side_wager import net_of, stake_of

_THIRDS = comb(46, 3)  # Hands left for the second seat.

Matrix = tuple[tuple[Fraction, ...], ...]


class SeatCovariances(NamedTuple):
    """Covariances of a bet at one seat with a bet at another, in the order of `bets`."""

    bets: tuple[str, ...]
    matrix: Matrix

    def total(self, weights: Mapping[str, Fraction] | None = None) -> Fraction:
        """The covariance of two seats with all these bets, or each in a share of rounds."""
        share = [Fraction(1) if weights is None else weights[bet] for bet in self.bets]
        return sum(
            (
                one * other * self.matrix[n][m]
                for n, one in enumerate(share)
                for m, other in enumerate(share)
            ),
            Fraction(0),
        )


def covariance(house: House, game: str) -> Fraction:
    """The covariance of one-unit bets at two seats that play best for the ante.

    In units squared. A game is `ante_play` or a side wager. Jackpots pay nothing here: they belong
    to the meter.
    """
    wagers = () if game == ANTE_PLAY else (game,)
    return seat_covariances(house, wagers, {game: _prices(house, game)}).matrix[0][0]


def seat_covariances(
    house: House,
    wagers: Collection[str],
    prices: Mapping[str, Sequence[Priced]],
    decisions: Array | None = None,
) -> SeatCovariances:
    """Covariances of two seats that bet and decide alike; by default, best for the ante.

    `prices` gives the net of a deal, by bet and then by multiple.
    """
    nets = SeatNets(house, tuple(wagers), list(prices.values()), decisions)
    return SeatCovariances(tuple(prices), nets.matrix)


class SeatNets:
    """The net of each player hand by bet, in whole numbers of 1/`units`."""

    def __init__(
        self,
        house: House,
        wagers: tuple[str, ...],
        prices: list[Sequence[Priced]],
        decisions: Array | None = None,
    ):
        self.house, self.wagers = house, wagers
        self.deals: Deals = deals_of(house, wagers)
        self.decisions = best_decisions(house) if decisions is None else decisions
        if "ante" in wagers or not wagers or decisions is None:
            unplayed = FOLDED
        else:
            unplayed, self.decisions = NO_ANTE, np.zeros(HANDS, np.int64)
        units: list[int] = []
        tables = []
        for of_bet in prices:
            multiples = [of_bet[n % len(of_bet)] for n in range(len(house.play.multiples))]
            played, folded = self.deals.priced(multiples, unplayed)
            tables.append(np.concatenate([each.table.ravel() for each in (*played, folded)]))
            units.append(folded.unit)
        self.units = tuple(units)
        self.tables: Array = np.stack(tables)

    @cached_property
    def _base(self) -> tuple[Array, Array]:
        """By hand: the offset of its values, and the step between contests."""
        own, columns = self.deals.signatures.own, len(self.deals.columns)
        many, plays = self.deals.signatures.own_many, self.decisions > 0
        block = len(PLAYED) * columns
        chosen = np.maximum(self.decisions - 1, 0) * many
        folded = len(self.house.play.multiples) * many * block + own * columns
        base: Array = np.where(plays, (chosen + own) * block, folded)
        return base, np.where(plays, columns, 0)

    def places(self, dealer: int) -> Array:
        """Return, by player hand, its index in the tables against this dealer's hand."""
        base, step = self._base
        found: Array = (
            base + step * self.deals.contests_with(dealer) + self.deals.columns_with(dealer)
        )
        return found

    @property
    def matrix(self) -> Matrix:
        if self.deals.signatures.only_own and self._alike:
            return self._of_hands()
        return self._of_pairs()

    @property
    def _alike(self) -> bool:
        """Whether no bet depends on the dealer's hand."""
        block = len(PLAYED) * len(self.deals.columns)
        many = len(self.house.play.multiples) * self.deals.signatures.own_many
        played = self.tables[:, : many * block].reshape(len(self.tables), many, block)
        return bool((played == played[:, :, :1]).all())

    def _of_hands(self) -> Matrix:
        nets = self.tables[:, self._base[0]]
        means = [Fraction(int(each.sum()), HANDS) for each in nets]
        size = range(len(nets))
        return tuple(
            tuple(
                (Fraction(sum_of_products(nets[n], nets[m]), PAIRS) - means[n] * means[m])
                / (self.units[n] * self.units[m])
                for m in size
            )
            for n in size
        )

    def dealers(self) -> Iterator[tuple[int, int]]:
        """A dealer hand of each class with equal results against all hands, and its size."""
        side = [key for key in self.wagers if key in self.house.wagers]
        classes = classes_under(tuple(suit_changes(conditions_of(self.house, side))))
        many = np.bincount(classes.of_hand).tolist()
        for hand, hands in zip(classes.reps, many, strict=True):
            yield int(hand_number()[hand]), hands

    # Hands by class: all hands of a class have the same net on every bet

    @cached_property
    def _classes(self) -> tuple[Array, Array]:
        worth, of_place = np.unique(self.tables, axis=1, return_inverse=True)
        return worth.T, of_place.reshape(-1).astype(np.int32)

    @property
    def worth(self) -> Array:
        """Worth by class and bet."""
        return self._classes[0]

    def _met(self, dealer: int) -> Array:
        """Return, by player hand, its class against this dealer's; -1 if they share a card."""
        held = hand_tables().held
        found: Array = np.where(held & held[dealer], -1, self._classes[1][self.places(dealer)])
        return found

    def single_counts(self, dealers: Iterable[tuple[int, int]] | None = None) -> Array:
        """Count deals of one seat by class, over all dealer hands or these, with their weights."""
        found: Array = np.zeros(len(self.worth), np.int64)
        for dealer, hands in dealers or self.dealers():
            met = self._met(dealer)
            found += np.bincount(met[met >= 0], minlength=len(found)) * hands
        return found

    def pair_counts(self, dealers: Iterable[tuple[int, int]] | None = None) -> Array:
        """Count deals of two seats by their classes, the lower one first."""
        of_place = self._classes[1]  # Independent of what a class is worth.
        key = self.deals, of_place.tobytes(), self.decisions.tobytes()
        found = _known.get(key) if dealers is None else None
        if found is None:
            from ..deals import pair_kernel

            found = np.zeros((len(self.worth), len(self.worth)), np.int64)
            for dealer, hands in dealers or self.dealers():
                met, cards = self._met(dealer), hand_tables().cards
                pair_kernel.pair_counts(met, cards, _with_pair(), hands, found)
            if dealers is None:
                if len(_known) > _MOST_KNOWN:
                    _known.clear()
                _known[key] = found
        return found

    def _of_pairs(self) -> Matrix:
        counts = self.pair_counts().astype(object)
        counts = counts + np.triu(counts, 1).T  # Either way round.
        worth, size = self.worth.astype(object), range(len(self.units))
        products, sums = worth.T @ counts @ worth, counts.sum(axis=0) @ worth
        every = PAIRS * _THIRDS
        return tuple(
            tuple(
                (Fraction(products[n, m], every) - Fraction(sums[n] * sums[m], every * every))
                / (self.units[n] * self.units[m])
                for m in size
            )
            for n in size
        )


@cache
def _with_pair() -> Array:
    """The hands that hold each two cards."""
    numbers = hand_number()
    rows = [
        [numbers[first, second, third] for third in range(52) if third not in (first, second)]
        for first, second in combinations(range(52), 2)
    ]
    return np.array(rows, np.int32)


_MOST_KNOWN = 64
_known: dict[tuple[object, ...], Array] = {}


def bet_prices(house: House, bets: SeatBets) -> dict[str, list[Priced]]:
    """Nets in cents by bet, ante and play as one, and by multiple. Meters pay nothing."""
    nothing = dict.fromkeys(house.meters, 0)

    def priced(bet: str, multiple: int) -> Priced:
        def net(player: Hand, dealer: Hand, contest: When) -> int:
            lines = price_seat(house, (player, dealer, contest), bets, multiple, nothing)
            return sum(line.net for line in lines if column_of(line.bet) == bet)

        return net

    columns = dict.fromkeys(map(column_of, bets.wagers))
    return {bet: [priced(bet, each) for each in house.play.multiples] for bet in columns}


def _prices(house: House, game: str) -> list[Priced]:
    """Prices by multiple for ante and play, otherwise a single one."""
    if game == ANTE_PLAY:
        return [priced(house, None, None, multiple) for multiple in house.play.multiples]
    wager = house.wagers[game]
    stake, meters = stake_of(wager), dict.fromkeys(house.meters, 0)
    taken = forfeits(wager, ("ante", game))

    def net(player: Hand, dealer: Hand, contest: When) -> Fraction:
        if contest == "folded" and taken:
            return Fraction(-1)
        return net_of(wager, row_for(house, wager, player, dealer, contest), stake, meters)

    return [net]
