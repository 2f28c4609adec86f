"""Where each clause lives: the code, the books and the tests that cite it.

Citations are found by reading the source, not by running it, so asking costs no imports: calls of
`cite` with string literals in the package, the `cites` tables of the books, and the `clause`
decorators of the tests where the tests are at hand.
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

Status = Literal["enforced", "guided", "announced", "recorded", "configured"]
STATUSES: tuple[Status, ...] = get_args(Status)
_OF_MODULE: dict[str, Status] = {
    "announcements": "announced",
    "compliance": "recorded",
    "conduct": "recorded",
    "conduct_rules": "announced",
    "instructions": "guided",
    "procedure": "guided",
}
_PACKAGE = Path(__file__).parents[1]
_TESTS = _PACKAGE.parents[1] / "tests"


class Place(msgspec.Struct, frozen=True):
    """Where a clause is cited."""

    status: Status
    where: str  # wagers/play.py:12 PLAYER_WINS, or books/mics.toml options.tie.


class Standing(msgspec.Struct, frozen=True):
    """A clause, what became of it, and where."""

    clause: Clause
    status: Status
    places: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def places() -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = defaultdict(list)
    for identity, place in [*_code(), *_books()]:
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
    cited = places()[clause.id]  # None is without; a test holds it so.
    status = min((place.status for place in cited), key=STATUSES.index)
    where = dict.fromkeys(place.where for place in cited)
    return Standing(clause, status, tuple(where), tuple(tests().get(clause.id, ())))


def _code() -> Iterator[tuple[str, Place]]:
    for path in sorted(_PACKAGE.rglob("*.py")):
        source = path.read_text("utf-8")
        if "cite(" not in source:
            continue
        file = str(path.relative_to(_PACKAGE))
        status = _OF_MODULE.get(path.stem, "enforced")
        for node in ast.parse(source).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
                target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                for call in ast.walk(node.value):
                    where = f"{file}:{getattr(call, 'lineno', 0)} {ast.unparse(target)}"
                    for identity in _literals(call, "cite"):
                        yield identity, Place(status, where)


def _literals(node: ast.AST, function: str) -> Iterator[str]:
    """The ids in a call of that function."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield from argument.value.split()


def _books() -> Iterator[tuple[str, Place]]:
    for key in BOOKS:
        for setting, ids in book_points(key).cites().items():
            for identity in ids:
                yield (
                    identity,
                    Place(_of_setting(setting), f"house/books/{key}/points.toml {setting}"),
                )


def _of_setting(setting: str) -> Status:
    if setting.startswith(("announcements.", "options.announce_")):
        return "announced"
    return "recorded" if setting.startswith(("standing", "compliance.")) else "configured"
