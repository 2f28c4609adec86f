"""What playing is worth once some cards are known, for every kind of hand.

For one kind the worth of playing against each of its 18,424 dealer hands is written down, and
summed over those that hold a given card, or two. Everything that cards seen can change follows
from these sums, whether they lie with the dealer, with another player or in the discard rack.
"""

from collections.abc import Iterator
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np

from ..house.model import House
from ..wagers.document import SeatBets
from .dealer_view import DealerView
from .deals import Kind
from .hand_tables import Array, hand_tables


class Known(NamedTuple):
    """What the player may know, case by case, summed over the dealer hands left."""

    playing: Array  # With the multiple that is best, a row for each.
    folding: Array
    dealer_hands: Array

    def best(self) -> int:
        return int(np.maximum(self.playing.max(axis=0), self.folding).sum())

    def better_to_play(self) -> Array:
        found: Array = self.playing.max(axis=0) - self.folding
        return found

    def grouped(self, labels: Array) -> "Known":
        """Cases that look alike to the player become one."""
        groups = int(labels.max()) + 1

        def summed(values: Array) -> Array:
            return np.bincount(labels, values, groups).astype(np.int64)

        return Known(
            np.stack([summed(row) for row in self.playing]),
            summed(self.folding),
            summed(self.dealer_hands),
        )


class ClassDeals:
    """One kind of player hands against all dealer hands; worth is in `unit`."""

    def __init__(self, kind: Kind, view: DealerView):
        self.kind, self.unit = kind, view.unit
        self.possible, playing, folding = view.against(kind)
        self.worths: Array = np.stack([*playing, folding])  # Zero where a card is shared.

    @cached_property
    def cards(self) -> Array:
        """The 49 that the player does not hold."""
        return np.setdiff1d(np.arange(52), self.kind.hand_class.hand)

    @cached_property
    def totals(self) -> Array:
        found: Array = self.worths.sum(axis=1)
        return found

    @cached_property
    def by_card(self) -> Array:
        return np.stack([_summed(hand_tables().cards.T, each, 52) for each in self.worths])

    @cached_property
    def by_pair(self) -> Array:
        """By 52 times the lower card plus the higher."""
        return np.stack([_summed(pair_numbers(), each, 52 * 52) for each in self.worths])

    @cached_property
    def pairs(self) -> Array:
        low, high = np.triu_indices(49, 1)
        return self.cards[low] * 52 + self.cards[high]

    def dealer_holds_one(self) -> Known:
        return self._each(self.by_card[:, self.cards], comb(48, 2))

    def dealer_holds_two(self) -> Known:
        return self._each(self.by_pair[:, self.pairs], 47)

    def dealer_holds_three(self) -> Known:
        return self._each(self.worths[:, self.possible], 1)

    def one_gone(self) -> Known:
        return self._each(self.totals[:, None] - self.by_card[:, self.cards], comb(48, 3))

    def two_gone(self) -> Known:
        low, high = np.divmod(self.pairs, 52)
        gone = self.by_card[:, low] + self.by_card[:, high] - self.by_pair[:, self.pairs]
        return self._each(self.totals[:, None] - gone, comb(47, 3))

    def three_gone(self) -> Known:
        """Three cards that are known to be out of play, as in another player's hand."""
        hands, pairs = hand_tables().cards[self.possible].T, pair_numbers()[:, self.possible]
        gone = self.by_card[:, hands].sum(axis=1) - self.by_pair[:, pairs].sum(axis=1)
        left = self.totals[:, None] - gone - self.worths[:, self.possible]
        return self._each(left, comb(46, 3))

    def _each(self, worths: Array, dealer_hands: int) -> Known:
        many = np.full(worths.shape[1], dealer_hands, np.int64)
        return Known(worths[:-1], worths[-1], many)

    def blind(self) -> int:
        """The best that can be done without seeing anything."""
        return int(self.totals.max())


def pair_numbers() -> Array:
    first, second, third = hand_tables().cards.T
    return np.stack([first * 52 + second, first * 52 + third, second * 52 + third])


def _summed(groups: Array, values: Array, size: int) -> Array:
    # In doubles, which hold sums of so few whole numbers exactly.
    found = sum(np.bincount(each, values, size) for each in groups)
    return np.asarray(found).astype(np.int64)


def class_deals(house: House, bets: SeatBets | None = None) -> Iterator[ClassDeals]:
    """One after another: together they would fill the memory."""
    view = DealerView(house, bets)
    for kind in view.deals.kinds:
        yield ClassDeals(kind, view)


def deals_against(house: House, number: int, bets: SeatBets | None = None) -> ClassDeals:
    """Of one kind."""
    view = DealerView(house, bets)
    return ClassDeals(view.deals.kinds[number], view)
