"""Settings that say who does what, and what the house does where something goes wrong."""

import pytest

from queenhigh.table import events as e
from tests.table.driver import Driven, house_with
from tests.table.scenes import by_hand


def test_who_opens_verifies_and_cuts_is_the_houses() -> None:
    of = house_with("manual", cards={"opened_by": "pit_manager", "verified_by": "shift_manager"})
    table = Driven(of)
    table.open()
    assert table.view("public").due.role == "pit_manager"  # type: ignore[union-attr]
    assert table.refused("confirm", step="break_seal", by="floor:x").code == "step/not_yours"
    table.give("confirm", step="break_seal", by="pit_manager:x")
    table.give("confirm", step="inspect")
    assert table.refused("confirm", step="verify", by="pit_manager:x").code == "step/not_yours"
    table.give("confirm", step="verify", by="management:x")


def test_who_may_order_a_recut_is_the_houses() -> None:
    of = house_with(
        "mics",
        shuffle={"method": "hand", "recut_by": "pit_manager"},
        options={"decks": 1, "deal_method": "manual_shoe"},
    )
    table = Driven(of).opened().until()
    assert table.refused("order_recut", reason="uneven", by="floor:x").code == "role/not_yours"
    table.give("order_recut", reason="uneven", by="pit_manager:x")
    assert (
        Driven(by_hand("mics", deal_method="manual_shoe"))
        .opened()
        .until()
        .give("order_recut", reason="uneven", by="floor:x")
    )


def test_a_house_goes_on_without_its_machine_only_in_the_ways_that_it_names() -> None:
    table = Driven(house_with("mics", shuffle={"fallback": ["backup_machine"]})).opened()
    table.give("report_shuffler_failure")
    assert table.refused("shuffle_by_hand").code == "deck/hand_shuffle_forbidden"
    table.give("replace_shuffler", source="backup_machine")


@pytest.mark.parametrize(
    ("policy", "remedy"), [("ruling", "halt"), ("discard", "discard"), ("void", "void")]
)
def test_a_card_drawn_when_none_is_due(policy: str, remedy: str) -> None:
    of = house_with("mics", irregularities={"drawn_when_none_due": policy})
    table = Driven(of).opened().bet(1, ante=5).lock().until("rack_stub")
    table.give("report_card_drawn_in_error")
    assert table.last(e.IrregularityReported).remedy == remedy
    if policy == "discard":
        table.dealt_from_here().play(1).finish()
    table.check_replay()


@pytest.mark.parametrize("misdealt", [False, True])
def test_a_wrong_count_of_the_stub_says_whether_the_cards_were_misdealt(misdealt: bool) -> None:
    of = house_with("mics", options={"misdealt_and_short": "void_only"})
    table = Driven(of).opened().bet(1, ante=5).lock().until("rack_stub")
    table.give("confirm", step="count_stub", count=40, misdealt=misdealt)
    removed = bool(table.events(e.DeckRemoved))
    assert removed is not misdealt


@pytest.mark.parametrize("may", [True, False])
def test_who_has_folded_may_leave_where_the_house_says_so(may: bool) -> None:
    of = house_with("classic", options={"folded_may_leave": may, "collect_folds": "as_each_folds"})
    table = Driven(of).opened().bet(1, ante=5).bet(2, ante=5).dealt().fold(1)
    if not may:
        assert table.refused("leave", seat=1).code == "seat/must_stay"
        return
    table.give("leave", seat=1)
    table.play(2).finish()
    table.check_replay()


def test_the_dealer_is_told_the_manner_of_the_house() -> None:
    def told(of: str, step: str) -> str:
        table = Driven(of).opened().bet(1, ante=5).lock().until(step)
        due = table.view("dealer:dee").due
        return due.text if due else ""

    assert "see that there are three" in told("manual", "deal")
    assert "see that there are three" not in told("mics", "deal")
    assert told("classic", "name_who_has_no_pair_plus") == "Name the positions without Pair Plus."


def test_how_a_payout_is_made_is_shown_with_the_bet_that_is_paid() -> None:
    table = Driven("manual").opened().bet(1, ante=5).dealt("1: As Ad 3h, dealer: Qs 8d 3c").play(1)
    table.until("settle")
    assert [each.manner for each in table.view("dealer:dee").to_settle] == ["sized into"]
