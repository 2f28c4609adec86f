"""No code names a book, a clause or a wager of one book: they are data.

Also, code reads every point and every setting, and every clause is used.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from queenhigh.house.catalogue import books
from queenhigh.house.loader import BOOKS
from queenhigh.house.points import points
from queenhigh.house.registry import standings
from queenhigh.house.wager import UNITS
from tests.house.point_names import points_read
from tests.house.reading import fields, read_in, settings_read

PACKAGE = BOOKS.parents[1]
ROOT = PACKAGE.parents[1]
EXAMPLES = ROOT / "examples" / "books"

# Words of English and of our own data that are also keys of a wager or a book.
COMMON = {
    "progressive",  # A settled document's name for a house's only meter, whatever its key.
    "bonus",  # The ante bonus is part of every game.
}


@cache
def names() -> frozenset[str]:
    """The keys of books and wagers, the ids of clauses and rulings."""
    found: set[str] = set()
    for folder in (*BOOKS.iterdir(), *EXAMPLES.iterdir()):
        if not (folder / "book.toml").exists():
            continue
        found.add(tomllib.loads((folder / "book.toml").read_text("utf-8"))["key"])
        for path in folder.glob("*.toml"):
            raw = tomllib.loads(path.read_text("utf-8"))
            found |= raw.get("wagers", {}).keys()
            found |= {each["id"] for each in raw.get("clause", ())}
            found |= {each["id"] for each in raw.get("ruling", ()) if "id" in each}
    return frozenset(found - COMMON)


def sources() -> Iterator[Path]:
    """All modules except migrations, which describe old tables."""
    left_out = {"__pycache__", "migrations"}
    return (path for path in sorted(PACKAGE.rglob("*.py")) if not left_out & set(path.parts))


def named_in(source: str) -> list[tuple[int, str]]:
    """Find strings, docstrings included, that are such a name or contain one as a word."""
    return [
        (node.lineno, word)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for word in words_in(node.value)
    ]


def words_in(text: str) -> list[str]:
    return [word for word in re.findall(r"[A-Za-z0-9_-]+", text) if word in names()]


def test_names_are_found() -> None:
    assert len(names()) > 500
    source = '"""Of manual."""\nx = "pair_plus"\ny = f"see manual-gen-A {x}"\nz = "paired"\n'
    assert named_in(source) == [(1, "manual"), (2, "pair_plus"), (3, "manual-gen-A")]


def test_no_code_names_a_book_a_clause_or_a_wager() -> None:
    found = {
        str(path.relative_to(PACKAGE)): named
        for path in sources()
        if (named := named_in(path.read_text("utf-8")))
    }
    assert found == {}


# The front end need not know what the service tells it.

WEB = ROOT / "web" / "src"


def web_sources() -> Iterator[Path]:
    """All except tests, their fixtures, and files generated from the service's answers."""
    for path in sorted((*WEB.rglob("*.ts"), *WEB.rglob("*.svelte"))):
        made = path.name == "schema.d.ts"
        if not (made or path.name.endswith(".test.ts") or "testing" in path.parts):
            yield path


def test_the_front_end_is_found() -> None:
    assert len(list(web_sources())) > 100
    assert words_in("if (key === 'pair_plus') return see('manual-gen-A');") == [
        *("pair_plus", "manual-gen-A"),
    ]


def test_no_page_names_a_book_a_clause_or_a_wager() -> None:
    """Not even in a comment."""
    found = {
        str(path.relative_to(WEB)): named
        for path in web_sources()
        if (named := words_in(path.read_text("utf-8")))
    }
    assert found == {}


# Points and settings


def test_every_point_is_read_by_code() -> None:
    assert sorted(points().keys() - points_read().keys()) == []


def test_code_reads_no_missing_point() -> None:
    assert sorted(points_read().keys() - points().keys()) == []


# Read by name: `Row.unit` and `Row.amount` go through them.
BY_NAME = {("Row", unit) for unit in UNITS}
# They describe a house but have no effect.
ONLY_LOOK = {"linter.py", "comparison.py"}


def test_every_setting_is_read_by_code() -> None:
    behave = [path for path in sources() if path.name not in ONLY_LOOK]
    assert len(list(sources())) - len(behave) == len(ONLY_LOOK)
    unread = fields().keys() - settings_read(behave) - BY_NAME
    assert {".".join(each) for each in unread} == set()


def test_a_field_of_the_same_name_elsewhere_does_not_count_as_reading_a_setting() -> None:
    read = read_in(
        [
            """
class Relief(Part):
    steps: tuple[str, ...]
    def __post_init__(self):
        if not self.steps: ...

def one(table: Table, wager: Wager) -> Row | None:
    hours, mode = table.house.cards.change.hours, table.mode
    return next((row for row in wager.pays.values() if row.verify), None)

def two(house: House, event: Event):
    row = one(house.table, house.wagers[event.key])
    return row.envy_cents, event.seated_only, [each.fold for each in house.wagers.values()]
"""
        ]
    )
    assert read - {("House", "cards"), ("House", "wagers"), ("Cards", "change")} == {
        *(("DeckChange", "hours"), ("Wager", "pays"), ("Wager", "fold")),
        *(("Row", "verify"), ("Row", "envy_cents")),
    }


# Clauses


@pytest.mark.parametrize("key", books())
def test_every_clause_of_a_built_in_book_is_carried(key: str) -> None:
    missing = {each.clause.id for each in standings(books()[key]) if each.status == "missing"}
    assert missing == set()
