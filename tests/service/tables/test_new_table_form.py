"""The form of a new table offers what its house has, and nothing else."""

from typing import Any

import pytest

from queenhigh.table.instructions import is_control
from tests.service.desk import House
from tests.table.driver import BUILT_IN


def form_of(house: House, key: str) -> dict[str, Any]:
    answer = house.person("floor").get("/api/floor/new-table", house=key)
    assert answer.status_code == 200, answer.text
    return {each["name"]: each for each in answer.json()["fields"]}


def values(field: dict[str, Any]) -> list[Any]:
    return [each["value"] for each in field["choices"]]


@pytest.mark.parametrize("key", BUILT_IN)
def test_the_form_of_a_house_offers_its_own_steps_meters_and_options(
    house: House, key: str
) -> None:
    form, of = form_of(house, key), house.lobby.shelf.house(key)
    assert form["house"]["initial"] == key
    assert set(BUILT_IN) <= set(values(form["house"]))
    assert ("link" in form) is bool(of.meters)
    for each in form["automation"]["choices"]:
        kept_from_money = each["of"] == "play"
        assert each["value"] == "all" or kept_from_money is is_control(of, each["value"])
    claims = any(wager.claim for wager in of.wagers.values())
    assert ("hear_calls" in values(form["automation"])) is claims


def test_an_option_is_offered_with_the_other_readings_that_the_house_takes(
    house: House,
) -> None:
    floor = house.person("floor")
    known = {each["name"]: each for each in floor.get("/api/houses/mics-alternate/options").json()}
    offered = {each["name"]: each for each in form_of(house, "mics-alternate")["options"]["fields"]}
    assert values(offered["tie"]) == ["dealer", "player"]
    assert "pair_plus_table" not in offered  # It takes more than a choice.
    assert values(offered["wager_version"]) == ["i", "iii"]  # Its pay tables need one of these.
    for name, field in offered.items():
        assert str(known[name]["value"]).lower() not in values(field)
        assert field["label"] == known[name]["title"]


def test_the_form_as_it_begins_sets_up_a_table_with_the_ranges_that_it_names(house: House) -> None:
    floor = house.person("floor")
    form = form_of(house, "classic")
    asked = [each for each in form.values() if not each["only_if"] and each["initial"]]
    body = {each["name"]: each["initial"] for each in asked}
    assert floor.post("/api/tables", {**body, "id": "formed-1", "name": "F1"}).status_code == 201
    seconds = form["betting_seconds"]
    assert (seconds["least"], seconds["most"], seconds["initial"]) == (1, 3_600, 20)
    answer = floor.post("/api/tables", {**body, "id": "formed-2", "betting_seconds": 3_601})
    assert answer.json()["code"] == "request/invalid"


def test_a_house_that_is_gone_leaves_the_form_of_the_first(house: House) -> None:
    assert form_of(house, "gone")["house"]["initial"] == BUILT_IN[0]


def test_the_form_is_for_those_who_set_up_tables(house: House) -> None:
    assert house.person("dealer").get("/api/floor/new-table").status_code == 403
