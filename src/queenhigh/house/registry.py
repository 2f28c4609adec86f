"""How each clause of a book is carried: by the points and settings that refer to it."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from .book import Book, Clause
from .parsed_files import kept
from .points import point_of, points

Status = Literal["enforced", "guided", "announced", "recorded", "configured", "stated", "missing"]
STATUSES: tuple[Status, ...] = get_args(Status)
_PACKAGE = Path(__file__).parents[1]
_TESTS = _PACKAGE.parents[1] / "tests"


class Place(msgspec.Struct, frozen=True):
    """What refers to a clause."""

    status: Status
    where: str  # point ante.wins, setting ante.tie, constraint raised_bonus.


class Standing(msgspec.Struct, frozen=True):
    """A clause, what became of it, and where."""

    clause: Clause
    book: str
    status: Status
    places: tuple[str, ...]
    tests: tuple[str, ...]


def standings(book: Book, amends: Mapping[str, tuple[str, ...]] | None = None) -> list[Standing]:
    """Every clause of a book and of a house that amends it, in document order."""
    found: dict[str, list[Place]] = defaultdict(list)
    for identity, place in _references(book):
        found[identity].append(place)
    for path, ids in (amends or {}).items():
        for identity, place in _all(ids, Place(_of_setting(path), f"setting {path}")):
            found[identity].append(place)
    return [_standing(book, clause, found[clause.id]) for clause in book.clauses]


def _standing(book: Book, clause: Clause, places: list[Place]) -> Standing:
    if not places and clause.id in book.stated:
        places = [Place("stated", book.stated[clause.id])]
    missing: Status = "missing"
    status = min((place.status for place in places), key=STATUSES.index, default=missing)
    where = tuple(dict.fromkeys(place.where for place in places))
    return Standing(clause, book.key, status, where, tuple(tests().get(clause.id, ())))


def _references(book: Book) -> Iterator[tuple[str, Place]]:
    known = points()
    for key, ids in book.points.items():
        entry = known.get(point_of(key))
        if entry is not None:
            yield from _all(ids, Place(entry.status, f"point {key}"))
    for path, support in book.settings.items():
        place = Place(_of_setting(path), f"setting {path}")
        yield from _all(support.clauses, place)
        for alternative in support.also:
            yield from _all(alternative.clauses, place)
    for ruling in book.rulings:
        for name, reading in ruling.readings.items():
            yield from _all(reading.clauses, Place("configured", f"option {ruling.option} {name}"))
    for constraint in book.constraints:
        place = Place("enforced", f"constraint {constraint.name or ', '.join(constraint.must)}")
        yield from _all(constraint.clauses, place)


def _all(ids: tuple[str, ...], place: Place) -> Iterator[tuple[str, Place]]:
    return ((identity, place) for identity in ids)


def _of_setting(path: str) -> Status:
    if path.startswith("announcements.") or path.endswith((".absent", ".announce")):
        return "announced"
    return "recorded" if path.startswith(("standing", "compliance.")) else "configured"


@cache
def tests() -> dict[str, list[str]]:
    """The tests that hold each clause; empty where the tests are not installed."""
    files = sorted(_TESTS.rglob("test_*.py")) if _TESTS.is_dir() else []
    if not files:
        return {}
    seen = [f"{path} {path.stat().st_mtime_ns} {path.stat().st_size}" for path in files]
    return kept(_TESTS / "clauses", "\n".join(seen).encode(), lambda: _tests_in(files))


def _tests_in(files: list[Path]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path in files:
        source = path.read_text("utf-8")
        if "clause(" not in source:
            continue
        tree = ast.parse(source)
        named = {
            node.targets[0].id: node.value  # FOLDS = clause("..."), for use as @FOLDS.
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    decorator = named.get(mark.id, mark) if isinstance(mark, ast.Name) else mark
                    for identity in _literals(decorator, "clause"):
                        found[identity].append(f"{path.relative_to(_TESTS.parent)}::{node.name}")
    return dict(found)


def points_read() -> dict[str, list[str]]:
    """The points that code names, found by reading the source, each with the files."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(_PACKAGE.rglob("*.py")):
        source = path.read_text("utf-8")
        if "point(" in source:
            for node in ast.walk(ast.parse(source)):
                for name in _literals(node, "point"):
                    found[name].append(str(path.relative_to(_PACKAGE)))
    return found


def _literals(node: ast.AST, function: str) -> Iterator[str]:
    """The ids in a call of that function."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield from argument.value.split()
