"""A card is a number from 0 to 51, so that hands compare, pack and index at the speed of integers.

Four times the rank's place (deuce first) plus the suit's place. As text it is two characters,
rank then suit: ``As Td 9c 2h``; ``10d`` is understood on input.
"""

from collections.abc import Collection, Iterable
from typing import NewType

Card = NewType("Card", int)
Rank = int  # 2 to 14; the ace is 14 even where it plays low.
Hand = tuple[Card, Card, Card]

ACE: Rank = 14
QUEEN: Rank = 12

RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "cdhs"
SUIT_SIGNS = dict(zip(SUIT_LETTERS, "♣♦♥♠", strict=True))

FULL_DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))

_TEXTS = tuple(rank + suit for rank in RANK_LETTERS for suit in SUIT_LETTERS)
_CARDS = {text: Card(number) for number, text in enumerate(_TEXTS)} | {
    "10" + suit: Card(_TEXTS.index("T" + suit)) for suit in SUIT_LETTERS
}


class CardError(ValueError):
    """Text that is not a card, or cards that are not a hand."""


def rank_of(card: Card) -> Rank:
    return card // 4 + 2


def suit_of(card: Card) -> int:
    return card % 4


def any_suits(hand: Hand) -> Hand:
    """The representative of all hands with these ranks that are suited, or not, like this one."""
    first, second, third = hand
    if first % 4 == second % 4 == third % 4:
        return Card(first & ~3), Card(second & ~3), Card(third & ~3)
    return Card(first & ~3), Card(second & ~3 | 1), Card(third & ~3 | 2)


def card_text(card: Card) -> str:
    return _TEXTS[card]


def parse_card(text: str) -> Card:
    try:
        return _CARDS[text]
    except (KeyError, TypeError):
        raise CardError(
            f"{text!r} is not a card (write rank then suit, as in As Td 9c 2h)"
        ) from None


def card_texts(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple([_TEXTS[card] for card in cards])


def parse_cards(texts: Collection[str]) -> tuple[Card, ...]:
    try:
        return tuple([_CARDS[text] for text in texts])
    except (KeyError, TypeError):
        return tuple(map(parse_card, texts))  # Says which text is wrong.


def parse_hand(written: str | Iterable[str]) -> Hand:
    """Three different cards, from text such as ``Qs 7d 2c`` or from a list of such texts."""
    texts = written.replace(",", " ").split() if isinstance(written, str) else list(written)
    if len(texts) != 3:
        if len(texts) == 1:
            parse_card(texts[0])  # "AsKsQs" is not a card.
        raise CardError(f"a hand has three cards, not {len(texts)}")
    first, second, third = parse_cards(texts)
    if first == second or third in (first, second):
        repeated = first if first in (second, third) else second
        raise CardError(f"{card_text(repeated)} appears twice")
    return first, second, third
