"""Wrong entries are corrected: chips end up as if entered right, and the log has both."""

import random

import pytest

from queenhigh.cards.card import FULL_DECK, card_text
from queenhigh.house.model import House
from queenhigh.table import events as e
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Phase
from tests.table.driver import BUILT_IN, Driven, house, house_with, kinds
from tests.table.felt import Felt

DEALER, FLOOR = "dealer:dee", "floor:flo"
HANDS = "1: As Ks Qs, 3: 9d 9c 2h, 5: 2c 7d 4s, dealer: Qh 7c 2d"


def felt(of: House | str = "classic", wanted: str = HANDS, *seats: int) -> Felt:
    table = Felt(of, wanted)
    table.open()
    for seat in seats or (1, 3, 5):
        table.bet(seat, ante=10)
    return table


def corrected(table: Driven, type: str, **fields: object) -> list[e.AnyEvent]:
    """Correct as the dealer, with the floor's signature where it is needed."""
    events = table.give(type, **{"by": DEALER, "reason": "slip", **fields})
    if kinds(events) == ["approval_requested"]:
        return table.give("approve", request=table.table.last_request, by=FLOOR)
    return events


# By whom


def test_before_money_has_moved_the_dealer_corrects_alone() -> None:
    table = felt().dealt().play(1, 3, 5)
    events = table.give("correct_decision", seat=5, decision="fold", reason="slip", by=DEALER)
    assert kinds(events) == ["decision_corrected", "correction_made"]
    assert table.last(e.CorrectionMade).differences == {"ed": 1000}
    assert "5:play" not in table.on_layout


def test_nobody_alone_corrects_a_bet_once_players_look_at_their_cards() -> None:
    table = felt().dealt()
    wish = {"seat": 1, "wager": "ante", "amount": 500, "reason": "slip"}
    assert kinds(table.give("correct_wager", **wish, by=DEALER)) == ["approval_requested"]


def test_correcting_an_ante_away_leaves_its_seat_nothing_to_decide() -> None:
    table = Felt("classic", "5: 2c 7d 4s, dealer: Qh 8c 2d")
    table.open()
    table.bet(5, ante=10, pair_plus=5).dealt()
    table.give("correct_wager", seat=5, wager="ante", amount=0, reason="slip", by=DEALER)
    events = table.give("approve", request=table.table.last_request, by=FLOOR)
    assert kinds(events)[-1] == "decisions_done"
    assert table.due == "reveal_dealer"


def test_at_a_guarded_table_nobody_alone_corrects_the_dealers_hand_once_it_is_up() -> None:
    """A dealer who turns up three aces and sees who stayed in could make the hand worthless."""
    table = Felt("classic", "5: 2c 7d 4s, dealer: Ah Ac Ad")
    table.open(guarded=True)
    table.bet(5, ante=10).dealt().play(5).until("reveal_dealer")
    table.confirm()
    wish = {"seat": 0, "entered": "Ah", "actual": "9h", "reason": "slip"}
    assert kinds(table.give("correct_card", **wish, by=DEALER)) == ["approval_requested"]


def test_nobody_alone_corrects_a_decision_once_the_dealers_hand_is_known() -> None:
    table = felt().dealt().play(1, 3).fold(5).until("reveal_hand")
    wish = {"seat": 5, "decision": "play", "reason": "slip"}
    assert kinds(table.give("correct_decision", **wish, by=DEALER)) == ["approval_requested"]


def test_nobody_alone_corrects_a_bet_once_a_card_was_seen() -> None:
    table = felt()
    table.lock()
    while not table.table.round.cards_are_out:
        table.confirm()
    table.give("report_exposed_card", seat=1, cards=["As"], by=DEALER)
    wish = {"seat": 1, "wager": "ante", "amount": 500, "reason": "slip"}
    assert kinds(table.give("correct_wager", **wish, by=DEALER)) == ["approval_requested"]


@pytest.mark.parametrize(("seat", "entered", "actual"), [(5, "2c", "7c"), (0, "Qh", "Jh")])
def test_at_a_guarded_table_nobody_alone_corrects_a_card_of_hands_that_are_compared(
    seat: int, entered: str, actual: str
) -> None:
    table = Felt("classic", "5: 2c 7d 4s, dealer: Qh 8c 2d")
    table.open(guarded=True)
    table.bet(5, ante=10).dealt().play(5).until("reveal_hand")
    wish = {"seat": seat, "entered": entered, "actual": actual, "reason": "slip"}
    table.confirm()
    assert not table.table.round.undo
    for by in (DEALER, FLOOR):
        asked = table.branched().give("correct_card", **wish, by=by)
        assert kinds(asked) == ["approval_requested"]


def test_a_play_that_the_floor_would_sign_is_not_entered_as_a_correction() -> None:
    table = felt(house_with("classic", controls={"staff_bet_cents": 500}), HANDS, 1, 3)
    table.dealt().fold(1)
    assert not table.table.round.undo
    wish = {"seat": 1, "decision": "play", "reason": "slip"}
    assert kinds(table.give("correct_decision", **wish, by=DEALER)) == ["approval_requested"]


def test_at_a_guarded_table_no_dealer_alone_turns_a_fold_into_a_play() -> None:
    """Fix: a play stakes the patron's chips on a hand that was given up."""
    table = Felt("classic", HANDS)
    table.open(guarded=True)
    table.bet(1, ante=10).bet(3, ante=10).dealt().fold(1)
    assert not table.table.round.undo
    wish = {"seat": 1, "decision": "play", "reason": "slip"}
    assert kinds(table.give("correct_decision", **wish, by=DEALER)) == ["approval_requested"]
    table.give("approve", request=table.table.last_request, by=FLOOR)
    assert table.table.seats[1].decision == "play"


@pytest.mark.parametrize("by", [DEALER, FLOOR])
@pytest.mark.parametrize("who", ["the patron", "the dealer"])
@pytest.mark.parametrize("then", ["deciding", "decided"])
def test_at_a_guarded_table_nobody_alone_turns_a_play_into_a_fold(
    by: str, who: str, then: str
) -> None:
    """Regression: the dealer alone turned a patron's play into a fold and took the bets; and folded
    a confederate's losing hand after it was turned up, to save the play.
    """
    table = Felt("classic", HANDS)
    table.open(guarded=True)
    table.bet(1, ante=10).bet(3, ante=10).dealt()
    player = table.table.seats[1].player
    table.give("play", seat=1, by=f"player:{player}" if who == "the patron" else DEALER)
    if then == "decided":
        table.play(3)
    wish = {"seat": 1, "decision": "fold", "reason": "slip"}
    assert kinds(table.give("correct_decision", **wish, by=by)) == ["approval_requested"]
    assert (table.table.seats[1].decision, table.table.seats[1].play) == ("play", 1000)
    table.give("approve", request=table.table.last_request, by="floor:fay")
    assert table.table.seats[1].folded


MISREAD = {"seat": 3, "entered": "2h", "actual": "2s", "reason": "slip"}


def half_settled(guarded: bool) -> Felt:
    """A round in which money has already moved."""
    table = Felt("classic", HANDS)
    table.open(guarded=guarded)
    for seat in (1, 3):
        table.bet(seat, ante=10)
    table.dealt().play(1, 3).until("settle").confirm()
    return table


@pytest.mark.parametrize("guarded", [False, True])
def test_after_money_has_moved_somebody_else_signs(guarded: bool) -> None:
    table = half_settled(guarded)
    asked = table.give("correct_card", **MISREAD, by=DEALER)
    assert kinds(asked) == ["approval_requested"]
    assert table.unsigned(DEALER) == "approval/same_person"
    signed = table.give("approve", request=table.table.last_request, by=FLOOR)
    assert kinds(signed)[1] == "card_corrected"


@pytest.mark.parametrize(
    ("guarded", "signs"), [(False, True), (True, False)], ids=["practice", "money"]
)
def test_somebody_practising_alone_signs_in_the_other_role(guarded: bool, signs: bool) -> None:
    table = half_settled(guarded)
    table.give("correct_card", **MISREAD, by=DEALER)
    same = {"request": table.table.last_request, "by": "floor:dee"}
    if signs:
        assert "card_corrected" in kinds(table.give("approve", **same))
    else:
        assert table.refused("approve", **same).code == "approval/same_person"


def test_the_floor_does_not_correct_alone_either() -> None:
    table = felt().dealt().play(1, 3, 5).until("settle")
    table.confirm()
    asked = table.give("correct_wager", seat=1, wager="ante", amount=500, reason="x", by=FLOOR)
    assert kinds(asked) == ["approval_requested"]


@pytest.mark.parametrize("way", ["step", "group"])
@pytest.mark.parametrize("answer", ["approve", "decline"])
def test_a_round_does_not_end_while_a_correction_waits(way: str, answer: str) -> None:
    """Regression: the correction vanished with the round, and nobody was told."""
    table = felt().dealt().play(1, 3, 5).until("end_round")
    wish = {"seat": 3, "entered": "9c", "actual": "8c", "reason": "slip", "by": DEALER}
    table.give("correct_card", **wish)
    if way == "step":
        refused = table.refused("confirm", step="end_round", by=DEALER)
    else:
        refused = table.refused("confirm_group", group="end", by=DEALER)
    assert refused.code == "correction/waits"
    assert list(table.table.requests) == [1]
    table.give(answer, request=1, by=FLOOR)
    assert bool(table.events(e.CardCorrected)) == (answer == "approve")
    table.finish()
    assert table.events(e.RoundEnded)


def test_a_correction_that_was_asked_for_in_a_void_round_is_not_signed_in_the_next() -> None:
    table = felt("mics").dealt()
    wish = {"seat": 1, "wager": "pair_plus", "amount": 500, "reason": "slip"}
    table.give("correct_wager", **wish, by=DEALER)
    events = table.give("report_wrong_number_of_cards", seat=3, cards=4, by=DEALER)
    assert kinds(events)[1:3] == ["round_voided", "request_declined"]
    assert not table.table.requests


@pytest.mark.parametrize("kind", [None, "digital"])
def test_cards_dealt_by_the_system_cannot_be_corrected(kind: str | None) -> None:
    table = Driven("classic")
    table.open(kind=kind)
    wish = {"seat": 1, "decision": "fold", "reason": "slip", "by": DEALER}
    assert table.sit(1).refused("correct_decision", **wish).code == "table/not_this_kind"


def test_a_correction_needs_a_reason_and_an_open_round() -> None:
    table = felt()
    wish = {"seat": 1, "wager": "ante", "amount": 500, "by": DEALER}
    assert table.refused("correct_wager", **wish, reason="x").code == "correction/too_late"
    table.dealt()
    assert table.refused("correct_wager", **wish, reason=" ").code == "correction/nothing_wrong"


@pytest.mark.parametrize(
    ("type", "wish"),
    [
        ("correct_card", {"seat": 1, "entered": "As", "actual": "Ah"}),  # Not turned up yet.
        ("correct_decision", {"seat": 1, "decision": "play"}),
        ("correct_wager", {"seat": 1, "wager": "ante", "amount": 1000}),
        ("correct_wager", {"seat": 1, "wager": "prime", "amount": 1000}),
        ("correct_wager", {"seat": 1, "wager": "ante", "amount": 0}),
        ("correct_payout", {"seat": 1, "wager": "ante", "paid": 0, "returned": 0}),
    ],
)
def test_a_correct_entry_is_not_corrected(type: str, wish: dict[str, object]) -> None:
    table = felt().dealt().play(1, 3, 5)
    answer = table.refused(type, **wish, reason="slip", by=DEALER)
    assert answer.code == "correction/nothing_wrong"


@pytest.mark.parametrize(
    ("wager", "amount", "code"),
    [
        ("ante", 1_000_000, "wager/above_maximum"),
        ("ante", 333, "wager/below_minimum"),
        ("pair_plus", 550, "wager/wrong_step"),
    ],
)
def test_a_bet_is_not_corrected_to_one_that_the_house_refuses(
    wager: str, amount: int, code: str
) -> None:
    table = felt("mics").dealt()
    wish = {"seat": 1, "wager": wager, "amount": amount, "reason": "slip", "by": DEALER}
    answer = table.refused("correct_wager", **wish)
    assert (answer.code, bool(answer.clauses)) == (code, True)


def test_a_bet_that_stands_outside_the_limits_does_not_hinder_another_correction() -> None:
    table = felt("mics").dealt()
    late = {"seat": 1, "wager": "ante", "actual": 300}
    table.give("report_bet_outside_limits", **late, by=FLOOR)
    corrected(table, "correct_wager", seat=1, wager="pair_plus", amount=500)
    assert (table.on_layout["1:ante"], table.on_layout["1:pair_plus"]) == (3, 5)
    wish = {"seat": 1, "wager": "ante", "amount": 400, "reason": "slip", "by": DEALER}
    assert table.refused("correct_wager", **wish).code == "wager/below_minimum"


@pytest.mark.parametrize("step", ["reveal_dealer", "reveal_hand"])
def test_no_bet_survives_on_a_hand_that_was_racked_unseen(step: str) -> None:
    """Nobody could turn that hand up afterwards: the round could not be settled."""
    table = felt("manual", HANDS, 1, 3).dealt().fold(1).play(3).until(step)
    wish = {"seat": 1, "wager": "pair_plus", "amount": 1000, "reason": "slip", "by": DEALER}
    answer = table.refused("correct_wager", **wish)
    assert (answer.code, "unseen" in answer.message) == ("correction/nothing_wrong", True)
    table.finish()


# What follows


def test_a_bet_settled_again_is_not_paid_before_somebody_has_verified_it() -> None:
    table = Felt("manual", "1: Jc Ks Qs, dealer: Jh 7c 2d")
    table.open(guarded=True)
    table.bet(1, ante=10, pair_plus=100).dealt().play(1).until("rack_hand")
    before = table.stack(1)
    events = corrected(table, "correct_card", seat=1, entered="Jc", actual="As")
    assert "bet_reopened" in kinds(events)
    assert "wager_paid" not in kinds(events)
    assert table.due == "verify_payout"
    table.finish()
    assert table.stack(1) > before
    table.check_replay()


def test_a_payout_that_somebody_would_verify_is_not_corrected_without_them() -> None:
    of = house_with("manual", completion={"verified_by": "shift_manager"})
    table = felt(of, "1: 2c 2s 9d, dealer: Jh 7c 4d", 1)
    table.bet(1, six_card_bonus=5).dealt().play(1).until("rack_hand")
    wish = {"seat": 1, "wager": "ante", "returned": 1000, "reason": "slip", "by": DEALER}

    def signers(paid: int, wager: str = "ante", **fields: int) -> list[str]:
        other = {**wish, "wager": wager, **fields, "paid": paid}
        asked = table.branched().give("correct_payout", **other)
        [request] = [each for each in asked if isinstance(each, e.ApprovalRequested)]
        return [each.role for each in request.signatures]

    assert signers(2000) == ["floor"]
    assert signers(2_000_00) == ["floor", "shift_manager"]
    royal = signers(5_000_00, "six_card_bonus", returned=500)
    assert royal == ["floor", "shift_manager", "surveillance"]
    wish = {**wish, "wager": "six_card_bonus", "returned": 500, "paid": 5_000_00}
    table.give("correct_payout", **wish)
    for by in (FLOOR, "shift_manager:sam"):
        table.give("approve", request=table.table.last_request, by=by)
        assert table.table.requests
    events = table.give("approve", request=table.table.last_request, by="surveillance:vic")
    assert "wager_paid" in kinds(events)
    table.finish()
    table.check_replay()


@pytest.mark.parametrize(
    ("wager", "says"), [("match_play", "the coupon itself"), ("envy", "correct the card")]
)
def test_a_derived_entry_names_the_entry_to_correct(wager: str, says: str) -> None:
    table = felt("manual", HANDS, 1).dealt().play(1).until("rack_hand")
    wish = {"seat": 1, "wager": wager, "paid": 500, "returned": 0, "reason": "x", "by": DEALER}
    assert says in table.refused("correct_payout", **wish).message


@pytest.mark.parametrize(("wager", "says"), [("play", "ante"), ("match_play", "as a coupon")])
def test_a_bet_that_cannot_be_corrected_says_what_to_do(wager: str, says: str) -> None:
    table = felt("manual", HANDS, 1).dealt().play(1)
    wish = {"seat": 1, "wager": wager, "amount": 500, "reason": "x", "by": DEALER}
    assert says in table.refused("correct_wager", **wish).message


def test_a_coupon_is_settled_again_with_the_bet_it_lies_on() -> None:
    table = felt("mics", HANDS, 3)
    table.give("place_coupon", seat=3, on="ante", face=1000)
    table.dealt().play(3).until("rack_hand")
    assert table.stack(3) == 1030
    corrected(table, "correct_card", seat=3, entered="9c", actual="8c")
    assert table.stack(3) == 980
    assert [each.result for each in table.events(e.CouponSettled)] == ["win", "lose"]
    assert table.money["coupons"] == 1000
    table.finish()
    table.check_replay()


def test_before_money_has_moved_a_coupon_is_corrected_by_the_dealer_alone() -> None:
    """Regression: a wrongly entered coupon stayed wrong."""
    table = felt("mics", HANDS, 3).lock()
    events = table.give("correct_coupon", seat=3, on="ante", face=500, reason="slip", by=DEALER)
    assert kinds(events) == ["coupon_corrected", "correction_made"]
    table.dealt_from_here()
    wish = {"seat": 3, "on": "ante", "face": 0, "reason": "slip", "by": DEALER}
    assert kinds(table.give("correct_coupon", **wish)) == ["approval_requested"]
    table.give("decline", request=table.table.last_request, by=FLOOR)
    table.play(3).finish()
    assert table.stack(3) == 1025
    table.check_replay()


@pytest.mark.parametrize("nine", ["9c", "8c"])  # The pair wins, or nine high loses.
@pytest.mark.parametrize("step", ["reveal_dealer", "reveal_hand", "rack_hand"])
@pytest.mark.parametrize(("entered", "face"), [(0, 500), (1000, 500), (1000, 0)])
def test_a_corrected_coupon_leaves_the_chips_as_if_it_had_been_right(
    entered: int, face: int, step: str, nine: str
) -> None:
    def played(laid: int) -> Felt:
        table = felt("mics", HANDS.replace("9c", nine), 3)
        if laid:
            table.give("place_coupon", seat=3, on="ante", face=laid)
        return table.dealt().play(3)

    table, right = played(entered).until(step), played(face).finish()
    corrected(table, "correct_coupon", seat=3, on="ante", face=face)
    table.finish()
    ends = [(each.stack(3), each.money.get("coupons", 0)) for each in (table, right)]
    assert ends[0] == ends[1]
    table.check_replay()


def test_a_coupon_of_a_fold_is_corrected_too() -> None:
    table = felt("mics", HANDS, 3, 5)
    table.give("place_coupon", seat=3, on="ante", face=1000)
    table.dealt().fold(3).play(5).until("reveal_hand")
    corrected(table, "correct_coupon", seat=3, on="ante", face=500)
    assert table.finish().money["coupons"] == 500
    table.check_replay()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"on": "ante", "face": 0}, "correction/nothing_wrong"),
        ({"on": "ante", "face": 1500}, "coupon/exceeds_chips"),
        ({"on": "pair_plus", "face": 500}, "coupon/wrong_spot"),
    ],
)
def test_a_coupon_is_not_corrected_to_one_that_the_house_refuses(
    fields: dict[str, object], code: str
) -> None:
    table = felt("mics", HANDS, 3).dealt()
    answer = table.refused("correct_coupon", seat=3, reason="slip", by=DEALER, **fields)
    assert answer.code == code


def test_a_hand_corrected_into_a_royal_is_notified_and_verified_before_it_is_paid() -> None:
    table = Felt("manual", "1: As Ks Qs, 3: 2c 2h 9d, dealer: Js Tc 2d")
    table.open()
    for seat in (1, 3):
        table.bet(seat, ante=10, six_card_bonus=5)
    table.dealt().play(1, 3).until("settle")
    while table.table.round.revealed != {0, 1, 3}:
        table.confirm()
    table.until("rack_hand")
    assert not table.events(e.NoticeGiven)
    corrected(table, "correct_card", seat=0, entered="Tc", actual="Ts")
    assert table.due == "notify_royal"
    table.confirm()
    [notice] = table.events(e.NoticeGiven)
    assert (notice.seat, "surveillance" in notice.told) == (1, True)
    assert "verify_royal 1" in table.todo
    table.finish()
    assert table.stack(1) > 5000
    table.check_replay()


def test_a_mistyped_card_is_corrected_and_the_difference_is_announced() -> None:
    """Entered as a pair of nines, it is nine high: play and ante lose."""
    table = felt("classic", HANDS, 1, 3).dealt().play(1, 3)
    table.until("reveal_hand").confirm()
    while table.table.due and table.table.due.name != "reveal_hand":
        table.confirm()
    assert table.stack(3) == 1020
    corrected(table, "correct_card", seat=3, entered="9c", actual="8c")
    assert table.stack(3) == 980
    event = table.last(e.CardCorrected)
    assert (event.entered, event.actual, event.cards) == ("9c", "8c", ("9d", "8c", "2h"))
    assert table.last(e.CorrectionMade).differences == {"cy": -4000}
    assert [each.cards for each in table.events(e.HandRevealed)] == [("9d", "9c", "2h")]
    table.finish()
    table.check_replay()


def test_a_card_that_lies_elsewhere_is_not_what_was_meant() -> None:
    table = felt().dealt().play(1, 3, 5).until("reveal_hand")
    wish = {"seat": 0, "entered": "Qh", "actual": "7c", "reason": "slip", "by": DEALER}
    assert table.refused("correct_card", **wish).code == "cards/elsewhere"


def test_a_correction_never_takes_a_stack_below_zero() -> None:
    table = Felt("classic", HANDS)
    table.open()
    table.sit(3, dollars=20).bet(3, ante=10).bet(1, ante=10).dealt().play(1, 3)
    table.until("reveal_hand").confirm()
    while table.due != "reveal_hand":
        table.confirm()
    table.give("give_toke", seat=3, amount=4000)
    asked = table.try_("correct_card", seat=3, entered="9c", actual="8c", reason="x", by=DEALER)
    assert isinstance(asked, Refusal)
    assert asked.code == "chips/not_enough"


def test_a_payout_made_differently_is_recorded_as_made() -> None:
    table = felt("classic", HANDS, 1, 3).dealt().play(1, 3)
    table.until("reveal_hand").confirm()
    while table.due != "reveal_hand":
        table.confirm()
    corrected(table, "correct_payout", seat=3, wager="play", paid=500, returned=1000)
    assert table.stack(3) == 1015
    event = table.last(e.PayoutCorrected)
    assert (event.entered_paid, event.paid) == (1000, 500)
    table.finish()
    table.check_replay()


def test_a_fold_that_was_a_play_brings_the_hand_back() -> None:
    table = felt("classic", HANDS, 1, 3).dealt().play(1).fold(3).until("reveal_dealer").table
    assert table.round.rack
    of = felt("classic", HANDS, 1, 3).dealt().play(1).fold(3)
    of.until("reveal_hand")
    corrected(of, "correct_decision", seat=3, decision="play")
    assert [step for step in of.todo if step.startswith("reveal")] == [
        "reveal_hand 3",
        "reveal_hand 1",
    ]
    of.finish()
    assert of.stack(3) == 1020
    of.check_replay()


# As if it had been right


SLIPS = ["correct_card", "correct_decision", "correct_wager"]


def own_house() -> House:
    """A house with envy, meters, surviving bets and tokes."""
    return house_with(
        "manual",
        ante={"limits": {"minimum_cents": 500}},
        wagers={"pair_plus": {"fold": "stays"}},
    )


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("key", [*BUILT_IN, "own"])
def test_after_a_correction_the_chips_are_as_if_it_had_been_right(key: str, slip: str) -> None:
    of = own_house() if key == "own" else house(key)
    for seed in range(4):
        wrong, right = slipped(Felt(of), seed, slip), slipped(Felt(of), seed, "")
        assert wrong.money == right.money, seed
        wrong.check_replay()


def slipped(table: Felt, seed: int, slip: str) -> Felt:
    """Play a round with a slip that is corrected later, or the same round without it."""
    of = table.house
    chance = random.Random(seed)
    deck = list(map(card_text, FULL_DECK))
    chance.shuffle(deck)
    if chance.random() < 0.4:
        suit = chance.choice("shdc")
        deck.sort(key=lambda card: (card[1] != suit, -"23456789TJQKA".index(card[0])))
    seats = [1, 2, 4]
    table.open()
    table.sit(*seats, dollars=10_000)
    table.lies = {place: " ".join(deck.pop(0) for _ in range(3)) for place in (*seats, 0)}
    spare, culprit = deck.pop(), chance.choice(seats)
    decisions = {seat: "fold" if chance.random() < 0.3 else "play" for seat in seats}
    stakes = {seat: {} for seat in seats}  # type: dict[int, dict[str, int]]
    for seat in seats:
        for wager in of.opening_bets:
            if wager == "ante" or chance.random() < 0.7:
                stakes[seat][wager] = of.limits(wager).first
    truth = dict(table.lies), dict(decisions), stakes[culprit]["ante"]
    place = chance.choice([culprit, culprit, 0])
    if slip == "correct_card":
        table.lies[place] = " ".join([spare, *table.lies[place].split()[1:]])
    if slip == "correct_decision":
        decisions[culprit] = "play" if decisions[culprit] == "fold" else "fold"
    for seat in seats:
        for wager, amount in stakes[seat].items():
            more = of.limits("ante").step_cents if (seat, wager) == (culprit, "ante") else 0
            lies = amount + (more if slip == "correct_wager" else 0)
            table.try_("place_wager", seat=seat, wager=wager, amount=lies)
    table.dealt()
    for seat in seats:
        if table.table.next_to_decide == seat:
            table.give(decisions[seat], seat=seat)
    steps = chance.randint(0, 25)
    for _ in range(steps):
        if table.table.phase is Phase.SETTLING and table.due != "end_round":
            table.confirm()
    if slip:
        _put_right(table, slip, culprit, place, spare, truth)
    while table.table.phase is Phase.SETTLING:
        table.confirm()
    return table


def _put_right(
    table: Felt,
    slip: str,
    culprit: int,
    place: int,
    spare: str,
    truth: tuple[dict[int, str], dict[int, str], int],
) -> None:
    hands, decisions, ante = truth
    actual = hands[place].split()[0]
    table.lies = hands
    if slip == "correct_card":
        if place in table.table.round.revealed:
            corrected(table, slip, seat=place, entered=spare, actual=actual)
    elif slip == "correct_decision":
        corrected(table, slip, seat=culprit, decision=decisions[culprit])
    else:
        corrected(table, slip, seat=culprit, wager="ante", amount=ante)


def test_a_hand_whose_fold_was_an_error_is_settled_in_the_open() -> None:
    table = Driven("classic").opened(kind="training").bet(1, ante=5).bet(3, ante=5)
    table.dealt("1: As Ks Qs, 3: 9d 9c 2h, dealer: Qh 7c 2d").play(1).fold(3)
    table.until("settle").confirm()
    events = corrected(table, "correct_decision", seat=3, decision="play")
    shown = kinds(events).index("hand_revealed")
    assert set(table.last(e.HandRevealed).cards) == {"9d", "9c", "2h"}
    assert shown < kinds(events).index("wager_paid")
