"""A slow, obvious ranking of three cards and of the best five of six.

A card is a two-character string, rank then suit: "As", "Td". A hand is a list of cards. Nothing
here is fast or clever; the production code is checked against it.
"""

from collections import Counter
from itertools import combinations

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
SUITS = ["c", "d", "h", "s"]
DECK = [rank + suit for rank in RANKS for suit in SUITS]

THREE_CARD_CATEGORIES = [
    "high_card",
    "pair",
    "flush",
    "straight",
    "three_of_a_kind",
    "straight_flush",
]

SIX_CARD_CATEGORIES = [
    "nothing",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
]


def read_hand(hand: str | list[str]) -> list[str]:
    """The cards of a hand as a document writes them: "As 10d, 2c" or a list of such cards."""
    if isinstance(hand, str):
        words = hand.replace(",", " ").split()
    else:
        words = list(hand)
    return [word.replace("10", "T") for word in words]


def value(card: str) -> int:
    """2 for a two, and so on up to 14 for an ace: the ace is high (mics-c1)."""
    return RANKS.index(card[0]) + 2


def values_high_to_low(cards: list[str]) -> list[int]:
    return sorted([value(card) for card in cards], reverse=True)


# Three cards


def is_three_two_ace(cards: list[str]) -> bool:
    return values_high_to_low(cards) == [14, 3, 2]


def all_of_one_suit(cards: list[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def is_three_card_straight(cards: list[str], ace_low_straight: bool) -> bool:
    high, middle, low = values_high_to_low(cards)
    if high == middle + 1 and middle == low + 1:
        return True
    return ace_low_straight and is_three_two_ace(cards)


def three_card_category(cards: list[str], ace_low_straight: bool = True) -> str:
    different_ranks = len({value(card) for card in cards})
    straight = is_three_card_straight(cards, ace_low_straight)
    flush = all_of_one_suit(cards)
    if straight and flush:
        return "straight_flush"
    if different_ranks == 1:
        return "three_of_a_kind"
    if straight:
        return "straight"
    if flush:
        return "flush"
    if different_ranks == 2:
        return "pair"
    return "high_card"


def values_in_order_of_importance(cards: list[str], ace_low_straight: bool = True) -> list[int]:
    """What decides between two hands of the same category, most important card first."""
    category = three_card_category(cards, ace_low_straight)
    if category in ("straight", "straight_flush") and is_three_two_ace(cards):
        return [3, 2, 1]  # The ace is low here: the lowest straight (mics-c2-i, manual-gen-G).
    if category == "pair":
        counts = Counter(value(card) for card in cards)
        paired = [rank for rank in counts if counts[rank] == 2]
        single = [rank for rank in counts if counts[rank] == 1]
        return paired + single
    return values_high_to_low(cards)


def compare_three(
    one: list[str],
    other: list[str],
    ace_low_straight: bool = True,
    tie_break: str = "standard",
) -> int:
    """1 if the first hand is better, -1 if the second is, 0 if they tie."""
    one_category = three_card_category(one, ace_low_straight)
    other_category = three_card_category(other, ace_low_straight)
    one_place = THREE_CARD_CATEGORIES.index(one_category)
    other_place = THREE_CARD_CATEGORIES.index(other_category)
    if one_place > other_place:
        return 1
    if one_place < other_place:
        return -1
    if tie_break == "literal_c3":
        return compare_by_the_letter_of_c3(one, other)
    one_values = values_in_order_of_importance(one, ace_low_straight)
    other_values = values_in_order_of_importance(other, ace_low_straight)
    for one_value, other_value in zip(one_values, other_values, strict=True):
        if one_value > other_value:
            return 1
        if one_value < other_value:
            return -1
    return 0


def compare_by_the_letter_of_c3(one: list[str], other: list[str]) -> int:
    """mics-c3: the better hand has the highest ranking card that the other does not contain."""
    one_ranks = {value(card) for card in one}
    other_ranks = {value(card) for card in other}
    only_in_one = one_ranks - other_ranks
    only_in_other = other_ranks - one_ranks
    highest_only_in_one = max(only_in_one, default=0)
    highest_only_in_other = max(only_in_other, default=0)
    if highest_only_in_one > highest_only_in_other:
        return 1
    if highest_only_in_one < highest_only_in_other:
        return -1
    return 0


def dealer_qualifies(cards: list[str], ace_low_straight: bool = True) -> bool:
    """Queen high or better: any pair or better, or a queen, king or ace as the highest card."""
    if three_card_category(cards, ace_low_straight) != "high_card":
        return True
    return values_high_to_low(cards)[0] >= value("Qs")


def is_ace_king_queen_suited(cards: list[str]) -> bool:
    return all_of_one_suit(cards) and {card[0] for card in cards} == {"A", "K", "Q"}


def is_ace_king_queen_of_spades(cards: list[str]) -> bool:
    return set(cards) == {"As", "Ks", "Qs"}


# Five of six cards


def five_card_category(cards: list[str], wheel: bool = True) -> str:
    """The category of exactly five cards; one or two pairs and less are "nothing": no pay."""
    values = values_high_to_low(cards)
    how_many_of_each = sorted(Counter(values).values(), reverse=True)
    flush = all_of_one_suit(cards)
    straight = values == list(range(values[0], values[0] - 5, -1))
    if wheel and values == [14, 5, 4, 3, 2]:
        straight = True
    if straight and flush and values == [14, 13, 12, 11, 10]:
        return "royal_flush"
    if straight and flush:
        return "straight_flush"
    if how_many_of_each == [4, 1]:
        return "four_of_a_kind"
    if how_many_of_each == [3, 2]:
        return "full_house"
    if flush:
        return "flush"
    if straight:
        return "straight"
    if how_many_of_each == [3, 1, 1]:
        return "three_of_a_kind"
    return "nothing"


def best_five_of_six(cards: list[str], wheel: bool = True) -> str:
    """The best category that any five of the six cards make."""
    best = "nothing"
    for five in combinations(cards, 5):
        category = five_card_category(list(five), wheel)
        if SIX_CARD_CATEGORIES.index(category) > SIX_CARD_CATEGORIES.index(best):
            best = category
    return best


def is_six_card_royal(cards: list[str]) -> bool:
    """9-T-J-Q-K-A of one suit (MAN-5)."""
    return all_of_one_suit(cards) and {card[0] for card in cards} == set("9TJQKA")
