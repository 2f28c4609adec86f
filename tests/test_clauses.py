"""Every clause of the rule books is accounted for: by a point or a setting, and by a test."""

import ast
import tomllib
from pathlib import Path

import pytest

from queenhigh.house import registry
from queenhigh.house.book import BOOKS, book
from queenhigh.house.catalogue import clauses, conventions, options, rulings
from queenhigh.house.loader import BUILT_IN, built_in

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "queenhigh"

# In a book, but neither a point that code reads nor a setting carries them. What most of them ask
# for is there, and nothing that is told names it. Take an id out when a point carries it: the test
# below asks for that.
NOT_YET_CARRIED = {
    "mics-a1-ii",
    "mics-a1-iv",
    "mics-a1-vii",
    "mics-c1",
    "mics-c1-2",
    "mics-c2",
    "mics-c2-i",
    "mics-c2-ii",
    "mics-c2-iii",
    "mics-c2-iv",
    "mics-c2-v",
    "mics-f4-2",
    "mics-j3-i",
    "chickasaw-q",
    "manual-intro-8",
    "manual-open-A",
    "manual-std-E",
    "manual-bets-6",
    "manual-payout-D",
    "manual-payout-G",
    "manual-gen-C",
    "manual-gen-H",
    "manual-tips-C",
    "manual-tips-D",
    "classic-obj-3",
    "classic-rules-5",
    "classic-rules-9",
    "classic-play3-3",
    "classic-amount-play",
}


def test_every_clause_has_a_point_or_a_setting_that_carries_it() -> None:
    lacking = {each for each in clauses() if not registry.places().get(each)}
    assert lacking == NOT_YET_CARRIED


def test_every_clause_has_a_test_that_holds_it() -> None:
    lacking = sorted(each for each in clauses() if not registry.tests().get(each))
    assert not lacking, lacking


def test_every_id_that_a_book_refers_to_exists() -> None:
    known = clauses().keys() | rulings().keys()
    assert {each for each in registry.places() if each not in known} == set()


def test_every_id_that_a_test_cites_exists() -> None:
    assert {each for each in registry.tests() if each not in clauses()} == set()


def test_every_id_that_a_ruling_rests_on_exists_in_its_book() -> None:
    for ruling in rulings().values():
        for identity in ruling.clauses:
            assert clauses()[identity].book == ruling.book or ruling.id.startswith("QH-"), ruling.id


def test_rulings_and_conventions_are_whole() -> None:
    prefixes = {"MICS": "mics", "CHK": "chickasaw", "MAN": "manual", "CLS": "classic"}
    for ruling in rulings().values():
        prefix = ruling.id.partition("-")[0]
        assert prefix == "QH" or ruling.book == prefixes[prefix]
        assert ruling.title
        assert ruling.question
        assert ruling.default
    assert len([each for each in rulings() if not each.startswith("QH-")]) == 20 + 11 + 36 + 11
    assert len(conventions()) == 45
    for convention in conventions().values():
        assert convention.confidence in ("H", "M", "L", "high", "medium", "low")


def test_clauses_are_named_after_their_book_and_all_are_there() -> None:
    assert len(clauses()) == 385
    for identity, clause in clauses().items():
        assert clause.book in BOOKS
        assert clause.id == identity
        assert clause.gist
        assert clause.ref
        assert clause.kind in ("engine", "config", "procedure", "record", "conduct")


@pytest.mark.parametrize("key", BOOKS)
def test_a_book_is_a_folder_by_its_key(key: str) -> None:
    assert book(key).key == key
    assert book(key).title
    assert (book(key).language, book(key).currency) == ("en", "USD")
    assert built_in(key).book == key
    assert built_in(key).standing == book(key).standing


def test_every_id_in_a_catalogue_is_there_once() -> None:
    for of in BOOKS:
        for name in ("clause", "ruling"):
            file = PACKAGE / f"house/books/{of}/{name}s.toml"
            ids = [entry["id"] for entry in tomllib.loads(file.read_text("utf-8"))[name]]
            assert len(set(ids)) == len(ids)
    for name, key in [("options", "option"), ("rulings", "ruling"), ("rulings", "convention")]:
        entries = tomllib.loads((PACKAGE / f"house/{name}.toml").read_text("utf-8"))[key]
        names = [entry.get("id") or entry["name"] for entry in entries]
        assert len(set(names)) == len(names)
    assert options()


def test_every_citation_of_a_test_is_one_that_the_registry_finds() -> None:
    lost = []
    for path in (ROOT / "tests").rglob("test_*.py"):
        if path.name == "test_clauses_mechanics.py":
            continue
        file = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "clause":
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), file
                    ids = str(argument.value).split()
                    lost += [f"{file} {each}" for each in ids if not found_in(file, each)]
    assert not lost, lost


def found_in(file: str, identity: str) -> bool:
    return any(each.startswith(f"{file}::") for each in registry.tests().get(identity, []))


def test_every_clause_has_a_status_that_agrees_with_where_it_lives() -> None:
    for standing in registry.standings():
        assert standing.status in registry.STATUSES
        assert bool(standing.places) is (standing.status != "uncarried")


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_book_cites_rulings_and_clauses_that_exist(key: str) -> None:
    known = clauses().keys() | rulings().keys()
    for cited in built_in(key).cites.values():
        assert set(cited) <= known
