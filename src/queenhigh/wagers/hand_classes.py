"""Hands by lookup: everything that depends on three cards alone, computed once per class.

Hands with the same ranks form one class if suited and one if not: there are 741.
"""

from collections.abc import Iterable
from functools import cache

import msgspec

from ..cards.best_of_six import counts_of
from ..cards.card import (
    Card,
    CardError,
    Hand,
    any_suits,
    card_text,
    parse_card,
    parse_cards,
    parse_hand,
)
from ..cards.ranking import category_name, place_of
from ..house.model import House
from ..house.wager import CONTESTS
from . import announcements
from .contest import contest_between
from .document import Decision
from .line_text import encoded
from .ranking_rulings import differ, is_ace_low, readings, reads_two_ways
from .reason import names_of

# Situations are numbered to fit into a key: contest, dealer plays, qualifier departs.
SITUATIONS = 4 * len(CONTESTS)
_DECISIONS: tuple[Decision | None, ...] = (None, "play", "fold")
_AHEAD = (0, 1, -1)  # In this order, so that each is an index into a tuple.


@cache
def _situations(*, qualifies: bool, departs: bool) -> dict[Decision | None, tuple[int, ...]]:
    """The situations of a dealer's hand: by decision, and by how the seat's hand compares."""
    return {
        decision: tuple(
            4 * CONTESTS.index(contest_between(decision, ahead, 0, qualifies))
            + 2 * qualifies
            + departs
            for ahead in _AHEAD
        )
        for decision in _DECISIONS
    }


class HandClass:
    """One class, seen as a seat's hand and as the dealer's."""

    __slots__ = (
        "compared",
        "contested",
        "hand",
        "numbered",
        "rank",
        "readings",
        "said",
        "shown",
        "situations",
        "spoken",
        "strength",
    )

    def __init__(self, house: House, hand: Hand):
        self.hand = hand  # With representative suits.
        names = names_of(house.ranking, hand, hand, "wins")
        self.spoken, self.compared = names.own.encode(), names.own_compared.encode()
        self.strength = house.ranking.strength(hand)
        rank = house.ranking.category(hand)
        self.rank = int(rank)
        self.numbered = self.rank * SITUATIONS
        # Comparing two hands may depend on a ruling: if one is ace low, or if both read two ways.
        self.contested = 0
        if house.rulings_on("ranking.ace_low_straight") or house.rulings_on("ranking.tie_break"):
            self.contested = 3 if is_ace_low(hand) else int(reads_two_ways(house, hand))
        self.readings = readings(house, hand) if self.contested == 1 else []
        qualifies = house.dealer_qualifies(hand)
        self.situations = _situations(qualifies=qualifies, departs=house.qualifier_departs(hand))
        said = encoded(announcements.of_dealer(house, hand, qualifies=qualifies))
        self.said = said.encode()
        self.shown = (
            f',"category":{encoded(category_name(rank))},"qualifies":{encoded(qualifies)},'
            f'"announcement":{said}}},"seats":['
        ).encode()

    def read_apart(self, dealers: "HandClass") -> bool:
        """Whether the tie-breaks disagree about hands that read two ways."""
        return self.rank == dealers.rank and differ(self.readings, dealers.readings)


class Held(msgspec.Struct, gc=False):
    """Three cards in any order: their class, as a bit mask, as rank and suit counts."""

    of: HandClass
    mask: int
    counts: int

    @property
    def cards(self) -> Hand:
        return _cards_of(self.mask)


def _cards_of(mask: int) -> Hand:
    """The cards of a bit mask, from high to low; raises CardError if they are not three."""
    if mask.bit_count() != 3:
        raise CardError("a card appears twice")
    high = mask.bit_length() - 1
    middle = (mask ^ 1 << high).bit_length() - 1
    low = (mask & -mask).bit_length() - 1
    return Card(high), Card(middle), Card(low)


_Part = tuple[int, bytes]  # Some cards of a hand: the sum of their bit masks, and their JSON.


class _FirstTwo(dict[bytes, _Part]):
    """``As Kd``: made when first dealt."""

    def __missing__(self, text: bytes) -> _Part:
        first, second = parse_cards(text.decode("latin-1").split(" "))
        shown = f'["{card_text(first)}","{card_text(second)}"'.encode()
        self[text] = (1 << first) + (1 << second), shown
        return self[text]


class _Last(dict[bytes, _Part]):
    """`` 9c``: made when first dealt."""

    def __missing__(self, text: bytes) -> _Part:
        card = parse_card(text[1:].decode("latin-1"))
        if text[:1] != b" ":
            raise CardError("a blank is missing")
        self[text] = 1 << card, f',"{card_text(card)}"]'.encode()
        return self[text]


# A hand such as ``As Kd 9c``, split after its second card.
FIRST_TWO, LAST = _FirstTwo(), _Last()


def usual_hand(written: str | Iterable[str]) -> bytes:
    """A hand as most programs write it: ``As Kd 9c``."""
    return " ".join(map(card_text, parse_hand(written))).encode()


class Hands(dict[int, Held]):
    """The hands of one house by the sum of their cards' bit masks, each made when first dealt.

    Raises CardError if a card appears twice.
    """

    def __init__(self, house: House):
        self._house = house
        self._classes: dict[int, HandClass] = {}

    def __missing__(self, mask: int) -> Held:
        cards = _cards_of(mask)
        place = place_of(cards)
        found = self._classes.get(place)
        if found is None:
            found = self._classes[place] = HandClass(self._house, any_suits(cards))
        held = self[mask] = Held(found, mask, counts_of(cards))
        return held

    def of(self, cards: Hand) -> Held:
        return self[sum([1 << card for card in cards])]
