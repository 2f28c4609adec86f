"""Decks that do not count 52, jams, and waits for management."""

from typing import Any

import pytest

from queenhigh.table.events import (
    CardsDealt,
    DeckRemoved,
    IrregularityReported,
    RoundVoided,
    ShufflerFailed,
    TableHalted,
)
from queenhigh.table.state import Phase
from tests.clauses import cases, clause
from tests.table.driver import Driven, house_with
from tests.table.scenes import DECIDE_THEMSELVES, being_dealt, remedy, void

# The count of the deck


@clause("mics-g5-ii", "mics-g5-ii-2")
@cases("""
    misdealt  count  option           void  removed
    true      52     void_and_remove  yes   no
    false     51     void_and_remove  yes   yes
    false     53     void_and_remove  yes   yes
    true      51     void_and_remove  yes   yes
    true      51     void_only        yes   no
    true      53     void_only        yes   no
    true      52     void_only        yes   no
    false     51     void_only        yes   yes
""")
@pytest.mark.parametrize("of", ["mics", "manual", "classic"])
def test_a_wrong_count_voids_and_removes_the_deck_unless_only_the_deal_was_wrong(
    of: str, misdealt: str, count: str, option: str, void: str, removed: str
) -> None:
    table = being_dealt(of, misdealt_and_short=option).until("release")
    table.give("report_wrong_deck_count", count=int(count), misdealt=misdealt == "true")
    assert bool(table.events(RoundVoided)) is (void == "yes")
    assert bool(table.events(DeckRemoved)) is (removed == "yes")
    assert [table.stack(seat) for seat in (1, 2)] == [1000, 1000]
    assert table.table.phase is (Phase.OPENING if removed == "yes" else Phase.BETTING)


@clause("mics-g5", "mics-g5-ii-2")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
def test_a_stub_that_comes_out_wrong_voids_the_round_and_removes_the_deck(method: str) -> None:
    table = being_dealt("mics", method, stub_count={"every": 1}).until("count_stub")
    table.confirm("count_stub", count=42, misdealt=False)
    assert void(table)
    assert table.last(DeckRemoved).reason == "51 cards"
    assert table.todo[0] == "inspect of deck 0"


@clause("mics-g5-ii", "mics-g5-ii-2")
@cases("""
    said                    removed  clauses         rulings
    misdealt                no       mics-g5-ii      -        # All 52 are there.
    misdealt, 51 in all     yes      mics-g5-ii-2    MICS-8
    not misdealt            yes      mics-g5-ii-2    -
""")
def test_the_count_asks_whether_a_hand_was_misdealt_before_the_deck_is_removed(
    said: str, removed: str, clauses: str, rulings: str
) -> None:
    table = being_dealt("mics", "hand", stub_count={"every": 1}).until("count_stub")
    found = table.refused("confirm", step="count_stub", count=42)
    assert (found.code, found.clauses) == ("deck/misdealt_unsaid", ("mics-g5-ii",))
    assert "43" in found.message
    total = {"total": 51} if "51" in said else {}
    table.confirm("count_stub", count=42, misdealt=not said.startswith("not"), **total)
    assert void(table)
    assert bool(table.events(DeckRemoved)) is (removed == "yes")
    reported = table.last(IrregularityReported)
    assert reported.clauses == (clauses,)
    assert reported.rulings == (() if rulings == "-" else (rulings,))


def test_where_management_rules_the_count_asks_nothing() -> None:
    table = being_dealt("chickasaw", "hand", stub_count={"every": 1}).until("count_stub")
    table.confirm("count_stub", count=42)
    assert table.table.phase is Phase.HALTED


@clause("mics-g5-ii-2", "mics-d1")
def test_the_deck_in_place_of_a_removed_one_goes_through_the_whole_opening() -> None:
    table = being_dealt("mics").until("release")
    table.give("report_wrong_deck_count", count=51)
    whole = ["inspect", "verify", "spread_for_first_player", "wash", "stack"]
    assert table.todo == [f"{step} of deck 0" for step in whole]
    table.opened().bet(1, ante=5).dealt().fold(1).finish()


@clause("mics-g6-2")
def test_a_wrong_count_of_the_machine_before_the_deal_removes_the_deck_and_leaves_the_bets() -> (
    None
):
    table = Driven("mics").opened().bet(1, ante=5).ready()
    table.give("report_wrong_deck_count", count=51, by_machine=True)
    assert table.last(IrregularityReported).clauses == ("mics-g6", "mics-g6-2")
    assert (table.events(RoundVoided), len(table.events(DeckRemoved))) == ([], 1)
    assert table.on_layout == {"1:ante": 5}
    table.opened().dealt().fold(1).finish()
    assert table.stack(1) == 995


# Jams


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
@pytest.mark.parametrize("of", DECIDE_THEMSELVES)
def test_a_jam_in_the_deal_voids_the_round(of: str, device: str) -> None:
    table = being_dealt(of)
    table.confirm("deal")
    table.give("report_jam", device=device)
    assert void(table)
    assert bool(table.events(ShufflerFailed)) is (device == "shuffler")
    assert table.table.shuffler_works is (device == "shoe")


@clause("manual-auto-E", "manual-6cb-N1-2")
def test_a_jam_of_the_shuffler_between_rounds_is_a_failure_and_not_a_void() -> None:
    table = Driven("manual").opened().bet(1, ante=5)
    table.give("report_jam", device="shuffler")
    assert not table.events(RoundVoided)
    assert table.refused("shuffle_deck", deck=0).code == "deck/shuffler_down"
    assert table.on_layout == {"1:ante": 5}


# Management


REPORTS: dict[str, dict[str, Any]] = {
    "report_face_up_card": {},
    "report_card_drawn_in_error": {},
    "report_wrong_number_of_cards": {"seat": 1, "cards": 4},
    "report_exposed_card": {"seat": 1},
    "report_wrong_deck_count": {"count": 51},
    "report_jam": {"device": "shoe"},
}


@clause("chickasaw-t")
@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("ruling", ["void", "continue"])
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
def test_in_the_nations_house_everything_waits_for_management(
    method: str, report: str, ruling: str
) -> None:
    table = being_dealt("chickasaw", method)
    table.confirm("deal")
    table.give(report, **REPORTS[report])
    halted = table.last(TableHalted)
    assert (table.table.phase, halted.waits_for) == (Phase.HALTED, "management")
    assert (halted.proposal, halted.clauses) == ("void", ("chickasaw-t",))
    for command in ({"type": "confirm", "step": "deal"}, {"type": "sit", "seat": 5}):
        found = table.refused(**command, by="dealer:dee")
        assert (found.code, found.clauses) == ("table/halted", ("chickasaw-t",))
    wish = {"ruling": ruling, "reason": "as seen"}
    assert table.refused("rule", **wish, by="floor:flo").code == "role/not_yours"
    table.give("rule", **wish, by="management:mia")
    assert void(table) is (ruling == "void")
    if ruling == "continue":
        table.dealt_from_here()
        assert len(table.events(CardsDealt)) == (3 if method == "automated_shoe" else 9)
        table.play(1, 2).finish()


@clause("chickasaw-t")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("report", ["report_wrong_number_of_cards", "report_exposed_card"])
def test_management_rules_on_the_dealers_hand_too(report: str, seat: int) -> None:
    table = being_dealt("chickasaw").dealt_from_here().play(1)
    more = {"cards": 2} if report == "report_wrong_number_of_cards" else {}
    table.give(report, seat=seat, **more)
    assert table.table.phase is Phase.HALTED
    table.give("rule", ruling="void", reason="unclear")
    assert void(table)


@clause("chickasaw-t")
@pytest.mark.parametrize("report", REPORTS)
def test_where_the_nation_says_so_a_misdeal_is_void_at_once(report: str) -> None:
    table = being_dealt("chickasaw", misdeal="void")
    table.confirm("deal")
    table.give(report, **REPORTS[report])
    assert (remedy(table), void(table)) == ("void", True)


# Remedies that a house of another book leaves to management


@cases("""
    of       option                       report                        seat  cards
    mics     faceup_in_stack              report_face_up_card           -     -
    classic  faceup_in_stack              report_face_up_card           -     -
    mics     exposed_dealer_card          report_exposed_card           0     -
    manual   exposed_dealer_card          report_exposed_card           0     -
    classic  exposed_dealer_card          report_exposed_card           0     -
    mics     dealer_third_card_exception  report_wrong_number_of_cards  0     2
    manual   dealer_third_card_exception  report_wrong_number_of_cards  0     2
    classic  dealer_third_card_exception  report_wrong_number_of_cards  0     2
""")
def test_an_option_left_to_management_waits_for_it_in_every_house(
    of: str, option: str, report: str, seat: str, cards: str
) -> None:
    table = being_dealt(of, **{option: "management"})
    if seat != "-":
        table.dealt_from_here()
    fields = {"seat": seat, "cards": cards}
    table.give(report, **{name: int(value) for name, value in fields.items() if value != "-"})
    assert (remedy(table), table.table.phase) == ("halt", Phase.HALTED)
    table.give("rule", ruling="void", reason="unclear")
    assert void(table)


@pytest.mark.parametrize("of", ["mics", "manual", "classic"])
def test_a_matter_left_to_management_waits_for_it_in_every_house(of: str) -> None:
    table = Driven(house_with(of, irregularities={"jam": "management"}))
    table.opened().bet(1, ante=5, pair_plus=5).lock()
    table.give("report_jam", device="shoe")
    assert table.table.phase is Phase.HALTED


@clause("chickasaw-t")
@cases("""
    waits_for      floor  pit_manager  shift_manager  management
    floor          yes    yes          yes            yes
    shift_manager  no     no           yes            yes
    management     no     no           no             yes
    commissioner   no     no           no             yes           # Nobody of the table.
""")
def test_the_house_says_whose_ruling_a_table_waits_for(
    waits_for: str, floor: str, pit_manager: str, shift_manager: str, management: str
) -> None:
    halted = Driven(house_with("chickasaw", irregularities={"halted_for": waits_for}))
    halted.opened().bet(1, ante=5).dealt()
    halted.give("report_exposed_card", seat=0)
    assert halted.last(TableHalted).waits_for == waits_for
    assert waits_for.replace("_", " ") in halted.refused("sit", seat=5).message
    may = {"floor": floor, "pit_manager": pit_manager, "shift_manager": shift_manager}
    for role, allowed in {**may, "management": management}.items():
        answer = halted.branched().try_("rule", by=f"{role}:x", ruling="void", reason="so")
        assert isinstance(answer, list) is (allowed == "yes")
