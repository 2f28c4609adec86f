"""The deal by each method: order, count, stub, lights, and who may look."""

from typing import Any

import pytest

from queenhigh.table.events import (
    CardsDealt,
    CardsReleased,
    HandRacked,
    RoundVoided,
    StubCounted,
)
from queenhigh.table.seen_events import CardsSeen
from queenhigh.table.state import STUB, Phase
from queenhigh.table.views import HIDDEN
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, EVERY_DEAL, Driven, house_with
from tests.table.scenes import faces, hands_of

SINGLY = [(of, method) for of, method in EVERY_DEAL if method != "automated_shoe"]
IN_STACKS = [(of, method) for of, method in EVERY_DEAL if method == "automated_shoe"]
HANDS = "2: As Kd 2c, 5: Qs Qd Qc, 6: 9h 9d 4c, dealer: Js Td 3c"


def with_three_seats(of: str, method: str, **options: Any) -> Driven:
    """Seats 2, 5 and 6 have bet: the first on ante, the second on pair plus, the third on both."""
    table = Driven(of, deal_method=method, **options).opened().sit(3)
    if of == "mics-alternate":  # Where pair plus needs an ante.
        return table.bet(2, ante=5).bet(5, ante=5, pair_plus=5).bet(6, ante=5, pair_plus=5)
    return table.bet(2, ante=5).bet(5, pair_plus=5).bet(6, ante=5, pair_plus=5)


@clause("mics-g3", "mics-h3", "manual-hdeal-A", "manual-hdeal-A-2", "chickasaw-c", "classic-deal-3")
@pytest.mark.parametrize(("of", "method"), SINGLY)
def test_single_cards_go_round_from_the_far_left_to_the_dealer_three_times(
    of: str, method: str
) -> None:
    table = with_three_seats(of, method).dealt(HANDS)
    dealt = table.events(CardsDealt)
    assert [event.seat for event in dealt] == [2, 5, 6, 0] * 3
    assert {len(event.cards) for event in dealt} == {1}


@clause("mics-i3", "manual-auto-G", "manual-deal-A", "manual-deal-B", "classic-deal-3")
@pytest.mark.parametrize(("of", "method"), IN_STACKS)
def test_stacks_of_three_go_from_the_far_left_to_the_right_and_the_dealer_last(
    of: str, method: str
) -> None:
    table = with_three_seats(of, method).dealt(HANDS)
    dealt = table.events(CardsDealt)
    assert [event.seat for event in dealt] == [2, 5, 6, 0]
    assert dealt[0].cards == ("As", "Kd", "2c")
    assert dealt[-1].cards == ("Js", "Td", "3c")


@clause("mics-a1-ii", "manual-hands", "manual-intro-2", "classic-rules-2", "chickasaw-c")
@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_only_bettors_and_the_dealer_get_three_cards(of: str, method: str) -> None:
    table = with_three_seats(of, method).dealt(HANDS)
    held = {seat: " ".join(cards) for seat, cards in hands_of(table).items()}
    assert held == {2: "As Kd 2c", 5: "Qs Qd Qc", 6: "9h 9d 4c", 0: "Js Td 3c"}


@clause("mics-g3", "mics-h3", "mics-i3", "chickasaw-c", "classic-deal-3", "manual-hdeal-A-2")
@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_cards_are_dealt_face_down(of: str, method: str) -> None:
    table = with_three_seats(of, method).lock(HANDS)
    while table.due != "release":
        for viewer in ("public", "dealer:dee", "floor:flo", "surveillance:sue", "player:bob"):
            shown = table.view(viewer)
            faces = {card for seat in shown.seats for card in seat.cards} | {*shown.dealer_cards}
            assert faces <= {HIDDEN}
        table.confirm()
    for viewer in ("public", "dealer:dee", "player:bob"):
        seen = [event for event in table.seen(viewer) if isinstance(event, CardsDealt)]
        assert {card for event in seen for card in event.cards} == {HIDDEN}


@clause("mics-i3-2", "mics-b3", "mics-b1-2")
def test_the_cover_card_is_laid_on_the_dealers_stack_before_it_leaves_the_shoe() -> None:
    table = with_three_seats("mics", "automated_shoe").lock()
    assert table.todo[2:5] == ["deal 6", "cover_dealer_stack", "deal dealer"]
    table.until("cover_dealer_stack")
    found = table.refused("confirm", step="deal")
    assert (found.code, found.clauses) == ("step/out_of_order", ("mics-i3-2", "mics-b3"))


@clause("manual-auto-G-2")
def test_the_manuals_dealer_slides_the_cut_card_under_their_own_cards() -> None:
    table = with_three_seats("manual", "automated_shoe").lock()
    place = table.todo.index("slide_cut_card_under")
    assert table.todo[place + 1] == "deal dealer"


@clause("classic-deal-3-2", "manual-auto-G-2")
@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_nobody_but_the_holder_ever_sees_a_card_of_the_stub(of: str, method: str) -> None:
    table = with_three_seats(of, method).dealt(HANDS)
    for viewer in ("public", "dealer:dee", "surveillance:sue", "player:bob"):
        racked = [event for event in table.seen(viewer) if isinstance(event, HandRacked)]
        assert [event.seat for event in racked] == [STUB]
        assert set(racked[0].cards) == {HIDDEN}


@clause("mics-g2-2", "mics-h1", "mics-h2-iii", "mics-i1", "mics-g1", "chickasaw-p")
@cases("""
    method          of_the_method      of_others
    manual_shoe     mics-g2-2 mics-g3  mics-h3 mics-i3
    hand            mics-h3            mics-g2-2 mics-g3 mics-i3
    automated_shoe  mics-i3            mics-g2-2 mics-g3 mics-h3
""")
def test_the_control_standards_dealer_is_shown_the_clauses_of_the_method_in_use(
    method: str, of_the_method: str, of_others: str
) -> None:
    table = Driven("mics", deal_method=method).opened().bet(1, ante=5).lock().until("deal")
    due = table.view("dealer:dee").due
    assert due is not None
    assert set(of_the_method.split()) <= set(due.clauses)
    assert set(of_others.split()).isdisjoint(due.clauses)


@clause("manual-hdeal-B", "manual-deal-A", "manual-hdeal-A-2")
@cases("""
    method          of_the_method                    of_others
    hand            manual-hdeal-A-2 manual-hdeal-B  manual-deal-A
    automated_shoe  manual-deal-A                    manual-hdeal-A-2 manual-hdeal-B
""")
def test_the_manuals_dealer_is_shown_the_clauses_of_the_method_in_use(
    method: str, of_the_method: str, of_others: str
) -> None:
    table = Driven("manual", deal_method=method).opened().bet(1, ante=5).lock().until("deal")
    due = table.view("dealer:dee").due
    assert due is not None
    assert set(of_the_method.split()) <= set(due.clauses)
    assert set(of_others.split()).isdisjoint(due.clauses)


@clause("manual-payout-G-2", "manual-6cb-N2")
def test_the_manuals_dealer_is_told_to_turn_hands_over_so_that_cameras_can_read_them() -> None:
    table = Driven("manual").opened().bet(1, ante=5).dealt().play(1).until("reveal_hand")
    due = table.view("dealer:dee").due
    assert due is not None
    assert {"manual-payout-G-2", "manual-6cb-N2"} <= set(due.clauses)
    assert "every card can be read" in due.text


# The stub


@clause("mics-a1-vi", "mics-g4", "mics-h4", "mics-i4", "manual-deal-B-2", "manual-hdeal-D")
@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_the_rest_of_the_deck_goes_to_the_rack_before_anybody_may_look(
    of: str, method: str
) -> None:
    table = with_three_seats(of, method).lock(HANDS).until("remove_stub")
    due = table.todo
    assert due.index("remove_stub") < due.index("rack_stub") < due.index("release")
    table.dealt_from_here()
    stub = table.last(HandRacked)
    assert (stub.seat, len(stub.cards)) == (STUB, 52 - 4 * 3)
    held = {card for cards in hands_of(table).values() for card in cards}
    assert held.isdisjoint(stub.cards)


@clause("mics-g5", "mics-h5", "mics-i5")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
@cases("""
    window   every  counted
    rolling  5      5 10
    block    5      5 10
    rolling  3      3 6 9
    rolling  1      1 2 3 4 5 6 7 8 9 10
    block    4      4 8
""")
def test_the_stub_is_counted_at_least_once_in_this_many_rounds(
    method: str, window: str, every: str, counted: str
) -> None:
    rule = {"every": int(every), "window": window}
    table = Driven("mics", deal_method=method, stub_count=rule).opened()
    assert rounds_with_a_count(table, 10) == list(map(int, counted.split()))


@clause("mics-g5", "mics-b2-iv")
@cases("""
    window   per    counted
    rolling  table  5 10 15 20
    rolling  deck   5 6 11 12 17 18    # each deck after at most five rounds of the table
    block    table  5 10 15 20
""")
def test_with_two_decks_counts_are_kept_by_table_or_by_deck(
    window: str, per: str, counted: str
) -> None:
    rule = {"every": 5, "window": window, "per": per}
    table = Driven("mics", decks=2, stub_count=rule).opened()
    found = rounds_with_a_count(table, 20)
    if per == "deck":  # By either rule, no deck goes more than five of its own rounds.
        for deck in (0, 1):
            of_deck = [number for number in found if (number - 1) % 2 == deck]
            gaps = [b - a for a, b in zip([deck - 1, *of_deck], of_deck, strict=False)]
            assert max(gaps) <= 2 * 5
    else:
        assert found == list(map(int, counted.split()))


def rounds_with_a_count(table: Driven, rounds: int) -> list[int]:
    counted = []
    for _ in range(rounds):
        table.bet(1, ante=5).lock()
        number = table.table.round.number
        if "count_stub" in table.todo:
            counted.append(number)
        table.dealt_from_here().fold(1).finish()
    return counted


@clause("mics-g5", "mics-a1-v")
def test_a_void_round_counts_as_a_round_and_a_missed_count_is_made_in_the_next() -> None:
    table = Driven("mics").opened()
    for _ in range(4):
        table.bet(1, ante=5).dealt().fold(1).finish()
    table.bet(1, ante=5).lock()
    assert "count_stub" in table.todo
    table.give("report_jam", device="shoe")
    assert table.events(RoundVoided)
    table.bet(1, ante=5).lock()
    assert "count_stub" in table.todo


@clause("mics-g5")
def test_a_reopened_table_goes_no_longer_than_five_rounds_without_a_count() -> None:
    table = Driven("mics").opened()
    assert rounds_with_a_count(table, 7) == [5]
    table.give("close_table")
    table.opened()
    assert rounds_with_a_count(table, 6) == [12]  # The fifth since then, whatever its number.


@clause("mics-g6")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
def test_no_count_is_due_where_the_machine_counts_after_every_shuffle(method: str) -> None:
    counting = house_with("mics", shuffle={"machine_counts": True}, options={"deal_method": method})
    assert rounds_with_a_count(Driven(counting).opened(), 10) == []


@clause("mics-g6", "mics-g5")
def test_when_a_counting_machine_is_given_up_the_dealer_counts_again() -> None:
    table = Driven(house_with("mics", shuffle={"machine_counts": True})).opened()
    assert rounds_with_a_count(table, 6) == []
    table.give("report_shuffler_failure")
    table.give("shuffle_by_hand")
    assert rounds_with_a_count(table, 1) == [7]


@clause("mics-g5-i")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
def test_a_right_count_sends_the_stub_to_the_rack_unexposed(method: str) -> None:
    table = Driven("mics", deal_method=method, stub_count={"every": 1}).opened().bet(1, ante=5)
    table.lock().until("count_stub")
    table.confirm("count_stub", count=46)
    counted = table.last(StubCounted)
    assert (counted.count, counted.total) == (46, 52)
    assert "mics-g5-i" in counted.clauses
    assert table.due == "rack_stub"
    table.confirm()
    seen = [event for event in table.seen("public") if isinstance(event, HandRacked)]
    assert set(seen[-1].cards) == {HIDDEN}


@clause("mics-g5")
def test_the_stub_may_be_counted_more_often_by_the_dealer_alone() -> None:
    table = Driven("mics").opened().bet(1, ante=5).lock().until("rack_stub")
    refused = table.refused("confirm", step="count_stub", by="surveillance:sue")
    assert refused.code in ("step/not_yours", "step/out_of_order")
    table.give("confirm", step="count_stub", count=46)
    assert table.last(StubCounted).total == 52
    assert table.due == "rack_stub"


# The machine's lights


@clause("manual-deal-B-2", "manual-hdeal-E")
def test_the_red_light_is_checked_with_the_stub_and_the_green_one_before_anybody_looks() -> None:
    table = with_three_seats("manual", "automated_shoe").lock().until("remove_stub")
    names = table.todo
    assert names.index("remove_stub") < names.index("check_red_light") < names.index("rack_stub")
    assert names.index("check_green_light") < names.index("release")


@pytest.mark.parametrize("of", [of for of in BUILT_IN if of != "manual"])
def test_no_other_house_has_lights(of: str) -> None:
    table = Driven(of).opened().bet(1, ante=5, pair_plus=5).lock()
    assert not [step for step in table.todo if "light" in step]


# Looking


@clause("mics-j1", "chickasaw-e", "manual-deal-B-3", "manual-hdeal-C", "classic-rules-2")
@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_players_look_at_their_own_cards_when_the_dealer_lets_them(of: str, method: str) -> None:
    table = with_three_seats(of, method).lock(HANDS).until("release")
    assert faces(table, "player:bob", 2) == [HIDDEN] * 3
    table.confirm("release")
    assert faces(table, "player:bob", 2) == ["As", "Kd", "2c"]
    assert faces(table, "player:fay", 6) == ["9h", "9d", "4c"]
    for viewer in ("player:bob", "player:cy", "dealer:dee", "floor:flo", "surveillance:sue"):
        for seat in {2, 5, 6} - ({2} if viewer == "player:bob" else set()):
            assert faces(table, viewer, seat) == [HIDDEN] * 3
        assert table.view(viewer).dealer_cards == [HIDDEN] * 3
    seen = [event for event in table.seen("player:bob") if isinstance(event, CardsSeen)]
    assert [(event.seat, event.cards) for event in seen] == [(2, ("As", "Kd", "2c"))]
    assert not [event for event in table.seen("public") if isinstance(event, CardsSeen)]


@clause("chickasaw-e")
def test_where_the_dealer_directs_hand_by_hand_each_looks_in_turn() -> None:
    table = with_three_seats("chickasaw", "automated_shoe", release="seat").lock(HANDS)
    table.until("release")
    assert table.todo == ["release 2", "release 5", "release 6"]
    table.confirm("release")
    assert faces(table, "player:bob", 2) == ["As", "Kd", "2c"]
    assert faces(table, "player:ed", 5) == [HIDDEN] * 3
    table.dealt_from_here()
    assert [event.seats for event in table.events(CardsReleased)] == [(2,), (5,), (6,)]


@clause("mics-j1")
@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_nobody_decides_before_the_cards_are_released(of: str, method: str) -> None:
    table = with_three_seats(of, method).lock(HANDS)
    while table.table.phase is Phase.DEALING:
        assert table.refused("play", seat=2).code == "table/wrong_phase"
        assert table.refused("fold", seat=2).code == "table/wrong_phase"
        table.confirm()
    table.play(2)


# Cards that are entered as they are dealt


@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_at_a_physical_table_the_cards_are_entered_as_dealt(of: str, method: str) -> None:
    table = Driven(of, deal_method=method).opened().bet(1, ante=5)
    table.until("shuffle")
    table.give("shuffle_deck", deck=0)
    table.until()
    table.give("announce_no_more_bets")
    table.until("deal")
    if method == "automated_shoe":
        table.confirm("deal", cards=["As", "Kd", "10c"])
        assert table.refused("confirm", step="deal", seat=0, cards=["As", "2c", "3c"]).code in (
            "cards/wrong",
            "step/out_of_order",
        )
        table.until("deal")
        for wrong in (["As", "2c", "3c"], ["2c", "2c", "3c"], ["2c", "3c"], ["2c", "3c", "1z"], []):
            assert table.refused("confirm", step="deal", cards=wrong).code == "cards/wrong"
        table.confirm("deal", cards=["2c", "3c", "4c"])
    else:
        for card in ("As", "2c", "Kd", "3c", "10c", "4c"):
            table.confirm("deal", cards=[card])
        assert table.table.phase is Phase.DEALING
    assert hands_of(table) == {1: ["As", "Kd", "10c"], 0: ["2c", "3c", "4c"]}
    table.dealt_from_here()
    assert faces(table, "player:ann", 1) == ["As", "Kd", "Tc"]


def test_cards_of_a_known_order_are_not_entered_by_hand() -> None:
    table = Driven("mics").opened().bet(1, ante=5).lock("1: As Kd 2c")
    table.confirm("deal", cards=["9s", "9d", "9c"])
    assert hands_of(table) == {1: ["As", "Kd", "2c"]}
