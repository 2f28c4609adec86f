"""Pair plus: on the value of the player's own hand."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from tests.clauses import cases, clause
from tests.rules.builders import (
    ALL_HOUSES,
    SeatResult,
    all_hands,
    seat,
    seated_together,
    settle_in_a_stream,
    settled,
    table,
)

PAY_TABLES = clause("mics-k1-ii mics-k1-ii-A chickasaw-pp manual-pp-table classic-pay-pp")
ON_THE_HAND_ALONE = clause(
    "mics-a1-iii chickasaw-j-3 chickasaw-j-4 chickasaw-k-3 manual-intro-5 manual-pp",
    "manual-payout-C4 manual-payout-D4 classic-obj classic-obj-2 classic-play2-1 classic-play3-1",
    "classic-play3-2",
)
NOT_QUALIFIED, QUALIFIED, HIGHEST = "Jh Td 8c", "Qh 7d 2c", "Ad Kd Qd"


@PAY_TABLES
@ON_THE_HAND_ALONE
@pytest.mark.parametrize("dealer", [NOT_QUALIFIED, QUALIFIED, HIGHEST])
@cases("""
    house            nothing  pair     flush    straight  three    straight_flush
    mics             lose     1 to 1   4 to 1   6 to 1    30 to 1  40 to 1
    mics-alternate   lose     1 to 1   4 to 1   6 to 1    33 to 1  35 to 1
    chickasaw        lose     1 to 1   3 to 1   6 to 1    30 to 1  40 to 1
    manual           lose     1 to 1   3 to 1   6 to 1    30 to 1  40 to 1
    classic          lose     1 to 1   3 to 1   5 to 1    30 to 1  40 to 1
""")
def test_a_pair_or_better_is_paid_by_the_table_of_the_house(
    house: str,
    dealer: str,
    nothing: str,
    pair: str,
    flush: str,
    straight: str,
    three: str,
    straight_flush: str,
) -> None:
    hands = ["As Kc Jc", "5s 5c 3c", "Ks 9s 2s", "7s 6d 5c", "6s 6d 6c", "7s 6s 5s"]
    for wagers in ("pair_plus 10", "ante 5, pair_plus 10"):
        paid = [settled(house, dealer, cards, wagers)["pair_plus"] for cards in hands]
        assert paid == [nothing, pair, flush, straight, three, straight_flush]


@clause("mics-f1-ii mics-k1 chickasaw-j-3 manual-bets-2 classic-obj-2")
@pytest.mark.parametrize("house", ["mics", "chickasaw", "manual", "classic"])
def test_pair_plus_alone_plays_without_a_decision(house: str) -> None:
    """CHK-6: whether or not the dealer qualifies."""
    for dealer in (NOT_QUALIFIED, QUALIFIED):
        won = settled(house, dealer, "5s 5c 3c", "pair_plus 10")
        assert (list(won.lines), won.net) == (["pair_plus"], 1_000)
        lost = settled(house, dealer, "As Kc 9c", "pair_plus 10")
        assert (list(lost.lines), lost.net) == (["pair_plus"], -1_000)


@clause("mics-a1-iii mics-f1-iii chickasaw-k-3 manual-pp classic-play3-1")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_pair_plus_and_ante_are_paid_by_separate_tables(house: str) -> None:
    lost_to_the_dealer = settled(house, "9h 9d 3s", "8s 8d Ac", "ante 10, pair_plus 5")
    assert lost_to_the_dealer["ante"] == lost_to_the_dealer["play"] == "lose"
    assert lost_to_the_dealer["pair_plus"] == "1 to 1"
    assert lost_to_the_dealer.net == -1_500
    won_from_the_dealer = settled(house, QUALIFIED, "As 8d 3c", "ante 10, pair_plus 5")
    assert won_from_the_dealer["ante"] == won_from_the_dealer["play"] == "1 to 1"
    assert won_from_the_dealer["pair_plus"] == "lose"
    assert won_from_the_dealer.net == 1_500


# Option: MICS-10, pair_plus_table.


@cases("""
    pair_plus_table   flush    straight  three    straight_flush
    1/4/6/30/40       4 to 1   6 to 1    30 to 1  40 to 1
    1/4/6/33/35       4 to 1   6 to 1    33 to 1  35 to 1
    1/3/6/30/40       3 to 1   6 to 1    30 to 1  40 to 1
    1/3/5/30/40       3 to 1   5 to 1    30 to 1  40 to 1
    2/3/4/5/6         3 to 1   4 to 1    5 to 1   6 to 1
""")
@pytest.mark.parametrize("house", ["mics", "chickasaw", "manual", "classic"])
def test_another_table_is_one_option_away(
    house: str, pair_plus_table: str, flush: str, straight: str, three: str, straight_flush: str
) -> None:
    hands = ["Ks 9s 2s", "7s 6d 5c", "6s 6d 6c", "7s 6s 5s"]
    options = {"pair_plus_table": pair_plus_table}
    paid = [settled(house, QUALIFIED, cards, "pair_plus 10", options=options) for cards in hands]
    assert [each["pair_plus"] for each in paid] == [flush, straight, three, straight_flush]


# All 22,100 hands, against a dealer who qualifies and one who does not.

HANDS_OF = {
    "straight_flush": 48,
    "three_of_a_kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high_card": 16_440,
}


@cache
def tables_of_every_hand(qualifies: bool) -> list[tuple[str, list[tuple[str, ...]]]]:
    """The dealer's cards and up to seven hands per table; together all 22,100."""
    dealers = ["Jh Td 8c", "Jd Tc 8h", "Js Th 8d", "Jc Ts 8s"]
    if qualifies:
        dealers = ["Qh 7d 2c", "Qd 7c 2h", "Qs 7h 2d", "Qc 7s 2s"]
    against: dict[str, list[tuple[str, ...]]] = {dealer: [] for dealer in dealers}
    for hand in all_hands():
        against[next(each for each in dealers if not set(each.split()) & set(hand))].append(hand)
    return [
        (dealer, at_table)
        for dealer, hands in against.items()
        for at_table in seated_together(Random(7).sample(hands, len(hands)))
    ]


def test_the_tables_of_every_hand_have_every_hand_once() -> None:
    for qualifies in (True, False):
        tables = tables_of_every_hand(qualifies)
        assert sorted(hand for _, hands in tables for hand in hands) == sorted(all_hands())


@PAY_TABLES
@ON_THE_HAND_ALONE
@clause("mics-k1-iii mics-k1-iii-A chickasaw-ab manual-antebonus classic-pay-ab")
@pytest.mark.exhaustive
@pytest.mark.parametrize("qualifies", [True, False])
@cases("""
    house            ledger            bonus
    mics             1/4/6/30/40       1/4/5
    mics-alternate   1/4/6/33/35       1/5/6
    chickasaw        1/3/6/30/40       1/4/5
    manual           1/3/6/30/40       1/4/5
    classic          1/3/5/30/40       1/3/4
""")
def test_pair_plus_and_ante_bonus_on_every_hand(
    house: str, ledger: str, bonus: str, qualifies: bool
) -> None:
    paid: Counter[tuple[str, str, str]] = Counter()
    for dealer, hands in tables_of_every_hand(qualifies):
        seats = [
            seat(number, " ".join(hand), "ante 5, pair_plus 10")
            for number, hand in enumerate(hands, 1)
        ]
        round = settle_in_a_stream(table(house, *seats, dealer=dealer))
        assert round.dealer.qualifies is qualifies
        for each in round.seats:
            found = SeatResult(each)
            paid[found.settled.category, found["pair_plus"], found["ante_bonus"]] += 1
    pair, flush, straight, three, straight_flush = (f"{odds} to 1" for odds in ledger.split("/"))
    on_straight, on_three, on_straight_flush = (f"{odds} to 1" for odds in bonus.split("/"))
    assert paid == {
        ("high_card", "lose", "none"): HANDS_OF["high_card"],
        ("pair", pair, "none"): HANDS_OF["pair"],
        ("flush", flush, "none"): HANDS_OF["flush"],
        ("straight", straight, on_straight): HANDS_OF["straight"],
        ("three_of_a_kind", three, on_three): HANDS_OF["three_of_a_kind"],
        ("straight_flush", straight_flush, on_straight_flush): HANDS_OF["straight_flush"],
    }


@clause("manual-pp-table-2")
@cases("""
    cards       paid
    Ks Kd 2s    1 to 1
    Ks 9s 2s    3 to 1
    7s 6s 5d    6 to 1     # a run not all of one suit
    6s 6d 6c    30 to 1
    7s 6s 5s    40 to 1
    Ks Qd 9c    lose
""")
def test_the_manual_says_what_each_of_its_hands_is(cards: str, paid: str) -> None:
    assert settled("manual", QUALIFIED, cards, "pair_plus 10")["pair_plus"] == paid
