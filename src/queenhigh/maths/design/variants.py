"""Hypothetical houses: one with another pay table, or with one setting of another house.

Combinations that a book forbids are allowed: its prohibitions are not mathematics, and a figure
cites no clause.
"""

from collections.abc import Mapping

import msgspec

from ...house.errors import HouseError, Problem
from ...house.model import House
from ...house.wager import Pays, Row

CONTEST_TABLES = ("ante", "play", "ante_bonus")  # Their rows move the figures of ante and play.


def pay_tables(house: House) -> dict[str, Pays]:
    """Every pay table: those of the contest that have rows, then the wagers'."""
    parts = {name: getattr(house, name).pays for name in CONTEST_TABLES}
    contest = {name: pays for name, pays in parts.items() if pays}
    return contest | {key: wager.pays for key, wager in house.wagers.items()}


def with_rows(house: House, wager: str, rows: Mapping[str, Row]) -> House:
    """The house with another pay table for a wager, or for one of `CONTEST_TABLES`."""
    if wager in CONTEST_TABLES:
        part = msgspec.structs.replace(getattr(house, wager), pays=dict(rows))
        return msgspec.structs.replace(house, **{wager: part})
    changed = msgspec.structs.replace(house.wagers[wager], pays=dict(rows))
    return msgspec.structs.replace(house, wagers={**house.wagers, wager: changed})


def with_setting(house: House, setting: str, value: object) -> House:
    """The house with one setting, by its dotted name, at another value."""
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
