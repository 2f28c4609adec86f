"""Commitments to shuffles: published before the bets close, opened after the round.

A commitment is the SHA-256, in hexadecimal, of the nonce, a colon, and the 52 cards in order as two
characters each without separators. Anybody can check one with a line of any language.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol

from ..cards.card import FULL_DECK, card_text


class Shuffles(Protocol):
    def shuffle(self, x: list[str], /) -> None: ...


def shuffled_deck(chance: Shuffles) -> tuple[str, ...]:
    """The order of every digital deck, here and in the service. `rng-report` tests this."""
    order = [card_text(card) for card in FULL_DECK]
    chance.shuffle(order)
    return tuple(order)


def commitment(order: Sequence[str], nonce: str) -> str:
    return sha256(f"{nonce}:{''.join(order)}".encode()).hexdigest()


def verify(published: str, order: Sequence[str], nonce: str) -> bool:
    """Whether an opened shuffle is the one that was committed to, and a whole deck."""
    whole = sorted(order) == sorted(map(card_text, FULL_DECK))
    return whole and commitment(order, nonce) == published
