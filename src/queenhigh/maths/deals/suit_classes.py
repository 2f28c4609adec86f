"""The 22,100 hands as 1,755 classes: hands that differ only by a permutation of suits.

Hands of one class have the same results against every dealer hand. Only pay table rows that name a
suit can distinguish them; classes are split where such a row matters.
"""

from functools import cache
from itertools import combinations_with_replacement

import msgspec

from ...cards.card import RANK_LETTERS, Card, Hand, Rank, card_text

HANDS = 22_100
DEALER_HANDS = 18_424  # From the 49 cards the player does not hold.
DEALS = HANDS * DEALER_HANDS  # 407,170,400

Patterns = tuple[tuple[tuple[int, int, int], int], ...]  # Suit patterns with their number of hands.

_SUITS_OF_THREE_RANKS: Patterns = (
    ((0, 0, 0), 4),
    ((0, 0, 1), 12),
    ((0, 1, 0), 12),
    ((1, 0, 0), 12),
    ((0, 1, 2), 24),
)
# The kicker shares a suit with the pair, or does not.
_SUITS_OF_A_PAIR: Patterns = (((0, 1, 0), 12), ((0, 1, 2), 12))
_SUITS_OF_THREE_OF_A_KIND: Patterns = (((0, 1, 2), 4),)


class HandClass(msgspec.Struct, frozen=True, gc=False):
    """A class of hands; ranks from high to low, a pair before its kicker."""

    ranks: tuple[Rank, Rank, Rank]
    hand: Hand  # A representative.
    hands: int  # The number of hands in the class.
    suited: bool

    @property
    def label(self) -> str:
        """The ranks alone, as in ``Q64``."""
        return "".join(RANK_LETTERS[rank - 2] for rank in self.ranks)

    @property
    def example(self) -> str:
        return " ".join(map(card_text, self.hand))


@cache
def hand_classes() -> tuple[HandClass, ...]:
    found = []
    for low, middle, high in combinations_with_replacement(range(2, 15), 3):
        ranks, patterns = (high, middle, low), _SUITS_OF_THREE_RANKS
        if high == low:
            patterns = _SUITS_OF_THREE_OF_A_KIND
        elif high == middle:
            patterns = _SUITS_OF_A_PAIR
        elif middle == low:
            ranks, patterns = (middle, low, high), _SUITS_OF_A_PAIR
        for suits, hands in patterns:
            found.append(HandClass(ranks, _cards(ranks, suits), hands, len(set(suits)) == 1))
    return tuple(found)


def _cards(ranks: tuple[Rank, Rank, Rank], suits: tuple[int, int, int]) -> Hand:
    first, second, third = (
        Card((rank - 2) * 4 + suit) for rank, suit in zip(ranks, suits, strict=True)
    )
    return first, second, third
