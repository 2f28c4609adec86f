"""What can be changed on a house so that its exact figures move: its pay tables, and options."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from ...cards.names import letter_name
from ...house.book_index import paths_of
from ...house.model import House
from ...house.options import (
    chosen_reading,
    option_ids,
    option_name,
    option_subject,
    options_of,
)
from ...house.wager import Row
from ...table.command_form import FormChoice, FormField
from ...wagers.setting_words import reading_in_words
from ..tables.felt import PayTableShown, felt

# Other settings affect the procedure alone.
_MOVING: Final = re.compile(
    r"(ranking|dealer|ante_bonus)\.|(ante|play)\.(tie|dealer_out|pays)"
    r"|wagers\.\w+\.(wheel|fold|of|pays|envy)\b"
)
_QUALIFIERS: Final = {"any": "any hand", "pair": "a pair or better"} | {
    letter: f"{letter_name(letter).lower()} high or better" for letter in "JQKA"
}
# The units of what a row pays, as written after the number; a push has none.
_UNITS: Final = {"to_one": "to 1", "for_one": "for 1", "cents": "", "percent": "%"}


class SettingGroup(msgspec.Struct, frozen=True):
    """Settings that belong together, each named by its path in a house file."""

    path: str
    title: str
    fields: tuple[FormField, ...]


def changeable_settings(house: House) -> list[SettingGroup]:
    groups = [_pay_table(house, each) for each in felt(house).pay_tables]
    rules = (_qualifier(house), *_options(house))
    groups.append(SettingGroup("options", "Rules that affect the figures", rules))
    return [each for each in groups if each.fields]


def _pay_table(house: House, table: PayTableShown) -> SettingGroup:
    side = house.wagers.get(table.wager)
    rows: Mapping[str, Row] = (side or getattr(house, table.wager)).pays
    path = f"wagers.{table.wager}.pays" if side else f"{table.wager}.pays"
    fields = (
        FormField(
            f"{path}.{each.key}.{unit}", each.title, "odds" if written else "money",
            initial=value, unit=written, required=False,
        )
        for each in table.rows
        for unit, written in _UNITS.items()
        if (value := getattr(rows[each.key], unit)) is not None
    )  # fmt: skip
    return SettingGroup(path, f"{table.title} pays", tuple(fields))


def _qualifier(house: House) -> FormField:
    now = house.dealer.qualifies_with
    names = _QUALIFIERS | ({} if now in _QUALIFIERS else {now: f"{'-'.join(now)} or better"})
    return _choice("dealer.qualifies_with", "Dealer qualifies with", names, now)


def _options(house: House) -> Iterator[FormField]:
    for name, rulings in options_of(house.book.rulings).items():
        readings = rulings[0].readings
        paths = (path for each in rulings for path in paths_of(each))
        if len(readings) > 1 and any(map(_MOVING.match, paths)):
            yield msgspec.structs.replace(
                _choice(
                    f"options.{name}", option_name(rulings),
                    {each: reading_in_words(each) for each in readings},
                    chosen_reading(rulings[0], house.settings),
                ),
                hint=option_subject(rulings),
                clauses=option_ids(rulings),
            )  # fmt: skip


def _choice(path: str, label: str, names: Mapping[str, str], now: str | None) -> FormField:
    choices = tuple(FormChoice(value, name) for value, name in names.items())
    return FormField(path, label, "choice", pick=True, choices=choices, initial=now)
