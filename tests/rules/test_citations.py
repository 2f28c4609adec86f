"""Every line of a settlement names the clauses of its own book behind it."""

import pytest

from tests.clauses import cases
from tests.rules.builders import ALL_HOUSES, settled

QUALIFIED, NOT_QUALIFIED, HIGHER = "Qs 7d 2c", "Js 7d 2c", "8s 8d 8h"
WINS, LOSES, TIES, STRAIGHT = "As 8c 3c", "9s 6h 4c", "Qd 7c 2h", "7s 6d 5c"


@pytest.mark.parametrize("house", ALL_HOUSES.split())
@pytest.mark.parametrize("dealer", [QUALIFIED, NOT_QUALIFIED, HIGHER])
@pytest.mark.parametrize("cards", [WINS, LOSES, TIES, STRAIGHT])
@pytest.mark.parametrize("decision", ["play", "fold"])
def test_no_chip_moves_without_a_clause(house: str, dealer: str, cards: str, decision: str) -> None:
    wagers = "ante 10, pair_plus 5"
    if house == "manual":
        wagers += ", six_card_bonus 5, progressive 1"
    tokes = "ante 1, play 1, pair_plus 1"
    seat = settled(house, dealer, cards, wagers, decision=decision, tokes=tokes)
    book = house.partition("-")[0]
    for line in [*seat.lines.values(), *seat.tokes.values()]:
        assert line.clauses
        assert {each.partition("-")[0] for each in line.clauses} == {book}
        assert len(set(line.clauses)) == len(line.clauses)


@cases("""
    house            dealer      cards       decision  line             cited
    mics             Qs 7d 2c    As 8c 3c    play      ante             mics-k1-i
    mics             Js 7d 2c    As 8c 3c    play      play             mics-k1-i-2
    mics             Qs 7d 2c    7s 6d 5c    play      ante_bonus       mics-k1-iii
    mics             Qs 7d 2c    7s 6d 5c    play      pair_plus        mics-k1-ii
    mics             Qs 7d 2c    As 8c 3c    fold      pair_plus        mics-j2-3
    mics             Qs 7d 2c    As 8c 3c    fold      ante             mics-j2
    mics-alternate   Qs 7d 2c    7s 6d 5c    play      ante_bonus       mics-k1-iii-A
    mics-alternate   Qs 7d 2c    7s 6d 5c    play      pair_plus        mics-k1-ii-A
    chickasaw        Js 7d 2c    As 8c 3c    play      ante             chickasaw-j
    chickasaw        Js 7d 2c    As 8c 3c    play      play             chickasaw-j-2
    chickasaw        Qs 7d 2c    As 8c 3c    play      ante             chickasaw-k-4
    chickasaw        8s 8d 8h    7s 6d 5c    play      ante_bonus       chickasaw-l-2
    chickasaw        Qs 7d 2c    9s 6h 4c    play      ante             chickasaw-k-5
    chickasaw        Qs 7d 2c    As 8c 3c    fold      pair_plus        chickasaw-h
    chickasaw        Qs 7d 2c    7s 6d 5c    play      pair_plus        chickasaw-k-3
    chickasaw        Js 7d 2c    7s 6d 5c    play      pair_plus        chickasaw-j-4
    manual           Qs 7d 2c    7s 6d 5c    play      pair_plus        manual-payout-D4
    manual           Js 7d 2c    7s 6d 5c    play      pair_plus        manual-payout-C4
    manual           Qs 7d 2c    7s 7c 5c    play      six_card_bonus   manual-payout-D5
    manual           Js 7d 2c    7s 7c 5c    play      six_card_bonus   manual-payout-C5
    manual           Qs 7d 2c    7s 6d 5c    play      progressive      manual-payout-D6
    manual           Js 7d 2c    7s 6d 5c    play      progressive      manual-payout-C6
    manual           Js 7d 2c    7s 6d 5c    play      ante_bonus       manual-payout-C2
    manual           Qs 7d 2c    7s 6d 5c    play      ante_bonus       manual-payout-D2
    manual           Js 7d 2c    As 8c 3c    play      ante             manual-outcome-A
    manual           Qs 7d 2c    As 8c 3c    play      play             manual-outcome-B
    manual           Qs 7d 2c    9s 6h 4c    play      play             manual-outcome-C
    manual           Qs 7d 2c    Qd 7c 2h    play      ante             manual-outcome-D
    manual           8s 8d 8h    7s 6d 5c    play      ante_bonus       manual-payout-F-2
    manual           Qs 7d 2c    As 8c 3c    fold      pair_plus        manual-6cb-foot
    manual           Qs 7d 2c    As 8c 3c    fold      progressive      manual-prog-C
    manual           Qs 7d 2c    As 8c 3c    fold      six_card_bonus   manual-6cb-J
    manual           Qs 7d 2c    7s 6d 5c    play      progressive      manual-prog-G
    manual           8s 8d 8h    7s 6d 5c    play      six_card_bonus   manual-6cb-M
    manual           Qs 7d 2c    As 8c 3c    play      six_card_bonus   manual-6cb-I
    classic          Js 7d 2c    As 8c 3c    play      ante             classic-rules-8
    classic          Qs 7d 2c    As 8c 3c    play      play             classic-pay-play
    classic          Qs 7d 2c    9s 6h 4c    play      ante             classic-rules-11
    classic          Qs 7d 2c    Qd 7c 2h    play      ante             classic-rules-12
    classic          Qs 7d 2c    7s 6d 5c    play      ante_bonus       classic-pay-ab
    classic          Qs 7d 2c    As 8c 3c    fold      pair_plus        classic-deal-4-2
""")
def test_a_line_names_the_clause_that_decided_it(
    house: str, dealer: str, cards: str, decision: str, line: str, cited: str
) -> None:
    wagers = "ante 10, pair_plus 5"
    if house == "manual":
        wagers += ", six_card_bonus 5, progressive 1"
    seat = settled(house, dealer, cards, wagers, decision=decision)
    assert cited in seat.lines[line].clauses


@cases("""
    house     dealer      cards       line   not_cited
    mics      Js 7d 2c    As 8c 3c    play   mics-k1-i
    manual    Js 7d 2c    As 8c 3c    ante   manual-outcome-B
    classic   Js 7d 2c    6s 6d 6c    ante   classic-rules-10
    classic   Qs 7d 2c    As 8c 3c    ante   classic-rules-8
""")
@pytest.mark.parametrize("ante_table", ["bonus", "replaces"])
def test_a_line_names_no_clause_of_another_outcome(
    house: str, dealer: str, cards: str, line: str, not_cited: str, ante_table: str
) -> None:
    seat = settled(house, dealer, cards, options={"ante_table": ante_table})
    assert not_cited not in seat.lines[line].clauses
