"""What playing is worth once some cards are known, for every class of hand.

For one class the worth of playing against each of its 18,424 dealer hands is written down, and
summed over those that hold a given card, or two. Everything that cards seen can change follows
from these sums, whether they lie with the dealer, with another player or in the discard rack.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards.card import FULL_DECK
from ..house.model import House
from .classes import HANDS
from .counting import Counted, counts
from .decisions import Worth, worths

Array = NDArray[np.int64]


class Known(NamedTuple):
    """What the player may know, case by case: playing summed over the dealer hands left."""

    playing: Array
    dealer_hands: Array

    def best(self, fold: int) -> int:
        return int(np.maximum(self.playing, fold * self.dealer_hands).sum())

    def grouped(self, labels: Array) -> "Known":
        """Cases that look alike to the player become one."""
        groups = int(labels.max()) + 1
        return Known(
            np.bincount(labels, self.playing, groups).astype(np.int64),
            np.bincount(labels, self.dealer_hands, groups).astype(np.int64),
        )


class Dealer:
    """All 22,100 hands as arrays."""

    def __init__(self, house: House):
        known = counts(house)
        hands = list(combinations(FULL_DECK, 3))
        self.hands = np.array(hands, np.int64)
        self.places = np.array([known.dealer.qualifying_place(hand) for hand in hands], np.int64)
        self.categories = np.array([house.ranking.category(hand) for hand in hands], np.int64)
        self.holds = np.zeros((52, HANDS), np.bool_)
        for column in self.hands.T:
            self.holds[column, np.arange(HANDS)] = True
        first, second, third = self.hands.T
        self.pairs = np.stack([first * 52 + second, first * 52 + third, second * 52 + third])


class ClassDeals:
    """One class of player hands against all dealer hands."""

    def __init__(self, counted: Counted, worth: Worth, dealer: Dealer):
        self.counted, self.worth, self.dealer = counted, worth, dealer
        first, second, third = counted.hand_class.hand
        holds, places = dealer.holds, dealer.places
        self.possible = ~(holds[first] | holds[second] | holds[third])
        values = np.where(places < counted.place, worth.player, worth.dealer)
        values = np.where(places == counted.place, worth.tie, values)
        values = np.where(places < 0, worth.out, values)
        self.playing: Array = np.where(self.possible, values, 0)

    @cached_property
    def cards(self) -> Array:
        """The 49 that the player does not hold."""
        return np.setdiff1d(np.arange(52), self.counted.hand_class.hand)

    @cached_property
    def total(self) -> int:
        return int(self.playing.sum())

    @cached_property
    def by_card(self) -> Array:
        return _summed(self.dealer.hands.T, self.playing, 52)

    @cached_property
    def by_pair(self) -> Array:
        """By 52 times the lower card plus the higher."""
        return _summed(self.dealer.pairs, self.playing, 52 * 52)

    @cached_property
    def pairs(self) -> Array:
        low, high = np.triu_indices(49, 1)
        return self.cards[low] * 52 + self.cards[high]

    def dealer_holds_one(self) -> Known:
        return self._each(self.by_card[self.cards], comb(48, 2))

    def dealer_holds_two(self) -> Known:
        return self._each(self.by_pair[self.pairs], 47)

    def dealer_holds_three(self) -> Known:
        return self._each(self.playing[self.possible], 1)

    def one_gone(self) -> Known:
        return self._each(self.total - self.by_card[self.cards], comb(48, 3))

    def two_gone(self) -> Known:
        low, high = np.divmod(self.pairs, 52)
        playing = self.total - self.by_card[low] - self.by_card[high] + self.by_pair[self.pairs]
        return self._each(playing, comb(47, 3))

    def three_gone(self) -> Known:
        """Three cards that are known to be out of play, as in another player's hand."""
        hands, pairs = self.dealer.hands[self.possible].T, self.dealer.pairs[:, self.possible]
        playing = (
            self.total
            - self.by_card[hands].sum(axis=0)
            + self.by_pair[pairs].sum(axis=0)
            - self.playing[self.possible]
        )
        return self._each(playing, comb(46, 3))

    def _each(self, playing: Array, dealer_hands: int) -> Known:
        return Known(playing, np.full(len(playing), dealer_hands, np.int64))


def _summed(groups: Array, values: Array, size: int) -> Array:
    # In doubles, which hold sums of so few whole numbers exactly.
    found = sum(np.bincount(each, values, size) for each in groups)
    return np.asarray(found).astype(np.int64)


@lru_cache(maxsize=2)
def _dealer(house: House) -> Dealer:
    return Dealer(house)


def class_deals(house: House) -> Iterator[ClassDeals]:
    """One after another: together they would fill the memory."""
    worth, dealer = worths(house), _dealer(house)
    for each in counts(house).classes:
        yield ClassDeals(each, worth[each.category], dealer)
