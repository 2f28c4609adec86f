"""The built-in books: a folder each, which says what of it stands behind what."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

FOLDER: Final = Path(__file__).parent / "books"
_NO_HOUSES: Final = ("book.toml", "clauses.toml", "points.toml", "rulings.toml", "house.toml")


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book is: `book.toml`."""

    key: str
    title: str
    standing: str
    language: str
    currency: str
    order: int  # Its place in lists.


class OfValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: str
    clauses: tuple[str, ...]


class Cited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses behind a setting, and those behind one value of it."""

    clauses: tuple[str, ...] = ()
    also: tuple[OfValue, ...] = ()


class BookPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a book stands behind what the program does: `points.toml`."""

    points: dict[str, tuple[str, ...]]
    settings: dict[str, Cited]
    rulings: dict[str, tuple[str, ...]]  # By option; by path where the setting is no option.
    # Clauses that hold for one value of a setting only, by the setting and that value.
    applies: dict[str, dict[str, tuple[str, ...]]] = {}

    def cites(self) -> dict[str, tuple[str, ...]]:
        """By setting, and by setting and value: its clauses, then its rulings."""
        found: dict[str, tuple[str, ...]] = {}
        for setting, cited in self.settings.items():
            found[setting] = cited.clauses + self.rulings.get(setting.removeprefix("options."), ())
            for each in cited.also:
                found[f"{setting}={each.value}"] = each.clauses
        return found

    def holds(self, clause: str, setting: str, value: str) -> bool:
        """Whether a clause holds with that value; one that is tied to none always does."""
        tied = self.applies.get(setting, {})
        others = (ids for each, ids in tied.items() if each != value)
        return not any(clause in ids for ids in others)


@cache
def book(key: str) -> Book:
    return msgspec.convert(read_toml(FOLDER / key / "book.toml"), Book)


@cache
def book_points(key: str) -> BookPoints:
    return msgspec.convert(read_toml(FOLDER / key / "points.toml"), BookPoints)


def of_every_book(key: str) -> tuple[str, ...]:
    """The clauses behind a point where no house is asked, book after book."""
    return tuple(each for of in BOOKS for each in book_points(of).points.get(key, ()))


def _houses() -> dict[str, Path]:
    """By key: that of the book first, then those beside it, which are named after it."""
    found = {}
    for key in BOOKS:
        found[key] = FOLDER / key / "house.toml"
        for path in sorted((FOLDER / key).glob("*.toml")):
            if path.name not in _NO_HOUSES:
                found[f"{key}-{path.stem}"] = path
    return found


def read_toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


BOOKS: Final = tuple(
    sorted(
        (path.parent.name for path in FOLDER.glob("*/book.toml")), key=lambda key: book(key).order
    )
)
HOUSES: Final = _houses()
