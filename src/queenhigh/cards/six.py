"""The best five-card hand out of six: the player's three cards and the dealer's three."""

from collections.abc import Sequence
from enum import IntEnum, auto
from functools import cache, lru_cache
from itertools import combinations

from .card import ACE, FULL_DECK, Card, rank_of, suit_of


class SixCardCategory(IntEnum):  # Declaration order is the ranking, that of five-card poker.
    NOTHING = auto()  # Includes a pair and two pair.
    THREE_OF_A_KIND = auto()
    STRAIGHT = auto()
    FLUSH = auto()
    FULL_HOUSE = auto()
    FOUR_OF_A_KIND = auto()
    STRAIGHT_FLUSH = auto()
    ROYAL_FLUSH = auto()


_ROYAL = 0b11111 << 10
# Counts of cards: three bits per rank, and above them four bits per suit.
_SUITS_AT = 3 * 13
_COUNTED = [1 << 3 * (card // 4) | 1 << _SUITS_AT + 4 * (card % 4) for card in FULL_DECK]
_ONE_OF_EACH_RANK = sum(1 << 3 * place for place in range(13))
_ONE_OF_EACH_SUIT = sum(1 << _SUITS_AT + 4 * suit for suit in range(4))


_THREE_OF_EACH_SUIT = 3 * _ONE_OF_EACH_SUIT
_EIGHT_OF_EACH_SUIT = 8 * _ONE_OF_EACH_SUIT
RANKS = (1 << _SUITS_AT) - 1  # Mask of the rank counts.


def counts_of(cards: Sequence[Card]) -> int:
    """Packed counts of each rank and suit. The counts of two hands can be added."""
    return sum([_COUNTED[card] for card in cards])


def five_of_a_suit(counts: int) -> bool:
    """Whether five cards share a suit: adding three to their count sets its eights bit."""
    return bool(counts + _THREE_OF_EACH_SUIT & _EIGHT_OF_EACH_SUIT)


def best_five_of_six(cards: Sequence[Card], *, wheel: bool = True) -> SixCardCategory:
    counts = counts_of(cards)
    flush = five_of_a_suit(counts)
    if flush:
        suited = _ranks_of_the_longest_suit(cards)
        if suited & _ROYAL == _ROYAL:
            return SixCardCategory.ROYAL_FLUSH
        if _has_five_in_a_row(suited, wheel=wheel):
            return SixCardCategory.STRAIGHT_FLUSH
    if counts & 4 * _ONE_OF_EACH_RANK:
        return SixCardCategory.FOUR_OF_A_KIND
    twos_and_threes = counts >> 1 & _ONE_OF_EACH_RANK
    threes = counts & twos_and_threes
    if threes and twos_and_threes.bit_count() > 1:
        return SixCardCategory.FULL_HOUSE
    if flush:
        return SixCardCategory.FLUSH
    if threes:  # Four ranks at most: no straight.
        return SixCardCategory.THREE_OF_A_KIND
    held = (counts | counts >> 1) & _ONE_OF_EACH_RANK
    if wheel:
        held = held << 3 | held >> 3 * 12  # The ace below the deuce too, for 5-4-3-2-A.
    if held & held >> 3 & held >> 6 & held >> 9 & held >> 12:
        return SixCardCategory.STRAIGHT
    return SixCardCategory.NOTHING


def _ranks_of_the_longest_suit(cards: Sequence[Card]) -> int:
    """A bit mask: bit n stands for rank n."""
    of_suit = [0, 0, 0, 0]
    for card in cards:
        of_suit[card % 4] |= 1 << rank_of(card)
    return max(of_suit, key=int.bit_count)


def best_fives(cards: Sequence[Card], *, wheel: bool = True) -> list[tuple[Card, ...]]:
    """The best five of six in five-card poker, and every other five that ties it."""
    return list(_best_fives(tuple(cards), wheel))


@lru_cache(maxsize=4096)
def _best_fives(cards: tuple[Card, ...], wheel: bool) -> list[tuple[Card, ...]]:
    """Cached because every row of a pay table asks about the same cards."""
    fives = list(combinations(cards, 5))
    strengths = [_five_card_strength(five, wheel=wheel) for five in fives]
    best = max(strengths)
    return [five for five, each in zip(fives, strengths, strict=True) if each == best]


def _five_card_strength(five: tuple[Card, ...], *, wheel: bool) -> tuple[int, ...]:
    """The category, then its tie-break. Unlike `SixCardCategory`, tells a pair from two pair."""
    ranks = tuple(sorted(map(rank_of, five), reverse=True))
    return _strength_of_ranks(ranks, len({suit_of(card) for card in five}) == 1, wheel)


@cache  # About 15,000 entries.
def _strength_of_ranks(ranks: tuple[int, ...], flush: bool, wheel: bool) -> tuple[int, ...]:
    top = _top_of_straight(ranks, wheel=wheel)
    by_count = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if flush and top:
        return 8, top
    if counts[0] == 4:
        return 7, *by_count
    if counts[:2] == [3, 2]:
        return 6, *by_count
    if flush:
        return 5, *ranks
    if top:
        return 4, top
    of_a_kind = {3: 3, 2: 2 if counts[:2] == [2, 2] else 1, 1: 0}[counts[0]]
    return of_a_kind, *by_count


def _top_of_straight(high_to_low: Sequence[int], *, wheel: bool) -> int:
    """The highest card of a straight; 0 if the cards are not one."""
    top = high_to_low[0]
    if list(high_to_low) == list(range(top, top - len(high_to_low), -1)):
        return top
    lowest_run = list(range(len(high_to_low), 1, -1))
    if wheel and list(high_to_low) == [ACE, *lowest_run]:
        return len(high_to_low)
    return 0


def all_six_category(cards: Sequence[Card], *, wheel: bool = True) -> str:
    """What all six cards are together: a straight, a flush, both, or nothing."""
    ranks = sorted(map(rank_of, cards), reverse=True)
    straight = bool(_top_of_straight(ranks, wheel=wheel))
    if len({suit_of(card) for card in cards}) == 1:
        return "straight_flush" if straight else "flush"
    return "straight" if straight else "nothing"


def _has_five_in_a_row(ranks: int, *, wheel: bool) -> bool:
    if wheel and ranks >> ACE & 1:
        ranks |= 1 << 1  # The ace below the deuce too, for 5-4-3-2-A.
    return bool(ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4)
