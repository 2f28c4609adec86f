"""Commitments to shuffles: published before the bets close, opened after the round.

A commitment is the SHA-256, in hexadecimal, of the nonce, a colon, and the 52 cards in order as two
characters each without separators. Anybody can check one with a line of any language.

Players add entropy to a committed shuffle. Each commits to it with the SHA-256 of the shuffle's
commitment, the seat and the entropy, joined by colons, and reveals it when the bets are locked. The
revealed entropy permutes the order (`mixed`), so choosing the original order gains nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Protocol, TypeVar

from ..cards.card import FULL_DECK, card_texts

_Card = TypeVar("_Card")


class Chance(Protocol):
    def random(self) -> float: ...
    def shuffle(self, x: list[str], /) -> None: ...
    def getrandbits(self, k: int, /) -> int: ...


def shuffled_deck(chance: Chance) -> tuple[str, ...]:
    """Shuffle a deck: the order of every digital deck, here and in the service.

    `rng-report` tests this.
    """
    order = [*card_texts(FULL_DECK)]
    chance.shuffle(order)
    return tuple(order)


def commitment(order: Sequence[str], nonce: str) -> str:
    return sha256(f"{nonce}:{''.join(order)}".encode()).hexdigest()


def verify(published: str, order: Sequence[str], nonce: str) -> bool:
    """Whether an opened shuffle is the one that was committed to, and a whole deck."""
    whole = sorted(order) == sorted(card_texts(FULL_DECK))
    return whole and commitment(order, nonce) == published


def entropy_commitment(published: str, seat: int, entropy: str) -> str:
    """A commitment bound to one shuffle and one seat, so it can be neither copied nor reused."""
    return sha256(f"{published}:{seat}:{entropy}".encode()).hexdigest()


def mixed(order: Sequence[_Card], published: str, entropy: Mapping[int, str]) -> tuple[_Card, ...]:
    """The order after a Fisher-Yates shuffle driven by the players' entropy, by seat."""
    if not entropy:
        return tuple(order)
    told = ",".join(f"{seat}={entropy[seat]}" for seat in sorted(entropy))
    words = _words(sha256(f"{published}:{told}".encode()).hexdigest())
    cards = list(order)
    for last in range(len(cards) - 1, 0, -1):
        other = _below(last + 1, words)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def _words(seed: str) -> Iterator[int]:
    """32-bit numbers from the SHA-256 of the seed, a colon, and 0, 1, 2 and so on."""
    for number in count():
        digest = sha256(f"{seed}:{number}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4]) for at in range(0, len(digest), 4))


def _below(bound: int, words: Iterator[int]) -> int:
    """An unbiased number from 0 to `bound` - 1, by rejection."""
    whole = 2**32 - 2**32 % bound
    return next(word for word in words if word < whole) % bound
