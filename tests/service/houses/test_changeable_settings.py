"""What the workbench lets people change: the settings that move exact figures, and no others."""

from typing import Any

import msgspec
import pytest

from queenhigh.house.loader import built_in, with_settings
from queenhigh.service.houses.changeable_settings import changeable_settings
from tests.service.desk import House
from tests.table.driver import BUILT_IN, house_with


def groups_of(house: House, key: str) -> dict[str, dict[str, Any]]:
    answer = house.anybody().get(f"/api/houses/{key}/changeable")
    assert answer.status_code == 200, answer.text
    return {
        group["path"]: {each["name"]: each for each in group["fields"]} for group in answer.json()
    }


def test_rows_are_named_by_what_they_pay_and_in_which_unit(house: House) -> None:
    groups = groups_of(house, "manual")
    flush = groups["wagers.pair_plus.pays"]["wagers.pair_plus.pays.flush.to_one"]
    assert (flush["label"], flush["kind"], flush["unit"]) == ("Flush", "odds", "to 1")
    assert flush["initial"] == built_in("manual").wagers["pair_plus"].pays["flush"].to_one
    kinds = {(each["kind"], each["unit"]) for each in groups["wagers.progressive.pays"].values()}
    assert ("odds", "%") in kinds


@pytest.mark.parametrize("key", BUILT_IN)
def test_rules_are_those_that_move_figures_each_with_the_reading_of_the_house(
    house: House, key: str
) -> None:
    rules = groups_of(house, key)["options"]
    assert "options.tie" in rules
    assert "options.decks" not in rules
    for field in rules.values():
        values = [each["value"] for each in field["choices"]]
        assert len(values) > 1
        assert field["initial"] is None or field["initial"] in values


def test_the_qualifying_hand_may_be_one_of_three_ranks() -> None:
    house = house_with("manual", dealer={"qualifies_with": "Q64"})
    *_, rules = changeable_settings(house)
    names = {each.value: each.name for each in rules.fields[0].choices}
    assert names["Q"] == "queen high or better"
    assert rules.fields[0].initial in names
    assert "Q-6-4 or better" in names.values()


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_house_file_can_state_each_of_these_settings(key: str) -> None:
    house = built_in(key)
    for group in changeable_settings(house)[:-1]:
        for field in group.fields:
            changes: Any = field.initial
            for name in reversed(field.name.split(".")):
                changes = {name: changes}
            assert msgspec.to_builtins(with_settings(house, changes)) == msgspec.to_builtins(house)
