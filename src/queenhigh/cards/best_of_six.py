"""The best five-card hand out of six: the player's three cards and the dealer's three."""

from collections.abc import Sequence
from enum import IntEnum, auto
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
_FIVE_IN_A_ROW = sum(1 << 3 * place for place in range(5))
_ACE_TO_FIVE = sum(1 << 3 * place for place in (0, 1, 2, 3, 12))
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
    if not five_of_a_suit(counts):
        return best_without_a_flush(counts, wheel=wheel)
    suited = _ranks_of_the_longest_suit(cards)
    if suited & _ROYAL == _ROYAL:
        return SixCardCategory.ROYAL_FLUSH
    if _has_five_in_a_row(suited, wheel=wheel):
        return SixCardCategory.STRAIGHT_FLUSH
    return SixCardCategory.FLUSH  # At least five ranks: no hand of equal ranks is better.


def best_without_a_flush(counts: int, *, wheel: bool = True) -> SixCardCategory:
    """The best five of six cards with these counts, no five of which are of a suit."""
    if counts & 4 * _ONE_OF_EACH_RANK:
        return SixCardCategory.FOUR_OF_A_KIND
    twos_and_threes = counts >> 1 & _ONE_OF_EACH_RANK
    threes = counts & twos_and_threes
    if threes:  # At most four ranks: no straight.
        several = twos_and_threes.bit_count() > 1
        return SixCardCategory.FULL_HOUSE if several else SixCardCategory.THREE_OF_A_KIND
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


def best_fives(cards: Sequence[Card], *, wheel: bool) -> list[tuple[Card, ...]]:
    """The best five of six in five-card poker, and every other five that ties it."""
    counts = counts_of(cards)
    fives = [counts - _COUNTED[card] for card in reversed(cards)]  # In the order of combinations.
    strengths = [_strength(five & RANKS, five_of_a_suit(five), wheel) for five in fives]
    best = max(strengths)
    return [
        five for five, each in zip(combinations(cards, 5), strengths, strict=True) if each == best
    ]


def _strength(counts: int, flush: bool, wheel: bool) -> tuple[int, ...]:
    """The category of five ranks, then its tie-break; tells a pair from two pair.

    The ranks that are there once are one number with a bit for each, and so are the others: of two
    such numbers the one with the higher ranks is the larger.
    """
    ones, twos = counts & _ONE_OF_EACH_RANK, counts >> 1 & _ONE_OF_EACH_RANK
    fours, threes = counts >> 2 & _ONE_OF_EACH_RANK, ones & twos
    ones, twos = ones ^ threes, twos ^ threes
    if fours:
        return 7, fours, ones
    if threes and twos:
        return 6, threes, twos
    if ones == _FIVE_IN_A_ROW * (ones & -ones):
        return 8 if flush else 4, ones
    if wheel and ones == _ACE_TO_FIVE:
        return 8 if flush else 4, 0
    if flush:
        return 5, ones
    return 3 if threes else twos.bit_count(), threes, twos, ones


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
    """The category of all six cards together: a straight, a flush, both, or nothing."""
    ranks = sorted(map(rank_of, cards), reverse=True)
    straight = bool(_top_of_straight(ranks, wheel=wheel))
    if len({suit_of(card) for card in cards}) == 1:
        return "straight_flush" if straight else "flush"
    return "straight" if straight else "nothing"


def _has_five_in_a_row(ranks: int, *, wheel: bool) -> bool:
    if wheel and ranks >> ACE & 1:
        ranks |= 1 << 1  # The ace below the deuce too, for 5-4-3-2-A.
    return bool(ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4)
