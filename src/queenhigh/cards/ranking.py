"""Which of two three-card hands is higher.

A hand's strength is one integer: the category in the high bits, the tie-break within it in the low
bits. Strengths of the same `Ranking` compare as the hands do, and equal strengths are a draw.
"""

from collections.abc import Sequence
from enum import IntEnum, StrEnum, auto
from functools import cache

from .card import ACE, Card, Hand, Rank, rank_of

_CATEGORY_SHIFT = 16
SUITED_FROM = 13**3
_PLACES = 2 * SUITED_FROM


class Category(IntEnum):  # Declaration order is the ranking.
    HIGH_CARD = auto()
    PAIR = auto()
    FLUSH = auto()
    STRAIGHT = auto()  # Outranks a flush: rarer in three cards (720 against 1,096).
    THREE_OF_A_KIND = auto()
    STRAIGHT_FLUSH = auto()


_CATEGORIES: tuple[Category, ...] = (Category.HIGH_CARD, *Category)  # By value, starting at 1.


class TieBreak(StrEnum):
    """How two hands of one category compare."""

    STANDARD = "standard"  # A pair by its pair and then the kicker, a straight by its top card.
    LITERAL_C3 = "literal_c3"  # Only the highest rank that the other hand does not hold.


def place_of(hand: Hand) -> int:
    """Index of a hand in a table: its three ranks in the order given, suited hands last."""
    first, second, third = hand
    place = (first >> 2) * 169 + (second >> 2) * 13 + (third >> 2)
    return place + SUITED_FROM if first & 3 == second & 3 == third & 3 else place


class Ranking:
    """The order over all 22,100 hands, under one reading of the rule books."""

    def __init__(self, *, ace_low_straight: bool = True, tie_break: TieBreak = TieBreak.STANDARD):
        self.ace_low_straight = ace_low_straight
        self.tie_break = tie_break
        self._strengths: list[int] = [0] * _PLACES  # Filled on demand; 0 until then.
        self._arranged: dict[Hand, tuple[Card, ...]] = {}

    def strength(self, hand: Hand) -> int:
        place = place_of(hand)
        return self._strengths[place] or self._found(place, hand)

    def _found(self, place: int, hand: Hand) -> int:
        ranks = [rank_of(card) for card in hand]
        suited = place >= SUITED_FROM
        self._strengths[place] = self._strength_of(ranks, suited=suited)
        return self._strengths[place]

    def category(self, hand: Hand) -> Category:
        return category_of(self.strength(hand))

    def arranged(self, hand: Hand) -> tuple[Card, ...]:
        """As a dealer lays the hand out: a pair before its kicker, otherwise from high to low."""
        if hand not in self._arranged:
            order = self._in_order([rank_of(card) for card in hand])
            laid_out = sorted(hand, key=lambda card: (order.index(rank_of(card)), -card))
            self._arranged[hand] = tuple(laid_out)
        return self._arranged[hand]

    def _in_order(self, ranks: Sequence[Rank]) -> list[Rank]:
        high_to_low = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
        return [3, 2, ACE] if self._is_low_straight(high_to_low) else high_to_low

    def _is_low_straight(self, high_to_low: Sequence[Rank]) -> bool:
        return self.ace_low_straight and high_to_low == [ACE, 3, 2]

    def _strength_of(self, ranks: Sequence[Rank], *, suited: bool) -> int:
        category = self._category_of(ranks, suited=suited)
        if self.tie_break is TieBreak.LITERAL_C3:
            # The highest rank in one set and not in the other is the highest bit that differs.
            within = sum(1 << rank for rank in set(ranks))
        else:
            first, second, third = self._in_order(ranks)
            # 3-2-A is the lowest straight: its three is lower than the top card of any other.
            within = first << 8 | second << 4 | third
        return category << _CATEGORY_SHIFT | within

    def _category_of(self, ranks: Sequence[Rank], *, suited: bool) -> Category:
        high, middle, low = high_to_low = sorted(ranks, reverse=True)
        if high == low:
            return Category.THREE_OF_A_KIND
        if high == middle or middle == low:
            return Category.PAIR
        straight = high - 1 == middle == low + 1 or self._is_low_straight(high_to_low)
        if straight:
            return Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT
        return Category.FLUSH if suited else Category.HIGH_CARD


@cache
def ranking(*, ace_low_straight: bool = True, tie_break: TieBreak = TieBreak.STANDARD) -> Ranking:
    """The ranking under these readings; each is built once."""
    return Ranking(ace_low_straight=ace_low_straight, tie_break=tie_break)


def category_of(strength: int) -> Category:
    return _CATEGORIES[strength >> _CATEGORY_SHIFT]


_CATEGORY_NAMES = ("", *(category.name.lower() for category in Category))


def category_name(category: Category) -> str:
    return _CATEGORY_NAMES[category]
