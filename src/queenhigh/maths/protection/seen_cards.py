"""The worth of playing once some cards are known, for every kind of hand.

For each kind, the worth of playing against each of its 18,424 dealer hands is recorded, and summed
over those that hold one or two given cards. These sums give the effect of any seen cards, whether
the dealer holds them, another player does, or they lie in the discard rack.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np

from ...house.model import House
from ...wagers.document import SeatBets
from ..analysis.decisions import priced
from ..deals.deals import FOLDED, Deals, Kind, deals_of
from ..deals.hand_tables import Array, categories, hand_number, hand_tables, pair_numbers


class Known(NamedTuple):
    """What the player may learn, case by case, summed over the remaining dealer hands."""

    playing: Array  # A row for each multiple.
    folding: Array
    dealer_hands: Array

    def best(self) -> int:
        return int(np.maximum(self.playing.max(axis=0), self.folding).sum())

    def better_to_play(self) -> Array:
        found: Array = self.playing.max(axis=0) - self.folding
        return found

    def grouped(self, labels: Array) -> "Known":
        """Merge the cases that the player cannot distinguish."""
        groups = int(labels.max()) + 1
        return Known(
            np.stack([_summed(labels, row, groups) for row in self.playing]),
            _summed(labels, self.folding, groups),
            _summed(labels, self.dealer_hands, groups),
        )


class DealerView:
    """Worth by hand in whole numbers of 1/`unit` antes, or cents if bets are given."""

    def __init__(
        self, house: House, bets: SeatBets | None = None, meters: Mapping[str, int] | None = None
    ):
        self.deals: Deals = deals_of(house, () if bets is None else tuple(bets.wagers))
        self.categories: Array = categories(house.ranking)
        prices = [priced(house, bets, meters, multiple) for multiple in house.play.multiples]
        played, folded = self.deals.priced(prices, FOLDED)
        self.unit = folded.unit
        self.played, self.folded = [each.table for each in played], folded.table

    def against(self, kind: Kind) -> tuple[Array, Array]:
        """The possible dealer hands, and the worths against each by multiple, then fold."""
        number = int(hand_number()[kind.hand_class.hand])
        possible = np.flatnonzero((hand_tables().held & hand_tables().held[number]) == 0)
        columns = self.deals.columns_against(number)[possible]
        contest = self.deals.contests_against(number)[possible]
        cells = contest * len(self.deals.columns) + columns
        played = [table[kind.own].ravel().take(cells) for table in self.played]
        return possible, np.stack([*played, self.folded[kind.own, 0].take(columns)])


class ClassDeals:
    """One kind of player hand against all dealer hands; worth is in `unit`."""

    def __init__(self, kind: Kind, view: DealerView):
        self.kind, self.view, self.unit = kind, view, view.unit
        self.possible, self.worths = view.against(kind)  # A row for each multiple, then a fold.

    @cached_property
    def cards(self) -> Array:
        """The 49 cards that the player does not hold."""
        return np.setdiff1d(np.arange(52), self.kind.hand_class.hand)

    @cached_property
    def totals(self) -> Array:
        found: Array = self.worths.sum(axis=1)
        return found

    @cached_property
    def by_card(self) -> Array:
        """Sums by card; each hand occurs with both of its other cards, so halve them."""
        found: Array = self.by_pair.sum(axis=2) // 2
        return found

    @cached_property
    def by_pair(self) -> Array:
        """Sums by two cards, in either order."""
        pairs = pair_numbers().take(self.possible, axis=1)
        rows = [sum(_summed(each, row, 52 * 52) for each in pairs) for row in self.worths]
        lower_first: Array = np.array(rows).reshape(-1, 52, 52)
        found: Array = lower_first + lower_first.transpose(0, 2, 1)
        return found

    @cached_property
    def pairs(self) -> tuple[Array, Array]:
        """All pairs of the 49 cards: the lower ones, and the higher ones."""
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
        """The case of three cards known to be out of play, such as another player's hand."""
        if self._best_whichever_three_are_gone():
            every = self.totals[:, None] * comb(46, 3)  # Each dealer hand leaves this many others.
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
        """Whether one choice stays best whichever three cards are gone, by a bound on its loss."""
        best = int(self.totals.argmax())
        return all(
            self.totals[best] - self.totals[row] >= self._most_lost(best, row)
            for row in range(len(self.totals))
        )

    def _most_lost(self, row: int, other: int) -> int:
        """Bound the part of a choice's advantage over another that three gone cards can remove."""
        one = np.sort((self.by_card[row] - self.by_card[other])[self.cards])[-3:].sum()
        two = np.sort((self.by_pair[row] - self.by_pair[other])[self.pairs])[:3].sum()
        three = (self.worths[row] - self.worths[other]).max()
        return int(one - two + three)

    def _each(self, worths: Array, dealer_hands: int) -> Known:
        many = np.broadcast_to(np.int64(dealer_hands), worths.shape[1])
        return Known(worths[:-1], worths[-1], many)


def _summed(groups: Array, values: Array, size: int) -> Array:
    if not values.strides[0]:  # A broadcast constant.
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
    """One at a time: all together they would fill the memory."""
    view = DealerView(house, bets, meters)
    for kind in view.deals.kinds:
        yield ClassDeals(kind, view)
