"""The order in which bets and seats are settled."""

from itertools import permutations

import pytest

from tests.clauses import cases, clause
from tests.rules.builders import (
    ALL_HOUSES,
    Document,
    move_list,
    moves_of,
    seat,
    settle,
    settled,
    table,
)

RIGHT_TO_LEFT = clause(
    "mics-j2-7 mics-j3-i chickasaw-j chickasaw-k-2 manual-payout-G manual-intro-9 classic-deal-7"
)
BACK_FORWARDS = clause("manual-payout-F classic-deal-7-2")
DEALER = "Qs 7d 2c"
WINS, LOSES, TIES, STRAIGHT = "As 8d 3c", "9s 6d 4c", "Qd 7c 2h", "Ts 9d 8c"


def steps(text: str) -> list[str]:
    return [each.strip() for each in text.replace("\n", ",").split(",") if each.strip()]


# Seats


@RIGHT_TO_LEFT
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_seats_are_settled_from_the_dealers_right(house: str) -> None:
    """Seat 1 is at the dealer's far left."""
    seats = [
        seat(2, WINS),
        seat(7, LOSES, decision="fold"),
        seat(5, STRAIGHT, "ante 5, pair_plus 5"),
    ]
    for order in permutations(seats):
        round = settle(table(house, *order, dealer=DEALER))
        assert [each.seat for each in round.seats] == [7, 5, 2]


@clause("classic-rules-6 mics-j2-5 manual-intro-9")
def test_the_round_shows_every_hand_as_it_was_dealt() -> None:
    round = settle(table("classic", seat(2, "8d 10s 9c"), dealer="2c Qs 7d"))
    assert round.dealer.cards == ["2c", "Qs", "7d"]
    assert round.seats[0].cards == ["8d", "Ts", "9c"]
    assert round.seats[0].decision == "play"


# Bets of one hand


@BACK_FORWARDS
@pytest.mark.parametrize("house", ["mics", "mics-alternate", "chickasaw", "classic"])
def test_bets_are_settled_from_the_back_forwards(house: str) -> None:
    """CHK-10: also by convention where the book is silent."""
    seat = settled(house, DEALER, STRAIGHT, "pair_plus 10, ante 10", tokes="pair_plus 1, ante 1")
    assert list(seat.lines) == ["play", "ante_bonus", "ante", "pair_plus"]
    assert list(seat.tokes) == ["ante_bonus", "ante", "pair_plus"]


@BACK_FORWARDS
@clause("manual-payout-F-2")
def test_in_the_manual_the_side_bets_come_last() -> None:
    wagers = "progressive 1, six_card_bonus 5, pair_plus 10, ante 10"
    seat = settled("manual", DEALER, STRAIGHT, wagers)
    order = "play ante_bonus ante pair_plus six_card_bonus progressive"
    assert list(seat.lines) == order.split()


# Option: CHK-10, settle_order.


@pytest.mark.parametrize(
    "order",
    [
        "progressive six_card_bonus pair_plus ante ante_bonus play",
        "ante play ante_bonus progressive pair_plus six_card_bonus",
    ],
)
def test_the_order_of_bets_is_an_option(order: str) -> None:
    wagers = "ante 10, pair_plus 10, six_card_bonus 5, progressive 1"
    tokes = "ante 1, play 1, pair_plus 1"
    options = {"settle_order": order.split()}
    seat = settled("manual", DEALER, STRAIGHT, wagers, tokes=tokes, options=options)
    assert list(seat.lines) == order.split()
    assert list(seat.tokes) == [each for each in order.split() if each in seat.tokes]
    assert len(seat.tokes) == 4


# The dealer's moves


@RIGHT_TO_LEFT
@BACK_FORWARDS
@clause("manual-payout-G-3 manual-payout-D1 chickasaw-k-5 manual-payout-J-2 manual-6cb-I")
@pytest.mark.parametrize("house", ["chickasaw", "manual", "classic"])
def test_hand_by_hand_each_is_paid_and_taken_before_the_next(house: str) -> None:
    wagers = "ante 10, pair_plus 10"
    seats = [seat(1, LOSES, wagers), seat(3, STRAIGHT, wagers), seat(6, TIES, wagers)]
    assert move_list(table(house, *seats, dealer=DEALER)) == steps("""
        push 6 play, push 6 ante, take 6 pair_plus
        pay 3 play, pay 3 ante_bonus, pay 3 ante, pay 3 pair_plus
        take 1 play, take 1 ante, take 1 pair_plus
    """)


@RIGHT_TO_LEFT
@clause("mics-j3 mics-j3-i mics-j3-2")
@pytest.mark.parametrize("house", ["mics", "mics-alternate"])
def test_all_losing_wagers_are_taken_before_any_winner_is_paid(house: str) -> None:
    wagers = "ante 10, pair_plus 10"
    seats = [seat(1, LOSES, wagers), seat(3, STRAIGHT, wagers), seat(6, TIES, wagers)]
    assert move_list(table(house, *seats, dealer=DEALER)) == steps("""
        take 6 pair_plus, take 1 play, take 1 ante, take 1 pair_plus
        push 6 play, push 6 ante
        pay 3 play, pay 3 ante_bonus, pay 3 ante, pay 3 pair_plus
    """)


# Option: MICS-13, settlement_passes.


@clause("mics-j3")
@cases("""
    house     passes
    mics      per_hand
    manual    take_then_pay
    classic   take_then_pay
""")
def test_one_pass_or_two_is_an_option(house: str, passes: str) -> None:
    seats = [seat(1, LOSES), seat(3, WINS)]
    document = table(house, *seats, dealer=DEALER, options={"settlement_passes": passes})
    one = "pay 3 play, pay 3 ante, take 1 play, take 1 ante"
    two = "take 1 play, take 1 ante, pay 3 play, pay 3 ante"
    assert move_list(document) == steps(one if passes == "per_hand" else two)


@clause("mics-j2-4 classic-deal-5 manual-deal-C manual-hdeal-F")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_forfeited_wagers_are_collected_before_any_hand_is_settled(house: str) -> None:
    """In the order of the decisions, from the dealer's left."""
    seats = [
        seat(1, LOSES, decision="fold"),
        seat(4, "9h 6h 4h", decision="fold"),
        seat(7, WINS),
    ]
    assert move_list(table(house, *seats, dealer=DEALER)) == steps("""
        take 1 ante, take 4 ante, pay 7 play, pay 7 ante
    """)


@clause("manual-6cb-J manual-hdeal-F-5 manual-6cb-foot")
def test_bets_that_survive_a_fold_wait_for_their_hand_to_be_settled() -> None:
    wagers = "ante 10, pair_plus 10, six_card_bonus 5, progressive 1"
    seats = [seat(2, "7s 7h 3d", wagers, decision="fold"), seat(3, WINS)]
    assert move_list(table("manual", *seats, dealer=DEALER)) == steps("""
        take 2 ante, take 2 progressive
        pay 3 play, pay 3 ante
        pay 2 pair_plus, pay 2 six_card_bonus
    """)


@clause("manual-payout-J-2 manual-payout-G-3 manual-payout-F")
def test_the_6_card_bonus_is_paid_before_the_next_hand() -> None:
    wagers = "ante 10, six_card_bonus 5"
    seats = [seat(2, "Ks 8d 3h", "ante 10"), seat(3, "7s 7h 3d", wagers)]
    assert move_list(table("manual", *seats, dealer=DEALER)) == steps("""
        pay 3 play, pay 3 ante, pay 3 six_card_bonus
        pay 2 play, pay 2 ante
    """)


@clause("manual-payout-H manual-6cb-L")
def test_royals_are_paid_after_every_other_hand() -> None:
    wagers = "ante 10, pair_plus 5, six_card_bonus 5"
    seats = [seat(2, LOSES), seat(5, "As Ks Qs", wagers, tokes="six_card_bonus 1")]
    assert move_list(table("manual", *seats, dealer="Js Ts 2c")) == steps("""
        push 5 play, pay 5 ante_bonus, pay 5 ante, pay 5 pair_plus
        push 2 play, pay 2 ante
        pay 5 six_card_bonus, pay 5 six_card_bonus toke
    """)


@clause("manual-payout-K manual-payout-F")
def test_jackpots_are_paid_after_all_other_bets() -> None:
    wagers = "ante 10, progressive 1"
    seats = [seat(2, LOSES, wagers), seat(5, "As Ks Qs", wagers), seat(6, "Ah Kh Qh", wagers)]
    document = table("manual", *seats, dealer="Js 7d 2c", progressive_meter=500_000)
    hands = [step for step in move_list(document) if "envy" not in step]
    assert hands == steps("""
        push 6 play, pay 6 ante_bonus, pay 6 ante, pay 6 progressive
        push 5 play, pay 5 ante_bonus, pay 5 ante
        push 2 play, pay 2 ante, take 2 progressive
        pay 5 progressive
    """)


# Options: MAN-12 and MAN-19, jackpot_lines and progressive_pass.


@clause("manual-payout-K")
@cases("""
    jackpots                pass_      last
    akq_spades              per_hand   4
    akq_spades akq_suited   per_hand   2 4 6     # jackpots from left to right
    akq_spades              separate   6 2 4     # the awards from right to left, then the jackpot
    akq_suited              separate   4 2 6
""")
def test_awards_are_paid_from_the_right_and_jackpots_from_the_left(
    jackpots: str, pass_: str, last: str
) -> None:
    options: Document = {"jackpot_lines": jackpots.split(), "progressive_pass": pass_}
    suits = {2: "h", 4: "s", 6: "d"}
    seats = [
        seat(number, " ".join(rank + suit for rank in "AKQ"), "ante 10, progressive 1")
        for number, suit in suits.items()
    ]
    document = table("manual", *seats, dealer="Js 7c 2c", options=options)
    hands = [step for step in move_list(document | {"progressive_meter": 1}) if "envy" not in step]
    assert hands[-len(last.split()) :] == [f"pay {number} progressive" for number in last.split()]


@clause("manual-tips-D")
@pytest.mark.parametrize("house", ALL_HOUSES.split())
def test_a_toke_is_paid_after_the_players_own_bet(house: str) -> None:
    tokes = "pair_plus 1, play 1, ante 1"
    seats = [seat(3, STRAIGHT, "ante 10, pair_plus 10", tokes=tokes)]
    assert move_list(table(house, *seats, dealer=DEALER)) == steps("""
        pay 3 play, pay 3 play toke, pay 3 ante_bonus, pay 3 ante_bonus toke
        pay 3 ante, pay 3 ante toke, pay 3 pair_plus, pay 3 pair_plus toke
    """)


@clause("manual-tips-D manual-6cb-E")
def test_a_toke_without_a_players_bet_beside_it_is_paid_after_all_bets() -> None:
    seats = [seat(3, "7s 7h 3d", "ante 10", tokes="six_card_bonus 1")]
    assert move_list(table("manual", *seats, dealer=DEALER)) == steps("""
        pay 3 play, pay 3 ante, pay 3 six_card_bonus toke
    """)


def test_moves_carry_what_is_taken_and_what_is_paid() -> None:
    seats = [seat(3, STRAIGHT, "ante 10, pair_plus 5"), seat(2, LOSES), seat(1, TIES)]
    cents = [
        (each.action, each.wager, each.cents)
        for each in moves_of(table("mics", *seats, dealer=DEALER))
    ]
    assert cents == [
        ("take", "play", 1000),
        ("take", "ante", 1000),
        ("pay", "play", 1000),
        ("pay", "ante_bonus", 1000),
        ("pay", "ante", 1000),
        ("pay", "pair_plus", 3000),
        ("push", "play", 0),
        ("push", "ante", 0),
    ]


# Option: CLS-11, pay_style.


@clause("classic-deal-7-3")
@pytest.mark.parametrize("style", ["lay", "pick"])
def test_the_dealer_lays_and_pays_or_picks_and_pays(style: str) -> None:
    options = {"pay_style": f"{style}_and_pay"}
    document = table("classic", seat(3, WINS), seat(2, LOSES), dealer=DEALER, options=options)
    assert [style in each.manner for each in moves_of(document)] == [True, True, False, False]


@clause("manual-payout-I manual-payout-J manual-payout-J-2 manual-tips-E")
@cases("""
    cards       wagers                      wager            manner
    As 8d 3c    ante 10                     ante             sized into
    Ts 9d 8c    ante 10, pair_plus 10       pair_plus        broken down
    7s 7h 3d    ante 10, six_card_bonus 5   six_card_bonus   separately
    As 8d 3c    ante 300                    ante             work area      # a large payout
""")
def test_how_chips_are_handled_in_the_manual(
    cards: str, wagers: str, wager: str, manner: str
) -> None:
    tokes = f"{wager} 1"
    paid = moves_of(table("manual", seat(3, cards, wagers, tokes=tokes), dealer=DEALER))
    own = [each.manner for each in paid if each.wager == wager and not each.toke]
    assert [manner in each for each in own] == [True]
    toke = [each.manner for each in paid if each.wager == wager and each.toke]
    assert ["tip container" in each for each in toke] == [True]
