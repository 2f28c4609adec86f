"""Hands by lookup: all that a house asks of three cards by themselves, worked out once a class.

Hands of the same ranks, suited or not, are one class: 741 of them, found by 4,394 places, which
count the ranks in any order.
"""

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
from ..cards.ranking import SUITED_FROM, category_name, place_of
from ..cards.six import counts_of
from ..house.model import House
from ..house.wager import CONTESTS, When
from . import announcements
from .line_text import encoded
from .ranking_rulings import is_ace_low, reads_two_ways
from .reason import spoken

# Situations are numbered so that a key has room for them: contest, dealer plays, qualifier departs.
SITUATIONS = 4 * len(CONTESTS)
_PLACES = 2 * SUITED_FROM


class HandClass:
    """One class, looked at as a seat's hand and as the dealer's."""

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
        self.hand = hand  # Of any suits.
        self.spoken = spoken(hand, house.ranking)
        self.strength = house.ranking.strength(hand)
        rank = house.ranking.category(hand)
        self.rank = int(rank)
        self.numbered = self.rank * SITUATIONS
        self.category = encoded(category_name(rank))
        self.qualifies = house.dealer_qualifies(hand)
        # Two of these together may rest on a ruling: one ace low, or two that read two ways.
        self.contested = 0
        if house.rulings_on("ranking.ace_low_straight") or house.rulings_on("ranking.tie_break"):
            self.contested = 2 if is_ace_low(hand) else int(reads_two_ways(house, hand))
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
    """Three cards: themselves, a bit for each, their ranks and suits, as JSON, and their class."""

    cards: Hand
    mask: int
    counts: int
    shown: str
    of: HandClass


class _Part(msgspec.Struct, frozen=True):
    """Some cards of a hand that is written as usual, and what they add to it."""

    cards: tuple[Card, ...]
    mask: int
    counts: int
    shown: str
    place: int
    suit: int  # That of all; -1 where they differ.


class _FirstTwo(dict[str, _Part | None]):
    """``As Kd``: made when it is first dealt."""

    def __missing__(self, text: str) -> _Part | None:
        first, second = _card_in(text[:2]), _card_in(text[3:])
        if first is None or second is None or text[2] != " " or first == second:
            return None
        suit = first & 3 if first & 3 == second & 3 else -1
        shown = f'["{card_text(first)}","{card_text(second)}"'
        place = (first >> 2) * 169 + (second >> 2) * 13
        cards = first, second
        made = _Part(cards, 1 << first | 1 << second, counts_of(cards), shown, place, suit)
        self[text] = made
        return made


class _Last(dict[str, _Part | None]):
    """`` 9c``: made when it is first dealt."""

    def __missing__(self, text: str) -> _Part | None:
        card = _card_in(text[1:])
        if card is None or text[0] != " ":
            return None
        shown = f',"{card_text(card)}"]'
        self[text] = _Part((card,), 1 << card, counts_of((card,)), shown, card >> 2, card & 3)
        return self[text]


def _card_in(text: str) -> Card | None:
    """Of two characters: so there are few of them to keep."""
    if len(text) != 2:
        return None
    try:
        return parse_card(text)
    except CardError:
        return None


_first_two, _last = _FirstTwo(), _Last()


class HandClasses:
    """The classes of one house, each made when it is first dealt."""

    def __init__(self, house: House):
        self._house = house
        self._at: list[HandClass | None] = [None] * _PLACES

    def read(self, written: str | list[str] | msgspec.UnsetType) -> Held | None:
        """The hand of a document; None where it is not a hand."""
        if isinstance(written, str):
            two, last = _first_two[written[:5]], _last[written[5:]]
            if two is not None and last is not None and not two.mask & last.mask:
                place = two.place + last.place
                if two.suit == last.suit:
                    place += SUITED_FROM
                (first, second), (third,) = two.cards, last.cards
                hand = first, second, third
                return Held(
                    hand,
                    two.mask | last.mask,
                    two.counts + last.counts,
                    two.shown + last.shown,
                    self._at[place] or self._made(hand, place),
                )
        elif written is msgspec.UNSET:
            return None
        try:
            hand = parse_hand(written)
        except CardError:
            return None
        place = place_of(hand)
        found = self._at[place] or self._made(hand, place)
        mask = sum(1 << card for card in hand)
        shown = encoded([card_text(card) for card in hand])
        return Held(hand, mask, counts_of(hand), shown, found)

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
