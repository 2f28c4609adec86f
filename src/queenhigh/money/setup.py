"""A table's set-up: the first record of its stream, containing the whole house and book."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, TypedDict

import msgspec

from ..house.book import Book
from ..house.errors import HouseError
from ..house.first_form import house_as_now, is_first_form, meters_then
from ..house.loader import compiled, with_options
from ..house.model import House
from ..house.plain_data import Document, SettingValue
from ..house.wager import CONTEST_BETS
from ..table.events import Event, Kind

Stakes = Literal["play", "money"]


class TableSetUp(Event, frozen=True, tag="table_set_up"):
    """House and book as data, so a log is always read by the rules it was played by."""

    table: str  # The table's id: part of account names, so without a colon.
    name: str
    house: Document
    stakes: Stakes
    link: str = ""  # The link that the table feeds; empty if the house has no meter.
    automation: tuple[str, ...] = ()
    betting_seconds: int | None = None
    decision_seconds: int | None = None
    # How long until an inactive player's seat is given up; unset in older set-ups.
    idle_seconds: int | msgspec.UnsetType = msgspec.UNSET
    # How long a dealer may stay at the table before relief is due; none by default.
    relief_minutes: int | msgspec.UnsetType = msgspec.UNSET
    bots: tuple[str, ...] = ()  # The strategy of each bot.
    bots_alone: bool = False  # Bots play without waiting for a person: for trials and load tests.
    practice: bool = False
    owner: str = ""  # Whose private table it is.
    book: Document | msgspec.UnsetType = msgspec.UNSET  # Unset in set-ups of the first form.
    links: dict[str, str] | msgspec.UnsetType = msgspec.UNSET  # By meter, if there are several.
    kind: Kind | msgspec.UnsetType = msgspec.UNSET  # Unset in older set-ups, and by default.
    # The readings chosen for this table in place of the house's; unset in older set-ups too.
    options: Document | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        if not self.table or ":" in self.table:
            raise ValueError(f"{self.table!r} cannot be a table id: it needs text without a colon")
        if self.book is msgspec.UNSET and not is_first_form(self.house):
            raise ValueError("a set-up contains the book of its house")
        meters, links = self._meters, {} if self.links is msgspec.UNSET else self.links
        for link in (self.link, *links.values()):
            if ":" in link:
                raise ValueError(f"{link!r} cannot be the name of a link: it has a colon")
        if bool(self.link) is not (len(meters) == 1):
            raise ValueError("a table has a link if, and only if, its house has one meter")
        if links.keys() != (meters if len(meters) > 1 else set()) or not all(links.values()):
            raise ValueError("a table has a link for each meter if its house has several")

    @property
    def _meters(self) -> set[str]:
        if is_first_form(self.house):
            return meters_then(self.house)
        return set(self.house.get("meters", ()))

    @property
    def seat_kept_seconds(self) -> int | None:
        return None if self.idle_seconds is msgspec.UNSET else self.idle_seconds

    @property
    def play_money(self) -> bool:
        return self.stakes == "play"

    @property
    def opens_by_another(self) -> bool:
        """Whether somebody else must open the table, since its creator chose its readings.

        Options from the service's configuration do not count as chosen by staff.
        """
        return bool(self.options) and not self.play_money and self.by != "system"

    @property
    def is_practice(self) -> bool:
        """Whether the table is for practice: never for real money, whatever old set-ups say."""
        return self.practice and self.play_money

    @property
    def belongs_to(self) -> str:
        """The owner of a practice table; empty if the table is the room's."""
        return self.owner if self.is_practice else ""

    def link_of(self, meter: str) -> str:
        """The link of a meter; empty if it has none."""
        return self.link if self.links is msgspec.UNSET else self.links.get(meter, "")

    @property
    def all_links(self) -> tuple[str, ...]:
        if self.links is not msgspec.UNSET:
            return tuple(dict.fromkeys(self.links.values()))
        return (self.link,) if self.link else ()


class Links(TypedDict, total=False):
    link: str
    links: dict[str, str]


def links_of(house: House, link: str) -> Links:
    """Name the links of a house's meters, as fields of a set-up: one, or one for each meter."""
    if len(house.meters) > 1:
        return {"links": {key: f"{link}-{key}" for key in house.meters}}
    return {"link": link} if house.meters else {}


def as_data(house: House) -> Document:
    """Every setting of the house as JSON, with today's defaults written out."""
    data: Document = msgspec.to_builtins(house)
    for part in (data["ante"], data["play"], data["ante_bonus"], *data["wagers"].values()):
        part["pays"] = {key: _stated(row) for key, row in part["pays"].items()}
    return {**data, _ORDER: {path: list(table) for path, table in _ordered(data)}}


# The log sorts keys, but order matters in pay tables: the first matching row counts.
_ORDER: Final = "order"


def _ordered(data: Document) -> Iterator[tuple[str, Document]]:
    """The house's tables whose order matters, by path."""
    yield "wagers", data["wagers"]
    yield "meters", data["meters"]
    for name in CONTEST_BETS:
        yield f"{name}.pays", data[name]["pays"]
    for key, wager in data["wagers"].items():
        yield f"wagers.{key}.pays", wager["pays"]


def _in_order(data: Document) -> Document:
    """The house with its tables in their original order."""
    order: dict[str, list[str]] = data.get(_ORDER, {})
    found = {name: value for name, value in data.items() if name != _ORDER}
    for path, keys in order.items():
        *parents, last = path.split(".")
        table = found
        for name in parents:
            table[name] = dict(table[name])
            table = table[name]
        table[last] = {key: table[last][key] for key in keys}
    return found


def _stated(row: Document) -> Document:
    """The fields that a row sets."""
    return {name: value for name, value in row.items() if value is not None}


def book_data(house: House) -> Document:
    """The whole of the house's book as JSON."""
    data: Document = _whole_numbers(msgspec.to_builtins(house.book))
    return {**data, _ORDER: [path for path in data["baseline"] if ".pays." in path]}


def options_data(house: House, options: Document) -> Document | msgspec.UnsetType:
    """The readings chosen in place of the house's own, as JSON; unset if none were.

    What the house has anyway is left out, unless it overrides part of another choice.
    """
    if not options:
        return msgspec.UNSET
    own = as_data(house)
    chosen = {name: each for name, each in options.items() if _read(house, {name: each}) != own}
    if _read(house, chosen) != _read(house, options):
        chosen = options
    data: Document = _whole_numbers(chosen)
    return data or msgspec.UNSET


def _read(house: House, options: Document) -> Document | None:
    """The house with these options; None if they do not go together."""
    try:
        return as_data(with_options(house, msgspec.json.encode(options)))
    except HouseError:
        return None


def _whole_numbers(value: SettingValue) -> SettingValue:
    """Replace fractions by strings: languages write floats differently."""
    if isinstance(value, dict):
        return {name: _whole_numbers(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_whole_numbers(each) for each in value]
    if isinstance(value, float):
        return int(value) if value.is_integer() else str(value)
    return value


# Old set-ups list the ways of dealing here; now the book has its own list.
_WAYS: Final = "methods"

_RECENT: Final = 256
_recent: dict[int, tuple[TableSetUp, House]] = {}  # By identity: comparing the data is slow.


def house_of(setup: TableSetUp) -> House:
    """The house that the table was set up with; the same object for the same data."""
    if (known := _recent.get(id(setup))) is not None:
        return known[1]
    book = b"" if setup.book is msgspec.UNSET else _sorted(setup.book)
    house = _house(_sorted(setup.house), book)
    while len(_recent) >= _RECENT:
        _recent.pop(next(iter(_recent)), None)
    _recent[id(setup)] = setup, house
    return house


def _sorted(data: Document) -> bytes:
    """The data as the log sorts it: the same data gives the same house wherever it was read."""
    return msgspec.json.encode(data, order="sorted")


@lru_cache(maxsize=256)
def _house(data: bytes, book: bytes) -> House:
    written: Document = msgspec.json.decode(data)
    if not book:
        return house_as_now(written)
    written["dealing"].pop(_WAYS, None)
    return compiled(_in_order(written), _book(msgspec.json.decode(book)))


def _book(data: Document) -> Book:
    """The book with tuples for JSON lists, so house settings compare equal to its baseline."""
    book = msgspec.convert({name: each for name, each in data.items() if name != _ORDER}, Book)
    rows = {path: book.baseline[path] for path in data.get(_ORDER, ())}
    moved = {*rows, f"dealing.{_WAYS}"}
    others = {path: value for path, value in book.baseline.items() if path not in moved}
    baseline = {**others, **rows}
    return msgspec.structs.replace(book, baseline=_with_tuples(baseline))


def _with_tuples(value: SettingValue) -> SettingValue:
    if isinstance(value, dict):
        return {name: _with_tuples(each) for name, each in value.items()}
    return tuple(map(_with_tuples, value)) if isinstance(value, list | tuple) else value
