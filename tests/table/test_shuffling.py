"""Shuffle and cut: by machine or by hand, two decks in turn, and machine failure."""

import pytest

from queenhigh.house.model import House
from queenhigh.table.events import (
    CardsDealt,
    DeckCut,
    DeckRemoved,
    RecutOrdered,
    RoundBegan,
)
from tests.clauses import cases, clause
from tests.table.driver import EVERY_DEAL, Driven, stacked, told
from tests.table.scenes import by_hand, steps

# After the shuffle


@clause("mics-e2-i", "mics-e1-2", "mics-g1", "mics-i2-i", "mics-h1", "mics-h2-ii", "mics-h2-ii-B")
@cases("""
    method          last
    manual_shoe     load_shoe
    hand            take_in_hand
    automated_shoe  load_shoe
""")
def test_a_deck_shuffled_by_the_machine_is_dealt_without_a_cut(method: str, last: str) -> None:
    table = Driven("mics", deal_method=method).opened()
    assert steps(table.todo) == ["shuffle", last]


@clause("mics-e2-ii", "mics-e3-i", "mics-e3-i-D", "mics-e3-ii")
@pytest.mark.parametrize("method", ["manual_shoe", "automated_shoe"])
def test_a_deck_shuffled_by_hand_is_cut_and_the_cover_card_racked_before_dealing(
    method: str,
) -> None:
    table = Driven(by_hand("mics", deal_method=method)).opened()
    due = steps(table.todo)
    assert due[due.index("shuffle") :] == ["shuffle", "cut", "rack_cover_card", "load_shoe"]


@clause("mics-e3-i-B")
@cases("""
    count   accepted
    9       no
    10      yes        # the least
    26      yes
    51      yes        # the most: one card is left
    52      no
    0       no
""")
def test_a_cut_takes_at_least_ten_cards(count: str, accepted: str) -> None:
    table = Driven(by_hand("mics")).opened().until("cut")
    if accepted == "yes":
        table.confirm("cut", count=int(count))
        assert table.last(DeckCut).count == int(count)
    else:
        found = table.refused("confirm", step="cut", count=int(count))
        assert (found.code, found.clauses) == ("deck/cut_too_small", ("mics-e3-i-B",))


@clause("mics-e3-i-A", "mics-e3-i-C")
@pytest.mark.parametrize("count", [10, 26, 40])
def test_the_rest_of_the_deck_comes_on_top_of_what_was_cut(count: int) -> None:
    table = Driven(by_hand("mics", deal_method="manual_shoe")).opened().bet(1, ante=10)
    table.next_order = order = stacked("", "manual_shoe", [1])
    table.until("cut")
    table.confirm("cut", count=count)
    table.until()
    table.give("announce_no_more_bets")
    table.confirm("deal")
    assert table.last(CardsDealt).cards == (order[count],)


@clause("manual-std-D", "manual-std-D-2")
@pytest.mark.parametrize("of", [by_hand("mics"), by_hand("classic")], ids=["mics", "classic"])
def test_a_cut_of_unknown_depth_is_in_the_middle(of: House) -> None:
    table = Driven(of).opened().until("cut")
    table.confirm("cut")
    assert table.last(DeckCut).count == 26


@clause("manual-std-D", "mics-e3-i")
def test_the_dealer_cuts_and_no_player_does() -> None:
    table = Driven(by_hand("mics")).opened().until("cut")
    assert table.refused("confirm", step="cut", by="player:ann").code == "role/not_yours"
    assert table.refused("confirm", step="cut", by="floor:flo").code == "step/not_yours"
    table.give("confirm", step="cut", by="dealer:dee")


# The recut


@clause("mics-e4")
@pytest.mark.parametrize("moment", ["after the cut", "when the deck is ready", "bets locked"])
def test_a_supervisor_may_order_a_recut_until_the_first_card(moment: str) -> None:
    table = Driven(by_hand("mics")).opened().bet(1, ante=10)
    table.stack_deck("", cut=0).until("cut")
    table.confirm("cut", count=20)
    if moment != "after the cut":
        table.until()
    if moment == "bets locked":
        table.give("announce_no_more_bets")
    table.give("order_recut", reason="a card was seen")
    assert table.last(RecutOrdered).clauses == ("mics-e4",)
    assert steps(table.todo)[:2] == ["cut", "rack_cover_card"]
    assert table.refused("announce_no_more_bets").code in ("step/still_due", "table/wrong_phase")
    table.confirm("cut", count=30)
    assert [event.count for event in table.events(DeckCut)] == [20, 30]


@clause("mics-e4")
def test_no_recut_once_a_card_is_out_nor_before_the_cut_nor_without_one() -> None:
    table = Driven(by_hand("mics")).opened().bet(1, ante=10)
    assert table.refused("order_recut", reason="early").code == "deck/nothing_to_recut"
    table.lock()
    table.confirm("deal")
    found = table.refused("order_recut", reason="late")
    assert (found.code, found.clauses) == ("deck/nothing_to_recut", ("mics-e4",))
    machine = Driven("mics").opened().until()
    assert machine.refused("order_recut", reason="none").code == "deck/nothing_to_recut"


@clause("mics-e4")
def test_no_recut_once_a_card_has_left_the_deck_face_up() -> None:
    table = Driven(by_hand("mics", deal_method="manual_shoe")).opened().bet(1, ante=10).lock()
    table.give("report_face_up_card")
    assert table.refused("order_recut", reason="uneven").code == "deck/nothing_to_recut"


@clause("mics-e4")
@cases("""
    role           may
    dealer         no
    player         no
    surveillance   no
    floor          yes
    pit_manager    yes
    management     yes
""")
def test_a_recut_is_ordered_by_a_supervisor(role: str, may: str) -> None:
    table = Driven(by_hand("mics")).opened().until()
    if may == "yes":
        table.give("order_recut", reason="uneven", by=f"{role}:x")
    else:
        code = table.refused("order_recut", reason="uneven", by=f"{role}:x").code
        assert code == "role/not_yours"


# Every round, and two decks


@clause("mics-e1", "manual-std-B")
@pytest.mark.parametrize(("of", "method"), EVERY_DEAL)
def test_every_round_begins_with_a_shuffle(of: str, method: str) -> None:
    table = Driven(of, deal_method=method).opened()
    for _ in range(3):
        table.bet(1, ante=5, pair_plus=5).until("shuffle")
        assert table.due == "shuffle"
        found = table.refused("announce_no_more_bets")
        assert found.code == "step/still_due"
        table.dealt().fold(1).finish()


@clause("mics-b2-iv", "manual-auto-B")
@pytest.mark.parametrize("of", ["mics", "manual", "classic"])
def test_two_decks_alternate_each_used_every_other_round(of: str) -> None:
    table = Driven(of, decks=2).opened()
    backs = []
    for _ in range(4):
        table.bet(1, ante=5).lock()
        backs.append(table.view("public").deck)
        table.dealt_from_here().fold(1).finish()
    assert [event.deck for event in table.events(RoundBegan)][:4] == [0, 1, 0, 1]
    assert backs[0] != backs[1]
    assert backs == [backs[0], backs[1]] * 2


@clause("mics-b2-iii", "mics-b2-v")
@pytest.mark.parametrize("of", ["mics", "manual"])
def test_the_used_deck_goes_from_the_rack_to_the_machine_before_the_other_is_dealt(of: str) -> None:
    table = Driven(of, decks=2).opened().bet(1, ante=5).dealt().fold(1).finish()
    assert table.todo.index("load_machine of deck 0") < table.todo.index("shuffle of deck 1")
    table.bet(1, ante=5)
    while table.due != "load_machine":
        table.confirm()
    assert table.refused("announce_no_more_bets").code == "step/still_due"


@clause("mics-b2-iv")
@pytest.mark.parametrize("changed", [0, 1])
def test_decks_alternate_over_rounds_that_are_dealt_whatever_deck_is_changed(changed: int) -> None:
    """Changing a deck between rounds uses up neither a turn nor a round number."""
    table = Driven("mics", decks=2).opened()
    dealt = []
    for number in range(4):
        if number == 2:
            table.give("change_deck", deck=changed, reason="sticking")
            table.opened()
        table.bet(1, ante=5).lock()
        dealt.append((table.table.round.number, table.table.round.deck))
        table.dealt_from_here().fold(1).finish()
    assert dealt == [(1, 0), (2, 1), (3, 0), (4, 1)]


@clause("mics-b2-iv", "mics-g6-2")
def test_a_deck_that_the_machine_counts_wrong_is_replaced_and_takes_its_turn() -> None:
    table = Driven("mics", decks=2).opened()
    table.give("shuffle_deck", deck=0, counted=51)
    assert table.last(DeckRemoved).deck == 0
    table.opened()
    assert (table.table.round.number, table.table.round.deck) == (1, 0)


# Refusals


def test_a_deck_is_shuffled_when_it_is_due_and_only_that_one() -> None:
    table = Driven("mics", decks=2).opened()
    assert table.refused("shuffle_deck", deck=2).code == "deck/unknown"
    assert table.refused("shuffle_deck", deck=-1).code == "deck/unknown"
    assert table.refused("shuffle_deck", deck=1).code == "step/out_of_order"
    assert table.refused("confirm", step="shuffle").code == "step/out_of_order"
    table.give("shuffle_deck", deck=0)
    assert table.refused("shuffle_deck", deck=0).code == "step/out_of_order"


def test_an_order_is_committed_to() -> None:
    table = Driven("mics").opened()
    order = stacked("", "automated_shoe")
    assert table.refused("shuffle_deck", deck=0, order=order).code == "deck/order_without_nonce"
    found = table.refused("shuffle_deck", deck=0, order=order, nonce="fifteen letters")
    assert found.code == "deck/order_without_nonce"


def test_steps_of_a_deck_are_told_apart() -> None:
    table = Driven("mics", decks=2)
    table.open()
    assert told(table.table.todo[0]) == "inspect of deck 0"
    assert table.refused("confirm", step="inspect", deck=1).code == "step/out_of_order"
    table.give("confirm", step="inspect", deck=0)
