"""What a house cites: the book's clauses, its own, or those it departs from."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Final

import msgspec

from .book import Book, Support
from .book_index import index_of, is_in, overlap
from .plain_data import Raw, SettingValue
from .points import Point
from .setting_paths import nested
from .shorthand import same_value, setting_or_table, settings_below
from .wager import Row, Wager

QUALIFIER: Final = "dealer.qualifies_with"
RANKING: Final = ("ranking.ace_low_straight", "ranking.tie_break")
ContestedHands = tuple[tuple[str, Row], ...]  # By ruling.


class Cited(msgspec.Struct, frozen=True):
    clauses: tuple[str, ...] = ()
    departs_from: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether the book or the house says anything on the matter."""
        return bool(self.clauses or self.departs_from)

    def __add__(self, other: "Cited") -> "Cited":
        """Combine both; a clause that either of them departs from is not a reason."""
        clauses, departs = self.clauses + other.clauses, self.departs_from + other.departs_from
        if departs:
            clauses = tuple(each for each in clauses if each not in departs)
        return Cited(clauses, departs, self.rulings + other.rulings)


NOTHING: Final = Cited()


class Standing(msgspec.Struct, frozen=True):
    """How a setting of the house relates to its book."""

    cited: Cited
    departs: bool = False
    silent: bool = False
    chosen: bool = False  # Set by a ruling, differently from the book's own house.


class Departure(msgspec.Struct, frozen=True):
    """A setting in which the house departs from its book; None where either has no such row."""

    path: str
    value: SettingValue
    book_says: SettingValue
    cited: Cited


class Law:
    """The book and the house's own clauses: where one house finds its reasons."""

    def __init__(
        self,
        settings: Mapping[str, object],
        book: Book,
        amends: Mapping[str, tuple[str, ...]] | None = None,
    ):
        self.book = book
        self._index = index_of(book)
        self._settings = settings
        self._amends = amends or {}
        self._kept: dict[tuple[tuple[Point | str, ...], str, tuple[str, ...]], Cited] = {}
        # Looked up again and again, and constant.
        self.standing: Callable[[str], Standing] = cache(self._standing)
        self.rulings_on: Callable[[str], tuple[str, ...]] = cache(self._rulings_on)
        self.contested_hands: Callable[[str], ContestedHands] = cache(self._contested_hands)
        self.wager_as_written: Callable[[str], Wager | None] = cache(self._wager_as_written)

    def cited(
        self,
        because: tuple[Point | str, ...],
        wager: str = "",
        depends: tuple[str, ...] = (),
    ) -> Cited:
        """Return the combined reasons of points and settings, each once, in that order.

        `depends` are settings on which the points depend in this case, besides those they always
        do.
        """
        key = (because, wager, depends)
        if key not in self._kept:
            self._kept[key] = together(self._of(each, wager, depends) for each in because)
        return self._kept[key]

    def _wager_as_written(self, key: str) -> Wager | None:
        """Return the wager as in the book's own house; None if absent there or identical."""
        table = f"wagers.{key}"
        theirs = settings_below(self.book.baseline, table)
        if not theirs or theirs == settings_below(self._settings, table):
            return None
        return msgspec.convert({**nested(theirs), "key": key}, Wager)

    @cached_property
    def other_qualifier(self) -> str | None:
        """The book's qualifier for the dealer, if the house has another."""
        written = self.book.baseline.get(QUALIFIER)
        return None if written == self._settings.get(QUALIFIER) else written

    def departures(self) -> Iterator[Departure]:
        """Yield every setting in which the house departs from its book, removed rows included."""
        taken_away = (path for path in self.book.baseline if path not in self._settings)
        for path in (*self._settings, *taken_away):
            if self._is_as_written(path) and not _of_prefix(self._amends, path):
                continue
            standing = self.standing(path)
            if standing.departs and not self._is_a_table(path):
                value, said = self._settings.get(path), self.book.baseline.get(path)
                yield Departure(path, value, said, standing.cited)

    def changed_by(self, cited: Cited, path: str) -> Cited:
        """Return the reasons for what a setting changed: the book's, unless the house set it."""
        standing = self.standing(path)
        differs = self._settings.get(path) != self.book.baseline.get(path)
        amended = bool(_of_prefix(self._amends, path))
        if differs and (standing.departs or standing.silent or amended):
            against = Cited(departs_from=cited.clauses + cited.departs_from)
            return together([standing.cited, against])
        return together([cited, standing.cited])

    def _rulings_on(self, path: str) -> tuple[str, ...]:
        """Return the rulings of the book that decide a setting."""
        support = self.book.support(path)
        also = support.rulings if support else ()
        return tuple(dict.fromkeys([*self._index.deciding(path), *also]))

    def _contested_hands(self, wager: str) -> ContestedHands:
        """Return the rulings that concern certain hands of a wager, with those hands."""
        found = []
        for ruling in self.book.rulings:
            if ruling.hands.get("wager") == wager:
                asked = {name: value for name, value in ruling.hands.items() if name != "wager"}
                found.append((ruling.id, msgspec.convert({"to_one": 0, **asked}, Row)))
        return tuple(found)

    def _of(self, because: Point | str, wager: str, depends: tuple[str, ...]) -> Cited:
        if isinstance(because, str):
            return self.standing(because).cited
        name = because.name
        if name.startswith("wager."):
            name = f"wagers.{wager}.{name.removeprefix('wager.')}"
        ids = self._in_force(self.book.points.get(name, ()))
        # A pay table departs row by row; the deciding row is in `depends`.
        paths = [each.format(wager) for each in because.depends if not each.endswith(".pays")]
        standings = {path: self.standing(path) for path in (*paths, *depends)}
        if departing := {path: each for path, each in standings.items() if each.departs}:
            own = [clause for each in departing.values() for clause in each.cited.clauses]
            spoken = [*ids, *(clause for path in departing for clause in self._said(path))]
            if not spoken:
                spoken = [each for of in departing.values() for each in of.cited.departs_from]
            return Cited(tuple(dict.fromkeys(own)), departs_from=tuple(dict.fromkeys(spoken)))
        chosen = [each.cited for each in standings.values() if each.chosen]
        if chosen := [each for each in chosen if each.clauses]:
            return together(chosen)
        return Cited(ids)

    def _standing(self, path: str) -> Standing:
        support = self.book.support(path) or Support()
        said = self._in_force(support.clauses)
        spoken = said or self._spoken(path)
        if own := _of_prefix(self._amends, path):
            return Standing(Cited(own, departs_from=spoken), departs=bool(spoken))
        value, written = setting_or_table(self._settings, path), self._is_as_written(path)
        if reading := self._reading(path, value):
            ruling, clauses = reading
            cited = Cited(clauses or (said if written else ()), rulings=(ruling,))
            return Standing(cited, chosen=not written)
        if moved := self._moved(path):
            return Standing(Cited(said, rulings=(moved,)))
        if not (said or support.also or support.open) and (written or not spoken):
            return Standing(Cited(rulings=support.rulings), silent=True)
        for alternative in support.also:
            if self._holds(path, alternative.value):
                return Standing(Cited(self._in_force(alternative.clauses)))
        as_written = Standing(Cited(said, rulings=support.rulings))
        if written or self._is_left_open(support, value) or path.endswith(".pays"):
            return as_written  # A pay table departs row by row.
        if path in self.book.ours and support.between is None:
            return as_written  # The book requires the setting without stating a value: any will do.
        if chosen := self._parameter(path):
            return Standing(Cited(said, rulings=(chosen,)))
        if path not in self._settings and self._is_a_table(path) and self._table_stands(path):
            return as_written
        return Standing(Cited(departs_from=spoken), departs=True)

    def _said(self, path: str) -> tuple[str, ...]:
        """Return the clauses behind a setting itself."""
        support = self.book.support(path)
        return self._in_force(support.clauses) if support else ()

    def _is_as_written(self, path: str) -> bool:
        """Whether the book's own house has the same value."""
        own = setting_or_table(self._settings, path)
        return bool(own == setting_or_table(self.book.baseline, path))

    def _spoken(self, path: str) -> tuple[str, ...]:
        """Return the clauses on a setting from the points that depend on it."""
        return self._in_force(self._index.spoken(path))

    def _is_a_table(self, path: str) -> bool:
        below = path + "."
        return any(each.startswith(below) for each in self._settings)

    def _table_stands(self, path: str) -> bool:
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
        """Return the ruling that has this value as a reading, and that reading's clauses."""
        for ruling, wanted, clauses in self._index.readings(path):
            if same_value(wanted, value):
                return ruling, self._in_force(clauses)
        return None

    def _moved(self, path: str) -> str | None:
        """Return the ruling that moves the book's rows from another table to this one."""
        for ruling, source, target in self._index.moves:
            if is_in(path, target) and self._rows(self._settings, path) == self._rows(
                self.book.baseline, source + path.removeprefix(target)
            ):
                return ruling
        return None

    @staticmethod
    def _rows(settings: Mapping[str, object], path: str) -> Raw:
        """Return a row, or all rows of a table, keyed by the rest of the path."""
        return {
            name.removeprefix(path): each
            for name, each in settings.items()
            if each and is_in(name, path)
        }

    def _parameter(self, path: str) -> str | None:
        """Return the ruling that leaves the value of a setting to the house."""
        for ruling in self._index.rulings:
            given = (ruling.parameter, *ruling.parameters.values())
            if any(each and self._gives(each.path, path) for each in given):
                return ruling.id
        return None

    def _gives(self, pattern: str, path: str) -> bool:
        """Whether a parameter's path is this setting, or the only field in which a row differs."""
        if not overlap(pattern, path):
            return False
        deeper = pattern.split(".")[len(path.split(".")) :]
        own, written = self._settings.get(path), self.book.baseline.get(path)
        if not deeper or ".pays." not in path:
            return True
        if not isinstance(own, Mapping) or not isinstance(written, Mapping):
            return False
        return all(own.get(name) == written.get(name) for name in own if name != deeper[0])

    def _holds(self, path: str, wanted: object) -> bool:
        """Whether the setting, or the table that holds the row, has the wanted value."""
        while path:
            if same_value(wanted, setting_or_table(self._settings, path)):
                return True
            path = path.rpartition(".")[0] if _is_in_a_table(path) else ""
        return False

    def _in_force(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Drop the clauses that apply only to another way of running the table."""
        return tuple(each for each in ids if self._applies(each))

    def _applies(self, identity: str) -> bool:
        clause = self.book.by_id.get(identity)
        if clause is None or not clause.applies:
            return True
        return all(same_value(v, self._settings.get(path)) for path, v in clause.applies.items())


def _is_in_a_table(path: str) -> bool:
    """Whether the path is a row of a pay table, or an entry of another table with free keys."""
    return ".pays." in path or ".at_most." in path


def _of_prefix(table: Mapping[str, tuple[str, ...]], path: str) -> tuple[str, ...]:
    while path:
        if path in table:
            return tuple(table[path])
        path = path.rpartition(".")[0]
    return ()


def together(parts: Iterable[Cited]) -> Cited:
    """Combine without duplicates; a clause that any part departs from is not a reason."""
    clauses: dict[str, None] = {}
    departs: dict[str, None] = {}
    rulings: dict[str, None] = {}
    for part in parts:
        clauses |= dict.fromkeys(part.clauses)
        departs |= dict.fromkeys(part.departs_from)
        rulings |= dict.fromkeys(part.rulings)
    kept = tuple(each for each in clauses if each not in departs)
    return Cited(kept, tuple(departs), tuple(rulings))
