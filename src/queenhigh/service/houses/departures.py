"""House rules: settings on which a house departs from its book, described in words."""

import msgspec

from ...house.model import House
from ...house.plain_data import SettingValue
from ...wagers.setting_words import setting_title, value_in_words


class Departure(msgspec.Struct, frozen=True):
    """A setting on which the house differs from its book: a house rule."""

    setting: str
    title: str  # The setting in words.
    value: SettingValue
    value_in_words: str
    book_says: SettingValue
    book_in_words: str
    departs_from: tuple[str, ...]
    clauses: tuple[str, ...]  # The house's own, if it has any.


def departures_of(house: House) -> list[Departure]:
    return [
        Departure(
            each.path,
            setting_title(house, each.path),
            each.value,
            value_in_words(house, each.path, each.value),
            each.book_says,
            value_in_words(house, each.path, each.book_says),
            each.cited.departs_from,
            each.cited.clauses,
        )
        for each in house.law.departures()
    ]
