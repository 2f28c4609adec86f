"""Where each clause lives: the points, the settings and the tests that refer to it.

A book says which of its clauses stand behind a point and behind a setting (`points.toml`). Where
code reads a point is found by reading the source, not by running it, so asking costs no imports:
calls of `point` with a string literal. So are the `clause` decorators of the tests, where those
are at hand.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from .book import BOOKS, book_points
from .catalogue import Clause, clauses
from .points import point_of, points

# Of several, the first. A clause that nothing refers to is uncarried.
Status = Literal["enforced", "guided", "announced", "recorded", "configured", "uncarried"]
STATUSES: tuple[Status, ...] = get_args(Status)
_PACKAGE = Path(__file__).parents[1]
_TESTS = _PACKAGE.parents[1] / "tests"


class Place(msgspec.Struct, frozen=True):
    """What refers to a clause."""

    status: Status
    where: str  # wagers/play.py:12 play.wins, or house/books/mics/points.toml options.tie.


class Standing(msgspec.Struct, frozen=True):
    """A clause, what became of it, and where."""

    clause: Clause
    status: Status
    places: tuple[str, ...]
    tests: tuple[str, ...]


class Reading(msgspec.Struct, frozen=True):
    """A call of `point` in the source."""

    point: str
    file: str
    line: int
    constant: str  # The name it is assigned to; empty inside a table, such as that of the steps.
    live: bool  # Whether anything reads that name.


@cache
def places() -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = defaultdict(list)
    for identity, place in [*_points(), *_settings()]:
        found[identity].append(place)
    return found


@cache
def tests() -> dict[str, list[str]]:
    """The tests that hold each clause; empty where the tests are not installed."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(_TESTS.rglob("test_*.py")) if _TESTS.is_dir() else []:
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
    return found


@cache
def standings() -> list[Standing]:
    return [_standing(clause) for clause in clauses().values()]


def _standing(clause: Clause) -> Standing:
    cited = places().get(clause.id, [])
    statuses: list[Status] = [*(place.status for place in cited), "uncarried"]
    status = min(statuses, key=STATUSES.index)
    where = dict.fromkeys(place.where for place in cited)
    return Standing(clause, status, tuple(where), tuple(tests().get(clause.id, ())))


def _points() -> Iterator[tuple[str, Place]]:
    read: dict[str, list[Reading]] = defaultdict(list)
    for reading in readings():
        if reading.live:
            read[reading.point].append(reading)
    for key in BOOKS:
        for behind, ids in book_points(key).points.items():
            name = point_of(behind)
            for each in read[name]:
                place = Place(points()[name].status, f"{each.file}:{each.line} {behind}")
                for identity in ids:
                    yield identity, place


@cache
def readings() -> tuple[Reading, ...]:
    """Every call of `point` in the package, in the order of files and lines."""
    sources = {path: path.read_text("utf-8") for path in sorted(_PACKAGE.rglob("*.py"))}
    return tuple(
        reading
        for path, source in sources.items()
        if "point(" in source
        for reading in _in_module(path, ast.parse(source), sources)
    )


def _in_module(path: Path, tree: ast.Module, sources: dict[Path, str]) -> Iterator[Reading]:
    file = str(path.relative_to(_PACKAGE))
    loaded = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    constants = {
        id(node.value): node.targets[0].id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in ast.walk(tree):
        for name in _literals(node, "point"):
            constant = constants.get(id(node), "")
            live = not constant or constant in loaded or _is_imported(path, constant, sources)
            yield Reading(name, file, getattr(node, "lineno", 0), constant, live)


def _is_imported(path: Path, constant: str, sources: dict[Path, str]) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and (node.module or "").rpartition(".")[2] == path.stem
        and constant in [each.name for each in node.names]
        for source in sources.values()
        if constant in source
        for node in ast.walk(ast.parse(source))
    )


def _literals(node: ast.AST, function: str) -> Iterator[str]:
    """The ids in a call of that function."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield from argument.value.split()


def _settings() -> Iterator[tuple[str, Place]]:
    for key in BOOKS:
        for setting, ids in book_points(key).cites().items():
            place = Place(_of_setting(setting), f"house/books/{key}/points.toml {setting}")
            for identity in ids:
                yield identity, place


def _of_setting(setting: str) -> Status:
    if setting.startswith(("announcements.", "options.announce_")):
        return "announced"
    return "recorded" if setting.startswith(("standing", "compliance.")) else "configured"
