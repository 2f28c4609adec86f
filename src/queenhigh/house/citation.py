"""What a house cites for what it does: the book's clauses, its own, or what it departs from."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from .book import Book, Ruling, Support
from .points import Point
from .shorthand import same_value, setting_or_table
from .wager import Row


class Cited(msgspec.Struct, frozen=True):
    clauses: tuple[str, ...] = ()
    departs_from: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """How a setting of the house stands to its book."""

    cited: Cited
    departs: bool = False
    silent: bool = False


class Law:
    """The book and the house's own clauses, asked for the reasons of one house."""

    def __init__(
        self,
        settings: Mapping[str, Any],
        book: Book,
        amends: Mapping[str, tuple[str, ...]] | None = None,
        options: tuple[Ruling, ...] = (),
    ):
        self.book = book
        self._settings = settings
        self._amends = amends or {}
        self._options = options or tuple(book.options())
        self._kept: dict[tuple[tuple[Point | str, ...], str], Cited] = {}
        self._standings: dict[str, Standing] = {}
        self._rulings: dict[str, tuple[str, ...]] = {}
        self._hands: dict[str, tuple[tuple[str, Row], ...]] = {}

    def cited(self, because: tuple[Point | str, ...], wager: str = "") -> Cited:
        """The reasons of several points and settings together, each once, in that order."""
        key = (because, wager)
        if key not in self._kept:
            self._kept[key] = _together(self._of(each, wager) for each in because)
        return self._kept[key]

    def standing(self, path: str) -> Standing:
        if path not in self._standings:
            self._standings[path] = self._standing(path)
        return self._standings[path]

    def rulings_on(self, path: str) -> tuple[str, ...]:
        """The rulings of the book that decide a setting."""
        if path not in self._rulings:
            self._rulings[path] = self._rulings_on(path)
        return self._rulings[path]

    def _rulings_on(self, path: str) -> tuple[str, ...]:
        found = [each.id for each in self._options if each.id and touches(each, path)]
        support = self.book.support(path)
        return tuple(dict.fromkeys([*found, *(support.rulings if support else ())]))

    def contested_hands(self, wager: str) -> tuple[tuple[str, Row], ...]:
        """The rulings that are about certain hands of a wager, with those hands."""
        if wager not in self._hands:
            self._hands[wager] = tuple(self._contested_hands(wager))
        return self._hands[wager]

    def _contested_hands(self, wager: str) -> Iterator[tuple[str, Row]]:
        for ruling in self.book.rulings:
            if ruling.hands.get("wager") == wager:
                asked = {name: value for name, value in ruling.hands.items() if name != "wager"}
                yield ruling.id, msgspec.convert({"to_one": 0, **asked}, Row)

    def _of(self, because: Point | str, wager: str) -> Cited:
        if isinstance(because, str):
            return self.standing(because).cited
        name = because.name
        if name.startswith("wager."):
            name = f"wagers.{wager}.{name.removeprefix('wager.')}"
        ids = self._in_force(self.book.points.get(name, ()))
        paths = [each.format(wager) for each in because.depends]
        if any(self.standing(path).departs for path in paths):
            own = [each for path in paths for each in self.standing(path).cited.clauses]
            return Cited(tuple(dict.fromkeys(own)), departs_from=ids)
        return Cited(ids)

    def _standing(self, path: str) -> Standing:
        support = self.book.support(path)
        said = self._in_force(support.clauses) if support else ()
        if own := _of_prefix(self._amends, path):
            return Standing(Cited(own, departs_from=said), departs=bool(said))
        value = self._settings.get(path)
        if reading := self._reading(path, value):
            ruling, clauses = reading
            as_the_book_has_it = value == self.book.baseline.get(path)
            return Standing(
                Cited(clauses or (said if as_the_book_has_it else ()), rulings=(ruling,))
            )
        if moved := self._moved(path):
            return Standing(Cited(said, rulings=(moved,)))
        if support is None or not (said or support.also or support.open):
            return Standing(Cited(rulings=support.rulings if support else ()), silent=True)
        for alternative in support.also:
            if self._holds(path, alternative.value):
                return Standing(Cited(self._in_force(alternative.clauses)))
        as_written = Standing(Cited(said, rulings=support.rulings))
        if path not in self._settings:
            if self._table_stands(path):
                return as_written
            return Standing(Cited(departs_from=said), departs=True)
        if self._is_left_open(support, value) or value == self.book.baseline.get(path):
            return as_written
        if path in self.book.ours and support.between is None:
            return as_written  # The book asks for it and states no value: any will do.
        if chosen := self._parameter(path):
            return Standing(Cited(said, rulings=(chosen,)))
        return Standing(Cited(departs_from=said), departs=True)

    def _table_stands(self, path: str) -> bool:
        """A pay table stands while it has the book's rows; another table while all of it does."""
        if path.endswith(".pays"):
            return self._same_rows(path)
        below = path + "."
        return not any(
            self.standing(each).departs for each in self._settings if each.startswith(below)
        )

    def _is_left_open(self, support: Support, value: object) -> bool:
        if support.open:
            return True
        return bool(
            support.between
            and isinstance(value, int)
            and support.between[0] <= value <= support.between[1]
        )

    def _reading(self, path: str, value: object) -> tuple[str, tuple[str, ...]] | None:
        """The ruling of which the setting is one of the readings, and that reading's clauses."""
        for ruling in self._options:
            for reading in ruling.readings.values() if ruling.id else ():
                if path in reading.set and same_value(reading.set[path], value):
                    return ruling.id, self._in_force(reading.clauses)
        return None

    def _moved(self, path: str) -> str | None:
        """The ruling that takes the book's rows from another table to this one."""
        for ruling in self._options:
            for reading in ruling.readings.values() if ruling.id else ():
                for source, target in reading.move.items():
                    inside = path == target or path.startswith(target + ".")
                    if inside and self._rows(self._settings, path) == self._rows(
                        self.book.baseline, source + path.removeprefix(target)
                    ):
                        return ruling.id
        return None

    @staticmethod
    def _rows(settings: Mapping[str, Any], path: str) -> dict[str, Any]:
        """A row, or all rows of a table, by what follows the path."""
        below = path + "."
        return {
            name.removeprefix(path): each
            for name, each in settings.items()
            if each and (name == path or name.startswith(below))
        }

    def _parameter(self, path: str) -> str | None:
        """The ruling that leaves the value of a setting to the house."""
        for ruling in self._options:
            given = (ruling.parameter, *ruling.parameters.values())
            if ruling.id and any(each and _overlap(each.path, path) for each in given):
                return ruling.id
        return None

    def _holds(self, path: str, wanted: object) -> bool:
        """Whether the setting, or the table that a row stands in, is what is wanted."""
        while path:
            if same_value(wanted, setting_or_table(self._settings, path)):
                return True
            path = path.rpartition(".")[0] if _is_in_a_table(path) else ""
        return False

    def _same_rows(self, path: str) -> bool:
        """Of a whole table: whether it has the book's rows, whatever they pay."""
        below = path + "."
        own = [name for name in self._settings if name.startswith(below)]
        return own == [name for name in self.book.baseline if name.startswith(below)]

    def _in_force(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Without the clauses that hold for another way of running the table."""
        return tuple(each for each in ids if self._applies(each))

    def _applies(self, identity: str) -> bool:
        clause = self.book.by_id.get(identity)
        if clause is None or not clause.applies:
            return True
        return all(same_value(v, self._settings.get(path)) for path, v in clause.applies.items())


def _is_in_a_table(path: str) -> bool:
    """Whether it is a row of a pay table or an entry of another table with keys of the house's."""
    return ".pays." in path or ".at_most." in path


def touches(ruling: Ruling, path: str) -> bool:
    return any(_overlap(each, path) for each in paths_of(ruling))


def paths_of(ruling: Ruling) -> Iterable[str]:
    for reading in ruling.readings.values():
        yield from reading.set
        yield from reading.move
        yield from reading.move.values()
        for table in reading.units:
            yield from (f"{table}.*.to_one", f"{table}.*.for_one")
    for parameter in (ruling.parameter, *ruling.parameters.values()):
        if parameter:
            yield parameter.path


def _overlap(pattern: str, path: str) -> bool:
    ours, asked = pattern.split("."), path.split(".")
    return all(a in ("*", b) for a, b in zip(ours, asked, strict=False))


def _of_prefix(table: Mapping[str, tuple[str, ...]], path: str) -> tuple[str, ...]:
    while path:
        if path in table:
            return tuple(table[path])
        path = path.rpartition(".")[0]
    return ()


def _together(parts: Iterable[Cited]) -> Cited:
    clauses: dict[str, None] = {}
    departs: dict[str, None] = {}
    rulings: dict[str, None] = {}
    for part in parts:
        clauses |= dict.fromkeys(part.clauses)
        departs |= dict.fromkeys(part.departs_from)
        rulings |= dict.fromkeys(part.rulings)
    return Cited(tuple(clauses), tuple(departs), tuple(rulings))
