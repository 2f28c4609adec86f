"""Hands by lookup: all that a house asks of three cards by themselves, worked out once a class.

Hands of the same ranks, suited or not, are one class: 741 of them, found by 4,394 places, which
count the ranks in any order.
"""

from functools import lru_cache

import msgspec

from ..cards.card import (
    Card,
    CardError,
    Hand,
    any_suits,
    card_text,
    parse_card,
    parse_hand,
)
from ..cards.ranking import category_name, place_of
from ..house.model import House
from ..house.wager import CONTESTS, When
from . import announcements
from .line_text import encoded
from .ranking_rulings import is_ace_low, reads_two_ways
from .reason import spoken

# Situations are numbered so that a key has room for them: contest, dealer plays, qualifier departs.
SITUATIONS = 4 * len(CONTESTS)
_PLACES = 2 * 13**3


class HandClass:
    """One class, looked at as a seat's hand and as the dealer's."""

    __slots__ = (
        "ace_low",
        "category",
        "hand",
        "qualifies",
        "rank",
        "reads_two_ways",
        "said",
        "shown",
        "situations",
        "spoken",
        "strength",
    )

    def __init__(self, house: House, hand: Hand):
        self.hand = hand  # Of any suits.
        self.spoken = spoken(hand, house.ranking)
        self.strength = house.ranking.strength(hand)
        self.rank = house.ranking.category(hand)
        self.category = encoded(category_name(self.rank))
        self.qualifies = house.dealer_qualifies(hand)
        self.ace_low, self.reads_two_ways = is_ace_low(hand), reads_two_ways(house, hand)
        flags = 2 * self.qualifies + house.qualifier_departs(hand)
        self.situations: dict[When, int] = {
            contest: 4 * place + flags for place, contest in enumerate(CONTESTS)
        }
        self.said = encoded(announcements.of_dealer(house, hand, qualifies=self.qualifies))
        self.shown = (
            f'"category":{self.category},"qualifies":{encoded(self.qualifies)},'
            f'"announcement":{self.said}'
        )


class Held(msgspec.Struct, gc=False):
    """Three cards: themselves, a bit for each, as JSON, and their class."""

    cards: Hand
    mask: int
    shown: str
    of: HandClass


class _Two(msgspec.Struct, frozen=True):
    """The first two cards of a hand that is written as usual, and what they add to it."""

    cards: tuple[Card, Card]
    mask: int
    shown: str
    place: int
    suit: int  # That of both; -1 where they differ.


class _Last(msgspec.Struct, frozen=True):
    card: Card
    mask: int
    shown: str
    place: int
    suit: int


@lru_cache(maxsize=4096)
def _first_two(text: str) -> _Two | None:
    """``As Kd``"""
    try:
        first, second = parse_card(text[:2]), parse_card(text[3:])
    except CardError:
        return None
    if len(text) != 5 or text[2] != " " or first == second:
        return None
    suit = first & 3 if first & 3 == second & 3 else -1
    shown = f'["{card_text(first)}","{card_text(second)}"'
    place = (first >> 2) * 169 + (second >> 2) * 13
    return _Two((first, second), 1 << first | 1 << second, shown, place, suit)


@lru_cache(maxsize=256)
def _last(text: str) -> _Last | None:
    """`` 9c``"""
    try:
        card = parse_card(text[1:])
    except CardError:
        return None
    if len(text) != 3 or text[0] != " ":
        return None
    return _Last(card, 1 << card, f',"{card_text(card)}"]', card >> 2, card & 3)


class HandClasses:
    """The classes of one house, each made when it is first dealt."""

    def __init__(self, house: House):
        self._house = house
        self._at: list[HandClass | None] = [None] * _PLACES

    def read(self, written: str | list[str] | msgspec.UnsetType) -> Held | None:
        """The hand of a document; None where it is no hand."""
        if isinstance(written, str):
            two, last = _first_two(written[:5]), _last(written[5:])
            if two is not None and last is not None and not two.mask & last.mask:
                hand = (*two.cards, last.card)
                place = two.place + last.place + (2197 if two.suit == last.suit else 0)
                found = self._at[place] or self._made(hand, place)
                return Held(hand, two.mask | last.mask, two.shown + last.shown, found)
        elif written is msgspec.UNSET:
            return None
        try:
            hand = parse_hand(written)
        except CardError:
            return None
        place = place_of(hand)
        found = self._at[place] or self._made(hand, place)
        mask = sum(1 << card for card in hand)
        return Held(hand, mask, encoded([card_text(card) for card in hand]), found)

    def _made(self, hand: Hand, place: int) -> HandClass:
        low, middle, high = sorted(hand)
        alike = any_suits((high, middle, low))
        number = place_of(alike)
        found = self._at[number]
        if found is None:
            found = HandClass(self._house, alike)
            self._at[number] = found
        self._at[place] = found
        return found
