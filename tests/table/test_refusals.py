"""Every way a table refuses, and the shortest way to each."""

from collections.abc import Callable
from typing import Any

import pytest

from queenhigh.table.refusal import Refusal, TableRefusal
from tests.table.driver import Driven, house_with, stacked
from tests.table.entropy_scenes import locked_with, shuffled
from tests.table.felt import Felt


def mics(**options: Any) -> Driven:
    return Driven("mics", **options).opened()


def manual(**options: Any) -> Driven:
    return Driven("manual", **options).opened()


def halted() -> Driven:
    table = Driven("chickasaw").opened().bet(1, ante=5).dealt()
    table.give("report_exposed_card", seat=0)
    return table


def at_the_cut() -> Driven:
    return Driven(house_with("mics", shuffle={"method": "hand"})).opened().until("cut")


def failed() -> Driven:
    table = manual()
    table.give("report_shuffler_failure")
    return table


def old() -> Driven:
    table = mics().bet(1, ante=5).ready()
    table.later(hours=9)
    return table


def empty() -> Driven:
    table = Driven("mics")
    table.open()
    return table.until("spread_for_first_player")


def without_a_spare() -> Driven:
    table = Driven(house_with("mics", shuffle={"fallback": ["backup_machine"]})).opened()
    table.give("report_shuffler_failure")
    return table


def with_tokes() -> Driven:
    table = manual()
    table.give("give_toke", seat=1, amount=500)
    return table


def deciding() -> Driven:
    return mics().bet(1, ante=5).bet(2, ante=5).dealt()


def split() -> Driven:
    return manual(linked_simultaneous="split")


def young() -> Driven:
    return mics(deck_change={"hours": {"shoe": 8, "hand": 4}, "mode": "minimum_interval"})


def guarded() -> Driven:
    return Driven("mics").opened(guarded=True)


def asked() -> Driven:
    table = guarded()
    table.slip("fill_tray", 100)
    return table


def left() -> Driven:
    table = guarded().until()
    table.give("leave", seat=1)
    return table


def closed_with_its_tray() -> Driven:
    table = left()
    table.count("closing")
    table.give("close_table", by="floor:flo")
    table.sign("dealer:dee")
    return table


def physical() -> Felt:
    return Felt("mics", "1: As Ks Qs, dealer: Qh 7c 2d").opened().bet(1, ante=5)


def with_a_correction_asked_for() -> Felt:
    table = turned_up().until("end_round")
    wish = {"seat": 1, "decision": "fold", "reason": "slip", "by": "dealer:dee"}
    table.give("correct_decision", **wish)
    return table


def turned_up() -> Felt:
    """The dealer's hand is known, and the player's is next."""
    return physical().dealt().play(1).until("reveal_hand")


def training() -> Driven:
    return Driven("mics").opened(kind="training")


ANTE = {"seat": 1, "wager": "ante", "amount": 500}
ROADS: dict[TableRefusal, Callable[[], Refusal]] = {
    TableRefusal.CLOSED: lambda: Driven("mics").refused("close_table"),
    TableRefusal.ALREADY_OPEN: lambda: mics().refused("open_table", dealer="dan"),
    TableRefusal.WRONG_PHASE: lambda: deciding().refused("announce_no_more_bets"),
    TableRefusal.HALTED: lambda: halted().refused("confirm", step="reveal_dealer"),
    TableRefusal.NOT_HALTED: lambda: mics().refused("rule", ruling="void", reason="none"),
    TableRefusal.CARDS_OUT: lambda: deciding().refused("relieve_dealer", dealer="dan"),
    TableRefusal.BETS_DOWN: lambda: mics().bet(1, ante=5).refused("close_table"),
    TableRefusal.UNKNOWN_ROLE: lambda: mics().refused("sit", seat=2, by="guest:zoe"),
    TableRefusal.NOT_YOUR_ROLE: lambda: mics().refused("close_table", by="player:ann"),
    TableRefusal.NOT_YOUR_SEAT: lambda: mics().refused("leave", seat=1, by="player:zoe"),
    TableRefusal.UNKNOWN_STEP: lambda: mics().refused("confirm", step="polish"),
    TableRefusal.NOTHING_DUE: lambda: mics().until().refused("confirm", step="deal"),
    TableRefusal.OUT_OF_ORDER: lambda: mics().refused("confirm", step="deal"),
    TableRefusal.NOT_YOUR_STEP: lambda: empty().refused(
        "confirm", step="spread_for_first_player", by="floor:flo"
    ),
    TableRefusal.STEPS_DUE: lambda: mics().bet(1, ante=5).refused("announce_no_more_bets"),
    TableRefusal.NO_SUCH_DECK: lambda: mics().refused("shuffle_deck", deck=5),
    TableRefusal.NOT_A_DECK: lambda: mics().refused("shuffle_deck", deck=0, order=["As"]),
    TableRefusal.UNCOMMITTED: lambda: mics().refused(
        "shuffle_deck", deck=0, order=stacked("", "hand")
    ),
    TableRefusal.TOO_OLD: lambda: old().refused("announce_no_more_bets"),
    TableRefusal.TOO_SOON: lambda: young().refused("change_deck", deck=0, reason="worn"),
    TableRefusal.SHUFFLER_DOWN: lambda: failed().refused("shuffle_deck", deck=0),
    TableRefusal.SHUFFLER_WORKS: lambda: manual().refused("shuffle_by_hand"),
    TableRefusal.HAND_SHUFFLE_FORBIDDEN: lambda: failed().refused("shuffle_by_hand"),
    TableRefusal.CUT_TOO_SMALL: lambda: at_the_cut().refused("confirm", step="cut", count=9),
    TableRefusal.NOTHING_TO_RECUT: lambda: mics().refused("order_recut", reason="none"),
    TableRefusal.ENTROPY_NOT_TAKEN: lambda: mics().refused(
        "commit_entropy", seat=1, commitment="ab" * 32
    ),
    TableRefusal.ENTROPY_MALFORMED: lambda: shuffled().refused(
        "commit_entropy", seat=1, commitment="none"
    ),
    TableRefusal.ENTROPY_NOT_AWAITED: lambda: shuffled().refused(
        "reveal_entropy", seat=1, entropy="ab" * 32
    ),
    TableRefusal.ENTROPY_NOT_COMMITTED: lambda: locked_with({1: "ab" * 32}).refused(
        "reveal_entropy", seat=1, entropy="cd" * 32
    ),
    TableRefusal.NO_SUCH_SEAT: lambda: mics().refused("sit", seat=8, by="player:zoe"),
    TableRefusal.SEAT_TAKEN: lambda: mics().refused("sit", seat=1, by="dealer:dee", player="zoe"),
    TableRefusal.SEAT_EMPTY: lambda: mics().refused("leave", seat=4, by="player:zoe"),
    TableRefusal.NO_PLAYER: lambda: empty().refused("confirm", step="spread_for_first_player"),
    TableRefusal.MUST_STAY: lambda: deciding().refused("leave", seat=1),
    TableRefusal.NOT_ENOUGH_CHIPS: lambda: mics().refused("give_toke", seat=1, amount=10**8),
    TableRefusal.NOT_WHOLE_CHIPS: lambda: physical().refused(
        "buy_in", seat=1, cents=1, by="dealer:dee"
    ),
    TableRefusal.FOREIGN_MONEY: lambda: mics().refused(
        "buy_in", seat=1, cents=500, offered_as="foreign_money"
    ),
    TableRefusal.SUPERVISOR_NOT_TOLD: lambda: with_tokes().refused("colour_up", cents=500),
    TableRefusal.TRAY_TOO_SMALL: lambda: mics().refused("credit_tray", cents=10**9),
    TableRefusal.WITNESS_NEEDED: lambda: mics().refused("count_tray", counted=0, witness="flo"),
    TableRefusal.SAME_PERSON: lambda: mics().refused("count_tray", counted=0, witness="floor:dee"),
    TableRefusal.NO_METER: lambda: mics().refused("read_meter", meter=0, reserve=0),
    TableRefusal.METER_NOT_RUN: lambda: Driven(
        house_with("manual", meters={"main": {"must_hit_by_cents": 500_000}})
    ).refused("open_table", dealer="dan"),
    TableRefusal.NO_JACKPOT: lambda: split().refused("share_jackpot", cents=100),
    TableRefusal.NOT_SHARED: lambda: manual().refused("share_jackpot", cents=100),
    TableRefusal.NOTHING_THERE: lambda: mics().refused("withdraw_wager", seat=1, wager="ante"),
    TableRefusal.NO_BETS: lambda: mics().until().refused("announce_no_more_bets"),
    TableRefusal.NOT_YOUR_TURN: lambda: deciding().refused("play", seat=2),
    TableRefusal.NO_DECISION: lambda: deciding().play(1).refused("fold", seat=1),
    TableRefusal.NO_SUCH_FALLBACK: lambda: without_a_spare().refused(
        "replace_shuffler", source="borrowed_machine"
    ),
    TableRefusal.NO_SUCH_MULTIPLE: lambda: deciding().refused("play", seat=1, multiple=2),
    TableRefusal.MAY_NOT_THROW_IN: lambda: deciding().refused("throw_in", seat=1),
    TableRefusal.NOTHING_TO_CALL: lambda: deciding().refused("call_awards", seat=1),
    TableRefusal.WRONG_CARDS: lambda: (
        mics().bet(1, ante=5).lock().refused("report_face_up_card", cards=["As"])
    ),
    TableRefusal.LIMITS_INVALID: lambda: manual().refused(
        "change_limits", wager="ante", minimum=100, maximum=500
    ),
    TableRefusal.LIMITS_FIXED: lambda: (
        Driven(house_with("manual", betting={"limit_changes": "never"}))
        .opened()
        .refused("change_limits", wager="ante", minimum=1000, maximum=20000)
    ),
    TableRefusal.MISDEALT_UNSAID: lambda: (
        mics()
        .bet(1, ante=5)
        .lock()
        .until("rack_stub")
        .refused("confirm", step="count_stub", count=9)
    ),
    TableRefusal.SPREAD_OTHERWISE: lambda: manual().refused("mark_idle", face="up"),
    TableRefusal.SAME_DEALER: lambda: mics().refused("relieve_dealer", dealer="dee"),
    TableRefusal.NOT_ON_DUTY: lambda: mics().refused("mark_idle", by="dealer:dan"),
    TableRefusal.WITHIN_LIMITS: lambda: deciding().refused(
        "report_bet_outside_limits", seat=1, wager="ante", actual=600
    ),
    TableRefusal.NO_SUCH_REQUEST: lambda: mics().refused("approve", request=1),
    TableRefusal.ALREADY_ASKED: lambda: asked().refused(
        "fill_tray", cents=100, chips=[{"value": 100, "count": 1}], runner="ron"
    ),
    TableRefusal.NOT_YOUR_SIGNATURE: lambda: asked().refused("approve", request=2, by="dealer:dan"),
    TableRefusal.OWN_REQUEST: lambda: asked().refused("approve", request=2, by="floor:flo"),
    TableRefusal.NO_SUCH_CHIP: lambda: guarded().refused(
        "fill_tray", cents=300, chips=[{"value": 300, "count": 1}], runner="ron"
    ),
    TableRefusal.DOES_NOT_ADD_UP: lambda: guarded().refused("fill_tray", cents=300, runner="ron"),
    TableRefusal.NO_RUNNER: lambda: guarded().refused("fill_tray", cents=300),
    TableRefusal.MOVED_CHIPS: lambda: guarded().refused("count_tray", counted=0, by="floor:flo"),
    TableRefusal.NO_SUCH_BOX: lambda: mics().refused(
        "count_drop", box=1, counted=0, notes=[], by="count:cou"
    ),
    TableRefusal.PATRON_ONLY: lambda: guarded().refused(
        "give_toke", seat=1, amount=100, by="dealer:dee"
    ),
    TableRefusal.NOT_EMPTY: lambda: guarded().until().refused("close_table", by="floor:flo"),
    TableRefusal.NOT_COUNTED: lambda: left().refused("close_table", by="floor:flo"),
    TableRefusal.NOT_AS_CLOSED: lambda: closed_with_its_tray().refused(
        "open_table", dealer="dee", guarded=True
    ),
    TableRefusal.NO_CLOCK: lambda: physical().dealt().refused("time_out", seat=1),
    TableRefusal.NOT_THIS_KIND: lambda: mics().refused("confirm_group", group="prepare"),
    TableRefusal.NOT_THE_GROUP: lambda: physical().refused("confirm_group", group="deal"),
    TableRefusal.ORDER_OF_SYSTEM: lambda: training().refused(
        "shuffle_deck", deck=0, by="dealer:dee"
    ),
    TableRefusal.ORDER_UNKNOWN: lambda: physical().refused(
        "shuffle_deck", deck=0, order=stacked("", "hand"), nonce="0123456789abcdef"
    ),
    TableRefusal.CASH_TO_DEALER: lambda: physical().refused(
        "buy_in", seat=1, cents=500, by="player:ann"
    ),
    TableRefusal.CARDS_ELSEWHERE: lambda: turned_up().refused(
        "confirm", step="reveal_hand", seat=1, cards=["As", "Ks", "Qh"]
    ),
    TableRefusal.NOT_TO_BE_READ: lambda: turned_up().refused(
        "read_cards", place=4, cards=["Qh"], by="system:shoe-1"
    ),
    TableRefusal.NOTHING_TO_CORRECT: lambda: turned_up().refused(
        "correct_decision", seat=1, decision="play", reason="slip"
    ),
    TableRefusal.CORRECTION_WAITS: lambda: with_a_correction_asked_for().refused(
        "confirm", step="end_round", by="dealer:dee"
    ),
    TableRefusal.TOO_LATE_TO_CORRECT: lambda: (
        turned_up().finish().refused("correct_decision", seat=1, decision="fold", reason="slip")
    ),
    TableRefusal.NO_SUCH_IRREGULARITY: lambda: mics().refused("report_card_drawn_in_error"),
}


@pytest.mark.parametrize("code", TableRefusal)
def test_every_refusal_is_reached(code: TableRefusal) -> None:
    found = ROADS[code]()
    assert found.code == code
    assert found.message


def test_no_two_refusals_share_a_code() -> None:
    assert len({code.value for code in TableRefusal}) == len(TableRefusal)


@pytest.mark.parametrize("code", TableRefusal)
def test_a_refusal_says_the_same_when_it_is_asked_again(code: TableRefusal) -> None:
    if code in ROADS:
        assert ROADS[code]() == ROADS[code]()


def test_a_refused_bet_carries_the_code_and_the_clauses_of_the_wager() -> None:
    found = manual().refused("place_wager", **{**ANTE, "amount": 300})
    assert (found.code, found.clauses) == ("wager/below_minimum", ("manual-limits-D",))
