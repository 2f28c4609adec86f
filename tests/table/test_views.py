"""What each viewer may see, and when: views, events, and legal moves."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.house.loader import load_house
from queenhigh.table.commands import COMMANDS, Approve, CorrectDecision
from queenhigh.table.events import (
    CardsDealt,
    DealerRevealed,
    DeckPutInUse,
    DeckShuffled,
    HandRacked,
    HandRevealed,
    SettlementBegan,
    StepDone,
    TableOpened,
    WagerPaid,
)
from queenhigh.table.legal_moves import legal
from queenhigh.table.views import HIDDEN
from tests.clauses import cases, clause
from tests.cli.runner import run
from tests.table.driver import BUILT_IN, Driven, house_with
from tests.table.felt import Felt
from tests.table.scenes import faces

VIEWERS = ("public", "player:ann", "player:bob", "dealer:dee", "floor:flo", "surveillance:sue")


def deciding(of: str = "mics") -> Driven:
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5).bet(2, ante=5)
    return table.dealt("1: As Kd 2c, 2: 9s 9d 4c, dealer: Qs 8d 3c")


@clause("chickasaw-f-2", "manual-gen-cond-1")
@pytest.mark.parametrize("of", BUILT_IN)
def test_a_player_sees_only_their_own_hand_named(of: str) -> None:
    shown = deciding(of).view("player:bob")
    hands = {seat.seat: (seat.cards, seat.hand) for seat in shown.seats}
    assert hands[2] == (["9s", "9d", "4c"], "pair of nines, Four")
    assert hands[1] == ([HIDDEN] * 3, "")
    assert (shown.dealer_cards, shown.dealer_hand) == ([HIDDEN] * 3, "")


@pytest.mark.parametrize("of", BUILT_IN)
def test_when_the_dealers_hand_is_revealed_all_see_it_and_players_hands_as_they_are(
    of: str,
) -> None:
    table = deciding(of).play(1).play(2).until("reveal_dealer")
    table.confirm()
    for viewer in VIEWERS:
        assert table.view(viewer).dealer_hand == "Queen high"
    assert faces(table, "public", 2) == [HIDDEN] * 3
    table.confirm("reveal_hand")
    assert faces(table, "public", 2) == ["9s", "9d", "4c"]
    assert faces(table, "public", 1) == [HIDDEN] * 3
    shown = table.seen("public")
    assert [each.hand for each in shown if isinstance(each, DealerRevealed)] == ["Queen high"]
    revealed = [each.hand for each in shown if isinstance(each, HandRevealed)]
    assert revealed == ["pair of nines, Four"]


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_folded_hand_is_never_shown_to_others(of: str) -> None:
    table = deciding(of)
    if of == "manual":
        table = Driven(of).opened().bet(1, ante=5).bet(2, ante=5).dealt("1: As Kd 2c")
    table.fold(1).play(2).finish()
    for viewer in VIEWERS:
        racked = [
            event
            for event in table.seen(viewer)
            if isinstance(event, HandRacked) and event.seat == 1
        ]
        own = viewer == "player:ann"
        assert [set(event.cards) == {HIDDEN} for event in racked] == [not own]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_next_steps_are_never_revealed(viewer: str) -> None:
    """The next steps can depend on hands nobody has seen."""
    table = deciding().play(1).fold(2).finish()
    shown: list[object] = [*table.seen(viewer)]
    for event in shown:
        assert not isinstance(event, SettlementBegan)
        assert not getattr(event, "todo", ())
        if isinstance(event, StepDone):
            assert event.step.move is None


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_event_that_is_shown_can_be_written_as_json(viewer: str) -> None:
    table = deciding().play(1).fold(2).finish()
    for event in table.seen(viewer):
        assert msgspec.json.decode(msgspec.json.encode(event))["type"]


def test_the_view_says_what_is_due_whose_it_is_and_by_which_clause() -> None:
    table = Driven("manual")
    table.open()
    due = table.view("dealer:dee").due
    assert due is not None
    assert (due.step, due.role, due.deck) == ("break_seal", "floor", 0)
    assert due.clauses == ("manual-open-B",)
    assert "seal" in due.text


def test_the_view_says_what_lies_on_the_layout() -> None:
    table = Driven("manual").opened().bet(1, ante=10, toke_ante=1, pair_plus=5, progressive=1)
    shown = table.view("public")
    assert shown.seats[0].wagers == {"ante": 1000, "pair_plus": 500, "progressive": 100}
    assert (shown.seats[0].tokes, shown.seats[0].stack) == ({"ante": 100}, 98_300)
    assert shown.seats[0].staked == 1700
    assert (shown.house, shown.dealer, shown.phase, shown.round) == ("manual", "dee", "betting", 1)
    assert (shown.meter, shown.limits["ante"], shown.deck) == (100_000, "$5 to $300", "red")


@pytest.mark.parametrize("of", [of for of in BUILT_IN if of != "manual"])
def test_a_house_without_a_progressive_shows_no_meter(of: str) -> None:
    assert Driven(of).opened().view("public").meter is None


# What a screen needs that joins late


@clause("manual-intro-3")
@cases("""
    of         spots
    mics       play ante pair_plus
    chickasaw  play ante pair_plus
    classic    play ante pair_plus
    manual     ante play pair_plus six_card_bonus progressive
""")
def test_the_view_has_the_spots_of_the_layout_in_order(of: str, spots: str) -> None:
    assert " ".join(Driven(of).view("public").spots) == spots


def test_a_house_may_say_how_its_layout_is_printed() -> None:
    table = Driven("classic", layout_spots=["pair_plus", "play", "ante"])
    assert table.view("public").spots == ("pair_plus", "play", "ante")


def settled_lines(table: Driven, seat: int) -> list[tuple[Any, ...]]:
    [shown] = [each for each in table.view("public").seats if each.seat == seat]
    return [
        (line.wager, line.stake, line.result, line.paid, line.returned, line.toke, line.odds)
        for line in shown.results
    ]


def test_results_are_shown_bet_by_bet_as_they_are_settled_and_until_the_next_lock() -> None:
    table = Driven("manual").opened().bet(1, ante=5, toke_ante=1, pair_plus=5).bet(2, ante=5)
    table.dealt("1: 9s 9d 4c, 2: 7h 5d 2c, dealer: Qs 8d 3c").play(1)
    assert settled_lines(table, 1) == []
    table.fold(2)
    assert settled_lines(table, 2) == [("ante", 500, "forfeit", 0, 0, False, "")]
    table.until("settle").confirm()
    assert settled_lines(table, 1) == [("play", 500, "win", 500, 500, False, "1 to 1")]
    assert table.view("public").seats[0].results[0].clauses == table.last(WagerPaid).clauses != ()
    table.finish()
    assert table.view("public").results_of == 1
    assert settled_lines(table, 1) == [
        ("play", 500, "win", 500, 500, False, "1 to 1"),
        ("ante", 500, "win", 500, 500, False, "1 to 1"),
        ("ante", 100, "win", 100, 100, True, "1 to 1"),
        ("pair_plus", 500, "win", 500, 500, False, "1 to 1"),
    ]
    assert [each.net for each in table.view("public").seats] == [
        1500,
        -500,
    ]  # The toke is not hers.
    table.bet(1, ante=5).ready()
    assert len(settled_lines(table, 1)) == 4
    table.give("announce_no_more_bets")
    assert settled_lines(table, 1) == []
    assert table.view("public").seats[0].net is None


def test_results_go_with_the_one_who_leaves_and_with_a_round_that_is_void() -> None:
    table = Driven("mics").opened().bet(1, ante=5).bet(2, ante=5).dealt().fold(1).fold(2).finish()
    table.give("leave", seat=1)
    table.sit(1, player="zoe")
    assert (settled_lines(table, 1), len(settled_lines(table, 2))) == ([], 1)
    table.bet(1, ante=5).bet(2, ante=5).dealt().fold(1).fold(2).until("reveal_dealer")
    assert len(settled_lines(table, 2)) == 1
    table.give("report_exposed_card", seat=0)
    assert settled_lines(table, 2) == []


def test_coupons_and_envy_are_results_too() -> None:
    table = Driven("mics").opened().bet(1, ante=10, coupon_ante=5)
    table.dealt("1: Ks Kd 3h, dealer: Qs 8d 3c").play(1).finish()
    coupon = table.view("public").seats[0].results[-1]
    assert (coupon.wager, coupon.on, coupon.result, coupon.paid) == (
        *("match_play", "ante", "win", 500),
    )
    table = Driven("manual").opened().bet(1, ante=5, progressive=1).bet(2, ante=5, progressive=1)
    table.dealt("1: As Ks Qs, 2: 9s 9d 4c").play(1, 2).finish()
    assert settled_lines(table, 2)[-1][:4] == ("envy", 0, "win", 10_000)


@pytest.mark.parametrize("of", BUILT_IN)
def test_whether_the_dealer_qualifies_and_what_was_said_is_shown_when_it_is_known(of: str) -> None:
    table = deciding(of)
    shown = table.view("public")
    assert shown.qualifies is None
    assert shown.announced[0] == table.house.announcements.no_more_bets
    table.play(1, 2).until("reveal_dealer").confirm()
    shown = table.view("public")
    assert shown.qualifies is True
    assert shown.announced == tuple(table.said)
    table.finish()
    assert (table.view("public").qualifies, table.view("public").announced) == (None, ())


def test_the_rack_is_shown_hand_by_hand_and_the_stub_as_a_number() -> None:
    table = Driven("mics").opened().bet(1, ante=5).bet(2, ante=5).lock()
    assert (table.view("public").stub, table.view("public").rack) == (52, [])
    table.until("rack_stub")
    assert table.view("public").stub == 43
    table.dealt_from_here()
    assert table.view("public").stub == 0
    table.fold(1).play(2).until("reveal_hand")
    racked = [(entry.seat, entry.cards) for entry in table.view("public").rack]
    assert racked == [(-1, 43), (1, 3)]
    table.until("end_round")
    racked = [(entry.seat, entry.cards) for entry in table.view("public").rack]
    assert racked == [(-1, 43), (1, 3), (2, 3), (0, 3)]


def test_a_stub_of_unknown_cards_has_a_number_too() -> None:
    table = Driven("mics", automation=["release"]).opened().bet(1, ante=5)
    table.confirm("shuffle")
    table.until().give("announce_no_more_bets")
    table.confirm("deal", cards=["As", "Kd", "2c"])
    table.confirm("cover_dealer_stack")
    table.confirm("deal", cards=["Qs", "8d", "3c"])
    table.confirm("remove_stub")
    table.confirm("rack_stub")
    assert [(entry.seat, entry.cards) for entry in table.view("public").rack] == [(-1, 46)]


def test_cards_that_went_out_of_play_are_counted() -> None:
    table = Driven("mics", deal_method="hand").opened().bet(1, ante=5).lock()
    table.give("report_face_up_card")
    assert (table.view("public").discarded, table.view("public").stub) == (1, 51)


def test_a_halted_table_says_what_for_and_for_whom_it_waits() -> None:
    table = Driven("chickasaw").opened().bet(1, ante=5).dealt()
    assert table.view("public").halted is None
    table.give("report_exposed_card", seat=0)
    halted = table.view("public").halted
    assert halted is not None
    assert (halted.irregularity, halted.waits_for) == ("exposed_dealer_card", "management")
    table.give("rule", ruling="continue", reason="nobody saw it")
    assert table.view("public").halted is None


def test_the_view_has_the_decks_with_their_age_and_whether_they_are_old() -> None:
    table = Driven("manual").opened().bet(1, ante=5)
    [red, blue] = table.view("public").decks
    assert (red.back, blue.back, red.reminded) == ("red", "blue", False)
    assert red.in_use_since == table.last(DeckPutInUse).at
    table.ready().later(hours=5)
    table.give("announce_no_more_bets")
    assert [deck.reminded for deck in table.view("public").decks] == [True, False]


@clause("mics-g5")
def test_the_view_says_when_the_stub_must_be_counted() -> None:
    table = Driven("mics", stub_count={"every": 2}).opened()
    shown = []
    for _ in range(3):
        table.bet(1, ante=5)
        seen = table.view("public")
        shown.append((seen.stub_count_due, seen.rounds_since_count))
        table.dealt().fold(1).finish()
    assert shown == [(False, 1), (True, 2), (False, 1)]


def test_the_view_says_what_is_automatic_who_comes_in_and_that_nobody_plays() -> None:
    table = Driven("manual", automation=["wash", "deal"]).opened()
    shown = table.view("public")
    assert (shown.automated, shown.relief, shown.idle) == (["deal", "wash"], "", False)
    table.give("relieve_dealer", dealer="dan")
    assert (table.view("public").relief, table.view("public").dealer) == ("dan", "dee")
    table.until("spread")
    table.give("mark_idle", by="floor:flo")
    assert table.view("public").idle


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_view_can_be_written_as_json_at_every_moment(of: str) -> None:
    table = deciding(of).play(1).fold(2)
    while table.table.phase == "settling":
        for viewer in VIEWERS:
            assert msgspec.json.decode(msgspec.json.encode(table.view(viewer)))["house"] == of
        table.confirm()


# Legal moves


@pytest.mark.parametrize("of", BUILT_IN)
def test_only_the_player_whose_turn_it_is_may_play_or_fold(of: str) -> None:
    table = deciding(of)
    kinds = {
        viewer: {str(each.__struct_config__.tag) for each in legal(table.table, viewer, table.at)}
        for viewer in VIEWERS
    }
    assert {"play", "fold"} <= kinds["player:ann"]
    assert kinds["player:bob"].isdisjoint({"play", "fold"})
    assert kinds["public"] == set()


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("of", BUILT_IN)
def test_every_legal_move_is_accepted(of: str, viewer: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5).bet(2, ante=5)
    for stage in ("betting", "ready", "locked", "dealt", "decided"):
        if stage == "ready":
            table.ready()
        elif stage == "locked":
            table.give("announce_no_more_bets")
        elif stage == "dealt":
            table.dealt_from_here()
        elif stage == "decided":
            table.play(1).fold(2)
        for command in legal(table.table, viewer, table.at):
            again = Driven(table.house)
            again.table, again.at = table.table, table.at
            again.give(**msgspec.json.decode(msgspec.json.encode(command)))


@pytest.mark.parametrize("viewer", ["dealer:dee", "floor:flo"])
def test_a_correction_that_nobody_can_pay_for_is_not_offered(viewer: str) -> None:
    table = Felt("mics").opened().sit(2, dollars=20).bet(2, ante=15).bet(1, ante=15).dealt()
    table.play(1).fold(2)
    offered = [
        (each.seat, each.decision)
        for each in legal(table.table, viewer, table.at)
        if isinstance(each, CorrectDecision)
    ]
    assert offered == [(1, "fold")]
    wish = {"seat": 2, "decision": "play", "reason": "slip", "by": viewer}
    assert table.refused("correct_decision", **wish).code == "chips/not_enough"


def test_signing_a_request_that_is_no_longer_possible_is_not_offered() -> None:
    table = Felt("classic", "1: 9d 9c 2h, dealer: Qh 7c 2d").opened().bet(1, ante=10)
    table.dealt().play(1).until("settle").until("rack_hand", "rack_hands", "end_round")
    slip = {"seat": 1, "entered": "9c", "actual": "8c", "reason": "slip"}
    table.give("correct_card", **slip, by="dealer:dee")
    assert Approve in map(type, legal(table.table, "floor:flo", table.at))
    table.give("give_toke", seat=1, amount=table.table.stack("ann"))
    assert Approve not in map(type, legal(table.table, "floor:flo", table.at))
    assert table.refused("approve", request=1, by="floor:flo").code == "chips/not_enough"


@pytest.mark.parametrize("of", BUILT_IN)
def test_every_legal_move_with_real_cards_is_accepted(of: str) -> None:
    table = Felt(of, "1: As Ks Qs, 2: 9d 9c 2h, dealer: Qh 7c 2d").opened()
    table.bet(1, ante=5, pair_plus=5).bet(2, ante=5).dealt().play(1).fold(2)
    while table.due:
        for viewer in VIEWERS:
            for command in legal(table.table, viewer, table.at):
                table.branched().give(**msgspec.json.decode(msgspec.json.encode(command)))
        table.confirm()


def french() -> Driven:
    folder = Path(__file__).parents[2] / "examples" / "books" / "france"
    return Driven(load_house(str(folder))).opened()


def test_every_kind_of_command_is_offered_to_somebody_at_some_time() -> None:
    shuffled_by_hand = Driven(house_with("mics", shuffle={"method": "hand"})).opened().until()
    failed = Driven("mics").opened()
    failed.give("report_shuffler_failure")
    tipped = Driven("mics").opened().bet(1, ante=5)
    tipped.give("give_toke", seat=1, amount=10_000)
    thrown = Driven("manual").opened().bet(1, pair_plus=5).bet(2, ante=5).dealt("1: 9s 7d 2c")
    halted = Driven("chickasaw").opened().bet(1, ante=5).dealt()
    halted.give("report_exposed_card", seat=0)
    hit = Driven("manual", linked_simultaneous="split").opened().bet(1, ante=5, progressive=1)
    hit.dealt("1: As Ks Qs").play(1).until("settle")
    asked = french().bet(1, ante=5, pair_plus=5).ready("dealer: Js 7h 2d", cut=26)
    asked.lock().dealt_from_here().play(1).until("hear_calls")
    signing = Driven("mics").opened(guarded=True)
    signing.slip("fill_tray", 100)
    boxed = Driven("mics")
    boxed.open(kind="physical")
    boxed.give("take_drop_box")
    paying = Felt("mics", "1: As Ks Qs, dealer: Qh 7c 2d").opened().bet(1, ante=5).dealt().play(1)
    paying.until("settle").confirm()
    moments = [
        paying,
        boxed,
        *(hit, asked, signing, french().bet(1, ante=5).dealt()),
        *(Driven("mics"), Driven("mics").opened(), shuffled_by_hand, failed, tipped),
        *(tipped.ready(), deciding(), thrown, halted),
        Driven("mics", deal_method="hand").opened().bet(1, ante=5).lock(),
    ]
    offered = {
        str(command.__struct_config__.tag)
        for table in moments
        for viewer in (*VIEWERS, "management:mia", "count:cou", "system")
        for command in legal(table.table, viewer, table.at)
    }
    # Only people know which entry was wrong, and which cards are on the table.
    named = {"correct_card", "correct_wager", "correct_coupon", "correct_payout", "read_cards"}
    # Only browsers know what they add to a shuffle; the system waits for them by the clock.
    named |= {"commit_entropy", "reveal_entropy", "mix_entropy"}
    assert {str(kind.__struct_config__.tag) for kind in COMMANDS} - offered == named


def test_a_table_that_is_not_open_can_only_be_opened() -> None:
    table = Driven("mics")
    kinds = [str(each.__struct_config__.tag) for each in legal(table.table, "floor:flo", table.at)]
    assert kinds == ["open_table"]
    assert legal(table.table, "player:ann", table.at) == []


# On the command line


def test_script_shows_a_viewer_only_what_that_viewer_sees() -> None:
    table = deciding().play(1).fold(2).finish()
    script = b"".join(msgspec.json.encode(each) + b"\n" for each in table.commands)
    whole = run("script", "--house", "mics", stdin=script)
    of_ann = run("script", "--house", "mics", "--as", "player:ann", stdin=script)
    assert (whole.status, of_ann.status) == (0, 0)
    assert whole.out == "".join(f"{msgspec.json.encode(each).decode()}\n" for each in table.log)
    seen = table.seen("player:ann")
    assert of_ann.out == "".join(f"{msgspec.json.encode(each).decode()}\n" for each in seen)
    dealt = [each for each in of_ann.json_lines if each["type"] == "cards_dealt"]
    assert {card for each in dealt for card in each["cards"]} == {HIDDEN}


def test_raw_events_hold_what_views_hide() -> None:
    table = deciding()
    assert table.events(CardsDealt)[0].cards == ("As", "Kd", "2c")
    assert len(table.last(DeckShuffled).order) == 52
    assert table.last(TableOpened).todo
