"""When the dealer's hand qualifies: with queen high or better."""

import pytest

from tests.clauses import cases, clause
from tests.rules.builders import ALL_HOUSES, all_hands, seat, settle, settled, table

QUEEN_HIGH_OR_BETTER = clause(
    "mics-k1-i-2",
    "chickasaw-j",
    "chickasaw-k",
    "manual-payout-C",
    "manual-payout-D",
    "manual-outcome",
    "classic-rules-7",
)


@QUEEN_HIGH_OR_BETTER
@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    dealer      qualifies
    Qs 3d 2c    yes          # the lowest that does
    Qs 7d 2c    yes
    Ks 3d 2c    yes
    As 4d 2c    yes
    2s 2d 3c    yes          # a pair, whatever its cards
    5d 3d 2d    yes          # a flush, whatever its cards
    4s 3d 2c    yes
    As 3d 2c    yes
    2s 2d 2c    yes
    4s 3s 2s    yes
    Js Td 8c    no           # the highest that does not
    Js 3d 2c    no
    Ts 9d 7c    no
    5s 3d 2c    no           # the lowest hand of all
""")
def test_the_dealer_qualifies_with_queen_high_or_better(
    house: str, dealer: str, qualifies: str
) -> None:
    round = settle(table(house, seat(1, "9h 6h 4c"), dealer=dealer))
    assert round.dealer.qualifies is (qualifies == "yes")


@QUEEN_HIGH_OR_BETTER
@pytest.mark.exhaustive
def test_15380_of_22100_hands_qualify() -> None:
    qualified = 0
    for hand in all_hands():
        cards = next(
            each
            for each in ("9h 6h 4c", "9d 6d 4h", "9s 6s 4d", "9c 6c 4s")
            if not set(each.split()) & set(hand)
        )
        round = settle(table("mics", seat(1, cards), dealer=" ".join(hand)))
        qualified += round.dealer.qualifies
    assert qualified == 15_380


# Options: CHK-3 and CLS-3, ace_low_straight.


@cases("""
    dealer      category
    As 3d 2c    high_card
    As 3s 2s    flush
""")
def test_three_two_ace_qualifies_by_its_ace_where_it_is_not_a_straight(
    dealer: str, category: str
) -> None:
    options = {"ace_low_straight": False}
    round = settle(table("classic", seat(1, "9h 6h 4c"), dealer=dealer, options=options))
    assert (round.dealer.category, round.dealer.qualifies) == (category, True)


@QUEEN_HIGH_OR_BETTER
def test_qualifying_decides_whether_the_hands_are_compared_at_all() -> None:
    worse, better = "5s 3d 2h", "As Kd Jc"
    assert settled("manual", "Js Td 8c", worse)["ante"] == "1 to 1"
    assert settled("manual", "Qs 3c 2d", worse)["ante"] == "lose"
    assert settled("manual", "Js Td 8c", better)["play"] == "push"
    assert settled("manual", "Qs 3c 2c", better)["play"] == "1 to 1"
