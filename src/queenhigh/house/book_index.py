"""What a book says about each setting, independent of the house, worked out once per book."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from .book import Book, Reading, Ruling
from .options import options_of, value_at
from .plain_data import Raw, SettingValue
from .points import point_of, points

_PATHS: Final = 8192  # A house has hundreds of settings; each uploaded house may add others.


class Read(NamedTuple):
    """The value that a reading of a ruling gives a setting."""

    ruling: str
    wanted: SettingValue
    clauses: tuple[str, ...]


class BookIndex:
    def __init__(self, book: Book):
        self._book = book
        known = options_of(book.rulings).values()
        self.rulings: Final = tuple(each for ids in known for each in ids if each.id)
        self.moves: Final = tuple(
            (ruling.id, source, target)
            for ruling in self.rulings
            for reading in ruling.readings.values()
            for source, target in reading.move.items()
        )
        self.readings = lru_cache(_PATHS)(self._readings)
        self.spoken = lru_cache(_PATHS)(self._spoken)
        self.deciding = lru_cache(_PATHS)(self._deciding)

    def _readings(self, path: str) -> tuple[Read, ...]:
        """Return the readings of this setting by all rulings that have one, in order."""
        found = (
            Read(ruling.id, self._read(reading, path), reading.clauses)
            for ruling in self.rulings
            for reading in ruling.readings.values()
        )
        return tuple(each for each in found if each.wanted is not msgspec.UNSET)

    def _read(self, reading: Reading, path: str) -> SettingValue:
        """Return a reading's value for a setting: whole, part of a table, or fields of a row."""
        row: Raw = {}
        written = self._book.baseline.get(path)
        if (unit := reading.units.get(path.rpartition(".")[0])) and isinstance(written, Mapping):
            odds = written.get("to_one") or written.get("for_one")
            row = {"to_one": None, "for_one": None, unit: odds} if odds else {}
        for each, wanted in reading.set.items():
            if path == each:
                return wanted
            if is_in(path, each):
                return value_at(wanted, path.removeprefix(each + "."))
            if ".pays." in path and each.startswith(path + "."):
                row[each.removeprefix(path + ".")] = wanted
        return {**written, **row} if row and isinstance(written, Mapping) else msgspec.UNSET

    def _spoken(self, path: str) -> tuple[str, ...]:
        """Return the clauses of the points that depend on a setting."""
        table, _, rest = path.partition(".")
        wager = rest.partition(".")[0] if table == "wagers" else ""
        found: dict[str, None] = {}
        for key, ids in self._book.points.items():
            about = points().get(point_of(key))
            if about is None or (wager and not key.startswith(f"wagers.{wager}.")):
                continue
            if any(is_in(path, each.format(wager or table)) for each in about.depends):
                found |= dict.fromkeys(ids)
        return tuple(found)

    def _deciding(self, path: str) -> tuple[str, ...]:
        """Return the rulings that touch a setting."""
        return tuple(each.id for each in self.rulings if touches(each, path))


def index_of(book: Book) -> BookIndex:
    """Return the book's index, which is stored with the book."""
    kept = book.__dict__
    if "index" not in kept:
        kept["index"] = BookIndex(book)
    found: BookIndex = kept["index"]
    return found


def touches(ruling: Ruling, path: str) -> bool:
    return any(overlap(each, path) for each in paths_of(ruling))


def overlap(pattern: str, path: str) -> bool:
    ours, asked = pattern.split("."), path.split(".")
    return all(a in ("*", b) for a, b in zip(ours, asked, strict=False))


def is_in(path: str, table: str) -> bool:
    return path == table or path.startswith(table + ".")


def paths_of(ruling: Ruling) -> Iterator[str]:
    for reading in ruling.readings.values():
        yield from reading.set
        yield from reading.move
        yield from reading.move.values()
        for table in reading.units:
            yield from (f"{table}.*.to_one", f"{table}.*.for_one")
    for parameter in (ruling.parameter, *ruling.parameters.values()):
        if parameter:
            yield parameter.path
