"""What playing is worth once some cards are known, for every kind of hand.

For one kind the worth of playing against each of its 18,424 dealer hands is written down, and
summed over those that hold a given card, or two. Everything that cards seen can change follows
from these sums, whether they lie with the dealer, with another player or in the discard rack.
"""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
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
        return Known(
            np.stack([_summed(labels, row, groups) for row in self.playing]),
            _summed(labels, self.folding, groups),
            _summed(labels, self.dealer_hands, groups),
        )


class ClassDeals:
    """One kind of player hands against all dealer hands; worth is in `unit`."""

    def __init__(self, kind: Kind, view: DealerView):
        self.kind, self.view, self.unit = kind, view, view.unit
        self.possible, self.worths = view.against(kind)  # Each multiple, and a fold.

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
        """A hand that holds the card is met twice, once by each of its other cards."""
        found: Array = self.by_pair.sum(axis=2) // 2
        return found

    @cached_property
    def by_pair(self) -> Array:
        """By two cards, in either order."""
        pairs = pair_numbers().take(self.possible, axis=1)
        rows = [sum(_summed(each, row, 52 * 52) for each in pairs) for row in self.worths]
        lower_first: Array = np.array(rows).reshape(-1, 52, 52)
        found: Array = lower_first + lower_first.transpose(0, 2, 1)
        return found

    @cached_property
    def pairs(self) -> tuple[Array, Array]:
        """Any two of the 49: the lower cards, and the higher."""
        low, high = np.triu_indices(49, 1)
        return self.cards[low], self.cards[high]

    def dealer_holds_one(self) -> Known:
        return self._each(self.by_card[:, self.cards], comb(48, 2))

    def dealer_holds_two(self) -> Known:
        return self._each(self.by_pair[:, *self.pairs], 47)

    def dealer_holds_three(self) -> Known:
        return self._each(self.worths, 1)

    def one_gone(self) -> Known:
        return self._each(self.totals[:, None] - self.by_card[:, self.cards], comb(48, 3))

    def two_gone(self) -> Known:
        low, high = self.pairs
        gone = self.by_card[:, low] + self.by_card[:, high] - self.by_pair[:, low, high]
        return self._each(self.totals[:, None] - gone, comb(47, 3))

    def three_gone(self) -> Known:
        """Three cards that are known to be out of play, as in another player's hand."""
        if self._best_whichever_three_are_gone():
            every = self.totals[:, None] * comb(46, 3)  # A dealer hand leaves as many others.
            return self._each(every, comb(49, 3) * comb(46, 3))
        first, second, third = hand_tables().cards.T.take(self.possible, axis=1)
        pairs = pair_numbers().take(self.possible, axis=1)
        rows = zip(self.totals, self.by_card, self.by_pair, self.worths, strict=True)
        left = [
            total
            - (one[first] + one[second] + one[third])
            + two.ravel().take(pairs).sum(axis=0)
            - worths
            for total, one, two, worths in rows
        ]
        return self._each(np.stack(left), comb(46, 3))

    def _best_whichever_three_are_gone(self) -> bool:
        """Whether one choice stays the best, by what three cards can take from it at most."""
        best = int(self.totals.argmax())
        return all(
            self.totals[best] - self.totals[row] >= self._most_lost(best, row)
            for row in range(len(self.totals))
        )

    def _most_lost(self, row: int, other: int) -> int:
        """Of what one choice is worth more than another, once three cards are gone."""
        one = np.sort((self.by_card[row] - self.by_card[other])[self.cards])[-3:].sum()
        two = np.sort((self.by_pair[row] - self.by_pair[other])[self.pairs])[:3].sum()
        three = (self.worths[row] - self.worths[other]).max()
        return int(one - two + three)

    def _each(self, worths: Array, dealer_hands: int) -> Known:
        many = np.broadcast_to(np.int64(dealer_hands), worths.shape[1])
        return Known(worths[:-1], worths[-1], many)


@cache
def pair_numbers() -> Array:
    """By hand, its three pairs of cards: 52 times the lower plus the higher."""
    first, second, third = hand_tables().cards.T
    return np.stack([first * 52 + second, first * 52 + third, second * 52 + third])


def _summed(groups: Array, values: Array, size: int) -> Array:
    if not values.strides[0]:  # One number for all.
        counted: Array = np.bincount(groups, minlength=size) * values[0]
        return counted
    if values.dtype != object and int(np.abs(values).max(initial=0)) * len(values) < 1 << 53:
        return np.bincount(groups, values, size).astype(np.int64)  # Doubles hold it exactly.
    found = np.zeros(size, values.dtype)
    np.add.at(found, groups, values)
    return found


def class_deals(
    house: House, bets: SeatBets | None = None, meters: Mapping[str, int] | None = None
) -> Iterator[ClassDeals]:
    """One after another: together they would fill the memory."""
    view = DealerView(house, bets, meters)
    for kind in view.deals.kinds:
        yield ClassDeals(kind, view)
