"""All 407,170,400 deals of a seat and the dealer, counted by what pay table rows can distinguish.

The counts do not depend on any payment, so they are computed once and cached. If rows look
only at the player's cards, nothing is dealt (`dealer_counts`); otherwise one player hand of each
kind meets every dealer hand (`deal_kernel`). Each cell has a deal that represents it, which is
handed to `wagers` to price the cell.
"""

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...cards.card import Card, Hand, rank_of
from ...cards.ranking import Category, category_of
from ...house.model import House
from ...house.wager import When
from .dealer_counts import PLAYED, DealerHands, KeyedHouse, counts
from .hand_tables import RANK_SETS, Array, Bools, all_hands, as_hand, hand_number, hand_tables
from .signatures import (
    Condition,
    Signatures,
    SixSignatures,
    SuitChange,
    conditions_of,
    signatures,
)
from .six_ranks import FIVE_OF_A_SUIT, SIX_OF_A_SUIT, number_of_sets
from .suit_classes import DEALER_HANDS, HANDS, HandClass, hand_classes

if TYPE_CHECKING:
    from .deal_kernel import SixTables

FOLDED: tuple[When, ...] = ("folded",)
NO_ANTE: tuple[When, ...] = ("no_ante",)
_CELLS_AT_ONCE = 1 << 23

Priced = Callable[[Hand, Hand, When], int | Fraction]


class Kind(NamedTuple):
    """Player hands with the same results against every dealer hand and the same payments."""

    hand_class: HandClass
    category: Category
    place: int  # In the ranking; equal hands share it.
    row: int  # Index into the counts.
    own: int  # Their signature.


class Cell(NamedTuple):
    """Deals with the same net, and one of them."""

    player: Hand
    dealer: Hand
    contest: When
    multiple: int  # Play bet in antes; 0 if nothing is played.
    deals: int

    @property
    def deal(self) -> tuple[Hand, Hand, When]:
        return self.player, self.dealer, self.contest


class Values(NamedTuple):
    """Values by signature, contest and column, as whole numbers of 1/`unit`."""

    table: Array
    unit: int


def deals_of(house: House, wagers: Collection[str] = ()) -> "Deals":
    """The deals for the contest and these wagers, shared by houses with equal conditions."""
    conditions = conditions_of(house, [key for key in house.wagers if key in wagers])
    return _kept(KeyedHouse(house, (house.ranking, house.dealer.qualifies_with)), conditions)


def cells_of(house: House, wagers: Collection[str], decisions: Array) -> Iterator[Cell]:
    """The cells of a seat with these bets, given decisions for each of the 22,100 hands."""
    deals = deals_of(house, wagers)
    if "ante" not in wagers:
        return deals.cells_without_ante()
    return deals.cells(deals.by_kind(decisions), house.play.multiples)


@lru_cache(maxsize=16)
def _kept(keyed: KeyedHouse, conditions: tuple[Condition, ...]) -> "Deals":
    return Deals(keyed.house, signatures(keyed.house.ranking, conditions))


class Deals:
    """Counts by row of a kind, contest (as in PLAYED) and column; each row sums to 18,424."""

    def __init__(self, house: House, found: Signatures):
        known = counts(house)
        self.signatures = found
        self._dealer: DealerHands = known.dealer
        self._classes = classes_under(found.suit_changes)
        if found.only_own:
            of_class = {each.hand_class.hand: each for each in known.classes}
            rows = [of_class[hand][3:] for hand in self._classes.reps]
            self.counts: Array = np.array(rows, np.int64)[:, :, None]
            self.columns = np.zeros(1, np.int64)
        else:
            self.counts, self.columns = self._dealt()
        self.kinds = tuple(sorted(self._kinds(), key=lambda kind: kind.place))
        hands = [kind.hand_class.hand for kind in self.kinds]
        self.numbers = hand_number()[tuple(np.array(hands).T)]
        self.rows = np.array([kind.row for kind in self.kinds], np.int64)
        self.own = np.array([kind.own for kind in self.kinds], np.int64)
        self.hands = np.array([kind.hand_class.hands for kind in self.kinds], np.int64)

    def values(self, priced: Priced, contests: Sequence[When]) -> Values:
        """Price every cell once."""
        asked: dict[tuple[int, int, int], Fraction] = {}
        for (own, column), (player, dealer) in self._deal_of.items():
            for place, contest in enumerate(contests):
                asked[own, place, column] = Fraction(priced(player, dealer, contest))
        unit = lcm(*{each.denominator for each in asked.values()})
        shape = (self.signatures.own_many, len(contests), len(self.columns))
        most = max((abs(each) for each in asked.values()), default=0) * unit
        safe = most * DEALER_HANDS < 1 << 62
        table = np.zeros(shape, np.int64 if safe else object)
        for cell, value in asked.items():
            table[cell] = int(value * unit)
        return Values(table, unit)

    def priced(
        self, by_multiple: Sequence[Priced], unplayed: Sequence[When]
    ) -> tuple[list[Values], Values]:
        """Price hands played with each multiple, and unplayed ones, all in one unit."""
        found = [self.values(each, PLAYED) for each in by_multiple]
        found.append(self.values(by_multiple[0], unplayed))
        unit = lcm(*(each.unit for each in found))
        *played, last = (Values(each.table * (unit // each.unit), unit) for each in found)
        return played, last

    def worth(self, values: Values) -> Array:
        """The worth by kind: summed over the 18,424 dealer hands, in `values.unit`."""
        found = np.zeros(len(self.kinds), values.table.dtype)
        together = values.table.shape[1] == 1
        for own, here in self._of_own:
            met = self.counts[self.rows[here]]
            met = met.sum(axis=1) if together else met.reshape(len(here), -1)
            found[here] = met @ values.table[own].ravel()
        return found

    @cached_property
    def _of_own(self) -> list[tuple[int, Array]]:
        """The kinds of each signature."""
        return [(own, np.nonzero(self.own == own)[0]) for own in np.unique(self.own).tolist()]

    def cells(
        self, decisions: Array, multiples: Sequence[int] = (1,), among: Bools | None = None
    ) -> Iterator[Cell]:
        """Cells under decisions by kind: 0 folds, n takes the n-th multiple.

        A cell may hold hands of several categories if no row distinguishes them; `among` restricts
        the kinds.
        """
        for own, decision, met in self._met(decisions, among):
            if decision:
                for place, contest in enumerate(PLAYED):
                    yield from self._of(own, contest, multiples[decision - 1], met[place])
            else:
                yield from self._of(own, "folded", 0, met.sum(axis=0))

    def cells_without_ante(self) -> Iterator[Cell]:
        for own, _, met in self._met(np.zeros(len(self.kinds), np.int64)):
            yield from self._of(own, "no_ante", 0, met.sum(axis=0))

    def _met(
        self, decisions: Array, among: Bools | None = None
    ) -> Iterator[tuple[int, int, Array]]:
        """Signature, decision, and the number of deals by contest and column."""
        for own, of_own in self._of_own:
            kinds = of_own if among is None else of_own[among[of_own]]
            chosen = decisions[kinds]
            for decision in range(int(chosen.max(initial=-1)) + 1):
                here = kinds[chosen == decision]
                if len(here):
                    met = np.tensordot(self.hands[here], self.counts[self.rows[here]], 1)
                    yield own, decision, met

    def _of(self, own: int, contest: When, multiple: int, met: Array) -> Iterator[Cell]:
        for column in np.nonzero(met)[0].tolist():
            yield Cell(*self._deal_of[own, column], contest, multiple, int(met[column]))

    def standing_for(self) -> Iterator[tuple[int, int, tuple[Hand, Hand]]]:
        """Each player signature with each cell of dealer and six cards, and a deal."""
        for (own, column), deal in self._deal_of.items():
            yield own, int(self.columns[column]), deal

    def decision_by_hand(self, decisions: Array) -> Array:
        """Expand decisions by kind to each of the 22,100 hands."""
        of_kind = np.zeros((len(self._classes.reps), self.signatures.own_many), np.int64)
        of_kind[self.rows, self.own] = decisions
        found: Array = of_kind[self._classes.of_hand, self.signatures.own]
        return found

    def kind_number(self, hand: Hand) -> int:
        number = hand_number()[hand]
        return int(self._kind_numbers[self._classes.of_hand[number], self.signatures.own[number]])

    @cached_property
    def _kind_numbers(self) -> Array:
        found = np.full((len(self._classes.reps), self.signatures.own_many), -1, np.int64)
        found[self.rows, self.own] = np.arange(len(self.kinds))
        return found

    def columns_against(self, number: int) -> Array:
        """Return, by dealer hand, the column of its deal with this player hand; 0 if impossible."""
        if self.signatures.only_own:
            return np.zeros(HANDS, np.int64)
        from .deal_kernel import cells_against

        cells = np.maximum(cells_against(number, *self.kernel_tables), self.columns[0])
        return self._column_of(cells)

    def columns_with(self, dealer: int) -> Array:
        """Return, by player hand, the column of its deal with this dealer hand."""
        if self.signatures.only_own:
            return np.zeros(HANDS, np.int64)
        from .deal_kernel import cells_against

        signatures_, hands, with_six, many, tables = self.kernel_tables
        none = np.zeros_like(signatures_)
        six = cells_against(dealer, none, hands, with_six, many, tables)
        cells = np.where(six < 0, self.columns[0], six + signatures_[dealer] * self._six_many)
        return self._column_of(cells)

    def _column_of(self, cells: Array) -> Array:
        found: Array = self._columns_by_cell[cells]
        return found

    @cached_property
    def _columns_by_cell(self) -> Array:
        found = np.zeros(int(self.columns[-1]) + 1, np.int64)
        found[self.columns] = np.arange(len(self.columns))
        return found

    def contests_against(self, number: int) -> Array:
        """The contest by dealer hand, numbered as in PLAYED."""
        return _contests(self.qualifying, self.places[number])

    def contests_with(self, dealer: int) -> Array:
        """The contest by player hand, numbered as in PLAYED."""
        return _contests(self.qualifying[dealer], self.places)

    @cached_property
    def places(self) -> Array:
        return np.array([self._dealer.place(hand) for hand in all_hands()], np.int64)

    @cached_property
    def qualifying(self) -> Array:
        found = [self._dealer.qualifying_place(hand) for hand in all_hands()]
        return np.array(found, np.int64)

    def by_kind(self, of_hand: Array) -> Array:
        """Reduce values by hand to values by kind; all hands of a kind have the same."""
        found: Array = of_hand[self.numbers]
        return found

    # Construction

    def _kinds(self) -> Iterator[Kind]:
        many = self.signatures.own_many
        both = self._classes.of_hand * many + self.signatures.own
        found, first, hands = np.unique(both, return_index=True, return_counts=True)
        for each, number, size in zip(found.tolist(), first.tolist(), hands.tolist(), strict=True):
            row, own = divmod(each, many)
            hand = self._classes.reps[row]
            if self.signatures.own[hand_number()[hand]] != own:
                hand = all_hands()[number]
            category = category_of(self._dealer.ranking.strength(hand))
            yield Kind(_hand_class(hand, size), category, self._dealer.place(hand), row, own)

    def _dealt(self) -> tuple[Array, Array]:
        from .deal_kernel import count_deals

        found, numbers = self.signatures, hand_number()
        players = np.array([numbers[hand] for hand in self._classes.reps], np.int64)
        cells = self._six_many * found.dealer_many
        step = max(64, min(_CELLS_AT_ONCE // cells, -(-len(players) // 8)))

        def count(begin: int) -> tuple[Array, NDArray[np.int32]]:
            part = players[begin : begin + step]
            met = np.zeros((len(part), len(PLAYED), cells), np.int32)
            count_deals(part, self.places, self.qualifying, *self.kernel_tables, met)
            (used,) = np.nonzero(met.any(axis=(0, 1)))
            return used, met[:, :, used]

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            parts = list(pool.map(count, range(0, len(players), step)))
        columns = np.unique(np.concatenate([used for used, _ in parts]))
        whole = np.zeros((len(players), len(PLAYED), len(columns)), np.int32)
        for place, (used, met) in enumerate(parts):
            begin = place * step
            whole[begin : begin + len(met), :, np.searchsorted(columns, used)] = met
        return whole.astype(np.int64), columns

    @property
    def _six_many(self) -> int:
        return 1 if self.signatures.six is None else self.signatures.six.many

    @cached_property
    def kernel_tables(self) -> "tuple[Array, Array, bool, int, SixTables]":
        """The arguments of `cells_against` that follow the player's hand."""
        tables, six = hand_tables(), self.signatures.six
        columns = (tables.held, tables.rank_set, tables.suits, tables.by_suit)
        hands = np.stack([*columns, tables.red_ranks, tables.black_ranks], axis=1)
        own = (self.signatures.dealer, np.ascontiguousarray(hands))
        return (*own, six is not None, self._six_many, six_tables(six))

    @cached_property
    def _deal_of(self) -> dict[tuple[int, int], tuple[Hand, Hand]]:
        """A deal for every pair of player signature and column of the counts."""
        found: dict[tuple[int, int], tuple[Hand, Hand]] = {}
        met: Array = self.counts.sum(axis=1)
        for kind in self.kinds:
            wanted = [
                column
                for column in np.nonzero(met[kind.row])[0].tolist()
                if (kind.own, column) not in found
            ]
            if wanted:
                dealers = self._dealers(kind, wanted)
                for column, dealer in zip(wanted, dealers, strict=True):
                    found[kind.own, column] = kind.hand_class.hand, dealer
        return found

    def _dealers(self, kind: Kind, columns: list[int]) -> list[Hand]:
        """Dealer hands that meet the kind's hand in these columns."""
        hand = kind.hand_class.hand
        if self.signatures.only_own:
            return [another(hand)]
        from .deal_kernel import cells_against

        cells = cells_against(int(hand_number()[hand]), *self.kernel_tables)
        _, first = np.unique(cells, return_index=True)
        at = {int(cells[place]): place for place in first.tolist()}
        return [all_hands()[at[int(self.columns[column])]] for column in columns]


class HandClasses(NamedTuple):
    of_hand: Array
    reps: tuple[Hand, ...]


@lru_cache(maxsize=32)
def classes_under(changes: tuple[SuitChange, ...]) -> HandClasses:
    """Group hands that these permutations of suits map to each other."""
    cards, numbers = hand_tables().cards, hand_number()
    lowest = np.arange(HANDS)
    for change in changes:
        suits = np.array(change)
        changed = cards // 4 * 4 + suits[cards % 4]
        lowest = np.minimum(lowest, numbers[changed[:, 0], changed[:, 1], changed[:, 2]])
    found, of_hand = np.unique(lowest, return_inverse=True)
    reps = [as_hand(cards[number].tolist()) for number in found.tolist()]
    if len(changes) == 24:
        for each in hand_classes():
            reps[of_hand[numbers[each.hand]]] = each.hand
    return HandClasses(of_hand.astype(np.int64), tuple(reps))


def _contests(against: Array, own: Array) -> Array:
    """Number contests as in PLAYED, by the dealer's place (-1: not qualified) and the player's."""
    return np.where(against < 0, 0, 1 + (against > own) + 2 * (against == own))


def _hand_class(hand: Hand, hands: int) -> HandClass:
    ranks = [rank_of(card) for card in hand]
    first, second, third = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    suited = hand[0] % 4 == hand[1] % 4 == hand[2] % 4
    return HandClass((first, second, third), hand, hands, suited)


def another(hand: Hand) -> Hand:
    """A hand that shares no card with this one."""
    return as_hand([card for card in range(6) if Card(card) not in hand][:3])


def six_tables(six: SixSignatures | None) -> "SixTables":
    """The six-card tables for `deal_kernel`; one entry each if no row looks at six cards."""
    if six is None:
        one = np.zeros((1, 1), np.int16)
        sixes, two = np.zeros((len(RANK_SETS), 1), np.int16), np.zeros((2, 1), np.int64)
        mask, five = np.zeros(1, np.int64), np.zeros((1, 1, 1, 1), np.int16)
        return sixes, False, one, two, mask, mask, five, one
    return (
        *(number_of_sets().astype(np.int16), six.coloured, six.plain.astype(np.int16), six.spare),
        *(*_suited_sets(), six.five.astype(np.int16), six.six.astype(np.int16)),
    )


def _suited_sets() -> tuple[Array, Array]:
    """Return, by rank set as bits, its place among sets of its size, and the sum of its ranks."""
    place, sums = np.zeros(1 << 13, np.int64), np.zeros(1 << 13, np.int64)
    for sets in (FIVE_OF_A_SUIT, SIX_OF_A_SUIT):
        for number, ranks in enumerate(sets):
            mask = sum(1 << rank for rank in ranks)
            place[mask], sums[mask] = number, sum(ranks)
    return place, sums
