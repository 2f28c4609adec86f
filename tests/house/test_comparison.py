"""Houses side by side: only the differences, with the clauses behind them."""

from itertools import permutations
from pathlib import Path

import msgspec
import pytest

from queenhigh.house.comparison import differences
from queenhigh.house.loader import built_in, built_in_keys
from queenhigh.house.model import House
from tests.clauses import clause
from tests.cli.runner import run
from tests.house.own import settings_of, written

PAIRS = list(permutations(built_in_keys(), 2))


def of(*keys: str) -> dict[str, House]:
    return {key: built_in(key) for key in keys}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_only_the_differences_are_shown(one: str, other: str) -> None:
    first, second = settings_of(built_in(one)), settings_of(built_in(other))
    differing = {
        name for name in first.keys() | second.keys() if first.get(name) != second.get(name)
    }
    rows = differences(of(one, other))
    assert {row.setting for row in rows} == differing
    for row in rows:
        assert list(row.cells) == [one, other]
        assert row.cells[one].value == first.get(row.setting)
        assert row.cells[other].value == second.get(row.setting)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_the_order_of_the_houses_is_only_the_order_of_the_columns(one: str, other: str) -> None:
    forth = {row.setting: row.cells for row in differences(of(one, other))}
    back = {row.setting: row.cells for row in differences(of(other, one))}
    assert forth == back


def test_a_house_does_not_differ_from_itself() -> None:
    assert differences({"one": built_in("manual"), "other": built_in("manual")}) == []


@clause("mics-k1-ii mics-k1-ii-A mics-k1-iii mics-k1-iii-A mics-f6 mics-f6-ii")
def test_each_figure_has_the_clause_it_comes_from() -> None:
    rows = differences(of("mics", "mics-alternate"))
    first = {row.setting: tuple(cell.cites[:1] for cell in row.cells.values()) for row in rows}
    alternate = first.pop("wagers.pair_plus.at_most.ante")[1]
    assert alternate == ("mics-f6-ii",)
    assert first == {
        "wagers.pair_plus.pays.three_of_a_kind": (("mics-k1-ii",), ("mics-k1-ii-A",)),
        "wagers.pair_plus.pays.straight_flush": (("mics-k1-ii",), ("mics-k1-ii-A",)),
        "ante_bonus.pays.three_of_a_kind": (("mics-k1-iii",), ("mics-k1-iii-A",)),
        "ante_bonus.pays.straight_flush": (("mics-k1-iii",), ("mics-k1-iii-A",)),
    }
    assert all(cell.departs_from is msgspec.UNSET for row in rows for cell in row.cells.values())


def test_a_bet_that_one_house_lacks_is_empty_there() -> None:
    rows = {row.setting: row for row in differences(of("manual", "classic"))}
    row = rows["wagers.six_card_bonus.pays.royal_flush"]
    assert row.cells["manual"].value["to_one"] == 1000
    assert row.cells["classic"].value is None
    assert row.cells["classic"].cites == ()


def test_with_three_houses_a_row_needs_two_that_differ() -> None:
    rows = {row.setting for row in differences(of(*built_in_keys()))}
    assert "wagers.pair_plus.pays.flush" in rows
    assert "wagers.pair_plus.pays.pair" not in rows
    assert "dealer.qualifies_with" not in rows


# The command.


def test_the_command_shows_a_table_with_a_column_a_house() -> None:
    answer = run("compare", "mics", "mics-alternate")
    assert (answer.status, answer.err) == (0, "")
    for shown in (
        "mics-alternate",
        "wagers.pair_plus.pays.straight_flush",
        "35",
        "40",
        "mics-k1-ii-A",
    ):
        assert shown in answer.out
    assert "wagers.pair_plus.pays.pair" not in answer.out


def test_the_command_shows_money_as_money() -> None:
    out = run("compare", "manual", "classic").out
    assert "$300" in out
    assert "30000" not in out


def test_the_command_gives_the_differences_as_data() -> None:
    document = run("compare", "classic", "manual", "--json").json
    assert document["houses"] == ["classic", "manual"]
    rows = differences(of("classic", "manual"))
    assert [row["setting"] for row in document["differences"]] == [row.setting for row in rows]
    for row in document["differences"]:
        assert list(row["cells"]) == ["classic", "manual"]
        assert all(cell.keys() >= {"value", "cites"} for cell in row["cells"].values())


def test_files_and_keys_can_be_compared(tmp_path: Path) -> None:
    file = written(tmp_path, 'extends = "classic"\nseats = 6\n[options]\ntie = "dealer"')
    for one, other in [(str(file), "classic"), ("classic", str(file))]:
        document = run("compare", one, other, "--json").json
        cells = {row["setting"]: row["cells"] for row in document["differences"]}
        assert cells.keys() == {"seats", "ante.tie", "play.tie"}
        assert cells["seats"]["own"]["value"] == 6
        assert cells["seats"]["classic"]["value"] == 7
        assert cells["ante.tie"]["classic"]["cites"] == ["classic-rules-12", "CLS-8"]


def test_identical_houses_are_reported_as_such(tmp_path: Path) -> None:
    file = written(tmp_path, 'extends = "classic"')
    answer = run("compare", file, "classic")
    assert (answer.status, answer.err) == (0, "")
    assert "No differences" in answer.out
    assert run("compare", file, "classic", "--json").json["differences"] == []


def test_two_files_of_one_name_can_be_compared(tmp_path: Path) -> None:
    one = written(tmp_path, 'extends = "classic"\nseats = 5', "north/table.toml")
    other = written(tmp_path, 'extends = "classic"\nseats = 6', "south/table.toml")
    answer = run("compare", one, other, "--json")
    assert answer.status == 0
    [row] = answer.json["differences"]
    assert [cell["value"] for cell in row["cells"].values()] == [5, 6]


def test_all_built_in_houses_fit_on_one_screenful_of_columns() -> None:
    answer = run("compare", *built_in_keys())
    assert (answer.status, answer.err) == (0, "")
    assert max(map(len, answer.out.splitlines())) <= 120


def test_a_books_own_value_has_the_clauses_from_which_another_house_departs() -> None:
    """No clause of these is about the setting itself: points carry it."""
    settings = {"play.dealer_out": "win", "wagers.pair_plus.of": "dealer"}
    for key in ("classic", "mics"):
        rows = differences({"book": built_in(key), "own": built_in(key).replace(settings)})
        assert {row.setting for row in rows} == set(settings)
        for row in rows:
            assert row.cells["book"].cites
            assert row.cells["book"].cites == row.cells["own"].departs_from
            assert not row.cells["book"].departs_from
