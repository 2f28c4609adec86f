"""Attacks by one person at a table for money, and the fix for each."""

import json
from datetime import timedelta
from typing import Any

import pytest

from queenhigh.table import events as e
from queenhigh.table.commands import (
    RelieveDealer,
)
from queenhigh.table.legal_moves import legal
from tests.clauses import cases, clause
from tests.table.driver import Driven, house_with, kinds
from tests.table.felt import Felt
from tests.table.guarded import ROYAL, guarded, signed

# Relief


def test_a_dealer_on_duty_nowhere_cannot_take_over_a_running_table_alone() -> None:
    """Fix: the floor and both dealers sign a relief."""
    table = guarded().until()
    offered = legal(table.table, "dealer:mel", table.at)
    assert [each.dealer for each in offered if isinstance(each, RelieveDealer)] == ["mel"]
    asked = table.give("relieve_dealer", dealer="mel", by="dealer:mel")
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    assert table.table.dealer == "dee"
    assert table.unsigned("dealer:mel") == "approval/same_person"
    assert table.refused("announce_no_more_bets", by="dealer:mel").code == "relief/not_on_duty"
    signed(table, "floor:flo")
    assert table.table.dealer == "dee"
    signed(table, "dealer:dee")
    assert table.table.dealer == "mel"
    table.check_replay()


def test_only_the_people_involved_may_ask_for_a_relief() -> None:
    found = guarded().until().refused("relieve_dealer", dealer="dan", by="dealer:mel")
    assert found.code == "relief/not_on_duty"


@cases("""
    asks             sign
    floor:flo        dealer:dee dealer:dan
    dealer:dee       floor:flo dealer:dan
    dealer:dan       dealer:dee pit_manager:pia
    floor:flo        dealer:dan shift_manager:shi   # The outgoing dealer has gone home.
    shift_manager:s  management:mia dealer:dan
""")
def test_a_relief_is_asked_for_by_any_of_the_three_and_signed_by_the_others(
    asks: str, sign: str
) -> None:
    table = guarded().until()
    table.give("relieve_dealer", dealer="dan", by=asks)
    first, last = sign.split()
    signed(table, first)
    assert (table.table.dealer, len(table.table.requests)) == ("dee", 1)
    signed(table, last)
    assert (table.table.dealer, table.table.requests) == ("dan", {})


@cases("""
    by               refused
    floor:flo        approval/same_person
    floor:dee        approval/same_person   # One person in two coats.
    dealer:mel       approval/not_yours
    shift_manager:s  approval/not_yours     # Signs for who leaves, not for who comes.
""")
def test_a_relief_is_not_signed_twice_by_one_person_nor_by_a_stranger(
    by: str, refused: str
) -> None:
    table = guarded().until()
    table.give("relieve_dealer", dealer="dan", by="floor:flo")
    signed(table, "dealer:dee")
    assert table.unsigned(by) == refused


@clause("manual-relief-4-2")
def test_an_incoming_dealer_does_not_confirm_the_outgoing_ones_step() -> None:
    """Fix: the dealer who leaves spreads the cards."""
    table = Driven("manual").opened().until()
    table.give("relieve_dealer", dealer="dan")
    table.until("spread")
    assert table.refused("confirm", step="spread", by="dealer:dan").code == "relief/not_on_duty"
    assert table.refused("confirm", step="spread", by="dealer:mel").code == "relief/not_on_duty"
    table.give("confirm", step="spread", by="dealer:dee")
    assert table.table.leaving == ""
    table.check_replay()


@clause("manual-relief-2")
def test_a_third_dealer_takes_no_step_of_a_relief() -> None:
    table = Driven("manual").opened().until()
    table.give("relieve_dealer", dealer="dan")
    for step in ("enter_from_left", "tap"):
        assert table.refused("confirm", step=step, by="dealer:mel").code == "relief/not_on_duty"
        table.give("confirm", step=step, by="dealer:dan")


# A patron's chips


def test_a_dealer_alone_seats_nobody() -> None:
    """Fix: the floor checks that the patron is there, and signs."""
    table = guarded()
    table.give("sit", seat=4, player="pat", by="dealer:dee")
    assert 4 not in table.table.seats
    signed(table, "floor:flo")
    assert table.table.seats[4].player == "pat"
    (taken,) = [event for event in table.events(e.SeatTaken) if event.seat == 4]
    assert (taken.by, table.last(e.RequestSigned).by) == ("dealer:dee", "floor:flo")


def test_at_real_cards_a_dealer_alone_seats_only_walk_ins() -> None:
    """Regression: an absent patron was seated with the chips in their account."""
    table = Felt("mics")
    table.open(guarded=True)
    table.give("sit", seat=1, player="walk-in-1", by="dealer:dee")
    table.give("sit", seat=2, player="ann", by="dealer:dee")
    assert list(table.table.seats) == [1]
    signed(table, "floor:flo")
    assert table.table.seats[2].player == "ann"


def test_a_dealer_buys_in_for_a_patron_up_to_the_limit_of_the_house_in_all() -> None:
    """Fix: `controls.staff_buy_in_cents`, a total, so that small steps do not evade it."""
    table = guarded()
    limit = table.house.controls.staff_buy_in_cents
    for _ in range(2):
        table.give("buy_in", seat=1, cents=limit // 2, by="dealer:dee")
    before = table.stack(1)
    table.give("buy_in", seat=1, cents=100, by="dealer:dee")
    assert table.stack(1) == before
    table.bet(1, ante=5).dealt().fold(1).finish()
    assert table.table.bought_alone_by("dee", table.at) == limit
    signed(table, "floor:flo")
    assert table.stack(1) == before - 5 + 1
    table.give("buy_in", seat=1, cents=500_000)  # The patron's own request needs nobody else.
    table.check_replay()


def test_a_patron_who_leaves_and_comes_back_gives_the_dealer_no_new_limit() -> None:
    """Fix: a dealer's unsigned buy-ins are counted by day, not by seat."""
    table = guarded()
    limit = table.house.controls.staff_buy_in_cents
    table.give("buy_in", seat=1, cents=limit, by="dealer:dee")
    name = table.table.seats[1].player
    table.give("leave", seat=1)
    table.give("sit", seat=1, by=f"player:{name}")
    asked = table.give("buy_in", seat=1, cents=100, by="dealer:dee")
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    table.check_replay()


def test_purchases_signed_by_the_floor_do_not_count_towards_the_dealers_limit() -> None:
    table = guarded()
    limit = table.house.controls.staff_buy_in_cents
    table.give("buy_in", seat=1, cents=limit + 100, by="dealer:dee")
    signed(table, "floor:flo")
    assert table.last(e.ChipsBought).signed == ("dealer:dee", "floor:flo")
    assert table.table.bought_alone_by("dee", table.at) == 0
    table.give("buy_in", seat=1, cents=limit, by="dealer:dee")
    assert table.table.bought_alone_by("dee", table.at) == limit


def test_a_dealer_who_is_relieved_and_comes_back_has_no_new_limit_that_day() -> None:
    """Regression: they were counted from the last relief."""
    table = guarded().until()
    limit = table.house.controls.staff_buy_in_cents
    table.give("buy_in", seat=1, cents=limit, by="dealer:dee")
    for dealer, last in (("dan", "dee"), ("dee", "dan")):
        table.give("relieve_dealer", dealer=dealer, by="floor:flo")
        signed(table, f"dealer:{last}", f"dealer:{dealer}")
        table.until()
    assert table.table.dealer == "dee"
    wish = {"seat": 1, "cents": limit, "by": "dealer:dee"}
    asked = table.give("buy_in", **wish)
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    table.give("decline", request=table.table.last_request, by="floor:flo")
    table.at += timedelta(days=1)
    assert [type(event) for event in table.give("buy_in", **wish)] == [e.ChipsBought]
    table.check_replay()


def test_a_request_from_one_round_cannot_be_signed_in_another() -> None:
    of = house_with("mics", controls={"staff_bet_cents": 1000})
    table = Driven(of).opened(guarded=True)
    table.bet(1, ante=5)
    table.give("place_wager", seat=1, wager="pair_plus", amount=2000, by="dealer:dee")
    table.give("buy_in", seat=1, cents=900_000, by="dealer:dee")
    table.dealt().fold(1).finish()
    ended = table.last(e.RequestDeclined)
    assert (ended.request, ended.by, ended.reason) == (2, "system", "the round is over")
    answer = table.bet(1, ante=5).refused("approve", request=2, by="floor:flo")
    assert answer.code == "approval/no_such_request"
    assert list(table.table.requests) == [3]  # Chips do not belong to a round.
    table.check_replay()


def test_a_request_for_one_patron_cannot_be_signed_for_the_next() -> None:
    table = guarded()
    table.give("buy_in", seat=1, cents=900_000, by="dealer:dee")
    table.give("leave", seat=1)
    assert not table.table.requests


def test_a_dealer_bets_for_a_patron_up_to_the_limit_of_the_house() -> None:
    """Fix: `controls.staff_bet_cents`, which also covers the play that backs an ante."""
    of = house_with("mics", controls={"staff_bet_cents": 1500})
    table = Driven(of).opened(guarded=True)
    wish = {"seat": 1, "wager": "ante", "by": "dealer:dee"}
    table.give("place_wager", **wish, amount=1500)
    table.give("place_wager", **wish, amount=2000)
    assert table.on_layout == {"1:ante": 15}
    signed(table, "floor:flo")
    assert table.on_layout == {"1:ante": 20}
    table.dealt()
    table.give("play", seat=1, by="dealer:dee")
    assert table.on_layout == {"1:ante": 20}
    table.give("decline", request=3, by="floor:flo", reason="he has not said so")
    table.give("play", seat=1)
    assert table.on_layout == {"1:ante": 20, "1:play": 20}


@pytest.mark.parametrize("toke", ["give_toke", "place_toke"])
def test_where_cards_are_real_a_toke_is_entered_by_the_dealer_and_seen_by_the_floor(
    toke: str,
) -> None:
    """Fix: a dealer cannot tip himself alone; a walk-in has no other way to give a toke."""
    table = Felt("mics")
    table.open(guarded=True)
    table.sit(1).ready().bet(1, ante=5)
    fields = {"seat": 1, "amount": 100, **({"wager": "ante"} if toke == "place_toke" else {})}
    before = table.stack(1)
    asked = table.give(toke, **fields, by="dealer:dee")
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    assert table.unsigned("dealer:dee") == "approval/same_person"
    assert table.stack(1) == before
    signed(table, "floor:flo")
    assert table.stack(1) == before - 1


@pytest.mark.parametrize("toke", ["give_toke", "place_toke"])
def test_no_staff_member_gives_a_patrons_toke(toke: str) -> None:
    """Fix: only the patron gives a toke, whoever signs."""
    table = guarded().bet(1, ante=10)
    fields = {"seat": 1, "amount": 100, **({"wager": "ante"} if toke == "place_toke" else {})}
    assert table.refused(toke, **fields, by="dealer:dee").code == "toke/patron_only"
    table.give(toke, **fields)


def test_a_dealer_alone_places_no_coupon() -> None:
    table = guarded().bet(1, ante=10)
    table.give("place_coupon", seat=1, on="ante", face=500, by="dealer:dee")
    assert table.table.seats[1].coupons == {}
    signed(table, "floor:flo")
    assert table.table.seats[1].coupons == {"ante": 500}


def test_the_floor_alone_corrects_no_coupon_and_no_large_bet() -> None:
    """Regression: a coupon that nobody had seen came onto the layout as a correction."""
    table = Felt(house_with("mics", controls={"staff_bet_cents": 1500}), ROYAL)
    table.open(guarded=True)
    table.sit(1).ready()
    table.give("place_wager", seat=1, wager="ante", amount=1000, by="dealer:dee")
    table.give("announce_no_more_bets")
    fix, large = {"seat": 1, "reason": "misread", "by": "floor:flo"}, 2000
    for asked in (
        table.give("correct_coupon", on="ante", face=1000, **fix),
        table.give("correct_wager", wager="ante", amount=large, **fix),
    ):
        assert kinds(asked) == ["approval_requested"]
    assert not table.table.seats[1].coupons
    assert table.unsigned("floor:flo") == "approval/same_person"
    signed(table, "dealer:dee")
    assert table.table.seats[1].ante == large


@clause("manual-tips-G")
def test_tokes_are_coloured_up_when_the_floor_has_signed_whatever_name_was_typed() -> None:
    """Regression: "nobody at all" was told that the dealer changed the tokes."""
    table = guarded("manual")
    table.give("give_toke", seat=1, amount=2000)
    table.give("colour_up", cents=1000, supervisor="nobody at all", by="dealer:dee")
    assert not table.events(e.ChipsColoured)
    signed(table, "floor:flo")
    assert table.last(e.ChipsColoured).supervisor == "flo"
    table.give("colour_up", seat=1, cents=1000, by="dealer:dee")
    assert table.last(e.ChipsColoured).supervisor == ""  # A patron's chips are nobody's tokes.


# Tray and closing


def test_a_typed_name_is_not_a_witness() -> None:
    """Fix: the person who signs a count is its witness."""
    table = guarded()
    before = table.events(e.TrayCounted)
    table.give("count_tray", counted=0, witness="floor:nobody at all", by="dealer:dee")
    assert table.events(e.TrayCounted) == before
    signed(table, "floor:fay")
    count = table.last(e.TrayCounted)
    assert (count.by, count.witness) == ("dealer:dee", "floor:fay")


def test_a_table_closes_when_it_is_empty_counted_and_signed() -> None:
    table = guarded().until()
    assert table.refused("close_table", by="floor:flo").code == "table/not_empty"
    table.give("leave", seat=1)
    assert table.refused("close_table", by="floor:flo").code == "tray/not_counted"
    table.count("closing")
    table.slip("fill_tray", 100)
    signed(table, "cage:cat", "floor:ron", "dealer:dee")
    assert table.refused("close_table", by="floor:flo").code == "tray/not_counted"
    table.count("shift")
    assert table.refused("close_table", by="floor:flo").code == "tray/not_counted"
    table.count("closing")
    table.give("close_table", by="floor:flo")
    assert table.table.phase == "betting"
    signed(table, "dealer:dee")
    assert table.table.phase == "closed"
    table.check_replay()


# Requests


def test_an_impossible_request_is_refused_before_anyone_signs() -> None:
    table = guarded()
    found = table.refused("credit_tray", cents=10**9, by="floor:flo")
    assert (found.code, table.table.requests) == ("tray/not_enough", {})


def test_a_request_is_checked_again_when_it_is_signed() -> None:
    table = guarded().until()
    table.give("relieve_dealer", dealer="dan", by="floor:flo")
    signed(table, "dealer:dee")
    table.bet(1, ante=5).lock()
    assert table.unsigned("dealer:dan") == "table/cards_out"
    assert list(table.table.requests) == [table.table.last_request]


@cases("""
    by               answer
    dealer:dee       declined
    floor:flo        declined               # Who asked takes it back.
    pit_manager:pia  declined
    cage:cat         declined
    dealer:ron       declined               # The runner.
    dealer:mel       approval/not_yours
    surveillance:s   approval/not_yours
    player:ann       role/not_yours
""")
def test_those_who_may_sign_may_decline(by: str, answer: str) -> None:
    table = guarded()
    table.slip("fill_tray", 100)
    if answer == "declined":
        table.give("decline", request=table.table.last_request, by=by)
        assert table.table.requests == {}
        assert table.unsigned("dealer:dee") == ("approval/no_such_request")
    else:
        assert table.refused("decline", request=table.table.last_request, by=by).code == answer


def test_a_request_is_offered_to_those_who_may_sign_it_and_shown_to_staff() -> None:
    table = guarded()
    table.slip("fill_tray", 100)
    people = ("dealer:dee", "dealer:dan", "floor:flo", "floor:fay", "player:ann")
    offered = {
        by
        for by in (*people, "cage:cat", "count:cou", "floor:ron")
        for move in legal(table.table, by, table.at)
        if move.__struct_config__.tag == "approve"
    }
    assert offered == {"dealer:dee", "floor:fay", "cage:cat", "floor:ron"}
    (shown,) = table.view("surveillance:sue").requests
    assert (shown.request, shown.signed) == (table.table.last_request, ("floor:flo",))
    assert table.view("player:ann").requests == []
    assert not [each for each in table.seen("player:ann") if isinstance(each, e.ApprovalRequested)]


def test_a_table_that_is_not_guarded_goes_on_as_before() -> None:
    table = Driven("mics").opened()
    table.give("fill_tray", cents=100, by="floor:flo")
    table.give("relieve_dealer", dealer="dan", by="dealer:dan")
    assert (table.table.dealer, table.events(e.ApprovalRequested)) == ("dan", [])


# Bets placed by the patron personally


def _bet_by_the_patron() -> Felt:
    table = Felt("mics", ROYAL)
    table.open(guarded=True)
    return table.sit(6).ready().bet(6, ante=20)


@cases("""
    type            fields
    place_wager     {"wager": "ante", "amount": 1000}
    place_wager     {"wager": "ante", "amount": 4000}
    withdraw_wager  {"wager": "ante"}
    leave           {}
""")
def test_a_dealer_alone_changes_no_bet_that_the_patron_has_placed(type: str, fields: str) -> None:
    """Regression: bets were lowered, doubled and taken back unsigned, and nobody noticed."""
    table = _bet_by_the_patron()
    wish: dict[str, Any] = {"seat": 6, **json.loads(fields)}
    by_the_patron = table.branched()
    asked = table.give(type, **wish, by="dealer:dee")
    assert kinds(asked) == ["approval_requested"]
    assert table.table.seats[6].ante == 2000
    signed(table, "floor:flo")
    player = by_the_patron.table.seats[6].player
    done = by_the_patron.give(type, **wish, by=f"player:{player}")
    assert "approval_requested" not in kinds(done)


def test_a_bet_that_the_patron_has_taken_back_is_entered_by_the_dealer_again() -> None:
    table = _bet_by_the_patron()
    player = table.table.seats[6].player
    table.give("withdraw_wager", seat=6, wager="ante", by=f"player:{player}")
    bet = {"seat": 6, "wager": "ante"}
    table.give("place_wager", **bet, amount=1000, by="dealer:dee")
    placed = table.give("place_wager", **bet, amount=1500, by="dealer:dee")
    assert isinstance(placed[0], e.WagerPlaced)


@pytest.mark.parametrize("decision", ["play", "fold", "time_out"])
def test_a_dealer_alone_does_not_decide_for_a_patron_who_has_bet_personally(decision: str) -> None:
    """Regression: a dealer folded a winning hand that the patron saw on their own screen."""
    table = guarded().bet(1, ante=5).dealt()
    assert table.table.seats[1].own
    by_the_patron = table.branched()
    asked = table.give(decision, seat=1, by="dealer:dee")
    assert kinds(asked) == ["approval_requested"]
    assert not table.table.seats[1].decision
    signed(table, "floor:flo")
    assert table.table.seats[1].decision
    if decision != "time_out":
        name = by_the_patron.table.seats[1].player
        done = by_the_patron.give(decision, seat=1, by=f"player:{name}")
        assert "approval_requested" not in kinds(done)


def _seated_by_the_dealer(table: Driven) -> Driven:
    """Seat 2, taken by a patron who has no session."""
    table.give("sit", seat=2, player="bob", by="dealer:dee")
    signed(table, "floor:flo")
    table.give("buy_in", seat=2, cents=10_000, by="dealer:dee")
    return table


def test_a_dealer_enters_the_decisions_of_patrons_who_have_no_session() -> None:
    table = _seated_by_the_dealer(guarded())
    table.give("place_wager", seat=2, wager="ante", amount=500, by="dealer:dee")
    folded = table.dealt().give("fold", seat=2, by="dealer:dee")
    assert isinstance(folded[0], e.Folded)


@pytest.mark.parametrize("decision", ["play", "fold", "time_out"])
def test_a_dealer_who_bets_for_a_patron_with_a_session_does_not_decide_for_them(
    decision: str,
) -> None:
    """Regression: the patron sat there with the hand on screen, and the dealer folded it."""
    table = guarded()
    table.give("place_wager", seat=1, wager="ante", amount=500, by="dealer:dee")
    asked = table.dealt().give(decision, seat=1, by="dealer:dee")
    assert kinds(asked) == ["approval_requested"]
    signed(table, "floor:flo")
    assert table.table.seats[1].decision


def test_a_patron_who_has_bet_personally_once_decides_in_later_rounds_too() -> None:
    table = _seated_by_the_dealer(guarded())
    table.bet(2, ante=5)
    table.dealt().play(2).finish()
    table.give("place_wager", seat=2, wager="ante", amount=500, by="dealer:dee")
    assert not table.table.seats[2].own
    asked = table.dealt().give("fold", seat=2, by="dealer:dee")
    assert kinds(asked) == ["approval_requested"]


@pytest.mark.parametrize("bets", ["the patron", "the dealer"])
def test_the_floor_alone_times_nobody_out(bets: str) -> None:
    """Regression: any of the floor folded a patron's hand at once, and no clock had run."""
    table = _seated_by_the_dealer(guarded())
    by = "player:bob" if bets == "the patron" else "dealer:dee"
    table.give("place_wager", seat=2, wager="ante", amount=500, by=by)
    asked = table.dealt().give("time_out", seat=2, by="pit_manager:pat")
    assert kinds(asked) == ["approval_requested"]
    assert not table.table.seats[2].decision
    signed(table, "dealer:dee")
    assert table.table.seats[2].timed_out


def test_nobody_alone_corrects_a_bet_that_the_patron_has_placed() -> None:
    table = _bet_by_the_patron()
    table.lock()
    assert not table.table.round.released
    wish = {"seat": 6, "wager": "ante", "amount": 1000, "reason": "slip"}
    for by in ("dealer:dee", "floor:flo"):
        asked = table.branched().give("correct_wager", **wish, by=by)
        assert [type(event) for event in asked] == [e.ApprovalRequested]
