"""Tools for rule tests: the clauses they hold, and their cases as a table of text."""

import re
import tomllib
from difflib import get_close_matches
from functools import cache
from pathlib import Path

import pytest

CATALOGUE = Path(__file__).parent.parent / "src" / "queenhigh" / "house" / "books"


class UnknownClause(LookupError):
    """A test cites a clause that no rule book has."""


class BadTable(ValueError):
    """A table of cases that is ambiguous."""


def clause(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as holding these clauses; one string may hold several, as in ``cite``."""
    cited = [id_ for text in ids for id_ in text.split()]
    if not cited:
        raise UnknownClause("clause() names no clause")
    known = known_clauses(CATALOGUE)
    for id_ in cited:
        if id_ not in known:
            near = get_close_matches(id_, sorted(known))
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise UnknownClause(f"no clause {id_!r} in {CATALOGUE}{hint}")
    return pytest.mark.clause(*cited)


@cache
def known_clauses(folder: Path) -> frozenset[str]:
    return frozenset(
        entry["id"]
        for file in sorted(folder.glob("*/clauses.toml"))
        for entry in tomllib.loads(file.read_text("utf-8"))["clause"]
    )


def cases(table: str) -> pytest.MarkDecorator:
    """Run a test once for each row of a table.

    The first line names the columns, which begin where their names begin. Values are text and may
    contain single spaces. Blank lines and anything after a ``#`` are ignored.
    """
    columns, rows = read_table(table)
    return pytest.mark.parametrize(columns, rows, ids=[", ".join(row) for row in rows])


def read_table(table: str) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    lines = [
        (number, text)
        for number, line in enumerate(table.splitlines(), start=1)
        if (text := re.sub(r"(^|\s)#.*", "", line).rstrip())
    ]
    if len(lines) < 2:
        raise BadTable("a table of cases needs a line of column names and at least one row")

    (_, header), *body = lines
    names = tuple(header.split())
    for name in names:
        if not name.isidentifier() or names.count(name) > 1:
            raise BadTable(f"{name!r} cannot name a column, or names two")

    starts = [found.start() for found in re.finditer(r"\S+", header)]
    rows: list[tuple[str, ...]] = []
    for number, line in body:
        row = cut(line, names, starts, number)
        if row in rows:
            raise complaint("the row stands in the table twice", line, number)
        rows.append(row)
    return names, rows


def cut(line: str, names: tuple[str, ...], starts: list[int], number: int) -> tuple[str, ...]:
    if "\t" in line:
        raise complaint("a tab has no width; use spaces", line, number, at=line.index("\t"))
    if line[: starts[0]].strip():
        raise complaint("the row begins left of the first column", line, number)

    values: list[str] = []
    for name, start, end in zip(names, starts, [*starts[1:], len(line)], strict=True):
        if re.match(r"\S\S", line[max(start - 1, 0) : start + 1]):
            raise complaint(f"column {name!r} begins inside a word", line, number, at=start)
        value = line[start:end].strip()
        if "  " in value:
            raise complaint(f"column {name!r} holds two values", line, number, at=start)
        values.append(value)
    return tuple(values)


def complaint(what: str, line: str, number: int, at: int | None = None) -> BadTable:
    pointer = "" if at is None else f"\n{' ' * at}^"
    return BadTable(f"line {number} of the table: {what}\n{line}{pointer}")
