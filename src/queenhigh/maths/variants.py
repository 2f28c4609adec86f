"""Houses that are only thought of: one with another pay table, or with one setting of another."""

from typing import Any

import msgspec

from ..house.loader import make_house
from ..house.model import House


def variant(house: House, **fields: Any) -> House:
    """The house with other parts. What its book forbids to combine is set aside.

    A book's prohibitions are not mathematics, and a figure cites no clause, so the thought-of house
    belongs to the book that forbids nothing.
    """
    return msgspec.structs.replace(house, book="classic", **fields)


def with_setting(house: House, setting: str, value: Any) -> House:
    """The house with one setting, by its dotted name, at another value."""
    change: dict[str, Any] = {"book": "classic"}
    table = change
    *tables, name = setting.split(".")
    for each in tables:
        table = table.setdefault(each, {})
    table[name] = value
    return make_house([msgspec.to_builtins(house), change])
