"""Checks of a book: unknown names, duplicate ids, inverted ranges."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from .book import Book
from .consistency import currency_problems
from .decode_errors import field_kind
from .errors import HouseError, Problem
from .plain_data import MsgspecType

if TYPE_CHECKING:
    from .model import House


def check_book(book: Book, house: "type[House]", folder: str) -> None:
    """Raise HouseError with every fault in the book's own files."""
    for file, problems in (
        ("book.toml", currency_problems(book.currency)),
        ("clauses.toml", _clauses(book)),
        ("points.toml", _points(book, house)),
        ("rulings.toml", _rulings(book, house)),
    ):
        if found := list(problems):
            raise HouseError(*found, file=f"{folder}/{file}")


class Named(NamedTuple):
    """A clause that the book refers to."""

    file: str
    key: str
    identity: str


def unknown_clauses(book: Book) -> Iterator[Named]:
    """Yield references to clauses that the book does not have."""
    return (each for each in _named(book) if each.identity not in book.by_id)


def _named(book: Book) -> Iterator[Named]:
    file = "points.toml"
    for key, ids in book.points.items():
        yield from (Named(file, f"points.{key}", each) for each in ids)
    for path, support in book.settings.items():
        behind = (*support.clauses, *(id_ for also in support.also for id_ in also.clauses))
        yield from (Named(file, f"settings.{path}", each) for each in behind)
    yield from (Named(file, f"stated.{each}", each) for each in book.stated)
    for constraint in book.constraints:
        yield from (Named(file, "constraint.clauses", each) for each in constraint.clauses)
    file = "rulings.toml"
    for ruling in book.rulings:
        yield from (Named(file, f"ruling {ruling.id}", each) for each in ruling.clauses)
        for name, reading in ruling.readings.items():
            key = f"ruling {ruling.id}.readings.{name}"
            yield from (Named(file, key, each) for each in reading.clauses)


def _clauses(book: Book) -> Iterator[Problem]:
    for identity, times in Counter(clause.id for clause in book.clauses).items():
        if times > 1:
            yield Problem("clause.id", f"is used {times} times", identity)


def _points(book: Book, house: "type[House]") -> Iterator[Problem]:
    for path, support in book.settings.items():
        yield from _unknown_path(house, f"settings.{path}", path)
        if support.between and support.between[0] > support.between[1]:
            key = f"settings.{path}.between"
            yield Problem(key, "begins above its end", list(support.between))
    for constraint in book.constraints:
        for path in (*constraint.if_, *constraint.must):
            yield from _unknown_path(house, "constraint", path)


def _rulings(book: Book, house: "type[House]") -> Iterator[Problem]:
    for ruling in book.rulings:
        for name, reading in ruling.readings.items():
            key = f"ruling {ruling.id}.readings.{name}.set"
            for path, value in reading.set.items():
                yield from _unknown_path(house, key, path)
                yield from _wrong_value(house, f"{key}.{path}", path, value)


def _unknown_path(house: "type[House]", key: str, path: str) -> Iterator[Problem]:
    if _kind_at(house, path) is None:
        yield Problem(key, "a house has no such setting", path)


def _wrong_value(house: "type[House]", key: str, path: str, value: object) -> Iterator[Problem]:
    kind = _kind_at(house, path)
    if kind is None or ".pays" in path or value is False:
        return  # Rows have short forms of their own, and false removes a setting.
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, HouseError):
        yield Problem(key, "is not a value for this setting", value)


def _kind_at(house: "type[House]", path: str) -> MsgspecType:
    """Return the type of a setting by its path; None if a house has no such setting."""
    kind: MsgspecType = house
    for name in path.split("."):
        kind = field_kind(kind, name)
        if kind is None:
            return None
    return kind
