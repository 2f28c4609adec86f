"""What the rows of a house can distinguish: hands with the same signature are paid the same.

A row looks at the player's three cards, at the dealer's, or at all six. For each look, a signature
is the list of conditions that hold, as a small number. Permutations of suits that preserve the
conditions on the dealer's and the six cards map deals to deals with the same payments, so only one
player hand of each kind has to be dealt against every dealer hand.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from ...cards.best_of_six import SixCardCategory
from ...cards.card import SUIT_LETTERS
from ...cards.ranking import Category, Ranking
from ...house.model import House
from ...house.wager import Colour, Of, Row, Suit
from ...wagers.award import RED
from .hand_tables import Array, Bools, categories, hand_tables, set_of_ranks
from .six_ranks import (
    FIVE_OF_A_SUIT,
    SIX_OF_A_SUIT,
    SIXES,
    SixRanks,
    SuitedRanks,
    five_number,
    six_number,
    six_ranks,
    suited_ranks,
)

SuitChange = tuple[int, int, int, int]  # The suit that each suit becomes.

# Colourings of six cards without five of a suit: mixed, all red, all black, and five of a colour,
# which only counts if the sixth can be left out (with and without the wheel).
MIXED, ALL_RED, ALL_BLACK, FIVE_RED, FIVE_BLACK = 0, 1, 2, 3, 7
COLOURINGS = 11


class Condition(NamedTuple):
    """What a row requires of the cards; `wheel` only matters to five and six cards."""

    of: Of
    hand: str | None
    ranks: tuple[int, ...]  # Ascending, 0 for the deuce; empty for any.
    suit: Suit | None
    colour: Colour | None
    wheel: bool


class SixSignatures(NamedTuple):
    """Signatures of six cards: by ranks and colouring, or by the ranks of the flush suit."""

    many: int
    plain: Array  # By place in SIXES, and colouring.
    five: Array  # By suit, place in FIVE_OF_A_SUIT, rank of the sixth, whether its colour matches.
    six: Array  # By suit and place in SIX_OF_A_SUIT.
    spare: Array  # By wheel (without, with) and place in SIXES: ranks that can be left out.
    coloured: bool  # Whether colourings matter.


class Signatures(NamedTuple):
    own: Array  # By the player's hand.
    own_many: int
    dealer: Array  # By the dealer's hand.
    dealer_many: int
    six: SixSignatures | None  # None if no row looks at six cards.
    suit_changes: tuple[SuitChange, ...]

    @property
    def only_own(self) -> bool:
        """Whether every row looks only at the player's cards."""
        return self.six is None and self.dealer_many == 1


def rows_of(house: House, wagers: Iterable[str]) -> Iterator[tuple[Row, Of, bool]]:
    """The rows of the contest and these wagers, each with its look and its wheel."""
    for row in house.contest_rows:
        yield row, row.of or "player", True
    for key in wagers:
        wager = house.wagers[key]
        for row in wager.pays.values():
            yield row, wager.look_of(row), wager.wheel


def conditions_of(house: House, wagers: Iterable[str]) -> tuple[Condition, ...]:
    """Distinct conditions in a fixed order, so that houses with equal ones share results."""
    found = {
        Condition(
            of,
            row.hand,
            tuple(rank - 2 for rank in reversed(row.rank_numbers)),
            row.suit,
            row.colour,
            wheel or of in ("player", "dealer"),
        )
        for row, of, wheel in rows_of(house, wagers)
        if row.hand or row.ranks or row.suit or row.colour
    }
    return tuple(sorted(found, key=repr))


@lru_cache(maxsize=32)
def signatures(ranking: Ranking, conditions: tuple[Condition, ...]) -> Signatures:
    own = [each for each in conditions if each.of == "player"]
    dealer = [each for each in conditions if each.of == "dealer"]
    six = [each for each in conditions if each.of in ("best_five", "all_six")]
    own_found, own_many = _of_three(ranking, own)
    dealer_found, dealer_many = _of_three(ranking, dealer)
    return Signatures(
        own_found,
        own_many,
        dealer_found,
        dealer_many,
        _of_six(six) if six else None,
        # A condition that all of the dealer's hands meet, or none, distinguishes no suits.
        tuple(suit_changes((dealer if dealer_many > 1 else []) + six)),
    )


def suit_changes(conditions: Sequence[Condition]) -> Iterator[SuitChange]:
    """The permutations that preserve every condition."""
    for first, second, third, fourth in permutations(range(4)):
        change = first, second, third, fourth
        reds = {change[suit] for suit in RED}
        if all(_keeps(each, change, reds) for each in conditions):
            yield change


def _keeps(condition: Condition, change: SuitChange, reds: set[int]) -> bool:
    if condition.suit in tuple(SUIT_LETTERS):
        suit = SUIT_LETTERS.index(condition.suit)
        if change[suit] != suit:
            return False
    match condition.colour:
        case None:
            return True
        case "same":
            return reds == RED or reds.isdisjoint(RED)
        case _:
            return reds == RED


def _numbered(columns: list[Bools]) -> tuple[Array, int]:
    """Number each distinct list of conditions that hold."""
    numbers = np.zeros(len(columns[0]), np.int64)
    many = 1
    for column in columns:
        numbers = numbers * 2 + column
        met = np.bincount(numbers, minlength=2 * many) > 0
        numbers, many = (np.cumsum(met) - 1)[numbers], int(met.sum())
    return numbers, many


# Three cards


def _of_three(ranking: Ranking, conditions: list[Condition]) -> tuple[Array, int]:
    tables = hand_tables()
    everything = np.ones(len(tables.cards), np.bool_)
    return _numbered([everything, *(_three_hold(ranking, each) for each in conditions)])


def _three_hold(ranking: Ranking, condition: Condition) -> Bools:
    tables = hand_tables()
    found = np.ones(len(tables.cards), np.bool_)
    if condition.hand is not None:
        found &= categories(ranking) == Category[condition.hand.upper()]
    if condition.ranks:
        found &= tables.rank_set == set_of_ranks()[condition.ranks]
    if condition.suit == "same":
        found &= tables.one_suit >= 0
    elif condition.suit is not None:
        found &= tables.one_suit == SUIT_LETTERS.index(condition.suit)
    if condition.colour in ("red", "same"):
        red = tables.reds == 3
        found &= red if condition.colour == "red" else red | (tables.reds == 0)
    elif condition.colour == "black":
        found &= tables.reds == 0
    return found


# Six cards


def _of_six(conditions: list[Condition]) -> SixSignatures:
    plain, five, six = _Plain(), _FiveOfASuit(), _SixOfASuit()
    tables: list[_Plain | _FiveOfASuit | _SixOfASuit] = [plain, five, six]
    columns = [np.ones(sum(np.prod(each.shape) for each in tables), np.bool_)]
    for condition in conditions:
        holds = (each.holds(condition) for each in tables)
        columns.append(np.concatenate([each.ravel() for each in holds]))
    numbers, many = _numbered(columns)
    ends = np.cumsum([np.prod(each.shape) for each in tables])
    parts = np.split(numbers, ends[:-1])
    of_plain, of_five, of_six = (
        part.reshape(each.shape) for part, each in zip(parts, tables, strict=True)
    )
    return SixSignatures(
        many,
        of_plain,
        of_five,
        of_six,
        np.stack([six_ranks(wheel=wheel).spare for wheel in (False, True)]),
        bool((of_plain != of_plain[:, :1]).any()),
    )


def _suits_asked(condition: Condition) -> Bools:
    """Return, by suit, whether five or six cards of it meet the condition's suit and colour."""

    def accepts(suit: int) -> bool:
        if condition.suit in tuple(SUIT_LETTERS) and SUIT_LETTERS[suit] != condition.suit:
            return False
        return condition.colour in (None, "same", "red" if suit in RED else "black")

    return np.array([accepts(suit) for suit in range(4)], np.bool_)


def _best_fits(known: SixRanks | SuitedRanks, condition: Condition) -> Bools:
    """Whether the best five cards are the hand and the ranks of the condition."""
    found = np.ones(len(known.best), np.bool_)
    if condition.hand is not None:
        found &= known.category == SixCardCategory[condition.hand.upper()]
    if condition.ranks:
        found &= known.best == five_number(condition.ranks)
    return found


class _Plain:
    """Six cards without five of a suit."""

    shape = (len(SIXES), COLOURINGS)

    def holds(self, condition: Condition) -> Bools:
        known = six_ranks(wheel=condition.wheel)
        found = np.full(len(SIXES), condition.suit is None, np.bool_)
        if condition.of == "best_five":
            found &= _best_fits(known, condition)
        else:
            if condition.hand is not None:
                found &= known.straight & (condition.hand == "straight")
            if condition.ranks:
                found &= np.arange(len(SIXES)) == six_number(condition.ranks)
        return found[:, None] & self._coloured(condition)[None, :]

    def _coloured(self, condition: Condition) -> Bools:
        found = np.full(COLOURINGS, condition.colour is None, np.bool_)
        five = condition.of == "best_five"
        bit = 2 if condition.wheel else 1
        for colour, every, four in (("red", ALL_RED, FIVE_RED), ("black", ALL_BLACK, FIVE_BLACK)):
            if condition.colour in (colour, "same"):
                found[every] = True
                found[[four + spare for spare in range(4) if five and spare & bit]] = True
        return found


class _FiveOfASuit:
    """Five of a suit, and a sixth of another."""

    shape = (4, len(FIVE_OF_A_SUIT), 13, 2)

    def holds(self, condition: Condition) -> Bools:
        found = np.ones(self.shape, np.bool_)
        if condition.of == "best_five":
            fits = _best_fits(suited_ranks(5, wheel=condition.wheel), condition)
            found &= fits[None, :, None, None]
            return found & _suits_asked(condition)[:, None, None, None]
        if condition.suit is not None:
            return ~found
        if condition.hand is not None:
            straight = six_ranks(wheel=condition.wheel).straight[self._all_ranks]
            found &= (straight & (condition.hand == "straight"))[None, :, :, None]
        if condition.ranks:
            found &= (self._all_ranks == six_number(condition.ranks))[None, :, :, None]
        if condition.colour is not None:
            found &= _suits_asked(condition)[:, None, None, None]
            found[..., 0] = False
        return found

    @cached_property
    def _all_ranks(self) -> Array:
        """The place in SIXES of all six ranks."""
        return np.array(
            [[six_number((*five, sixth)) for sixth in range(13)] for five in FIVE_OF_A_SUIT],
            np.int64,
        )


class _SixOfASuit:
    shape = (4, len(SIX_OF_A_SUIT))

    def holds(self, condition: Condition) -> Bools:
        known = suited_ranks(6, wheel=condition.wheel)
        found = np.ones(len(SIX_OF_A_SUIT), np.bool_)
        if condition.of == "best_five":
            found &= _best_fits(known, condition)
        else:
            if condition.hand is not None:
                in_a_row = known.straight
                wanted = {"straight_flush": in_a_row, "flush": ~in_a_row}
                found &= wanted.get(condition.hand, ~found)
            if condition.ranks:
                found &= np.array([six == condition.ranks for six in SIX_OF_A_SUIT], np.bool_)
        return found[None, :] & _suits_asked(condition)[:, None]
