"""The clauses of the rule books and the rulings on them, as data that can be asked."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from .citation import BOOKS

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
    book: str
    title: str
    clause: list[Clause]


class _RulingFile(msgspec.Struct):
    ruling: list[Ruling]
    convention: list[Convention]


class _OptionFile(msgspec.Struct):
    option: list[OptionEntry]


@cache
def _clause_file(book: str) -> _ClauseFile:
    return msgspec.convert(_toml(f"clauses/{book}.toml"), _ClauseFile)


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((_HOUSE / name).read_text("utf-8"))


def book_title(book: str) -> str:
    return _clause_file(book).title


@cache
def clauses() -> dict[str, Clause]:
    """All clauses by id, in document order, book after book."""
    return {clause.id: clause for book in BOOKS for clause in _clause_file(book).clause}


@cache
def _rulings_and_conventions() -> _RulingFile:
    return msgspec.convert(_toml("rulings.toml"), _RulingFile)


def rulings() -> dict[str, Ruling]:
    return {ruling.id: ruling for ruling in _rulings_and_conventions().ruling}


def conventions() -> dict[str, Convention]:
    return {convention.id: convention for convention in _rulings_and_conventions().convention}


@cache
def options() -> dict[str, OptionEntry]:
    entries = msgspec.convert(_toml("options.toml"), _OptionFile).option
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
