"""Commitments to shuffles: published before the bets close, opened after the round.

A commitment is the SHA-256, in hexadecimal, of the nonce, a colon, and the 52 cards in order as two
characters each without separators. Anybody can check one with a line of any language.
"""

from collections.abc import Sequence
from hashlib import sha256

from ..cards.card import FULL_DECK, card_text


def commitment(order: Sequence[str], nonce: str) -> str:
    return sha256(f"{nonce}:{''.join(order)}".encode()).hexdigest()


def verify(published: str, order: Sequence[str], nonce: str) -> bool:
    """Whether an opened shuffle is the one that was committed to, and a whole deck."""
    whole = sorted(order) == sorted(map(card_text, FULL_DECK))
    return whole and commitment(order, nonce) == published
