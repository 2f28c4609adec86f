"""Hands by lookup: everything a house asks of three cards alone, computed once per class.

Hands with the same ranks form one class if suited and one if not: there are 741.
"""

import msgspec

from ..cards.card import CardError, Hand, any_suits, card_text, parse_card, parse_hand
from ..cards.ranking import category_name
from ..cards.six import counts_of
from ..house.model import House
from ..house.wager import CONTESTS, When
from . import announcements
from .line_text import encoded
from .ranking_rulings import is_ace_low, reads_two_ways
from .reason import spoken

# Situations are numbered to fit into a key: contest, dealer plays, qualifier departs.
SITUATIONS = 4 * len(CONTESTS)


class HandClass:
    """One class, seen as a seat's hand and as the dealer's."""

    __slots__ = (
        "category",
        "contested",
        "hand",
        "numbered",
        "qualifies",
        "rank",
        "said",
        "shown",
        "situations",
        "spoken",
        "strength",
    )

    def __init__(self, house: House, hand: Hand):
        self.hand = hand  # With representative suits.
        self.spoken = spoken(hand, house.ranking).encode()
        self.strength = house.ranking.strength(hand)
        rank = house.ranking.category(hand)
        self.rank = int(rank)
        self.numbered = self.rank * SITUATIONS
        self.category = encoded(category_name(rank))
        self.qualifies = house.dealer_qualifies(hand)
        # Two hands may depend on a ruling: if one is ace low, or if both read two ways.
        self.contested = 0
        if house.rulings_on("ranking.ace_low_straight") or house.rulings_on("ranking.tie_break"):
            self.contested = 2 if is_ace_low(hand) else int(reads_two_ways(house, hand))
        flags = 2 * self.qualifies + house.qualifier_departs(hand)
        self.situations: dict[When, int] = {
            contest: 4 * place + flags for place, contest in enumerate(CONTESTS)
        }
        said = encoded(announcements.of_dealer(house, hand, qualifies=self.qualifies))
        self.said = said.encode()
        self.shown = (
            f',"category":{self.category},"qualifies":{encoded(self.qualifies)},'
            f'"announcement":{said}}},"seats":['
        ).encode()


class Held(msgspec.Struct, gc=False):
    """Three cards: as text, as a bit mask, as rank and suit counts, as JSON; and their class."""

    text: str
    mask: int
    counts: int
    shown: bytes
    of: HandClass

    @property
    def cards(self) -> Hand:
        return parse_hand(self.text)


_Part = tuple[int, int, bytes]  # Some cards of a hand: bit mask, counts, JSON.


class _FirstTwo(dict[str, _Part]):
    """``As Kd``: made when first dealt."""

    def __missing__(self, text: str) -> _Part:
        first, second = cards = parse_card(text[:2]), parse_card(text[3:])
        if text[2] != " " or first == second:
            raise CardError(f"{text!r} is not two cards")
        shown = f'["{card_text(first)}","{card_text(second)}"'.encode()
        self[text] = 1 << first | 1 << second, counts_of(cards), shown
        return self[text]


class _Last(dict[str, _Part]):
    """`` 9c``: made when first dealt."""

    def __missing__(self, text: str) -> _Part:
        card = parse_card(text[1:])
        if text[0] != " ":
            raise CardError(f"{text!r} is not a card after a space")
        self[text] = 1 << card, counts_of((card,)), f',"{card_text(card)}"]'.encode()
        return self[text]


_first_two, _last = _FirstTwo(), _Last()


def _usual(written: str | list[str]) -> str:
    """A hand in the usual notation."""
    return " ".join(map(card_text, parse_hand(written)))


class HandClasses:
    """The classes of one house, each made when first dealt."""

    def __init__(self, house: House):
        self._house = house
        self._by_counts: dict[int, HandClass] = {}

    def read(self, written: str | list[str]) -> Held:
        """The hand in a document; raises CardError if it is not one."""
        if isinstance(written, list):
            return self.read(_usual(written))
        try:
            mask, counts, shown = _first_two[written[:5]]
            last, last_counts, last_shown = _last[written[5:]]
        except CardError:  # Another notation, or wrong.
            return self.read(_usual(written))
        if mask & last:
            raise CardError("a card is there twice")
        counts += last_counts
        found = self._by_counts.get(counts) or self._made(written, counts)
        return Held(written, mask | last, counts, shown + last_shown, found)

    def held(self, cards: Hand) -> Held:
        return self.read(" ".join(map(card_text, cards)))

    def _made(self, written: str, counts: int) -> HandClass:
        low, middle, high = sorted(parse_hand(written))
        alike = any_suits((high, middle, low))
        number = counts_of(alike)
        if number not in self._by_counts:
            self._by_counts[number] = HandClass(self._house, alike)
        self._by_counts[counts] = self._by_counts[number]
        return self._by_counts[counts]
