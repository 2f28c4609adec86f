"""The order over all 22,100 hands, under each reading of the rule books."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations, permutations

import pytest
from pokerkit.lookups import RhodeIslandHoldemLookup

from queenhigh.cards.card import FULL_DECK, Hand, card_text, parse_hand, rank_of, suit_of
from queenhigh.cards.ranking import Category, Ranking, TieBreak, category_of, ranking
from tests.clauses import cases, clause

ALL_HANDS: tuple[Hand, ...] = tuple(combinations(FULL_DECK, 3))
EVERY_READING = [
    ranking(ace_low_straight=ace_low, tie_break=tie_break)
    for ace_low in (True, False)
    for tie_break in TieBreak
]


def counts(order: Ranking) -> dict[str, int]:
    return {
        category.name.lower(): count
        for category, count in Counter(map(order.category, ALL_HANDS)).items()
    }


def compare(order: Ranking, one: str, other: str) -> str:
    first, second = order.strength(parse_hand(one)), order.strength(parse_hand(other))
    return "=" if first == second else ">" if first > second else "<"


def one_of_each(hands: Iterable[Hand]) -> list[Hand]:
    """Return one hand for each set of ranks, suited and not: suits do not rank."""
    found = {(tuple(sorted(map(rank_of, hand))), is_suited(hand)): hand for hand in hands}
    return list(found.values())


def is_suited(hand: Hand) -> bool:
    return len({suit_of(card) for card in hand}) == 1


@clause("mics-c2", "mics-c2-i", "mics-c2-ii", "mics-c2-iii", "mics-c2-iv", "mics-c2-v")
@clause("manual-gen-H", "classic-rules-9-2")
def test_every_category_has_as_many_hands_as_combinatorics_say() -> None:
    assert counts(ranking()) == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }


def test_there_are_741_different_ranks() -> None:
    assert len({ranking().strength(hand) for hand in ALL_HANDS}) == 741


@clause("mics-k1-i-2", "chickasaw-j", "manual-outcome", "classic-rules-7")
def test_15380_hands_are_queen_high_or_better() -> None:
    order = ranking()
    lowest = order.strength(parse_hand("Qs 3d 2c"))
    assert sum(order.strength(hand) >= lowest for hand in ALL_HANDS) == 15_380


@clause("mics-c1", "mics-c2", "mics-c3", "manual-gen-G", "manual-gen-H")
def test_the_order_is_that_of_pokerkit_on_every_hand() -> None:
    """Its Rhode Island hold'em ranks three cards as we do, with the ace low in 3-2-A."""
    lookup, order = RhodeIslandHoldemLookup(), ranking()
    theirs = {
        (order.strength(hand), lookup.get_entry("".join(map(card_text, hand))).index)
        for hand in ALL_HANDS
    }
    in_our_order = [index for _, index in sorted(theirs)]
    assert in_our_order == list(range(741))  # One to one, both ascending.


@clause("mics-c2", "manual-gen-H", "classic-rules-9-2")
def test_the_categories_rank_as_the_books_list_them() -> None:
    lowest_first = "high_card pair flush straight three_of_a_kind straight_flush"
    assert [category.name.lower() for category in sorted(Category)] == lowest_first.split()
    for order in EVERY_READING:
        of_category = defaultdict(list)
        for hand in ALL_HANDS:
            of_category[order.category(hand)].append(order.strength(hand))
        for weaker, stronger in zip(sorted(Category), sorted(Category)[1:], strict=False):
            assert max(of_category[weaker]) < min(of_category[stronger])


@clause("mics-c1-2")
def test_suits_never_rank() -> None:
    for order in EVERY_READING:
        strengths = defaultdict(set)
        for hand in ALL_HANDS:
            strengths[tuple(map(rank_of, hand)), is_suited(hand)].add(order.strength(hand))
        assert all(len(found) == 1 for found in strengths.values())


def test_the_order_of_the_cards_in_a_hand_does_not_matter() -> None:
    for order in EVERY_READING:
        for hand in one_of_each(ALL_HANDS):
            strengths = {order.strength((a, b, c)) for a, b, c in permutations(hand)}
            assert strengths == {order.strength(hand)}


def test_the_category_follows_from_the_strength() -> None:
    for order in EVERY_READING:
        for hand in one_of_each(ALL_HANDS):
            assert category_of(order.strength(hand)) is order.category(hand)


@clause("mics-c1-3", "mics-c2-i", "mics-c2-iii", "manual-gen-G")
@cases("""
    hand        category
    3s 2d Ac    straight
    3s 2s As    straight_flush
    Ks As 2d    high_card          # the ace does not join the king to the deuce
    Ks As 2s    flush
    4s 3d 2c    straight
    As Kd Qc    straight
    5s 3d 2c    high_card
    As 4d 3c    high_card
    As 4d 2c    high_card
""")
def test_the_ace_is_low_in_three_two_ace_only(hand: str, category: str) -> None:
    assert ranking().category(parse_hand(hand)).name.lower() == category


# Options: CHK-3 and CLS-3, ace_low_straight.


def test_where_the_ace_is_never_low_64_hands_are_not_straights() -> None:
    assert counts(ranking(ace_low_straight=False)) == {
        "straight_flush": 48 - 4,
        "three_of_a_kind": 52,
        "straight": 720 - 60,
        "flush": 1_096 + 4,
        "pair": 3_744,
        "high_card": 16_440 + 60,
    }


@cases("""
    one         sign  other
    As 3d 2c    >     Ks Qd Tc    # an ace high,
    As 3d 2c    <     As 4d 2c    # and the lowest of them
    As 3s 2s    >     Ks Qs Ts
    As 3s 2s    <     Ad 4d 2d
    4s 3d 2c    <     5s 4d 3c
""")
def test_where_the_ace_is_never_low_it_is_high(one: str, sign: str, other: str) -> None:
    assert compare(ranking(ace_low_straight=False), one, other) == sign


def test_whether_the_ace_is_low_changes_no_other_hand() -> None:
    with_it, without = ranking(), ranking(ace_low_straight=False)
    others = [hand for hand in ALL_HANDS if sorted(map(rank_of, hand)) != [2, 3, 14]]
    pairs = {(with_it.strength(hand), without.strength(hand)) for hand in others}
    rising = [strength for _, strength in sorted(pairs)]
    assert rising == sorted(set(rising))


# Option: MICS-1, tie_break.


@clause("mics-c3", "mics-c3-2", "mics-c2-iii", "mics-c2-v")
@cases("""
    one         other       standard  literal_c3
    3s 3d Ac    Ks Kd 2c    <         >      # the ace is the highest card that the other lacks
    3s 2d Ac    4s 3h 2c    <         >
    Ks Kd 3c    3s 3d Kc    >         =      # neither holds a rank that the other lacks
    As Ad Kc    As Ad Qc    >         >
    As Ad Ac    Ks Kd Kc    >         >
    3s 2s As    4d 3d 2d    <         >
    Qs 9d 4c    Qs 9d 3c    >         >
    Qs 9d 4c    Qd 9c 4h    =         =
    Ks 7s 2s    Kd 6d 5d    >         >
    Ks Kd 3c    Ah Jd 9c    >         >      # a pair is a pair under any reading
    Ks Kd 3c    2s 3s 5s    <         <
""")
def test_inside_a_category_pair_and_kicker_count_or_the_letter_of_c3(
    one: str, other: str, standard: str, literal_c3: str
) -> None:
    assert compare(ranking(), one, other) == standard
    assert compare(ranking(tie_break=TieBreak.LITERAL_C3), one, other) == literal_c3


@clause("mics-c3", "mics-c3-2")
@pytest.mark.parametrize("ace_low", [True, False])
def test_the_letter_of_c3_holds_for_every_two_hands_of_a_category(ace_low: bool) -> None:
    order = ranking(ace_low_straight=ace_low, tie_break=TieBreak.LITERAL_C3)
    standard = ranking(ace_low_straight=ace_low)
    same_category = defaultdict(list)
    for hand in one_of_each(ALL_HANDS):
        assert order.category(hand) is standard.category(hand)
        ranks = frozenset(map(rank_of, hand))
        same_category[order.category(hand)].append((ranks, order.strength(hand)))
    for hands in same_category.values():
        for (ours, strength), (theirs, other) in combinations(hands, 2):
            only_ours, only_theirs = max(ours - theirs, default=0), max(theirs - ours, default=0)
            assert (strength > other) is (only_ours > only_theirs)
            assert (strength == other) is (only_ours == only_theirs)
