"""Hands by lookup: all that a house asks of three cards by themselves, worked out once a class.

Hands of the same ranks, suited or not, are one class: 741 of them, found by 4,394 places, which
count the ranks in any order.
"""

from typing import NamedTuple

import msgspec

from ..cards.card import CARD_TEXTS, CardError, Hand, any_suits, parse_hand
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


class Held(NamedTuple):
    """Three cards: themselves, a bit for each, as JSON, and their class."""

    cards: Hand
    mask: int
    shown: str
    of: HandClass


class HandClasses:
    """The classes of one house, each made when it is first dealt."""

    def __init__(self, house: House):
        self._house = house
        self._at: list[HandClass | None] = [None] * _PLACES

    def read(self, written: str | list[str] | msgspec.UnsetType) -> Held | None:
        """The hand of a document; None where it is no hand."""
        if written is msgspec.UNSET:
            return None
        try:
            hand = parse_hand(written)
        except CardError:
            return None
        first, second, third = hand
        place = place_of(hand)
        return Held(
            hand,
            1 << first | 1 << second | 1 << third,
            f'["{CARD_TEXTS[first]}","{CARD_TEXTS[second]}","{CARD_TEXTS[third]}"]',
            self._at[place] or self._made(hand, place),
        )

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
