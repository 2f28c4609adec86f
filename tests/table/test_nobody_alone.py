"""Attacks by one person at a table for money, and the fix for each."""

import json
from datetime import timedelta
from typing import Any

import pytest

from queenhigh.table import events as e
from queenhigh.table.commands import (
    AnyCommand,
    CorrectCard,
    CorrectDecision,
    CorrectWager,
    RelieveDealer,
    ReportWrongNumberOfCards,
)
from queenhigh.table.decide import foreseen
from queenhigh.table.entered_wins import won_alone_by
from queenhigh.table.legal_moves import legal
from queenhigh.table.refusal import Refusal
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, Driven, hands, house_with, kinds
from tests.table.felt import Felt


def guarded(of: str = "mics", **options: Any) -> Driven:
    return Driven(of, **options).opened(guarded=True)


def signed(table: Driven, *people: str) -> None:
    """Sign the latest request as each of these people."""
    for by in people:
        table.give("approve", request=table.table.last_request, by=by)


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


def test_nobody_asks_for_the_relief_of_others() -> None:
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


def test_where_cards_are_real_a_dealer_alone_seats_walk_ins_and_nobody_with_an_account() -> None:
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


def test_what_the_floor_has_signed_leaves_the_dealers_own_limit_as_it_is() -> None:
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


def test_what_was_asked_for_in_a_round_is_not_signed_in_another() -> None:
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


def test_what_was_asked_for_a_patron_is_not_signed_for_the_next() -> None:
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


# Reports and voids


ATTACKS: dict[str, dict[str, Any]] = {
    "report_wrong_number_of_cards": {"seat": 1, "cards": 4},
    "report_exposed_card": {"seat": 0},
    "report_wrong_deck_count": {"count": 51},
}


@pytest.mark.parametrize("report", ATTACKS)
@pytest.mark.parametrize("of", BUILT_IN)
def test_what_the_table_knows_to_be_untrue_is_not_reported(of: str, report: str) -> None:
    """Fix: the system shuffled this deck and knows where each card is."""
    table = guarded(of).bet(1, ante=10).dealt()
    assert table.refused(report, **ATTACKS[report]).code == "irregularity/cannot_be"
    table.play(1).until("settle", "rack_hand")
    assert table.refused(report, **ATTACKS[report]).code == "irregularity/cannot_be"


_EARLY_LOOK = house_with("mics", irregularities={"early_look": "void_hand"})


def test_nobody_looks_early_at_cards_that_the_system_deals() -> None:
    """Regression: a dealer voided a patron's hand, although no screen had shown it."""
    table = Driven(_EARLY_LOOK).opened(guarded=True).bet(1, ante=10).bet(2, ante=10)
    table.ready().give("announce_no_more_bets")
    table.confirm()
    looked = {"seat": 1, "looked": True, "by": "dealer:dee"}
    assert table.refused("report_exposed_card", **looked).code == "irregularity/cannot_be"


def test_no_one_person_voids_the_hand_of_a_player_who_is_said_to_have_looked() -> None:
    """Regression: with real cards one report took a patron's bets, or gave a confederate's back."""
    table = Felt(_EARLY_LOOK, ROYAL)
    table.open(guarded=True)
    table.sit(1, 2).ready().bet(1, ante=10).bet(2, ante=10)
    table.give("announce_no_more_bets")
    table.confirm()
    asked = table.give("report_exposed_card", seat=1, looked=True, by="dealer:dee")
    assert kinds(asked) == ["approval_requested"]
    assert table.table.seats[1].ante == 1000
    assert table.refused("confirm", step=table.due).code == "table/halted"
    signed(table, "floor:flo")
    assert table.table.seats[1].ante == 0
    assert table.table.seats[2].ante == 1000


def physical(of: str) -> Driven:
    """Real cards of unknown order, dealt one by one, up to the settlement."""
    table = guarded(of, deal_method="hand").bet(1, ante=10)
    table.until("shuffle")
    table.give("shuffle_deck", deck=table.table.round.deck)
    table.until()
    table.give("announce_no_more_bets")
    cards = iter("As Ks 9d 8d 4c 2c".split())
    while table.table.phase == "dealing":
        if table.due == "deal":
            table.confirm(cards=[next(cards)])
        else:
            table.confirm()
    return table.play(1).until("settle")


@pytest.mark.parametrize("of", ["mics", "manual", "classic"])
def test_a_dealer_does_not_undo_a_result_by_a_report(of: str) -> None:
    """Fix: once the dealer's hand is known, a void needs a ruling by a second person."""
    table = physical(of)
    table.give("report_wrong_number_of_cards", seat=1, cards=4, by="floor:flo")
    assert table.events(e.RoundVoided) == []
    assert (table.table.phase, table.table.waits_for) == ("halted", "floor")
    wish = {"ruling": "void", "reason": "four cards"}
    assert table.refused("rule", **wish, by="floor:flo").code == "approval/same_person"
    assert table.refused("rule", **wish, by="dealer:dee").code == "role/not_yours"
    table.give("rule", **wish, by="pit_manager:pia")
    assert len(table.events(e.RoundVoided)) == 1
    assert table.last(e.RoundVoided).clauses
    table.check_replay()


@pytest.mark.parametrize(
    ("kind", "wish"),
    [
        ("shuffle_deck", {"counted": 51}),
        ("report_wrong_deck_count", {"count": 51, "by_machine": True}),
    ],
)
def test_a_dealer_alone_cannot_undo_a_settled_round_by_a_count(
    kind: str, wish: dict[str, Any]
) -> None:
    """Fix: where a machine's count undoes a round, somebody else signs it."""
    table = guarded("mics", machine_count_round="void").bet(1, ante=5).dealt().play(1).finish()
    assert table.table.played
    table.until("shuffle")
    if kind == "shuffle_deck":
        wish = {**wish, "deck": table.table.due.deck if table.table.due else None}
    table.give(kind, **wish, by="dealer:dee")
    assert table.events(e.SettledRoundVoided) == []
    assert list(table.table.requests) == [table.table.last_request]


def test_a_card_that_was_discarded_is_not_reported_face_up_again() -> None:
    """Fix: a card is in one place."""
    table = Driven("mics", deal_method="hand").opened().bet(1, ante=5).until("shuffle")
    table.give("shuffle_deck", deck=table.table.round.deck)
    table.until()
    table.give("announce_no_more_bets")
    table.until("deal")
    table.give("report_face_up_card", cards=["As"])
    assert table.refused("report_face_up_card", cards=["As"]).code == "cards/wrong"


def test_a_misread_bet_is_corrected_in_front_of_the_floor() -> None:
    table = guarded("manual").bet(1, ante=10).dealt()
    table.give("report_bet_outside_limits", seat=1, wager="ante", actual=40_000, by="dealer:dee")
    assert table.on_layout == {"1:ante": 10}
    signed(table, "floor:flo")
    assert table.on_layout == {"1:ante": 400}


# Requests


def test_what_would_be_refused_is_refused_before_anyone_signs() -> None:
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


def test_a_table_that_is_not_guarded_goes_on_as_it_did() -> None:
    table = Driven("mics").opened()
    table.give("fill_tray", cents=100, by="floor:flo")
    table.give("relieve_dealer", dealer="dan", by="dealer:dan")
    assert (table.table.dealer, table.events(e.ApprovalRequested)) == ("dan", [])


# Cards that a device has read


@pytest.mark.parametrize("way", ["step", "group"])
def test_cards_that_a_shoe_read_differently_count_once_the_floor_has_signed(way: str) -> None:
    """Regression: a dealer alone turned a losing hand into a winning one, found out only later."""
    table = _read_by_a_shoe({0: "Kh 7c 2d", 1: "As Ks Qs"})
    wish = {
        "step": ("confirm", {"step": "reveal_dealer"}),
        "group": ("confirm_group", {"group": "reveal"}),
    }
    kind, said = wish[way]
    table.give(kind, **said, cards=["Qh", "7c", "2d"], by="dealer:dee")
    assert table.unsigned("dealer:dee") == "approval/same_person"
    assert not table.events(e.DealerRevealed)
    signed(table, "floor:flo")
    event = table.last(e.DealerRevealed)
    assert (event.cards, event.read) == (("Qh", "7c", "2d"), ("Kh", "7c", "2d"))
    table.check_replay()


def test_a_card_that_a_shoe_read_elsewhere_is_entered_in_front_of_the_floor() -> None:
    """Fix: it would contradict the shoe's other reading, and the dealer would enter that alone."""
    table = _read_by_a_shoe({1: "As Ks Qs"})
    wish = {"step": "reveal_dealer", "by": "dealer:dee"}
    asked = table.branched().give("confirm", **wish, cards=["Qs", "7c", "2d"])
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    table.give("confirm", **wish, cards=["Qh", "7c", "2d"])
    assert table.events(e.DealerRevealed)


def _read_by_a_shoe(hands: dict[int, str]) -> Felt:
    table = Felt("classic")
    table.open(guarded=True)
    table.sit(1).ready().bet(1, ante=10).dealt().play(1).until("reveal_dealer")
    for place, cards in hands.items():
        table.give("read_cards", place=place, cards=cards.split(), by="system:shoe-1")
    return table


# Cards that one person enters and no device reads

ROYAL = "6: As Ks Qs, dealer: Qh 7c 2d"


def _shown_to_the_dealer_alone(of: str = "mics", wanted: str = ROYAL, **bets: float) -> Felt:
    """A walk-in with bets that need no signature, up to where the hand is turned up."""
    table = Felt(of, wanted)
    table.open(guarded=True)
    table.sit(6).ready().bet(6, **(bets or {"ante": 100, "pair_plus": 100}))
    return table.dealt().play(6).until("reveal_hand")


@pytest.mark.parametrize("way", ["step", "group"])
def test_a_dealer_alone_pays_no_more_than_the_limit_for_a_hand_they_name(way: str) -> None:
    """Regression: a royal nobody else saw was paid without a signature or a notice."""
    table = _shown_to_the_dealer_alone()
    before, cards = table.stack(6), ["As", "Ks", "Qs"]
    if way == "step":
        table.give("confirm", step="reveal_hand", seat=6, cards=cards, by="dealer:dee")
    else:
        table.give("confirm_group", group="hand:6", cards=cards, by="dealer:dee")
    assert table.unsigned("dealer:dee") == "approval/same_person"
    assert (table.events(e.HandRevealed), table.stack(6)) == ([], before)
    signed(table, "floor:flo")
    table.finish()
    assert table.stack(6) > before + 1000
    table.check_replay()


@cases("""
    limit    asked
    1000000  no
    1        yes
""")
def test_the_house_says_how_much_is_paid_for_cards_that_one_person_enters(
    limit: str, asked: str
) -> None:
    of = house_with("mics", controls={"staff_payout_cents": int(limit) * 100})
    table = Felt(of, "6: 9s 9h 2d, dealer: Qh 7c 3d")
    table.open(guarded=True)
    table.sit(6).ready().bet(6, ante=5).dealt().play(6).until("reveal_hand").confirm()
    assert bool(table.table.requests) == (asked == "yes")


@cases("""
    read                           asked
    6: As Ks Qs, dealer: Qh 7c 2d  no
    6: As Ks, dealer: Qh 7c 2d     yes    # Not the whole hand.
    6: As Ks Qs                    yes    # The dealer's hand decides, too.
""")
def test_a_hand_that_a_device_has_read_is_paid_without_a_signature(read: str, asked: str) -> None:
    table = Felt("mics", ROYAL)
    table.open(guarded=True)
    table.sit(6).ready().bet(6, ante=100, pair_plus=100).dealt().play(6).until("reveal_dealer")
    for place, cards in hands(read).items():
        table.give("read_cards", place=place, cards=cards.split(), by="system:shoe-1")
    table.until("reveal_hand").confirm()
    assert bool(table.table.requests) == (asked == "yes")


def test_a_payout_that_the_house_verifies_is_not_signed_twice() -> None:
    table = _shown_to_the_dealer_alone("manual")
    table.confirm()
    assert not table.table.requests
    assert "verify_payout" in [step.name for step in table.table.todo]


@pytest.mark.parametrize("way", ["taken back", "waiting"])
def test_a_named_hand_is_renamed_in_front_of_the_floor(way: str) -> None:
    """Regression: a dealer withdrew his own request and named the hand differently."""
    table = _shown_to_the_dealer_alone()
    wish = {"step": "reveal_hand", "seat": 6, "by": "dealer:dee"}
    table.give("confirm", **wish, cards=["As", "Ks", "Qs"])
    if way == "taken back":
        table.give("decline", request=table.table.last_request, reason="slip", by="dealer:dee")
    asked = table.give("confirm", **wish, cards=["As", "Kc", "9s"])
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    signed(table, "floor:flo")
    assert table.last(e.HandRevealed).cards == ("As", "Kc", "9s")
    table.check_replay()


def test_a_hand_that_was_named_wrongly_is_turned_up_as_a_device_has_read_it() -> None:
    table = _read_by_a_shoe({1: "As Ks Qs", 0: "Qh 7c 2d"})
    table.until("reveal_hand")
    wish = {"step": "reveal_hand", "seat": 1, "by": "dealer:dee"}
    table.give("confirm", **wish, cards=["As", "Ks", "9d"])
    table.give("decline", request=table.table.last_request, reason="slip", by="dealer:dee")
    for cards in (["Qs", "Ks", "As"], []):
        assert "hand_revealed" in kinds(table.branched().give("confirm", **wish, cards=cards))


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
def test_a_dealer_alone_decides_for_no_patron_who_has_bet_personally(decision: str) -> None:
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


# Voids


REPORTS: dict[str, dict[str, Any]] = {
    "report_exposed_card": {"seat": 0, "cards": ["Jd"]},
    "report_wrong_number_of_cards": {"seat": 6, "cards": 4},
    "report_wrong_deck_count": {"count": 51},
}


def _decided(of: Any = "mics", *, guard: bool = True) -> Felt:
    """A round whose cards are out, and the patron has looked at them."""
    table = Felt(of, "6: 9s 8h 2d, dealer: Qh 7c 3d")
    table.open(guarded=guard)
    return table.sit(6).ready().bet(6, ante=5).dealt()


@pytest.mark.parametrize("report", REPORTS)
def test_a_dealer_alone_voids_no_round_whose_hands_have_been_looked_at(report: str) -> None:
    """Regression: a confederate's bad hand got its stake back by a misdeal nobody else saw."""
    table = _decided()
    before, stack = table.table.round.number, table.stack(6)
    asked = table.give(report, **REPORTS[report], by="dealer:dee")
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    assert table.unsigned("dealer:dee") == "approval/same_person"
    assert (table.table.round.number, table.stack(6)) == (before, stack)
    signed(table, "floor:flo")
    assert table.last(e.RoundVoided).number == before
    assert table.stack(6) == stack + 5
    assert (table.last(e.IrregularityReported).by, table.table.requests) == ("dealer:dee", {})
    table.check_replay()


def test_the_round_rests_until_a_report_that_voids_it_is_signed_or_taken_back() -> None:
    """Regression: the report was signed or dropped once it was clear who won."""
    table = _decided()
    table.give("report_wrong_number_of_cards", seat=6, cards=4, by="dealer:dee")
    seen = table.view("dealer:dee")
    assert (seen.group, seen.halted and seen.halted.to_sign) == (None, True)
    assert seen.waits
    assert seen.waits.role == "floor"
    assert table.refused("play", seat=6).code == "table/halted"
    assert table.refused("fold", seat=6, by="dealer:dee").code == "table/halted"
    table.give("decline", request=table.table.last_request, by="dealer:dee")
    assert table.view("dealer:dee").halted is None
    table.play(6)
    table.check_replay()


def test_the_floor_voids_a_round_in_front_of_somebody_else() -> None:
    table = _decided()
    table.give("report_wrong_number_of_cards", seat=6, cards=4, by="floor:flo")
    assert table.unsigned("floor:flo") == "approval/same_person"
    signed(table, "dealer:dee")
    assert table.events(e.RoundVoided)


def test_a_misdeal_is_signed_even_where_the_release_was_not_confirmed() -> None:
    """A dealer who delays the release lets a confederate look, and voids a bad hand."""
    table = Felt("mics", "6: 9s 8h 2d, dealer: Qh 7c 3d")
    table.open(guarded=True)
    table.sit(6).ready().bet(6, ante=5).give("announce_no_more_bets")
    table.until("release")
    table.give("report_wrong_number_of_cards", seat=6, cards=4, by="dealer:dee")
    assert table.events(e.ApprovalRequested)
    assert not table.events(e.RoundVoided)


def test_a_table_that_is_not_guarded_voids_a_misdeal_at_once() -> None:
    table = _decided(guard=False)
    table.give("report_wrong_number_of_cards", seat=6, cards=4, by="dealer:dee")
    assert table.events(e.RoundVoided)


# Totals


def _hand(table: Felt, seat: int, cards: str, dealer: str = "Qh 7c 2d") -> None:
    """Play a round with one patron, up to where the hand is named."""
    table.lies = {seat: cards, 0: dealer}
    table.ready().bet(seat, ante=100, pair_plus=100).dealt().play(seat).until("reveal_hand")
    table.confirm()


def test_hands_that_a_dealer_names_alone_add_up_over_the_gaming_day() -> None:
    """Regression: the limit was per hand, and a confederate won just below it again and again."""
    table = Felt("mics")
    table.open(guarded=True)
    table.sit(6)
    for _ in range(2):
        _hand(table, 6, "9s 9h 2c")  # Ante, play and Pair Plus at even money: $300.
        assert not table.table.requests
        table.finish()
    _hand(table, 6, "As Kd Jc", dealer="Ah Kc Qd")  # Losses count against it: $300.
    table.finish()
    for _ in range(2):
        _hand(table, 6, "9s 9h 2c")
        assert not table.table.requests
        table.finish()
    _hand(table, 6, "9s 9h 2c")  # $1,200 in all.
    assert len(table.table.requests) == 1
    signed(table, "floor:flo")
    table.finish()
    assert won_alone_by(table.table, "dee", table.at) == 900 * 100
    table.check_replay()


def test_other_players_losses_make_no_room_for_a_confederate() -> None:
    table = Felt("mics")
    table.open(guarded=True)
    table.sit(1, 6)
    _hand(table, 1, "As Kd Jc", dealer="Ah Kc Qd")
    table.finish()
    for number in range(4):
        _hand(table, 6, "9s 9h 2c")
        assert bool(table.table.requests) == (number == 3)
        if number < 3:
            table.finish()


def test_wins_elsewhere_count_and_the_next_day_starts_from_zero() -> None:
    table = _shown_to_the_dealer_alone("mics", "6: 9s 9h 2c, dealer: Qh 7c 2d")
    wish: dict[str, Any] = {"step": "reveal_hand", "seat": 6, "cards": ["9s", "9h", "2c"]}
    by = {"by": "dealer:dee"}
    asked = table.give("confirm", **wish, won_elsewhere=800_00, **by)
    assert [type(event) for event in asked] == [e.ApprovalRequested]
    table.give("decline", request=table.table.last_request, **by)
    table.give("confirm", **wish, won_elsewhere=700_00, **by)
    table.finish()
    assert won_alone_by(table.table, "dee", table.at) == 300_00
    assert won_alone_by(table.table, "dee", table.at + timedelta(days=1)) == 0


@cases("""
    limit  asked
    559    yes
    560    no
""")
def test_what_others_collect_for_a_hand_counts_towards_it(limit: str, asked: str) -> None:
    """Regression: the sum left out envy, which is paid because of the same named cards."""
    of = house_with(
        "manual",
        controls={"staff_payout_cents": int(limit) * 100},
        payouts={"large": {"over_cents": 10**7, "chip_cents": 10**7}},
    )
    table = Felt(of, "1: 5s 4h 2c, 6: Ah Kh Qh, dealer: Qd 7c 2d")
    table.open(guarded=True)
    table.sit(1, 6).ready()
    table.bet(1, ante=5, progressive=1).bet(6, ante=5, progressive=1)
    table.dealt().play(1).play(6).until("reveal_hand").confirm()  # $535 for seat 6,
    assert not table.table.requests
    table.until("reveal_hand").confirm()  # and $25 for seat 1, because of it.
    assert bool(table.table.requests) == (asked == "yes")


def test_nobody_verifies_a_payout_for_cards_that_the_same_person_has_entered() -> None:
    """Regression: the check looked at the role, not the person."""
    table = _shown_to_the_dealer_alone("manual")
    table.confirm("reveal_hand")
    table.until("verify_payout")
    refused = table.refused("confirm", step="verify_payout", seat=6, by="floor:dee")
    assert refused.code == "approval/same_person"
    table.give("confirm", step="verify_payout", seat=6, by="floor:una")
    table.check_replay()


# The effects are known before signing


def test_what_a_report_leads_to_once_it_is_signed_is_known_before() -> None:
    table = _decided()
    wish = {"seat": 6, "cards": 4, "by": "dealer:dee", "at": table.at}
    answer = foreseen(table.table, ReportWrongNumberOfCards(**wish))  # type: ignore[arg-type]
    assert not isinstance(answer, Refusal)
    assert [each for each in answer.events if isinstance(each, e.RoundVoided)]
    assert not table.events(e.RoundVoided)


def test_what_a_correction_pays_and_takes_once_it_is_signed_is_known_before() -> None:
    """Regression: for a card, a decision or a bet they were known only afterwards."""
    table = _shown_to_the_dealer_alone("mics", "6: 9s 9h 2c, dealer: Qh 7c 2d", ante=10)
    table.confirm()
    table.until("rack_hand")
    about = {"by": "dealer:dee", "at": table.at, "reason": "misheard"}
    wishes: tuple[AnyCommand, ...] = (
        CorrectWager(seat=6, wager="ante", amount=20_00, **about),  # type: ignore[arg-type]
        CorrectDecision(seat=6, decision="fold", **about),  # type: ignore[arg-type]
        CorrectCard(seat=6, entered="9s", actual="3s", **about),  # type: ignore[arg-type]
    )
    for wish, cents in zip(wishes, (20_00, -30_00, -40_00), strict=True):
        answer = foreseen(table.table, wish)
        assert not isinstance(answer, Refusal), answer
        made = answer.events[-1]
        assert isinstance(made, e.CorrectionMade)
        assert made.differences == {table.table.seats[6].player: cents}
    refused = foreseen(table.table, CorrectCard(seat=6, entered="9s", actual="9s", **about))  # type: ignore[arg-type]
    assert isinstance(refused, Refusal)
