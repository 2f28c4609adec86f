"""The rule points: a closed list, read by code, with clauses that the books put behind them."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from queenhigh.house import points as module
from queenhigh.house import registry
from queenhigh.house.book import BOOKS, HOUSES, book_points, of_every_book
from queenhigh.house.catalogue import clauses, rulings
from queenhigh.house.comparison import house_settings
from queenhigh.house.loader import BUILT_IN, built_in
from queenhigh.house.options import Options
from queenhigh.house.points import POINT_STATUSES, Point, point, point_of, points

PACKAGE = Path(module.__file__).parents[1]
WAGERS = {wager for key in BUILT_IN for wager in built_in(key).wagers}
IN_EVERY_BOOK = {wager for wager in WAGERS if all(built_in(key).offers(wager) for key in BOOKS)}


# The list


def test_a_point_that_is_not_in_the_list_cannot_be_named() -> None:
    with pytest.raises(LookupError, match=r"no rule point ante\.lost"):
        point("ante.lost")


def test_the_names_are_those_of_the_list() -> None:
    written = tomllib.loads((PACKAGE / "house" / "points.toml").read_text("utf-8"))
    assert module._names() == written.keys() == points().keys()


@pytest.mark.parametrize("name", points())
def test_a_point_is_a_sentence_with_a_status(name: str) -> None:
    assert re.fullmatch(r"[a-z_]+\.[a-z0-9_]+", name)
    entry = points()[name]
    assert re.fullmatch(r"[A-Z].*[a-z0-9]\.", entry.says)
    assert entry.status in POINT_STATUSES


def test_two_points_never_say_the_same() -> None:
    said = [entry.says for entry in points().values()]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("name", points())
def test_a_point_names_no_book_no_clause_and_no_wager_of_one_book(name: str) -> None:
    text = f"{name} {points()[name].says}".lower().replace("_", " ")
    of_one_book = {wager.replace("_", " ") for wager in WAGERS - IN_EVERY_BOOK}
    assert not [each for each in {*BOOKS, *of_one_book} if re.search(rf"\b{each}\b", text)]
    assert not [each for each in text.split() if each.rstrip(".") in clauses()]


@pytest.mark.parametrize("name", points())
def test_what_a_point_depends_on_is_a_setting(name: str) -> None:
    settings = {each for key in BUILT_IN for each, _ in house_settings(built_in(key))}
    for path in points()[name].depends:
        assert ("{}" in path) <= name.startswith("wager.")
        paths = [path.format(wager) for wager in WAGERS]
        assert any(each == p or each.startswith(f"{p}.") for each in settings for p in paths), path


# Points and code


def test_every_point_of_the_list_is_read_and_every_point_read_is_in_the_list() -> None:
    assert {each.point for each in registry.readings() if each.live} == points().keys()


def test_no_constant_holds_a_point_that_nothing_reads() -> None:
    assert [each for each in registry.readings() if not each.live] == []


def test_every_call_of_point_is_one_that_the_registry_finds() -> None:
    """Written otherwise than with one plain text, a point would be lost."""
    found = [(each.file, each.line) for each in registry.readings()]
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "point":
                [argument] = node.args
                assert isinstance(argument, ast.Constant), path
                assert (str(path.relative_to(PACKAGE)), node.lineno) in found


def test_no_code_names_a_clause_or_a_ruling() -> None:
    known = clauses().keys() | rulings().keys()
    named = []
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        texts = [node for node in ast.walk(tree) if isinstance(node, ast.Expr)]
        explained = {id(node.value) for node in texts}  # What a docstring says is no code.
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                ids = [each for each in re.findall(r"[\w-]+", node.value) if each in known]
                if ids and id(node) not in explained:
                    named.append((path.name, node.lineno, ids))
    assert named == []


# Points and books


@pytest.mark.parametrize("key", BOOKS)
def test_a_book_names_points_that_there_are(key: str) -> None:
    for behind in book_points(key).points:
        assert point_of(behind) in points()
        if behind.startswith("wagers."):
            assert behind.split(".")[1] in built_in(key).wagers


@pytest.mark.parametrize("key", BOOKS)
def test_what_a_book_puts_behind_a_point_or_a_setting_are_its_own_clauses(key: str) -> None:
    said = book_points(key)
    behind = [
        *said.points.values(),
        *(ids for values in said.applies.values() for ids in values.values()),
        *(cited.clauses for cited in said.settings.values()),
        *(each.clauses for cited in said.settings.values() for each in cited.also),
    ]
    for ids in behind:
        assert len(set(ids)) == len(ids)
        for identity in ids:
            assert clauses()[identity].book == key
    assert all(said.points.values()), "a point without a clause is left out"


@pytest.mark.parametrize("key", BOOKS)
def test_rulings_stand_behind_settings_that_the_book_has(key: str) -> None:
    said = book_points(key)
    for name, ids in said.rulings.items():
        setting = f"options.{name}" if name in Options.__struct_fields__ else name
        assert setting in said.settings
        assert all(rulings()[each].book in (key, "all") for each in ids)
    for setting, cited in said.settings.items():
        assert cited.clauses or setting.removeprefix("options.") in said.rulings


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_house_has_the_clauses_of_its_book(key: str) -> None:
    house = built_in(key)
    said = book_points(house.book).points
    assert house.clauses(point("play.wins")) == said["play.wins"]
    out = said.get("wagers.pair_plus.dealer_out", ())
    assert house.clauses(point("wager.dealer_out"), "pair_plus") == out


def test_a_point_of_a_wager_is_asked_of_one_and_others_of_none() -> None:
    with pytest.raises(LookupError, match="asked of a wager"):
        built_in("manual").clauses(point("wager.pays"))
    with pytest.raises(LookupError, match="asked of no wager"):
        built_in("manual").clauses(point("ante.wins"), "ante")


def test_a_book_that_does_not_speak_of_a_point_has_no_clause_for_it() -> None:
    assert built_in("classic").clauses(point("meter.fed")) == ()


def test_where_no_house_is_asked_every_book_answers() -> None:
    every = [each for key in BOOKS for each in book_points(key).points.get("seat.positions", ())]
    assert list(of_every_book("seat.positions")) == every


def test_a_clause_on_one_way_of_dealing_does_not_hold_for_another() -> None:
    manual = built_in("manual")
    assert manual.holds("manual-hdeal-B", "options.deal_method", "hand")
    assert not manual.holds("manual-hdeal-B", "options.deal_method", "automated_shoe")
    assert manual.holds("manual-outcome-A", "options.deal_method", "hand")


def test_a_key_of_a_book_leads_to_its_point() -> None:
    assert point_of("wagers.prime.pays") == "wager.pays"
    assert Point("wager.pays").key("prime") == "wagers.prime.pays"
    assert point_of("ante.wins") == Point("ante.wins").key() == "ante.wins"


def test_every_house_of_a_folder_is_built_in() -> None:
    for key, path in HOUSES.items():
        assert tomllib.loads(path.read_text("utf-8"))["key"] == key
