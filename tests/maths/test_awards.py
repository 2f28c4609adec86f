"""A-K-Q suited in several hands at once, against going through the hands."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from queenhigh.cards.card import FULL_DECK, Hand, parse_hand
from queenhigh.house.model import House
from queenhigh.maths.awards import award_and_envy, award_counts
from queenhigh.maths.progressive import progressive
from queenhigh.wagers.envy import Claim, envy_bonuses
from queenhigh.wagers.progressive import Award, award_for
from tests.maths.houses import house

AKQ = [parse_hand(f"A{suit} K{suit} Q{suit}") for suit in "cdhs"]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"envy_own_hand": True},
    {"envy_dealer_hand": True},
    {"envy_own_hand": True, "envy_dealer_hand": True, "envy_multiple": False},
]


def award(hand: Hand | None, ruled: House) -> Award:
    return award_for(hand, ruled.ranking.category(hand)) if hand else Award.NOTHING


def envy(ruled: House, own: Award, other: Hand | None, dealer: Hand | None) -> int:
    claims = [
        Claim(1, "", own, folded=False, bet=True),
        Claim(2, "", award(other, ruled), folded=False, bet=True),
    ]
    paid = envy_bonuses(ruled, claims, award(dealer, ruled))
    return sum(each.paid for each in paid if each.seat == 1)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_awards_and_envy_of_two_seats_are_those_of_going_through_the_hands(
    options: dict[str, Any],
) -> None:
    """Every own hand; the other seat and the dealer with each A-K-Q suited, or with none."""
    ruled = house("manual", **options)
    alike: Counter[tuple[Award, tuple[Hand, ...]]] = Counter()
    for own in combinations(FULL_DECK, 3):
        free = tuple(hand for hand in AKQ if not set(hand) & set(own))
        alike[award(own, ruled), free] += 1
    found: dict[tuple[Award, int], Fraction] = defaultdict(Fraction)
    for (mine, free), hands in alike.items():
        for other, dealer in product([*free, None], repeat=2):
            if other is None or other != dealer:
                weight = hands * _weight(free, other, dealer)
                found[mine, envy(ruled, mine, other, dealer)] += weight
    every = comb(52, 3) * comb(49, 3) * comb(46, 3)
    assert award_and_envy(ruled, 1) == {key: ways / every for key, ways in found.items()}


def _weight(free: tuple[Hand, ...], other: Hand | None, dealer: Hand | None) -> int:
    """How many pairs of hands for the other seat and the dealer this stands for."""
    if other and dealer:
        return 1
    if other or dealer:
        return comb(46, 3) - (len(free) - 1)
    # Neither holds one: all pairs, less those in which one does or both do.
    one, both = len(free), len(free) * (len(free) - 1)
    return comb(49, 3) * comb(46, 3) - 2 * one * comb(46, 3) + both


def test_720_straights_and_one_jackpot_in_22_100_hands() -> None:
    assert {str(each): many for each, many in award_counts(house().ranking).items()} == {
        "nothing": 21_280,
        "straight": 720,
        "three_of_a_kind": 52,
        "straight_flush": 44,
        "akq_suited": 3,
        "akq_spades": 1,
    }


def test_envy_for_one_hand_only_returns_less_the_more_seats_there_are() -> None:
    many = progressive(house("manual"), 7)
    one = progressive(house("manual", envy_multiple=False), 7)
    assert many.by_seats[1] == one.by_seats[1]
    assert one.by_seats[6].envy_return.value < many.by_seats[6].envy_return.value
    assert one.by_seats[6].envy_return.value == pytest.approx(
        many.by_seats[6].envy_return.value, rel=1e-3
    )


def test_the_meter_is_hit_at_its_seed_and_what_22_100_bets_add() -> None:
    figures = progressive(house("manual")).long_run
    assert figures.average_jackpot_meter.fraction == 100_000 + 22_100 * 20
    assert figures.seed_per_bet.fraction == Fraction(1000, 22_100)
    assert figures.player_return.fraction == Fraction(12_020 + 1_000 + 4_420, 22_100)
    assert figures.kept_per_bet.fraction == 1 - Fraction(12_020, 22_100) - Fraction(25, 100)


def test_an_empty_meter_pays_nothing() -> None:
    figures = progressive(house("manual"), 1, 0)
    assert figures.jackpot_return.value == 0
    assert figures.house_edge.exact == "10080/22100"


def test_envy_spreads_the_results_a_little_more() -> None:
    alone, full = progressive(house("manual"), 1), progressive(house("manual"), 7)
    assert alone.standard_deviation.value < full.standard_deviation.value
