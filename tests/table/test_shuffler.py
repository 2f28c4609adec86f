"""The shuffling machine: what goes into it, its failures, and its counts."""

from typing import Any

import pytest

from queenhigh.table.events import (
    CardsDealt,
    DeckRemoved,
    StepDone,
)
from queenhigh.table.state import Phase
from tests.clauses import cases, clause
from tests.table.driver import BUILT_IN, Driven, house_with
from tests.table.scenes import manual_with, small_manual, steps

# The manual's machine


@clause("manual-auto-H")
def test_the_used_deck_is_boxed_spun_riffled_and_cut_before_it_goes_into_the_machine() -> None:
    table = Driven("manual").opened().bet(1, ante=5).dealt().fold(1).finish()
    used = [step for step in table.todo if step.endswith("of deck 0")]
    assert [step.removesuffix("_once") for step in steps(used)] == [
        *("box", "spin", "riffle", "cut", "load_machine"),
    ]


@clause("manual-std-D-3")
def test_cards_for_the_machine_need_no_cut_card() -> None:
    table = Driven("manual").opened().bet(1, ante=5).dealt().fold(1).finish()
    assert "cut_once" in steps(table.todo)
    assert "rack_cover_card" not in steps(table.todo)


@clause("manual-6cb-N1-2", "manual-auto-E")
@pytest.mark.parametrize("source", ["backup_machine", "borrowed_machine"])
def test_when_the_machine_fails_nothing_is_dealt_until_another_comes(source: str) -> None:
    table = Driven("manual").opened()
    table.give("report_shuffler_failure", by="dealer:dee")
    assert table.refused("report_shuffler_failure").code == "deck/shuffler_down"
    found = table.refused("shuffle_deck", deck=0)
    assert found.code == "deck/shuffler_down"
    assert "manual-6cb-N1-2" in found.clauses
    assert table.refused("announce_no_more_bets").code == "step/still_due"
    table.give("replace_shuffler", source=source)
    table.give("shuffle_deck", deck=0)


def test_a_machine_that_works_is_not_replaced() -> None:
    table = Driven("manual").opened()
    assert table.refused("replace_shuffler", source="backup_machine").code == "deck/shuffler_works"
    assert table.refused("shuffle_by_hand").code == "deck/shuffler_works"


@clause("manual-6cb-N1", "manual-std-machine", "manual-hdeal-use", "manual-std-use")
@cases("""
    wagers                                     hand_shuffle    allowed
    ante pair_plus six_card_bonus progressive  no_side_bets    no
    ante pair_plus six_card_bonus progressive  no_progressive  no
    ante pair_plus six_card_bonus progressive  never           no
    ante pair_plus six_card_bonus              no_side_bets    no
    ante pair_plus six_card_bonus              no_progressive  yes
    ante pair_plus six_card_bonus              never           no
    ante pair_plus                             no_side_bets    yes
    ante pair_plus                             no_progressive  yes
    ante pair_plus                             never           no
""")
def test_the_manual_shuffles_by_hand_only_without_the_bets_that_need_the_machine(
    wagers: str, hand_shuffle: str, allowed: str
) -> None:
    table = Driven(manual_with(*wagers.split(), options={"hand_shuffle": hand_shuffle})).opened()
    table.give("report_shuffler_failure")
    if allowed == "yes":
        table.give("shuffle_by_hand")
    else:
        found = table.refused("shuffle_by_hand")
        assert found.code == "deck/hand_shuffle_forbidden"
        assert "manual-6cb-N1" in found.clauses


@clause("manual-std-C", "manual-std-C1", "manual-std-C2", "manual-std-C3", "manual-std-C4")
def test_the_standard_shuffle_goes_step_by_step() -> None:
    table = Driven(small_manual()).opened()
    table.give("report_shuffler_failure")
    table.give("shuffle_by_hand")
    due = steps(table.todo)
    assert due[: due.index("cut") + 1] == [
        *("box", "spin", "square", "split", "riffle"),
        *("riffle", "strip"),
        *("riffle", "riffle", "strip"),
        *("riffle", "shuffle", "cut"),
    ]
    for step in due[: due.index("shuffle")]:
        assert table.refused("confirm", step="cut").code == "step/out_of_order"
        table.confirm(step)


@clause("manual-std-F-2")
def test_a_new_deck_gets_the_standard_shuffle_twice_where_the_cards_are_shuffled_by_hand() -> None:
    of = manual_with(
        *("ante", "pair_plus"),
        shuffle={"method": "hand", "before_machine": []},
        options={"decks": 1},
    )
    table = Driven(of)
    table.opened()
    done = [event.step.name for event in table.events(StepDone)]
    after_the_wash = done[done.index("wash") + 1 :]
    assert after_the_wash.count("strip") == 4
    assert after_the_wash.count("box") == 2
    assert steps(table.todo)[-4:] == ["shuffle", "cut", "rack_cover_card", "load_shoe"]


@clause("mics-h2-i")
@cases("""
    method          requires    allowed
    manual_shoe     true        yes
    automated_shoe  true        yes
    hand            true        no
    hand            false       no        # hand_shuffle still says: not where dealt by hand
""")
def test_cards_dealt_from_the_hand_are_not_shuffled_by_hand(
    method: str, requires: str, allowed: str
) -> None:
    table = Driven(
        "mics", deal_method=method, hand_deal_requires_shuffler=requires == "true"
    ).opened()
    table.give("report_shuffler_failure")
    if allowed == "yes":
        table.give("shuffle_by_hand")
        due = steps(table.todo)
        assert due[-3:] == ["cut", "rack_cover_card", "load_shoe"]
    else:
        found = table.refused("shuffle_by_hand")
        assert (found.code, found.clauses[0]) == ("deck/hand_shuffle_forbidden", "mics-h2-i")


@clause("mics-h2-i")
def test_where_the_house_reads_it_so_a_hand_deal_may_be_shuffled_by_hand() -> None:
    options: dict[str, Any] = {"hand_deal_requires_shuffler": False}
    options["hand_shuffle"] = "house_choice"
    table = Driven("mics", deal_method="hand", **options).opened()
    table.give("report_shuffler_failure")
    table.give("shuffle_by_hand")
    assert steps(table.todo)[-3:] == ["cut", "rack_cover_card", "take_in_hand"]


@pytest.mark.parametrize("of", BUILT_IN)
def test_after_a_replacement_the_machine_shuffles_again(of: str) -> None:
    table = Driven(of).opened()
    table.give("report_shuffler_failure")
    table.give("replace_shuffler", source="backup_machine")
    table.bet(1, ante=5, pair_plus=5).dealt().fold(1).finish()
    assert "rack_cover_card" not in [event.step.name for event in table.events(StepDone)]


@clause("manual-auto-E", "manual-hdeal-A-2", "manual-hands")
def test_a_machine_that_comes_in_the_middle_of_a_deal_by_hand_changes_nothing_about_it() -> None:
    table = Driven(small_manual()).opened()
    table.give("report_shuffler_failure")
    table.give("shuffle_by_hand")
    table.bet(1, ante=5).lock().until("deal")
    table.confirm("deal")
    table.give("replace_shuffler", source="backup_machine")
    table.dealt_from_here()
    assert [len(event.cards) for event in table.events(CardsDealt)] == [1] * 6
    table.fold(1).finish()


# The machine counts


@clause("mics-g6", "mics-g6-2")
@pytest.mark.parametrize("counted", [51, 53])
def test_a_deck_that_the_machine_counts_wrong_is_removed(counted: int) -> None:
    table = Driven(house_with("mics", shuffle={"machine_counts": True})).opened()
    table.give("shuffle_deck", deck=0, counted=counted)
    removed = table.last(DeckRemoved)
    assert (removed.deck, removed.reason) == (0, f"{counted} cards")
    assert table.table.phase is Phase.OPENING
    assert table.todo[0] == "inspect of deck 0"


@clause("mics-g6-2")
def test_bets_that_lie_on_the_layout_stay_there_while_the_deck_is_replaced() -> None:
    table = Driven("mics").opened().bet(1, ante=10, toke_ante=1)
    table.give("shuffle_deck", deck=0, counted=51)
    table.opened()
    assert table.on_layout == {"1:ante": 10, "1:toke:ante": 1}
    assert table.view("public").seats[0].wagers == {"ante": 1000}


# Two decks and no machine


@clause("mics-b2-v", "mics-b2-iv", "mics-b2-iii")
@pytest.mark.parametrize("one_deck", [True, False])
def test_the_rack_has_cards_of_one_deck_only_while_decks_are_shuffled_by_hand(
    one_deck: bool,
) -> None:
    cards = {"one_deck_in_rack": one_deck, "decks": 2}
    table = Driven(house_with("mics", cards=cards)).opened().bet(1, ante=5).dealt().fold(1).finish()
    assert table.todo[:2] == ["load_machine of deck 0", "shuffle of deck 1"]  # Taken from the rack.
    table.confirm("load_machine")
    table.give("report_shuffler_failure")
    table.give("shuffle_by_hand", by="floor:flo")
    table.bet(1, ante=5).dealt().fold(1).finish()
    assert "load_machine" not in steps(table.todo)  # Deck 1 lies in the rack, and stays there
    assert table.table.round.deck == (1 if one_deck else 0)  # unless it is the deck in use.
    table.give("replace_shuffler", source="backup_machine")
    table.bet(1, ante=5).dealt().fold(1).finish()
    assert table.table.round.deck == (0 if one_deck else 1)  # They alternate again.
