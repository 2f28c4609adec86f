"""Commitments to shuffles: published before the bets close, opened after the round.

A commitment is the SHA-256, in hexadecimal, of the nonce, a colon, and the 52 cards in order as two
characters each without separators. Anybody can check one with a line of any language.
"""

from collections.abc import Sequence
from hashlib import sha256


def commitment(order: Sequence[str], nonce: str) -> str:
    return sha256(f"{nonce}:{''.join(order)}".encode()).hexdigest()


def verify(published: str, order: Sequence[str], nonce: str) -> bool:
    """Whether an opened shuffle is the one that was committed to, and a whole deck."""
    return len(set(order)) == 52 == len(order) and commitment(order, nonce) == published
