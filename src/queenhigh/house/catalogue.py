"""The built-in books, our own rulings, and what casinos usually do."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from .book import Book, Clause, Ruling, read_toml
from .loader import BOOKS, book_in


class Convention(msgspec.Struct, frozen=True):
    """What casinos usually do where a book says nothing."""

    id: str
    gap: str
    houses: tuple[str, ...]
    value: str
    confidence: str


class _OursFile(msgspec.Struct):
    ruling: tuple[Ruling, ...]
    convention: tuple[Convention, ...]


@cache
def books() -> Mapping[str, Book]:
    """Return the built-in books by key."""
    found = [book_in(path.parent) for path in BOOKS.glob("*/book.toml")]
    orders = {book.key: _order(book.key) for book in found}
    return {book.key: book for book in sorted(found, key=lambda each: orders[each.key])}


def _order(key: str) -> int:
    return int(read_toml(BOOKS / key / "book.toml").get("order", 0))


@cache
def _ours() -> _OursFile:
    return msgspec.convert(read_toml(Path(__file__).parent / "rulings.toml"), _OursFile)


def conventions() -> Mapping[str, Convention]:
    return {each.id: each for each in _ours().convention}


def rulings_of(book: Book) -> dict[str, Ruling]:
    """Return the rulings of a book by id, plus ours, which every book shares."""
    found: dict[str, Ruling] = {}
    for ruling in (*book.rulings, *_ours().ruling):
        if ruling.id and (ruling.id not in found or not found[ruling.id].title):
            found[ruling.id] = ruling
    return found


def in_words(book: Book, identity: str) -> str:
    """Return in one sentence what a clause, a ruling or a convention says."""
    if clause := book.by_id.get(identity):
        return clause.gist
    if ruling := rulings_of(book).get(identity):
        return f"{ruling.title}. {ruling.taken}"
    if convention := conventions().get(identity):
        return f"{convention.gap}: {convention.value}"
    return ""


def clauses() -> dict[str, Clause]:
    """Return all clauses of the built-in books by id, in document order, book by book."""
    return {clause.id: clause for book in books().values() for clause in book.clauses}
