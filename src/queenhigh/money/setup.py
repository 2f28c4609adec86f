"""How a table was set up: the first record of its stream, with the whole house in it."""

from functools import lru_cache
from typing import Any, Literal

import msgspec

from ..house.loader import make_house
from ..house.model import House
from ..table.events import Event

Stakes = Literal["play", "money"]


class TableSetUp(Event, frozen=True, tag="table_set_up"):
    """A house as data, so that a log is read by the rules it was played by, whatever came later."""

    table: str  # Its id: part of the names of its accounts, hence without a colon.
    name: str
    house: dict[str, Any]
    stakes: Stakes
    link: str = ""  # Whose meter the table feeds; none where the house has no progressive.
    automation: tuple[str, ...] = ()
    betting_seconds: int | None = None
    decision_seconds: int | None = None
    bots: tuple[str, ...] = ()  # How each of them plays.
    bots_alone: bool = False  # They play without waiting for a person: for trials and load.
    practice: bool = False
    owner: str = ""  # Whose private table it is.

    def __post_init__(self) -> None:
        if not self.table or ":" in self.table:
            raise ValueError(f"{self.table!r} cannot be the id of a table: a text without a colon")
        if ":" in self.link:
            raise ValueError(f"{self.link!r} cannot be the name of a link: it has a colon")
        if bool(self.link) is not (self.house.get("progressive") is not None):
            raise ValueError("a table has a link where its house has a progressive, and only there")

    @property
    def play_money(self) -> bool:
        return self.stakes == "play"


def as_data(house: House) -> dict[str, Any]:
    """The house as JSON has it: what `house_of` makes the same house of again."""
    data: dict[str, Any] = msgspec.to_builtins(house)
    return data


def house_of(setup: TableSetUp) -> House:
    """The house that the table was set up with; the same object for the same data."""
    return _house(msgspec.json.encode(setup.house, order="sorted"))


@lru_cache(maxsize=256)
def _house(data: bytes) -> House:
    return make_house([msgspec.json.decode(data)])
