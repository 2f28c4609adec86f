"""Which hand is higher, as the bets against the dealer show it."""

from itertools import permutations, product

import pytest

from tests.clauses import cases, clause
from tests.rules.builders import (
    ALL_HOUSES,
    RANKS,
    SUITS,
    Document,
    SeatResult,
    seat,
    settle,
    settled,
    table,
)


def beats(house: str, higher: str, lower: str, options: Document | None = None) -> bool:
    """Whether the first hand wins as the player's and the second loses as the player's."""
    won = against(house, lower, higher, options)
    lost = against(house, higher, lower, options)
    return won == ("1 to 1", "1 to 1") and lost == ("lose", "lose")


def against(
    house: str, dealer: str, cards: str, options: Document | None = None
) -> tuple[str, str]:
    seat = settled(house, dealer, cards, options=options)
    return seat["ante"], seat["play"]


@clause("mics-c2", "manual-gen-H", "classic-rules-9", "classic-rules-9-2", "chickasaw-k-2")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    higher      lower
    3s 2s As    Ad Ah Ac     # the lowest straight flush, the highest three of a kind
    2s 2d 2c    As Kd Qc
    3s 2d Ac    Ah Kh Jh     # the lowest straight, the highest flush
    5d 3d 2d    As Ac Kc
    2s 2d 3c    As Kd Jc     # the lowest pair, the highest hand that is nothing
""")
def test_the_lowest_of_a_category_beats_the_highest_of_the_one_below(
    house: str, higher: str, lower: str
) -> None:
    assert beats(house, higher, lower)


@clause("mics-c2-i", "mics-c2-ii", "mics-c2-iii", "mics-c2-iv", "mics-c2-v", "mics-c3")
@clause("mics-c1-3", "manual-gen-G")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    higher      lower
    As Ks Qs    Kd Qd Jd     # straight flush: ace, king, queen the highest,
    4s 3s 2s    3d 2d Ad     # three, two, ace the lowest
    As Ad Ac    Ks Kd Kc     # three of a kind: aces the highest,
    3s 3d 3c    2s 2d 2c     # twos the lowest
    As Kd Qc    Ks Qd Jc     # straight: ace, king, queen the highest,
    4s 3d 2c    3s 2h Ac     # three, two, ace the lowest
    As 3d 2c    Ah Kc Jc     # which is still a straight
    As 5s 2s    Kd Qd Td     # flush: by its highest card,
    Ks 9s 2s    Kd 8d 7d     # then the next,
    Ks 9s 3s    Kd 9d 2d     # then the last
    As Ad 2c    Ks Kd Ac     # pair: aces the highest,
    3s 3d 4c    2s 2d Ac     # twos the lowest,
    9s 9d 4c    9h 9c 3c     # then by the odd card
    As 4d 2c    Ks Qd Tc     # nothing: by the highest card,
    Qs 9d 2c    Qd 8s 7c     # then the next,
    Qs 9d 4c    Qd 9s 3c     # then the last
""")
def test_inside_a_category_the_higher_cards_win(house: str, higher: str, lower: str) -> None:
    assert beats(house, higher, lower)


@clause("mics-c1")
def test_cards_rank_from_the_ace_down_to_the_two() -> None:
    for high, low in zip(RANKS[1:], RANKS, strict=False):
        kicker = "K" if high not in "KA" else "9"
        assert beats("mics", f"{high}s {high}d {kicker}c", f"{low}s {low}d {kicker}h")


@clause("mics-c1-2", "mics-c3-2", "classic-rules-12", "manual-payout-E")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_suits_are_equal_in_rank(house: str) -> None:
    for suits in permutations(SUITS, 3):
        theirs = [SUITS[(SUITS.index(suit) + 1) % 4] for suit in suits]
        dealer, cards = ranked("K94", theirs), ranked("K94", suits)
        assert against(house, dealer, cards) == ("push", "push")
    for suit, other in permutations(SUITS, 2):
        assert against(house, ranked("AKQ", other * 3), ranked("AKQ", suit * 3)) == ("push", "push")
        assert against(house, ranked("T52", other * 3), ranked("T52", suit * 3)) == ("push", "push")


def ranked(ranks: str, suits: str | list[str] | tuple[str, ...]) -> str:
    return " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))


@clause("mics-c1-3", "manual-gen-G")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    cards       category
    3s 2d Ac    straight
    3s 2s As    straight_flush
    As Kd 2c    high_card
    As Ks 2s    flush
    Qs Kd Ac    straight
""")
def test_the_ace_is_low_only_in_three_two_ace(house: str, cards: str, category: str) -> None:
    assert settled(house, "9h 6h 4c", cards).settled.category == category


@clause("mics-j2-5", "chickasaw-i", "manual-intro-9", "manual-payout-B")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_cards_make_the_best_hand_in_whatever_order_they_lie(house: str) -> None:
    for dealer, cards in product(
        permutations("Kd 8s 8c".split()), permutations("2s Ad 3c".split())
    ):
        at_one = seat(1, " ".join(cards), "ante 10, pair_plus 10")
        round = settle(table(house, at_one, dealer=" ".join(dealer)))
        assert (round.dealer.category, round.seats[0].category) == ("pair", "straight")
        assert SeatResult(round.seats[0])["play"] == "1 to 1"


# Option: MICS-1, tie_break.


@clause("mics-c3", "mics-c3-2")
@cases("""
    cards       dealer      tie_break    outcome
    3s 3d Ac    Ks Kd 2c    standard     lose
    3s 3d Ac    Ks Kd 2c    literal_c3   1 to 1   # the ace, which the other hand lacks
    3s 2d Ac    4s 3h 2c    standard     lose
    3s 2d Ac    4s 3h 2c    literal_c3   1 to 1
    Ks Kd 3c    3s 3d Kc    standard     1 to 1
    Ks Kd 3c    3s 3d Kc    literal_c3   push     # neither lacks a card of the other
    3s 3d Kc    Ks Kd 3c    literal_c3   push
    Qs 9d 4c    Qd 9s 3c    literal_c3   1 to 1
    2s 2d 3c    As Kd Jc    literal_c3   1 to 1   # it does not reach across categories
""")
def test_the_letter_of_c3_decides_differently_inside_a_category(
    cards: str, dealer: str, tie_break: str, outcome: str
) -> None:
    expected = (outcome, outcome)
    assert against("mics", dealer, cards, {"tie_break": tie_break}) == expected


# Options: CHK-3 and CLS-3, ace_low_straight.


@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    cards       dealer      with_it   without
    3s 2d Ac    Ah Kh Jh    1 to 1    lose      # a straight, or an ace high
    3s 2d Ac    Ks Qd Tc    1 to 1    1 to 1
    3s 2s As    Ad Ah Ac    1 to 1    lose      # a straight flush, or a flush
    3s 2s As    Ah Kh Jh    1 to 1    lose      # and then not the highest
    4s 3d 2h    3s 2c Ac    1 to 1    1 to 1
    Ah 4d 2h    3s 2c Ac    lose      1 to 1
""")
def test_three_two_ace_is_a_straight_or_an_ace_high(
    house: str, cards: str, dealer: str, with_it: str, without: str
) -> None:
    assert against(house, dealer, cards, {"ace_low_straight": True}) == (with_it, with_it)
    assert against(house, dealer, cards, {"ace_low_straight": False}) == (without, without)


def test_where_three_two_ace_is_not_a_straight_it_is_not_paid_as_one() -> None:
    wagers = "ante 10, pair_plus 10, progressive 1"
    offsuit = settled("manual", "9h 6h 4c", "3s 2d Ac", wagers, options={"ace_low_straight": False})
    assert [offsuit[wager] for wager in ("ante_bonus", "pair_plus", "progressive")] == [
        "none",
        "lose",
        "lose",
    ]
    suited = settled("manual", "9h 6h 4c", "3s 2s As", wagers, options={"ace_low_straight": False})
    assert [suited[wager] for wager in ("ante_bonus", "pair_plus", "progressive")] == [
        "none",
        "3 to 1",
        "lose",
    ]
