"""Hypothetical houses: one with another pay table, or with one setting of another house.

Combinations that a book forbids are allowed: its prohibitions are not mathematics, and a figure
cites no clause.
"""

from collections.abc import Mapping

import msgspec

from ...house.errors import HouseError, Problem
from ...house.model import House
from ...house.wager import Row


def with_rows(house: House, wager: str, rows: Mapping[str, Row]) -> House:
    """Return the house with another pay table for a wager or the ante bonus."""
    if wager == "ante_bonus":
        bonus = msgspec.structs.replace(house.ante_bonus, pays=dict(rows))
        return msgspec.structs.replace(house, ante_bonus=bonus)
    changed = msgspec.structs.replace(house.wagers[wager], pays=dict(rows))
    return msgspec.structs.replace(house, wagers={**house.wagers, wager: changed})


def with_setting(house: House, setting: str, value: object) -> House:
    """Return the house with one setting, by its dotted name, at another value."""
    raw = msgspec.to_builtins(house)
    table = raw
    *tables, name = setting.split(".")
    for each in tables:
        table = table.setdefault(each, {})
    table[name] = msgspec.to_builtins(value)
    try:
        return msgspec.convert(raw, House)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, HouseError):
            raise error.__cause__ from None
        raise HouseError(Problem(setting, str(error), value)) from None
