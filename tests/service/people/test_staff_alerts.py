"""Surveillance and management learn whom administrators let in: they could pose as signers."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from queenhigh.floor.alerts import USUAL
from tests.service.desk import PASSWORD, Browser, House, cardroom

FLO = {"name": "secret-flo", "password": PASSWORD, "role": "floor", "display": "Flo"}


@pytest.fixture
def house() -> Iterator[House]:
    with cardroom() as running:
        yield running


def told(browser: Browser, kind: str = "staff_changed") -> list[str]:
    answer = browser.get("/api/alerts")
    assert answer.status_code == 200, answer.text
    return [each["reason"] for each in answer.json()["now"] if each["kind"] == kind]


@pytest.mark.parametrize("watcher", ["surveillance", "management"])
def test_a_change_of_staff_is_announced_at_once_with_who_made_it(
    house: House, watcher: str
) -> None:
    boss, watching = house.person("administrator", "boss"), house.person(watcher)
    flo = boss.post("/api/people", FLO).json()["name"]
    boss.patch(f"/api/people/{flo}", {"display": "Florence"})
    boss.patch(f"/api/people/{flo}", {"role": "cage"})
    boss.post("/api/invitations", {"name": flo})
    link = boss.post("/api/invitations", {"role": "count"}).json()["token"]
    wanted = {"name": "secret-cora", "password": PASSWORD, "display": "Cora"}
    house.anybody().post(f"/api/invitations/{link}", wanted)
    boss.patch(f"/api/people/{flo}", {"disabled": True})
    boss.patch(f"/api/people/{flo}", {"disabled": False})
    assert told(watching) == [
        f"Administrator boss let {flo} in as floor, and chose the password.",
        f"Administrator boss changed {flo} from floor to cage.",
        f"Administrator boss made a link that sets a new password for {flo}.",
        "Administrator boss made a link to join as count.",
        "Count cora came in by an invitation.",
        f"Administrator boss shut {flo} out.",
        f"Administrator boss let {flo} in again.",
    ]


def test_a_player_who_becomes_staff_is_announced_and_a_new_player_is_not(house: House) -> None:
    boss, watching = house.person("administrator", "boss"), house.person("surveillance")
    pat = boss.post("/api/people", {**FLO, "role": "player", "display": "Pat"}).json()["name"]
    assert told(watching) == []
    boss.patch(f"/api/people/{pat}", {"role": "management"})
    assert told(watching) == [f"Administrator boss changed {pat} from player to management."]


def test_a_new_limit_of_alerts_is_an_alert(house: House) -> None:
    limits: dict[str, Any] = msgspec.to_builtins(USUAL)
    watching = house.person("surveillance")
    changed = {"voids": 9, "chance": 0.00001, "tokes_cents": 12_50}
    answer = house.person("management", "mia").put("/api/alerts/limits", {**limits, **changed})
    assert answer.status_code == 200, answer.text
    chance, tokes = "chance 0.00001 instead of 0.0001", "tokes $12.50 instead of $100"
    assert told(watching, "limits_changed") == [
        f"Management mia set what is worth an alert: {chance}, voids 9 instead of 3, {tokes}."
    ]
