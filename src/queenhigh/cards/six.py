"""The best five-card hand out of six: the player's three cards and the dealer's three."""

from collections.abc import Sequence
from enum import IntEnum, auto

from .card import ACE, Card, rank_of


class SixCardCategory(IntEnum):  # Declaration order is the ranking, that of five-card poker.
    NOTHING = auto()  # A pair or two pair are nothing here.
    THREE_OF_A_KIND = auto()
    STRAIGHT = auto()
    FLUSH = auto()
    FULL_HOUSE = auto()
    FOUR_OF_A_KIND = auto()
    STRAIGHT_FLUSH = auto()
    ROYAL_FLUSH = auto()


_ROYAL = 0b11111 << 10
_SIX_CARD_ROYAL = 0b111111 << 9


def best_five_of_six(cards: Sequence[Card], *, wheel: bool = True) -> SixCardCategory:
    """Sets of ranks are bit masks, the bit's place being the rank."""
    of_suit = [0, 0, 0, 0]
    for card in cards:
        of_suit[card % 4] |= 1 << rank_of(card)
    suited = max(of_suit, key=int.bit_count)
    flush = suited.bit_count() >= 5
    if flush and suited & _ROYAL == _ROYAL:
        return SixCardCategory.ROYAL_FLUSH
    if flush and _has_five_in_a_row(suited, wheel=wheel):
        return SixCardCategory.STRAIGHT_FLUSH
    ranks = [rank_of(card) for card in cards]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if counts[0] == 4:
        return SixCardCategory.FOUR_OF_A_KIND
    if counts[0] == 3 and counts[1] >= 2:
        return SixCardCategory.FULL_HOUSE
    if flush:
        return SixCardCategory.FLUSH
    if _has_five_in_a_row(of_suit[0] | of_suit[1] | of_suit[2] | of_suit[3], wheel=wheel):
        return SixCardCategory.STRAIGHT
    return SixCardCategory.THREE_OF_A_KIND if counts[0] == 3 else SixCardCategory.NOTHING


def is_six_card_royal(cards: Sequence[Card]) -> bool:
    """Nine to ace of one suit: a royal flush and one more card below it."""
    one_suit = len({card % 4 for card in cards}) == 1
    return one_suit and sum(1 << rank_of(card) for card in cards) == _SIX_CARD_ROYAL


def _has_five_in_a_row(ranks: int, *, wheel: bool) -> bool:
    if wheel and ranks >> ACE & 1:
        ranks |= 1 << 1  # The ace below the deuce too, for 5-4-3-2-A.
    return bool(ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4)
