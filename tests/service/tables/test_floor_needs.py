"""What the pit says of each table: what it needs, and what its viewer may say to its requests."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.service.desk import House, cardroom
from tests.service.pit import Pit


@pytest.fixture
def fresh() -> Iterator[House]:
    with cardroom() as running:
        yield running


def shown(pit: Pit, role: str = "floor") -> dict[str, Any]:
    tables = pit.staff[role].get("/api/floor/tables").json()
    return next(each for each in tables if each["shown"]["id"] == pit.table)


def needs(pit: Pit) -> list[tuple[str, bool]]:
    return [(each["text"], each["stops"]) for each in shown(pit)["needs"]]


def test_a_step_of_the_floor_is_needed_and_one_of_the_dealer_is_not(fresh: House) -> None:
    pit = Pit(fresh, "m1")
    pit.open()
    while pit.view()["due"]["role"] == "dealer":
        assert needs(pit) == []
        pit.step()
    due = pit.view()["due"]
    text = f"{due['role'].replace('_', ' ').capitalize()}: {due['text']}"
    assert needs(pit) == [(text, True)]


def test_a_request_is_answered_by_those_whose_signature_it_takes(fresh: House) -> None:
    pit = Pit(fresh, "m1")
    pit.open()
    slip = {"cents": 100_00, "chips": pit.chips(100_00), "runner": "floor"}
    pit.say("pit_manager", type="fill_tray", **slip)
    assert ("Something needs a signature", False) in needs(pit)
    request = pit.view()["requests"][0]
    assert request["text"] == "pit-manager: Fill tray, $100."

    def answers(role: str) -> list[str]:
        return [each["type"] for each in shown(pit, role)["moves"]]

    assert answers("floor") == ["approve", "decline"]
    assert answers("pit_manager") == ["decline"]
    assert answers("surveillance") == []
    pit.sign("cage", "floor")
    assert answers("floor") == ["decline"]  # Nobody signs twice.


def test_an_idle_table_says_what_it_waits_for(fresh: House) -> None:
    deal = "1: 9s 9d 4c, dealer: Qs 8d 3c"
    pit = Pit(fresh, "m1", "classic", deal, kind="physical", automation=None)
    pit.open()
    pit.sit(1, "ann")
    pit.deal(seat1={"ante": 1000})
    pit.say("dealer", type="report_exposed_card", seat=0)
    halted = "The round is paused until the report is signed, declined or taken back."
    assert (f"Exposed card. {halted}", True) in needs(pit)


def test_readings_to_review_are_listed_by_name(fresh: House) -> None:
    pit = Pit(fresh, "m1", options={"tie": "player"})
    ((text, stops),) = needs(pit)
    assert text.startswith("floor chose these readings in place of the house's")
    assert text.endswith(": Equal hands: player")
    assert not stops


def test_a_person_sees_which_roles_they_may_invite(fresh: House) -> None:
    def may_invite(role: str) -> list[str]:
        found: list[str] = fresh.person(role).get("/api/session").json()["may_invite"]
        return found

    assert may_invite("player") == []
    assert may_invite("floor") == ["player"]
    assert {"player", "dealer", "device"} < set(may_invite("administrator"))
