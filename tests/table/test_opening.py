"""From the sealed deck to the first shuffle: each step in order, none left out."""

from typing import Any

import pytest

from queenhigh.table.events import DeckFlawed, DeckPutInUse, DeckRemoved, StepDone
from queenhigh.table.instructions import ALL_STEPS
from queenhigh.table.state import Phase
from tests.clauses import clause
from tests.table.driver import BUILT_IN, Driven, told

# The standard shuffle of the manual: box, spin, square and split, then two riffles and a strip,
# the same again, and a last riffle.
STANDARD_SHUFFLE = "box spin square split riffle riffle strip riffle riffle strip riffle".split()


def opening(of: str, **options: Any) -> list[str]:
    """List the steps of opening a table for its first player, in the order they are due."""
    table = Driven(of, **options)
    table.open()
    table.sit(1)
    steps: list[str] = []
    while table.table.phase is Phase.OPENING:
        assert table.table.due
        steps.append(told(table.table.due))
        table.confirm()
    return steps


def of_deck(steps: list[str], deck: int) -> list[str]:
    return [step.partition(" of ")[0] for step in steps if step.endswith(f"of deck {deck}")]


@clause("mics-d1", "mics-d2", "mics-d3")
@pytest.mark.parametrize("of", ["mics", "mics-alternate"])
def test_a_deck_is_inspected_verified_shown_washed_and_stacked(of: str) -> None:
    wanted = ["inspect", "verify", "spread_for_first_player", "wash", "stack"]
    assert of_deck(opening(of), 0) == wanted


@clause("mics-d4")
def test_each_of_two_decks_goes_through_the_whole_sequence() -> None:
    steps = opening("mics", decks=2)
    assert of_deck(steps, 0) == of_deck(steps, 1) == of_deck(opening("mics"), 0)


@clause("manual-open-B", "manual-open-B-2", "manual-auto-C", "manual-std-F")
def test_the_manual_breaks_the_seal_checks_both_decks_and_counts_before_it_washes() -> None:
    steps = opening("manual")
    for deck in (0, 1):
        assert of_deck(steps, deck)[:4] == ["break_seal", "inspect", "verify", "count"]
    first_wash = steps.index("wash of deck 0")
    assert steps.index("count of deck 1") < first_wash


@clause("manual-auto-D")
def test_one_deck_rests_in_the_rack_while_the_other_goes_into_the_machine() -> None:
    steps = opening("manual")
    assert of_deck(steps, 0)[-1] == "load_machine"
    assert of_deck(steps, 1)[-1] == "spread_face_down"
    assert (
        steps.index("rack_deck of deck 1")
        < steps.index("wash of deck 0")
        < steps.index("load_machine of deck 0")
        < steps.index("wash of deck 1")
    )


@clause("manual-auto-D-2")
@pytest.mark.parametrize("deck", [0, 1])
def test_new_cards_are_washed_and_shuffled_before_they_meet_the_machine(deck: int) -> None:
    steps = of_deck(opening("manual"), deck)
    wash = steps.index("wash")
    washed = steps[wash + 1 :]
    assert washed[: len(STANDARD_SHUFFLE)] == STANDARD_SHUFFLE
    assert ("load_machine" in washed[len(STANDARD_SHUFFLE) :]) is (deck == 0)


@clause("manual-open-B-3")
@pytest.mark.parametrize("deck", [0, 1])
def test_new_cards_are_washed_shuffled_and_cut(deck: int) -> None:
    steps = of_deck(opening("manual"), deck)
    assert [step for step in steps[steps.index("wash") :] if step.startswith("cut")]


@pytest.mark.parametrize("of", ["chickasaw", "classic"])
def test_where_the_book_is_silent_a_deck_is_inspected_verified_and_washed(of: str) -> None:
    assert of_deck(opening(of), 0) == ["inspect", "verify", "wash"]


@clause("mics-d1", "manual-open-B", "manual-open-B-2")
@pytest.mark.parametrize("of", BUILT_IN)
def test_no_step_of_the_opening_can_be_skipped(of: str) -> None:
    table = Driven(of)
    table.open()
    table.sit(1)
    while table.table.phase is Phase.OPENING:
        due = table.view("dealer:dee").due
        assert due
        for later in sorted(ALL_STEPS - {due.step}):
            found = table.refused("confirm", step=later, by="system")
            assert (found.code, found.clauses) == ("step/out_of_order", due.clauses)
        assert table.refused("announce_no_more_bets").code == "table/wrong_phase"
        table.confirm()


@clause("mics-d1")
def test_refusing_a_skipped_step_names_the_clause_and_the_step_that_is_due() -> None:
    table = Driven("mics")
    table.open()
    found = table.refused("confirm", step="wash")
    assert found.clauses == ("mics-d1",)
    assert "inspect" in found.message


@clause("mics-d1", "manual-auto-C")
@pytest.mark.parametrize("of", ["mics", "manual"])
def test_the_dealer_inspects_and_the_floor_verifies(of: str) -> None:
    table = Driven(of)
    table.open()
    table.until("inspect")
    assert table.refused("confirm", step="inspect", by="floor:flo").code == "step/not_yours"
    table.confirm("inspect")
    assert table.refused("confirm", step="verify", by="dealer:dee").code == "step/not_yours"
    table.give("confirm", step="verify", by="pit_manager:pat")


@clause("manual-open-B")
def test_the_supervisor_breaks_the_seal() -> None:
    table = Driven("manual")
    table.open()
    found = table.refused("confirm", step="break_seal", by="dealer:dee")
    assert (found.code, found.clauses) == ("step/not_yours", ("manual-open-B",))
    table.give("confirm", step="break_seal", by="floor:flo")


@clause("mics-d2")
def test_the_cards_are_spread_for_a_first_player_and_wait_until_one_comes() -> None:
    table = Driven("mics")
    table.open()
    table.until("spread_for_first_player")
    found = table.refused("confirm", step="spread_for_first_player")
    assert (found.code, found.clauses[0]) == ("seat/no_player", "mics-d2")
    table.sit(4)
    table.confirm("spread_for_first_player")
    assert table.due == "wash"


@clause("mics-d2")
def test_an_automated_table_opens_as_soon_as_the_first_player_sits() -> None:
    table = Driven("mics", automation=["all"])
    table.open()
    assert table.due == "spread_for_first_player"
    table.give("sit", seat=3, by="player:cy")
    assert (table.table.phase, table.due) == (Phase.BETTING, "shuffle")


@pytest.mark.parametrize("of", [of for of in BUILT_IN if not of.startswith("mics")])
def test_elsewhere_an_automated_table_opens_by_itself_up_to_the_shuffle(of: str) -> None:
    table = Driven(of, automation=["all"])
    table.open()
    assert (table.table.phase, table.due) == (Phase.BETTING, "shuffle")


@clause("manual-open-B-4")
@pytest.mark.parametrize("step", ["inspect", "verify"])
def test_a_flawed_deck_is_replaced_and_supervisor_and_pit_manager_are_told(step: str) -> None:
    table = Driven("manual")
    table.open()
    table.until(step)
    table.confirm(step, flaws="a bent corner on the 9c")
    flawed = table.last(DeckFlawed)
    assert (flawed.deck, flawed.told) == (0, ("floor", "pit_manager"))
    assert flawed.clauses == ("manual-open-B-4",)
    assert table.last(DeckRemoved).deck == 0
    assert table.todo[0] == "break_seal of deck 0"


@clause("mics-d1", "mics-d4")
def test_the_deck_in_place_of_a_flawed_one_begins_again_and_the_other_goes_on() -> None:
    table = Driven("mics", decks=2)
    table.open()
    table.sit(1)
    table.until("verify")
    table.confirm("verify", flaws="marked")
    whole = ["inspect", "verify", "spread_for_first_player", "wash", "stack"]
    assert table.todo == [f"{step} of deck {deck}" for deck in (0, 1) for step in whole]


@clause("manual-auto-D", "manual-open-B-4")
@pytest.mark.parametrize("flawed", [0, 1])
def test_when_a_deck_was_replaced_still_only_one_of_the_two_is_loaded(flawed: int) -> None:
    table = Driven("manual")
    table.open()
    table.until("inspect")
    if flawed:
        table.confirm("inspect")
        table.until("inspect")
    table.confirm("inspect", flaws="marked")
    table.opened()
    done = [told(event.step) for event in table.events(StepDone)]
    assert [step for step in done if "load_machine" in step] == ["load_machine of deck 0"]
    assert [step for step in done if "spread_face_down" in step] == ["spread_face_down of deck 1"]


@clause("manual-std-F")
def test_a_new_deck_that_does_not_count_52_is_replaced() -> None:
    table = Driven("manual")
    table.open()
    table.until("count")
    table.confirm("count", count=51)
    assert table.last(DeckRemoved).reason == "51 cards"
    assert table.todo[0] == "break_seal of deck 0"


@clause("manual-open-A", "manual-intro-2")
def test_a_joker_that_is_found_when_the_deck_is_inspected_has_it_replaced() -> None:
    table = Driven("manual")
    table.open()
    table.until("inspect")
    table.confirm("inspect", flaws="a joker")
    assert table.last(DeckRemoved).reason == "flawed: a joker"
    assert table.todo[:2] == ["break_seal of deck 0", "inspect of deck 0"]


@clause("mics-b1", "mics-b2", "mics-b2-i", "mics-b2-ii", "manual-auto-A", "classic-equip-2")
@pytest.mark.parametrize(
    ("of", "decks"), [("mics", 1), ("mics", 2), ("manual", 2), ("classic", 2), ("chickasaw", 1)]
)
def test_every_deck_is_put_in_use_with_a_back_of_its_own(of: str, decks: int) -> None:
    table = Driven(of, decks=decks)
    table.opened()
    assert [event.deck for event in table.events(DeckPutInUse)] == list(range(decks))
    backs = [event.back for event in table.events(DeckPutInUse)]
    assert len(set(backs)) == decks
    assert [deck.back for deck in table.table.decks] == backs


@clause("mics-b1", "chickasaw-q", "manual-intro-2", "manual-open-A")
@pytest.mark.parametrize("of", BUILT_IN)
def test_no_deck_is_shuffled_that_is_not_52_different_cards(of: str) -> None:
    table = Driven(of).opened()
    table.until("shuffle")
    whole = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for wrong in (whole[:51], [*whole[:51], whole[0]], [*whole, "2c"], [*whole[:51], "Jk"]):
        found = table.refused("shuffle_deck", deck=0, order=wrong, nonce="n" * 16)
        assert found.code == "deck/not_52_cards"
    table.give("shuffle_deck", deck=0, order=whole, nonce="n" * 16)


def test_a_table_is_opened_once() -> None:
    table = Driven("mics")
    assert table.refused("sit", seat=1, by="player:ann").code == "table/closed"
    table.open()
    assert table.refused("open_table", dealer="dan").code == "table/already_open"


def test_automation_names_steps_that_exist() -> None:
    table = Driven("mics", automation=["wash", "polish"])
    found = table.refused("open_table", dealer="dee", automation=["wash", "polish"])
    assert found.code == "step/unknown"
    assert "polish" in found.message
