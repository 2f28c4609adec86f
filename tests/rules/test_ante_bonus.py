"""Ante bonus: paid for a straight or better, whatever the dealer holds."""

import pytest

from tests.clauses import cases, clause
from tests.rules.builders import ALL_HOUSES, Document, settled

PAY_TABLES = clause(
    "mics-k1-iii mics-k1-iii-A chickasaw-ab manual-antebonus classic-pay-ab classic-play1-5"
)
WHATEVER_THE_DEALER_HOLDS = clause(
    "chickasaw-l manual-antebonus manual-payout-C2 manual-payout-D2 manual-payout-E",
    "manual-payout-F-2 manual-outcome-C manual-outcome-D classic-rules-13 classic-play1-5",
)

NOT_QUALIFIED, QUALIFIED = "Jh Td 8c", "Qh 7d 2c"
HIGHER = "Ad Kd Qd"
STRAIGHT, THREES, STRAIGHT_FLUSH = "7s 6d 5c", "6s 6d 6c", "7s 6s 5s"


@PAY_TABLES
@WHATEVER_THE_DEALER_HOLDS
@pytest.mark.parametrize("dealer", [NOT_QUALIFIED, QUALIFIED, HIGHER])
@cases("""
    house            straight  three_of_a_kind  straight_flush
    mics             1 to 1    4 to 1           5 to 1
    mics-alternate   1 to 1    5 to 1           6 to 1
    chickasaw        1 to 1    4 to 1           5 to 1
    manual           1 to 1    4 to 1           5 to 1
    classic          1 to 1    3 to 1           4 to 1
""")
def test_a_straight_or_better_is_paid_the_bonus_of_the_house(
    house: str, dealer: str, straight: str, three_of_a_kind: str, straight_flush: str
) -> None:
    assert settled(house, dealer, STRAIGHT)["ante_bonus"] == straight
    assert settled(house, dealer, THREES)["ante_bonus"] == three_of_a_kind
    assert settled(house, dealer, STRAIGHT_FLUSH)["ante_bonus"] == straight_flush


@PAY_TABLES
@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    cards
    Ks 9s 2s
    As Ad Kc
    As Kd Jc
    5s 3d 2h
""")
def test_less_than_a_straight_is_paid_no_bonus(house: str, cards: str) -> None:
    for dealer in (NOT_QUALIFIED, QUALIFIED):
        assert settled(house, dealer, cards)["ante_bonus"] == "none"


@clause("mics-k1 mics-k1-iii chickasaw-l manual-payout-C2 manual-payout-F-2 classic-rules-10")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_the_bonus_comes_on_top_of_the_even_money_ante(house: str) -> None:
    seat = settled(house, QUALIFIED, STRAIGHT, "ante 10")
    assert (seat["ante"], seat["play"], seat["ante_bonus"]) == ("1 to 1", "1 to 1", "1 to 1")
    assert seat.net == 3_000
    not_qualified = settled(house, NOT_QUALIFIED, STRAIGHT, "ante 10")
    assert (not_qualified["ante"], not_qualified["ante_bonus"]) == ("1 to 1", "1 to 1")
    assert not_qualified.net == 2_000


@clause("chickasaw-l chickasaw-l-2")
def test_the_example_of_the_rule_book() -> None:
    """The dealer has 5, 5, 5 and the player 6, 7, 8 off suit."""
    seat = settled("chickasaw", "5s 5d 5c", "6s 7d 8c", "ante 10")
    assert (seat["ante"], seat["play"], seat["ante_bonus"]) == ("lose", "lose", "1 to 1")
    assert seat.net == -1_000


@WHATEVER_THE_DEALER_HOLDS
@clause("mics-k1-iii")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_the_bonus_is_paid_on_a_tie_too(house: str) -> None:
    seat = settled(house, "7h 6c 5d", STRAIGHT, "ante 10")
    assert (seat["ante"], seat["play"], seat["ante_bonus"]) == ("push", "push", "1 to 1")
    assert seat.net == 1_000


@clause("mics-k1-iii chickasaw-l manual-antebonus classic-rules-13")
@pytest.mark.parametrize("house", ["mics", "chickasaw", "manual", "classic"])
def test_without_an_ante_there_is_no_bonus(house: str) -> None:
    """CHK-4: a player on pair plus alone has none."""
    assert settled(house, QUALIFIED, STRAIGHT_FLUSH, "pair_plus 10")["ante_bonus"] == "none"


@clause("mics-k1-iii chickasaw-ab manual-antebonus classic-pay-ab")
@cases("""
    house            ante    cards       paid
    mics             5       6s 6d 6c    20
    mics-alternate   5       6s 6d 6c    25
    chickasaw        12      7s 6s 5s    60
    manual           300     7s 6s 5s    1500
    classic          3       6s 6d 6c    9
    classic          3       7s 6s 5s    12
""")
def test_the_base_of_the_bonus_is_the_ante(house: str, ante: str, cards: str, paid: str) -> None:
    bonus = settled(house, QUALIFIED, cards, f"ante {ante}").lines["ante_bonus"]
    assert (bonus.stake, bonus.paid, bonus.returned) == (0, int(paid) * 100, 0)


# Option: MICS-3, ante_bonus_on_loss.


@pytest.mark.parametrize("house", ALL_HOUSES.split())
@cases("""
    dealer      on_loss   bonus
    Ad Kd Qd    true      1 to 1
    Ad Kd Qd    false     none
    7h 6c 5d    false     1 to 1    # a tie is not a loss
    Qh 7d 2c    false     1 to 1
    Jh Td 8c    false     1 to 1
""")
def test_whether_the_bonus_is_paid_on_a_losing_hand(
    house: str, dealer: str, on_loss: str, bonus: str
) -> None:
    options = {"ante_bonus_on_loss": on_loss == "true"}
    assert settled(house, dealer, STRAIGHT, options=options)["ante_bonus"] == bonus


def test_a_tie_that_the_house_takes_is_a_loss() -> None:
    lost: Document = {"tie": "dealer", "ante_bonus_on_loss": False}
    assert settled("mics", "7h 6c 5d", STRAIGHT, options=lost)["ante_bonus"] == "none"
    paid: Document = {"tie": "dealer", "ante_bonus_on_loss": True}
    assert settled("mics", "7h 6c 5d", STRAIGHT, options=paid)["ante_bonus"] == "1 to 1"


# Options: MICS-3, CHK-4, MAN-26 and CLS-2, ante_bonus_requires.


@clause("mics-k1-iii")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_a_folded_hand_is_paid_no_bonus(house: str) -> None:
    assert settled(house, QUALIFIED, STRAIGHT, decision="fold")["ante_bonus"] == "none"


@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_where_the_ante_is_enough_a_folded_hand_is_paid_the_bonus(house: str) -> None:
    options = {"ante_bonus_requires": "ante"}
    seat = settled(house, QUALIFIED, STRAIGHT, "ante 10", decision="fold", options=options)
    assert (seat["ante"], seat["play"], seat["ante_bonus"]) == ("forfeit", "none", "1 to 1")
    assert seat.net == 0
    nothing = settled(house, QUALIFIED, "5s 5c 3c", decision="fold", options=options)
    assert nothing["ante_bonus"] == "none"


def test_a_folded_ante_is_a_lost_one() -> None:
    options = {"ante_bonus_requires": "ante", "ante_bonus_on_loss": False}
    seat = settled("manual", QUALIFIED, STRAIGHT, decision="fold", options=options)
    assert seat["ante_bonus"] == "none"


# Option: MICS-12, ante_bonus_base.


@cases("""
    decision  base             requires  paid
    play      ante             play      40
    play      ante_plus_play   play      80
    fold      ante             ante      40
    fold      ante_plus_play   ante      40     # on a fold there is no play wager
""")
def test_the_bonus_is_calculated_on_the_ante_or_on_ante_and_play(
    decision: str, base: str, requires: str, paid: str
) -> None:
    options = {"ante_bonus_base": base, "ante_bonus_requires": requires}
    seat = settled("mics", QUALIFIED, THREES, "ante 10", decision=decision, options=options)
    assert seat["ante_bonus"] == "4 to 1"
    assert seat.lines["ante_bonus"].paid == int(paid) * 100


# Option: CLS-4, ante_table.


@clause("classic-pay-ab classic-rules-10")
@cases("""
    dealer      cards       ante_table  ante     ante_bonus
    Qh 7d 2c    6s 6d 6c    bonus       1 to 1   3 to 1
    Qh 7d 2c    6s 6d 6c    replaces    3 to 1   none
    Qh 7d 2c    7s 6s 5s    replaces    4 to 1   none
    Qh 7d 2c    7s 6d 5c    replaces    1 to 1   none
    Qh 7d 2c    Ks 9s 2s    replaces    1 to 1   none     # not in the table: even money
    Jh Td 8c    6s 6d 6c    replaces    3 to 1   none
    Jh Td 8c    Ks 9s 2s    replaces    1 to 1   none
    Ad Kd Qd    6s 6d 6c    replaces    lose     none     # an ante that is lost is not paid
    Ad Kd Qd    6s 6d 6c    bonus       lose     3 to 1
    7h 6c 5d    7s 6d 5c    replaces    push     none
""")
def test_the_table_headed_ante_is_a_bonus_or_the_odds_of_the_ante(
    dealer: str, cards: str, ante_table: str, ante: str, ante_bonus: str
) -> None:
    seat = settled("classic", dealer, cards, options={"ante_table": ante_table})
    assert (seat["ante"], seat["ante_bonus"]) == (ante, ante_bonus)


def test_the_play_wager_is_paid_even_money_under_either_reading() -> None:
    for ante_table in ("bonus", "replaces"):
        seat = settled("classic", QUALIFIED, THREES, options={"ante_table": ante_table})
        assert seat["play"] == "1 to 1"


# Option: MICS-10, ante_bonus_table.


@cases("""
    ante_bonus_table  three_of_a_kind  straight_flush
    1/4/5             4 to 1           5 to 1
    1/3/4             3 to 1           4 to 1
    1/5/6             5 to 1           6 to 1
    2/9/30            9 to 1           30 to 1
""")
def test_another_bonus_table_is_one_option_away(
    ante_bonus_table: str, three_of_a_kind: str, straight_flush: str
) -> None:
    options = {"ante_bonus_table": ante_bonus_table}
    assert settled("manual", QUALIFIED, THREES, options=options)["ante_bonus"] == three_of_a_kind
    seat = settled("manual", QUALIFIED, STRAIGHT_FLUSH, options=options)
    assert seat["ante_bonus"] == straight_flush


@clause("manual-antebonus-2")
@cases("""
    cards       bonus
    7s 6d 5c    1 to 1
    7s 6s 5d    1 to 1     # two of one suit are no straight flush
    6s 6d 6c    4 to 1
    7s 6s 5s    5 to 1     # and not the straight's line as well
    Ks 9s 2s    none       # a flush earns nothing here
    Ks Kd 2s    none
""")
def test_one_hand_earns_one_line_of_the_bonus(cards: str, bonus: str) -> None:
    seat = settled("manual", QUALIFIED, cards)
    assert seat["ante_bonus"] == bonus
    lines = [line for line in seat.settled.lines if line.wager == "ante_bonus"]
    assert len(lines) == (bonus != "none")
