"""How the results of two seats of one round go together: they meet the same dealer's hand.

A table's or a dealer's result is a sum over seats, and its error is larger than that of as many
hands dealt apart. Nothing is dealt here: over pairs of hands without a common card, a sum of
products follows from the sums over hands that hold a given card, or two (`pair_kernel`), for one
dealer hand of each class.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any, NamedTuple

import numpy as np

from ..cards.card import Hand
from ..house.model import House
from ..house.wager import When
from ..wagers.award import forfeits, row_for
from .analysis_figures import ANTE_PLAY
from .classes import HANDS
from .dealer_counts import PLAYED
from .deals import FOLDED, NO_ANTE, Deals, Priced, classes_under, deals_of
from .decisions import best_decisions, priced
from .disjoint_hands import PAIRS, sum_of_products
from .hand_tables import Array, hand_number, hand_tables
from .side_wager import net_of, stake_of
from .signatures import conditions_of, suit_changes

_THIRDS = comb(46, 3)  # Hands for the second seat, once the first and the dealer have theirs.
_SAFE = 2.0**62

Matrix = tuple[tuple[Fraction, ...], ...]


class SeatCovariances(NamedTuple):
    """Of a bet at one seat and a bet at another, by the order of `bets`."""

    bets: tuple[str, ...]
    matrix: Matrix

    def total(self, weights: Mapping[str, Fraction] | None = None) -> Fraction:
        """Of two seats that make all these bets, or each in a share of rounds."""
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
    """Of one unit on each of two seats that decide as is best for the ante, in units squared.

    A game is `ante_play` or a side wager. A jackpot pays nothing here: it is the meter's.
    """
    wagers = () if game == ANTE_PLAY else (game,)
    return seat_covariances(house, wagers, {game: _prices(house, game)}).matrix[0][0]


def seat_covariances(
    house: House,
    wagers: Collection[str],
    prices: Mapping[str, Sequence[Priced]],
    decisions: Array | None = None,
) -> SeatCovariances:
    """Of two seats that bet alike on all these and decide alike: as is best for the ante, or so.

    `prices` say by bet, and then by multiple, what a deal comes to.
    """
    nets = SeatNets(house, tuple(wagers), list(prices.values()), decisions)
    return SeatCovariances(tuple(prices), nets.matrix)


class SeatNets:
    """What each player hand comes to, in whole numbers of 1/`units`, by bet."""

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
        self.units: list[int] = []
        tables = []
        for of_bet in prices:
            multiples = [of_bet[n % len(of_bet)] for n in range(len(house.play.multiples))]
            played = [self.deals.values(each, PLAYED) for each in multiples]
            folded = self.deals.values(multiples[0], unplayed)
            unit = lcm(folded.unit, *(each.unit for each in played))
            parts = [each.table * (unit // each.unit) for each in (*played, folded)]
            tables.append(np.concatenate([each.ravel() for each in parts]))
            self.units.append(unit)
        self.tables: Array = np.stack(tables)

    @cached_property
    def _base(self) -> tuple[Array, Array]:
        """By hand: where its values begin, and how far apart those of two contests lie."""
        own, columns = self.deals.signatures.own, len(self.deals.columns)
        many, plays = self.deals.signatures.own_many, self.decisions > 0
        block = len(PLAYED) * columns
        chosen = np.maximum(self.decisions - 1, 0) * many
        folded = len(self.house.play.multiples) * many * block + own * columns
        base: Array = np.where(plays, (chosen + own) * block, folded)
        return base, np.where(plays, columns, 0)

    def places(self, dealer: int) -> Array:
        """By player hand: its place in the tables, against this dealer's hand."""
        base, step = self._base
        found: Array = (
            base + step * self.deals.contests_with(dealer) + self.deals.columns_with(dealer)
        )
        return found

    @property
    def matrix(self) -> Matrix:
        key = (tuple(self.units), self.deals, self.tables.tobytes(), self.decisions.tobytes())
        found = _known.get(key)
        if found is None:
            found = self._of_hands() if self.deals.signatures.only_own and self._alike else None
            found = found or self._with_dealers()
            if len(_known) > _MOST_KNOWN:
                _known.clear()
            _known[key] = found
        return found

    @property
    def _alike(self) -> bool:
        """Whether the dealer's hand makes no difference to any bet."""
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
        """A dealer's hand of each class that meets all player hands alike, and how many it has."""
        side = [key for key in self.wagers if key in self.house.wagers]
        classes = classes_under(tuple(suit_changes(conditions_of(self.house, side))))
        many = np.bincount(classes.of_hand).tolist()
        for hand, hands in zip(classes.reps, many, strict=True):
            yield int(hand_number()[hand]), hands

    def _with_dealers(self) -> Matrix:
        bets = range(len(self.tables))
        sums = [[0 for _ in bets] for _ in range(len(bets) + 1)]
        for dealer, hands in self.dealers():
            found = self._products(dealer).tolist()
            for row, of_row in enumerate(found):
                for bet in bets:
                    sums[row][bet] += hands * of_row[bet]
        means = [Fraction(each, PAIRS) for each in sums[-1]]
        return tuple(
            tuple(
                (Fraction(sums[n][m], PAIRS * _THIRDS) - means[n] * means[m])
                / (self.units[n] * self.units[m])
                for m in bets
            )
            for n in bets
        )

    def _products(self, dealer: int) -> Any:
        """Over pairs of hands beside this dealer's, by two bets; last, over single hands."""
        tables, places = hand_tables(), self.places(dealer)
        bets = len(self.tables)
        if self.tables.dtype != object:
            from . import pair_kernel

            found = np.zeros((bets + 1, bets), np.int64)
            kernel: Any = pair_kernel.products
            without = tables.held[dealer]
            square = kernel(self.tables, places, tables.cards, tables.held, without, found)
            # A sum over pairs is at most that of squares, each as often as there are partners.
            if square * _THIRDS < _SAFE:
                return found
        nets = np.where(tables.held & tables.held[dealer], 0, self.tables[:, places])
        rows = [[sum_of_products(one, other) for other in nets] for one in nets]
        return np.array([*rows, [int(each.sum()) for each in nets]], object)


_MOST_KNOWN = 64
_known: dict[tuple[object, ...], Matrix] = {}


def _prices(house: House, game: str) -> list[Priced]:
    """By multiple for ante and play, otherwise one."""
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
