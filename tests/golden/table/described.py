"""The golden rounds by name, each described in a few lines of Python."""

from collections.abc import Callable
from typing import NamedTuple

from tests.golden.table.script import Script

Description = Callable[[Script], None]


class Described(NamedTuple):
    name: str
    title: str
    house: str
    drive: Description
    opening: bool  # Whether to tell the opening too: it is long, and much the same each time.
    with_events: bool  # Whether to store the events as JSON too.

    def script(self) -> Script:
        written = Script(self.title, self.house)
        self.drive(written)
        return written


ROUNDS: dict[str, Described] = {}


def add(
    name: str,
    title: str,
    house: str,
    drive: Description,
    *,
    opening: bool = False,
    events: bool = False,
) -> None:
    if name in ROUNDS:
        raise ValueError(f"two golden rounds are called {name}")
    ROUNDS[name] = Described(name, title, house, drive, opening, events)


def described(
    name: str, title: str, house: str, *, opening: bool = False
) -> Callable[[Description], Description]:
    def keep(drive: Description) -> Description:
        add(name, title, house, drive, opening=opening)
        return drive

    return keep
