"""A table's set-up carries its whole house, and returns it unchanged."""

import random
from typing import Any

import msgspec
import pytest

from queenhigh.house import linter as linting
from queenhigh.house.loader import load_house
from queenhigh.house.model import House
from queenhigh.money.setup import TableSetUp, as_data, book_data, house_of, options_data
from queenhigh.table.players import play_rounds
from tests.money.room import setup_of
from tests.table.chance import some_house
from tests.table.driver import BUILT_IN, NOON, house

MICS = load_house("mics")


def read_again(of: House) -> House:
    """Read the house back from a log."""
    written = msgspec.json.encode(setup_of(of))
    return house_of(msgspec.json.decode(written, type=TableSetUp))


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_house_from_the_log_is_the_same(of: str) -> None:
    before = load_house(of)
    after = read_again(before)
    assert as_data(after) == as_data(before)
    assert book_data(after) == book_data(before)
    assert after.settings == before.settings
    for path in before.settings:
        assert after.cited(path) == before.cited(path)


def _by_key(finding: linting.Finding) -> tuple[str, str]:
    return finding.level, finding.key


@pytest.mark.parametrize("of", BUILT_IN)
def test_a_house_from_the_log_lints_the_same(of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = linting.lint_house(of), read_again(load_house(of))
    monkeypatch.setattr(linting, "load_house", lambda _: after)
    assert sorted(linting.lint_house(of), key=_by_key) == sorted(before, key=_by_key)


@pytest.mark.parametrize("of", BUILT_IN)
@pytest.mark.parametrize("options", range(4))
def test_a_house_from_the_log_plays_and_settles_the_same(of: str, options: int) -> None:
    before = some_house(of, random.Random(options)) if options else load_house(of)
    rounds = [
        list(play_rounds(each, rounds=12, seats=4, chance=random.Random(7), start=NOON))
        for each in (before, read_again(before))
    ]
    assert rounds[0] == rounds[1]


@pytest.mark.parametrize("of", BUILT_IN)
def test_every_number_is_whole_so_any_language_writes_the_same_text(of: str) -> None:
    def leaves(value: Any) -> list[Any]:
        if isinstance(value, dict):
            return [each for inner in value.values() for each in leaves(inner)]
        if isinstance(value, list | tuple):
            return [each for inner in value for each in leaves(inner)]
        return [value]

    kinds = {
        type(each) for each in leaves(msgspec.json.decode(msgspec.json.encode(as_data(house(of)))))
    }
    assert kinds <= {str, int, bool, type(None)}


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        ({}, msgspec.UNSET),
        ({"tie": "push", "ace_low_straight": True}, msgspec.UNSET),
        ({"tie": "push", "ace_low_straight": False}, {"ace_low_straight": False}),
        ({"pair_plus_table": "1/3/6/30/40"}, msgspec.UNSET),
        ({"large_payout": {"chip": 500}}, {"large_payout": {"chip": 500}}),
    ],
)
def test_an_option_equal_to_the_houses_own_is_not_listed(
    options: dict[str, Any], chosen: object
) -> None:
    assert options_data(load_house("manual"), options) == chosen


def test_tables_of_the_same_house_share_it() -> None:
    assert read_again(load_house("manual")) is read_again(load_house("manual"))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"table": "a:b"}, "without a colon"),
        ({"table": ""}, "without a colon"),
        ({"link": "a:b"}, "has a colon"),
        ({"link": ""}, "if, and only if"),
    ],
)
def test_an_unbookable_set_up_cannot_be_made(changes: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        msgspec.structs.replace(setup_of(load_house("manual")), **changes).__post_init__()


def test_a_house_without_a_progressive_has_no_link() -> None:
    with pytest.raises(ValueError, match="if, and only if"):
        TableSetUp(
            table="1", name="", house=as_data(MICS), book=book_data(MICS), stakes="play", link="x"
        )
