"""No code names a book, a clause or a wager of one book: they are data.

Also: every point and every setting is read by code, and every clause is carried.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from queenhigh.house import procedure, wager
from queenhigh.house.catalogue import books
from queenhigh.house.loader import BOOKS
from queenhigh.house.points import points
from queenhigh.house.registry import points_read, standings

PACKAGE = BOOKS.parents[1]

# Still to be converted. Take one out when it is; at the end this is empty.
NOT_YET = ("cli/commands_maths.py", "cli/commands_table.py")
NOT_YET_CARRIED: set[str] = set()
# Words of English and of our own data that are also a key of a wager or a book.
COMMON = {"progressive"}  # The name of the only meter in a settled document: DESIGN, section 5.


@cache
def names() -> frozenset[str]:
    found: set[str] = set()
    for folder in BOOKS.iterdir():
        if not (folder / "book.toml").exists():
            continue
        found.add(tomllib.loads((folder / "book.toml").read_text("utf-8"))["key"])
        clauses = tomllib.loads((folder / "clauses.toml").read_text("utf-8"))["clause"]
        found |= {clause["id"] for clause in clauses}
        for house in folder.glob("*.toml"):
            found |= tomllib.loads(house.read_text("utf-8")).get("wagers", {}).keys()
    return frozenset(found)


def sources() -> Iterator[Path]:
    """All modules but migrations, which are about tables as they once were."""
    left_out = {"__pycache__", "migrations"}
    return (path for path in sorted(PACKAGE.rglob("*.py")) if not left_out & set(path.parts))


def strings(tree: ast.AST) -> Iterator[ast.Constant]:
    """String constants that are not documentation."""
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node


def named_in(source: str) -> list[tuple[int, str]]:
    """Where a string is such a name, or holds one as a word."""
    return [
        (node.lineno, word)
        for node in strings(ast.parse(source))
        for word in re.findall(r"[A-Za-z0-9_-]+", str(node.value))
        if word in names() - COMMON
    ]


def test_names_are_found() -> None:
    source = '"""Of manual."""\nx = "pair_plus"\ny = f"see manual-gen-A {x}"\nz = "paired"\n'
    assert named_in(source) == [(2, "pair_plus"), (3, "manual-gen-A")]


def test_no_code_names_a_book_a_clause_or_a_wager() -> None:
    found = {
        str(path.relative_to(PACKAGE)): named
        for path in sources()
        if not str(path.relative_to(PACKAGE)).startswith(NOT_YET)
        and (named := named_in(path.read_text("utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize("part", NOT_YET)
def test_what_is_not_yet_converted_still_names_some(part: str) -> None:
    """A part that names none any more is taken out of the list."""
    some = [path for path in sources() if str(path.relative_to(PACKAGE)).startswith(part)]
    assert any(named_in(path.read_text("utf-8")) for path in some)


# Points and settings


def test_every_point_is_read_by_code() -> None:
    assert sorted(points().keys() - points_read().keys()) == []


def test_code_reads_no_point_that_is_not_there() -> None:
    assert sorted(points_read().keys() - points().keys()) == []


def fields() -> dict[str, str]:
    """Every field of the structs of a house, with the struct it stands in."""
    return {
        field.name: struct.__name__
        for module in (procedure, wager)
        for struct in vars(module).values()
        if isinstance(struct, type)
        and issubclass(struct, msgspec.Struct)
        and struct.__module__ == module.__name__
        for field in msgspec.structs.fields(struct)
    }


def attributes_read() -> set[str]:
    """The names that code outside the model reads as attributes, or asks for by name."""
    model = {"procedure.py", "model.py"}
    read: set[str] = set()
    for path in sources():
        if path.parent.name == "house" and path.name in model:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                # The checks of a struct upon itself are no use of a setting.
                of_itself = path.name == "wager.py" and isinstance(node.value, ast.Name)
                if not (of_itself and node.value.id == "self"):  # type: ignore[attr-defined]
                    read.add(node.attr)
    return read


# What the model itself computes with, in house/model.py and in properties of house/wager.py.
READ_BY_THE_MODEL = {
    "qualifies_with": "House.dealer_qualifies",
    "step_cents": "Limits.least, Limits.on_a_step",
    "steps_from": "Limits.on_a_step",
    "maximum": "House.limits",
    "ace_low_straight": "House.ranking",
    "minimum_cents": "Limits.least",
    "maximum_cents": "Limits.most",
    "when": "Row.contests",
    "to_one": "Row.amount",
    "for_one": "Row.amount",
    "cents": "Row.amount",
    "percent": "Row.amount",
    "result": "Row.unit",
    "any": "check_rows",
    "instruments": "House.takes_coupons",
    "feeds": "Wager.meters",
}
# Settings that change nothing yet: most are the table's, which still asks by the old names. To be
# read by something that behaves by them, or taken out of the house.
NOT_YET_READ = frozenset(
    """
    after_void alternate announce before_second_look bystanders counted_from cut_by cut_cards
    defective drawn_when_none_due fallback folded_may_leave folds foreign_money funded_by handling
    hands_face_up_until late_limit_error leaving_during_round legibility limit_changes
    losing_without_ante machine_count_round must_hit_by_cents new_deck offered offered_by_dealer
    one_deck_in_rack opened_by play_commits racked recut_by seated_only showing
    side_bets_between_players simultaneous soliciting stub tax_form_over_cents touching
    verbal_with_cash verify_folds verify_hands
    """.split()
)


def test_every_setting_is_read_by_code() -> None:
    unread = fields().keys() - attributes_read() - READ_BY_THE_MODEL.keys() - NOT_YET_READ
    assert {f"{fields()[name]}.{name}" for name in unread} == set()


# Clauses


@pytest.mark.parametrize("key", books())
def test_every_clause_of_a_built_in_book_is_carried(key: str) -> None:
    missing = {each.clause.id for each in standings(books()[key]) if each.status == "missing"}
    assert missing <= NOT_YET_CARRIED
