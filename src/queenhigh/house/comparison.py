"""What differs between houses, setting by setting."""

from collections.abc import Mapping
from typing import Any

import msgspec

from .loader import settings
from .model import House

_NOT_COMPARED = ("key", "name", "book", "cites", "ours")


class Cell(msgspec.Struct, frozen=True):
    value: Any  # None where the book is silent or the table has no such bet.
    cites: tuple[str, ...]


class Difference(msgspec.Struct, frozen=True):
    setting: str
    cells: dict[str, Cell]


def differences(houses: Mapping[str, House]) -> list[Difference]:
    """Only the settings on which at least two of the houses differ, in the order of the file."""
    of_house = {label: dict(house_settings(house)) for label, house in houses.items()}
    names = dict.fromkeys(name for values in of_house.values() for name in values)
    found = []
    for name in names:
        values = {label: of_house[label].get(name) for label in houses}
        first, *others = values.values()
        if any(other != first for other in others):
            cells = {
                label: Cell(value, cited(houses[label], name)) for label, value in values.items()
            }
            found.append(Difference(name, cells))
    return found


def house_settings(house: House) -> list[tuple[str, Any]]:
    raw = msgspec.to_builtins(house)
    return settings({name: value for name, value in raw.items() if name not in _NOT_COMPARED})


def cited(house: House, setting: str) -> tuple[str, ...]:
    """What a setting rests on: its own citation, that of its value, or that of its table."""
    shorthand = getattr(getattr(house, setting.partition(".")[0], None), "shorthand", "")
    name = setting
    while name:
        value = shorthand or getattr(house.options, name.removeprefix("options."), "")
        if found := house.cites.get(f"{name}={value}") or house.cites.get(name):
            return found
        name = name.rpartition(".")[0]
    return ()
