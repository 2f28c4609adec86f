"""What a clause, a ruling or a convention says, by its id."""

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from .book import Book, Ruling, read_toml


class Convention(msgspec.Struct, frozen=True):
    """What casinos usually do where a book says nothing."""

    id: str
    gap: str
    value: str
    houses: tuple[str, ...] = ()
    confidence: str = ""


class _Ours(msgspec.Struct):
    ruling: tuple[Ruling, ...] = ()
    convention: tuple[Convention, ...] = ()


class Saying(msgspec.Struct, frozen=True):
    id: str
    kind: Literal["clause", "ruling", "convention"]
    title: str
    text: str


@cache
def _ours() -> _Ours:
    return msgspec.convert(read_toml(Path(__file__).parent / "rulings.toml"), _Ours)


def our_rulings() -> dict[str, Ruling]:
    """Those that belong to no book: they settle what texts and rulings leave open."""
    return {ruling.id: ruling for ruling in _ours().ruling}


def conventions() -> dict[str, Convention]:
    return {each.id: each for each in _ours().convention}


def saying(book: Book, identity: str) -> Saying | None:
    """As the book has it, or we where it belongs to no book."""
    if clause := book.by_id.get(identity):
        title = f"{book.title}, {clause.ref}" if clause.ref else book.title
        return Saying(identity, "clause", title, clause.gist)
    own = next((each for each in book.rulings if each.id == identity and each.title), None)
    if ruling := own or our_rulings().get(identity):
        return Saying(identity, "ruling", ruling.title, ruling.taken)
    if convention := conventions().get(identity):
        return Saying(identity, "convention", convention.gap, convention.value)
    return None


def in_words(book: Book, identity: str) -> str:
    """In a sentence; nothing of what the book does not know."""
    found = saying(book, identity)
    if found is None or found.kind == "clause":
        return found.text if found else ""
    return f"{found.title}{'.' if found.kind == 'ruling' else ':'} {found.text}"
