"""Titles that name one role, and one cover card or two."""

import pytest

from tests.clauses import clause
from tests.table.driver import Driven


@clause("manual-limits-H")
@pytest.mark.parametrize("title", ["supervisor", "games_supervisor", "table games supervisor"])
def test_the_manuals_titles_of_a_supervisor_are_one_role(title: str) -> None:
    table = Driven("manual").opened()  # MAN-24
    limits = {"wager": "ante", "minimum": 1000, "maximum": 30000}
    table.give("change_limits", **limits, by=f"{title}:fay")
    assert table.table.house.limits("ante").least == 1000


def test_other_houses_do_not_know_the_title() -> None:
    table = Driven("mics").opened()
    refused = table.refused("mark_idle", by="games_supervisor:fay")
    assert refused.code == "role/unknown"


@clause("mics-b3", "mics-b1-2")
@pytest.mark.parametrize("cards", [1, 2])
def test_a_single_cover_card_comes_back_from_the_rack_for_the_dealers_stack(cards: int) -> None:
    table = Driven("mics", cover_cards=cards).opened()  # MICS-19
    table.give("report_shuffler_failure")
    table.give("shuffle_by_hand", by="floor:fay")
    table.bet(1, ante=5).lock()
    due = [step.name for step in table.table.todo]
    assert ("retrieve_cover_card" in due) == (cards == 1)
    assert "cover_dealer_stack" in due


@clause("classic-equip-3")
@pytest.mark.parametrize("cards", [1, 2])
def test_the_dealer_is_told_to_have_the_cut_cards_of_the_house(cards: int) -> None:
    table = Driven("classic", cover_cards=cards)
    table.open()
    due = table.view("dealer:dee").due
    assert due is not None
    assert due.step == "inspect"
    assert ("two cut cards" in due.text) is (cards == 2)
    assert due.clauses == (("classic-equip-3",) if cards == 2 else ())
