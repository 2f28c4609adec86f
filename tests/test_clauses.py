"""Every clause of the rule books is accounted for: by code or a book, and by a test."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from queenhigh.house import registry
from queenhigh.house.book import Book
from queenhigh.house.catalogue import books, clauses, conventions, rulings_of
from queenhigh.house.loader import BOOKS
from queenhigh.house.options import common_options
from queenhigh.house.points import point_of, points

ROOT = Path(__file__).parent.parent

# In a book, but nothing in the program implements it yet.
NOT_YET_CARRIED: set[str] = set()
STANDINGS = [each for book in books().values() for each in registry.standings(book)]


def test_every_clause_is_carried() -> None:
    missing = {each.clause.id for each in STANDINGS if each.status == "missing"}
    assert missing == NOT_YET_CARRIED


def test_every_clause_that_is_more_than_stated_has_a_test() -> None:
    assert [
        each.clause.id for each in STANDINGS if each.status != "stated" and not each.tests
    ] == []


def test_every_clause_has_a_status_that_agrees_with_where_it_lives() -> None:
    assert [each.clause.id for each in STANDINGS] == list(clauses())
    for standing in STANDINGS:
        assert standing.status in registry.STATUSES
        assert bool(standing.places) is (standing.status != "missing")


def cited_in(book: Book) -> Iterator[tuple[str, str]]:
    """Yield every clause id that the book's own data cite, and where."""
    for key, ids in book.points.items():
        yield from ((each, f"point {key}") for each in ids)
    for path, support in book.settings.items():
        alternatives = [each for other in support.also for each in other.clauses]
        yield from ((each, f"setting {path}") for each in (*support.clauses, *alternatives))
    for ruling in book.rulings:
        readings = [each for reading in ruling.readings.values() for each in reading.clauses]
        yield from ((each, f"ruling {ruling.id}") for each in (*ruling.clauses, *readings))
    for constraint in book.constraints:
        yield from ((each, f"constraint {constraint.name}") for each in constraint.clauses)
    yield from ((each, "stated") for each in book.stated)


@pytest.mark.parametrize("key", books())
def test_every_id_that_a_book_refers_to_is_a_clause_of_it(key: str) -> None:
    book = books()[key]
    assert [each for each in cited_in(book) if each[0] not in book.by_id] == []


@pytest.mark.parametrize("key", books())
def test_every_ruling_that_a_setting_names_exists(key: str) -> None:
    book = books()[key]
    known = rulings_of(book)
    for path, support in book.settings.items():
        assert set(support.rulings) <= known.keys(), path
        assert not support.convention or support.convention in conventions(), path
    for constraint in book.constraints:
        assert set(constraint.rulings) <= known.keys()


@pytest.mark.parametrize("key", books())
def test_every_point_that_a_book_names_is_one(key: str) -> None:
    assert [each for each in books()[key].points if point_of(each) not in points()] == []


def test_every_id_that_a_test_cites_exists() -> None:
    assert {each for each in registry.tests() if each not in clauses()} == set()


def test_rulings_and_conventions_are_complete() -> None:
    prefixes = {"mics": "MICS", "chickasaw": "CHK", "manual": "MAN", "classic": "CLS"}
    of_a_book = set()
    for key, book in books().items():
        for ruling in rulings_of(book).values():
            prefix = ruling.id.partition("-")[0]
            assert prefix in ("QH", prefixes[key])
            assert ruling.title
            assert ruling.question
            assert ruling.default
            if prefix != "QH":
                of_a_book.add(ruling.id)
    assert len(of_a_book) == 27 + 12 + 46 + 11
    assert len(conventions()) == 45
    for convention in conventions().values():
        assert convention.confidence in ("H", "M", "L", "high", "medium", "low")


def test_clauses_are_named_after_their_book_and_all_are_there() -> None:
    assert len(clauses()) == 398
    for key, book in books().items():
        for clause in book.clauses:
            assert clause.id.startswith(f"{key}-")
            assert clause.gist
            assert clause.ref
            assert clause.kind in ("engine", "config", "procedure", "record", "conduct")


def test_every_id_in_a_catalogue_is_there_once() -> None:
    for book in books():
        entries = tomllib.loads((BOOKS / book / "clauses.toml").read_text("utf-8"))
        ids = [entry["id"] for entry in entries["clause"]]
        assert len(set(ids)) == len(ids)
    names = [each.option for each in common_options()]
    assert len(set(names)) == len(names)


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
