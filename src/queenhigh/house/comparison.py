"""Differences between houses, setting by setting."""

from collections.abc import Mapping

import msgspec

from .model import House
from .plain_data import SettingValue


class Cell(msgspec.Struct, frozen=True):
    value: SettingValue  # None if the house has no such bet.
    cites: tuple[str, ...]
    departs_from: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class Difference(msgspec.Struct, frozen=True):
    setting: str
    cells: dict[str, Cell]


def differences(houses: Mapping[str, House]) -> list[Difference]:
    """Return the settings on which at least two of the houses differ, in file order."""
    names = dict.fromkeys(name for house in houses.values() for name in house.settings)
    found = []
    for name in names:
        values = [house.settings.get(name) for house in houses.values()]
        if any(other != values[0] for other in values[1:]):
            cells = {label: cell(house, name) for label, house in houses.items()}
            found.append(Difference(name, _with_what_others_depart_from(cells, houses, name)))
    return found


def _with_what_others_depart_from(
    cells: dict[str, Cell], houses: Mapping[str, House], name: str
) -> dict[str, Cell]:
    """Cite, for a book's own value, the clauses from which another of its houses departs in it.

    Where no clause is about the setting itself, they are those of points.
    """
    departed = {
        houses[label].book.key: each.departs_from
        for label, each in cells.items()
        if each.departs_from
    }
    return {
        label: msgspec.structs.replace(each, cites=departed[houses[label].book.key])
        if houses[label].book.key in departed
        and not (each.cites or each.departs_from)
        and each.value == houses[label].book.baseline.get(name)
        else each
        for label, each in cells.items()
    }


def cell(house: House, name: str) -> Cell:
    """Return a setting with its clauses and rulings, or with what it departs from."""
    if name not in house.settings:
        return Cell(None, ())
    standing = house.law.standing(name)
    cited = standing.cited
    decided = () if standing.departs else house.rulings_on(name)
    cites = (*cited.clauses, *dict.fromkeys((*cited.rulings, *decided)))
    return Cell(house.settings.get(name), cites, cited.departs_from or msgspec.UNSET)
