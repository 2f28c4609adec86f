"""The clauses of the rule books and the rulings on them, as data that can be asked."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from .book import BOOKS, FOLDER, book, read_toml

_HOUSE = Path(__file__).parent


class Clause(msgspec.Struct, frozen=True):
    """One rule of a rule book, in our own words."""

    id: str
    ref: str
    topic: str
    kind: str
    gist: str
    data: dict[str, Any] = {}

    @property
    def book(self) -> str:
        return self.id.partition("-")[0]


class Ruling(msgspec.Struct, frozen=True):
    """A contradiction or gap, the readings of it, the one taken, and the options for the others.

    Those of our own (QH) belong to no book: they settle what texts and rulings leave open.
    """

    id: str
    book: str
    title: str
    clauses: tuple[str, ...]
    question: str
    readings: tuple[str, ...]
    default: str
    options: tuple[str, ...]

    @property
    def taken(self) -> str:
        """The reading taken in its own words, and why."""
        for letter, reading in zip("ABCD", self.readings, strict=False):
            if self.default.startswith(f"Reading {letter}"):
                return f"{reading} {self.default}"
        return self.default


class Convention(msgspec.Struct, frozen=True):
    """What casinos usually do where a book says nothing."""

    id: str
    gap: str
    houses: tuple[str, ...]
    value: str
    confidence: str


class OptionEntry(msgspec.Struct, frozen=True):
    """What an option is about."""

    name: str
    about: str
    values: tuple[str, ...]
    rulings: tuple[str, ...]
    acts_on: str


class _ClauseFile(msgspec.Struct):
    clause: list[Clause]


class _RulingFile(msgspec.Struct):
    ruling: list[Ruling]
    convention: list[Convention] = []  # Belong to no book.


class _OptionFile(msgspec.Struct):
    option: list[OptionEntry]


def book_title(key: str) -> str:
    return book(key).title


@cache
def clauses() -> dict[str, Clause]:
    """All clauses by id, in document order, book after book."""
    files = [read_toml(FOLDER / key / "clauses.toml") for key in BOOKS]
    return {each.id: each for file in files for each in msgspec.convert(file, _ClauseFile).clause}


@cache
def _of_no_book() -> _RulingFile:
    return msgspec.convert(read_toml(_HOUSE / "rulings.toml"), _RulingFile)


@cache
def rulings() -> dict[str, Ruling]:
    """Those on the books, book after book, then our own."""
    files = [read_toml(FOLDER / key / "rulings.toml") for key in BOOKS]
    on_books = [msgspec.convert(file, _RulingFile) for file in files]
    return {each.id: each for file in (*on_books, _of_no_book()) for each in file.ruling}


def conventions() -> dict[str, Convention]:
    return {convention.id: convention for convention in _of_no_book().convention}


@cache
def options() -> dict[str, OptionEntry]:
    entries = msgspec.convert(read_toml(_HOUSE / "options.toml"), _OptionFile).option
    return {entry.name: entry for entry in entries}


def in_words(identity: str) -> str:
    """What a clause, a ruling or a convention says, in a sentence."""
    if clause := clauses().get(identity):
        return clause.gist
    if ruling := rulings().get(identity):
        return f"{ruling.title}. {ruling.taken}"
    if convention := conventions().get(identity):
        return f"{convention.gap}: {convention.value}"
    return ""  # A citation of a user's own file may name what is not in our books.
