"""The cards that make a hand, and those that decide between two."""

from itertools import combinations, combinations_with_replacement, product

import pytest

from queenhigh.cards.card import FULL_DECK, Card, Hand, card_texts, parse_hand, rank_of
from queenhigh.cards.deciding_cards import deciding_cards
from queenhigh.cards.ranking import Category, Ranking, TieBreak, ranking
from tests.clauses import cases


def deciding(hand: str, other: str = "", by: Ranking | None = None) -> str:
    against = parse_hand(other) if other else None
    return " ".join(card_texts(deciding_cards(parse_hand(hand), by or ranking(), against)))


@cases("""
    hand        found
    8s Kd 8c    8s 8c         # a pair
    7s 7d 7c    7s 7d 7c
    4h 9h Kh    4h 9h Kh      # a flush
    Ts Qd Jc    Ts Qd Jc      # a straight
    As 2d 3c    As 2d 3c      # a straight from the ace
    9s Qd 4c    Qd            # the high card
""")
def test_the_cards_that_make_a_hand(hand: str, found: str) -> None:
    assert deciding(hand) == found


@cases("""
    hand        other       found
    8s Kd 8c    8h 8d Qc    8s Kd 8c    # a pair with its kicker
    8s Kd 8c    7h 7d Ac    8s 8c       # the higher pair alone
    Qs 9d 4c    Qh 8d 7c    Qs 9d       # down to the second card
    Qs 9d 4c    Qh 9c 3c    Qs 9d 4c    # down to the third
    Qs 9d 4c    Kh 9c 3c    Qs          # the high card where it decides
    Qs 9d 4c    Qh 9c 4h    Qs 9d 4c    # all of them in a tie
    8s Kd 8c    4h 9h Kh    8s 8c       # what makes the hand against another category
    7s 7d 7c    6s 6d 6c    7s 7d 7c
""")
def test_the_cards_that_decide_between_two_hands(hand: str, other: str, found: str) -> None:
    assert deciding(hand, other) == found


@cases("""
    hand        other       found
    As 2d 3c    Ah 9d 4c    As 3c       # an ace high: the three is below the nine
    As 2s 3s    Ah 9h 4h    As 2s 3s    # a flush
    As 2d 3c                As
""")
def test_where_the_ace_is_never_low_it_makes_no_straight(hand: str, other: str, found: str) -> None:
    assert deciding(hand, other, ranking(ace_low_straight=False)) == found


@cases("""
    hand        other       found
    8s Kd 8c    7h 7d Ac    8s Kd 8c    # the ace beats the king, whatever the pairs
    7h 7d Ac    8s Kd 8c    7h 7d Ac
    Qs 9d 4c    Qh 8d 7c    Qs 9d
    8s 8d Qc    Qs Qd 8c    8s 8d Qc    # a tie: both hold an eight and a queen
    8s Kd 8c                8s 8c
""")
def test_read_literally_the_highest_rank_that_differs_decides(
    hand: str, other: str, found: str
) -> None:
    assert deciding(hand, other, ranking(tie_break=TieBreak.LITERAL_C3)) == found


def test_a_hand_is_made_by_one_card_by_two_or_by_all() -> None:
    order = ranking()
    sizes = {Category.HIGH_CARD: 1, Category.PAIR: 2}
    for cards in combinations(FULL_DECK, 3):
        found = deciding_cards(cards, order)
        assert len(found) == sizes.get(order.category(cards), 3)
        assert order.category(cards) is not Category.HIGH_CARD or found == (max(cards),)


def of_category(category: Category) -> list[Hand]:
    ranks = combinations_with_replacement(range(13), 3)
    hands = [(Card(4 * a), Card(4 * b + 1), Card(4 * c + 2)) for a, b, c in ranks]
    return [hand for hand in hands if ranking().category(hand) is category]


@pytest.mark.parametrize("category", [Category.HIGH_CARD, Category.PAIR])
def test_they_decide_as_the_hands_compare_and_only_the_last_of_them_differs(
    category: Category,
) -> None:
    order, hands = ranking(), of_category(category)
    for hand, other in product(hands, hands):
        own, others = ranks_of(hand, other), ranks_of(other, hand)
        strengths = order.strength(hand), order.strength(other)
        assert (own > others) == (strengths[0] > strengths[1])
        assert (own == others) == (strengths[0] == strengths[1])
        assert own[:-1] == others[:-1]


def ranks_of(hand: Hand, other: Hand) -> list[int]:
    """The ranks that decide, the first compared first."""
    ranks = set(map(rank_of, deciding_cards(hand, ranking(), other)))
    return [rank for rank in dict.fromkeys(map(rank_of, ranking().arranged(hand))) if rank in ranks]
