"""Set-ups and house files in the first format are read as intended."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from queenhigh.house.first_form import convert, house_as_now, is_first_form
from queenhigh.house.loader import Layer, layers, load_house, make_house, path_of
from queenhigh.money.setup import TableSetUp, as_data, house_of
from tests.table.driver import BUILT_IN, NOON

SAMPLES = Path(__file__).parent / "first_form"


def sample(key: str) -> dict[str, Any]:
    """The house as a set-up had it."""
    found: dict[str, Any] = msgspec.json.decode((SAMPLES / f"{key}.json").read_bytes())
    return found


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_set_up_in_the_first_format_opens(key: str) -> None:
    link = "wide" if sample(key)["progressive"] else ""
    setup = TableSetUp(
        table="1", name="One", house=sample(key), stakes="play", link=link, by="floor:x", at=NOON
    )
    again = msgspec.json.decode(msgspec.json.encode(setup), type=TableSetUp)
    house = house_of(again)
    assert (house.key, list(house.opening_bets)) == (key, sample(key)["wagers"])
    pays = {row.key: row.to_one for row in house.wagers["pair_plus"].pays.values()}
    assert pays == sample(key)["pair_plus"]
    assert house.clauses("wagers.pair_plus.pays")
    assert not is_first_form(as_data(house))


def test_the_manuals_side_bets_are_unchanged() -> None:
    house = house_as_now(sample("manual"))
    bonus, progressive = house.wagers["six_card_bonus"], house.wagers["progressive"]
    assert (bonus.of, bonus.fold, bonus.limits.least) == ("best_five", "stays", 500)
    assert bonus.pays["royal_flush"].paid == "last"
    assert list(progressive.pays)[:2] == ["akq_spades", "akq_suited"]
    assert progressive.pays["akq_spades"].paid == "last_from_left"
    assert progressive.feeds["main"].cents == 20
    assert house.meters["main"].seed_cents == 100_000
    assert house.shuffle.hand_only_without == ("six_card_bonus", "progressive")


@pytest.mark.parametrize(
    ("changes", "path", "value"),
    [
        ({"tie": "dealer"}, "ante.tie", "lose"),
        ({"collection_fee": {"amount": 2, "per": "position"}}, "fee.amount_cents", 200),
        ({"progressive_unit": "to_1"}, "wagers.progressive.pays.straight.to_one", 6),
        ({"wager_version": "ii"}, "wagers.pair_plus.at_most.ante", 2),
        ({"deal_method": "hand"}, "dealing.method", "hand"),
        ({"tax_form_threshold": 1200}, "compliance.tax_form_over_cents", 120_000),
    ],
)
def test_every_option_of_a_set_up_is_a_setting(
    changes: dict[str, Any], path: str, value: Any
) -> None:
    raw = sample("manual")
    raw["options"] |= changes
    settings: Any = msgspec.to_builtins(house_as_now(raw))
    for name in path.split("."):
        settings = settings[name]
    assert settings == value


def test_a_house_file_is_converted_with_its_options_left_as_they_are() -> None:
    raw = {
        "extends": "manual",
        "wagers": ["ante", "pair_plus", "six_card_bonus"],
        "limits": {"ante": {"minimum_cents": 1000}},
        "pair_plus": {"flush": 4},
        "ante_bonus": {"straight": 2},
        "dealer": {"qualifies_with": "queen_high"},
        "options": {
            "tie": "dealer",
            "layout_spots": ["play", "ante", "pair_plus", "six_card_bonus"],
        },
    }
    new = convert(raw)
    assert is_first_form(raw)
    assert not is_first_form(new)
    assert new == {
        "extends": "manual",
        "ante": {"limits": {"minimum_cents": 1000}},
        "wagers": {"pair_plus": {"pays": {"flush": 4}}, "progressive": False},
        "meters": {"main": False},
        "ante_bonus": {"pays": {"straight": 2}},
        "dealer": {"qualifies_with": "Q"},
        "options": raw["options"],
    }
    own = Layer(new, Path(), "converted", None)
    house = make_house([*layers(path_of("manual")), own], load_house("manual").book)
    assert list(house.wagers) == ["pair_plus", "six_card_bonus"]
