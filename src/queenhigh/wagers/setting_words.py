"""Settings of a house and their values in words, for people who compare houses."""

import re
from collections.abc import Callable, Iterator, Mapping

import msgspec

from ..house.book import Parameter, Ruling
from ..house.model import House
from ..house.options import chosen_reading
from ..house.plain_data import SettingValue
from ..house.shorthand import setting_or_table, shorthand
from ..house.wager import CONTEST_BETS, Limits, Row
from ..house.words import plain_words
from .award import odds_text
from .award_title import award_title, hand_title

_PLACE = re.compile(r"\{\w+\}")  # Where an announcement names the hand or the seat.


def setting_title(house: House, path: str) -> str:
    """``Pair Plus: flush``, ``Ante: minimum``, ``Shuffle: cut least cards``."""
    whose, rest = _whose(house, path)
    if rest[:1] == ["pays"] and len(rest) > 1:
        return f"{whose}: {_row_title(house, path)}"
    words = [_plain(part) for part in rest if part not in ("limits", "pays")]
    return f"{whose}: {', '.join(words)}" if words else whose


def _whose(house: House, path: str) -> tuple[str, list[str]]:
    """The bet or section that a setting belongs to, and the rest of its path."""
    first, *rest = path.split(".")
    if first == "wagers" and rest:
        known = rest[0] in house.wagers
        return house.title(rest[0]) if known else _plain(rest[0]).title(), rest[1:]
    return house.title(first) if first in CONTEST_BETS else _plain(first).capitalize(), rest


def _row_title(house: House, path: str) -> str:
    table, _, key = path.rpartition(".pays.")
    wager = house.wagers.get(table.removeprefix("wagers."))
    row = _row(house.settings.get(path))
    if row is None:
        return hand_title(house, key).lower()
    title = award_title(house, row, wager.of if wager else "player")
    return title if "-" in title else title[:1].lower() + title[1:]


def value_in_words(house: House, path: str, value: object) -> str:
    """``4 to 1``, ``€5``, ``yes``; a dash where there is none."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and path.endswith("_cents"):
        return house.money(value)
    if ".pays." in path and value and (row := _row(value)):
        return _row_in_words(house, row)
    if isinstance(value, list | tuple):
        return ", ".join(value_in_words(house, path, each) for each in value) or "none"
    if isinstance(value, Mapping) and "since" in value:
        return ", ".join(_dated(house, value))
    if isinstance(value, Mapping):
        parts = [
            f"{_plain(name)} {value_in_words(house, name, each)}"
            for name, each in value.items()
            if each not in (None, [], ())
        ]
        return ", ".join(parts) or "none"
    return _PLACE.sub("…", _plain(value)) if isinstance(value, str) else str(value)


def limits_in_words(limits: Limits, money: Callable[[int], str]) -> str:
    """``$5 to $300``, ``$1`` where that is all one may bet, ``$5 or more`` without a maximum."""
    if limits.maximum_cents is None:
        return f"{money(limits.least)} or more"
    if limits.least == limits.most:
        return money(limits.least)
    return f"{money(limits.least)} to {money(limits.most)}"


def reading_in_words(reading: str) -> str:
    """A reading of an option in words: ``push``, ``yes``, ``none`` for the empty one."""
    return {"true": "yes", "false": "no", "": "none"}.get(reading) or _plain(reading)


def option_in_words(house: House, ruling: Ruling) -> str:
    """The value of an option in words: ``push``, ``$5``, ``hours 4, mode block``."""
    reading = chosen_reading(ruling, house.settings)
    if reading is not None:
        return reading_in_words(reading)
    named = {"": ruling.parameter} if ruling.parameter else ruling.parameters
    there = (f"{_plain(part)} {_given(house, each)}".strip() for part, each in named.items())
    return ", ".join(there) or "–"


def _given(house: House, parameter: Parameter) -> str:
    table, _, field = parameter.path.partition(".*.")
    there = setting_or_table(house.settings, table)
    if parameter.type == "odds":
        return shorthand(there) or "–"
    if parameter.type == "rows":
        there = [name for name, row in there.items() if row[field] == parameter.chosen]
    return value_in_words(house, parameter.path, there)


def _dated(house: House, value: Mapping[str, SettingValue]) -> Iterator[str]:
    """``$600, 300 times the bet, since 2026-01-01``: amounts and shares from a date."""
    for name, number in value.items():
        if name == "times_wager" and number:
            yield f"{number} times the bet"
        elif name.endswith("cents"):
            yield f"{_plain(name.removesuffix('cents'))} {house.money(number)}".strip()
        elif name.endswith("percent"):
            yield f"{_plain(name.removesuffix('percent'))} {number}%".strip()
    yield f"since {value['since']}"


def _row_in_words(house: House, row: Row) -> str:
    words = [odds_text(house, row) or "push"]
    if row.meter:
        words[0] += f" of the meter {house.meters[row.meter].title}"
    if row.envy_cents:
        words.append(f"envy {house.money(row.envy_cents)}")
    if row.paid != "in_turn":
        words.append("paid last")
    if row.notify:
        words.append(f"told to {', '.join(map(_plain, row.notify))}")
    return ", ".join(words)


def _row(value: object) -> Row | None:
    return msgspec.convert(value, Row) if isinstance(value, Mapping) else None


def _plain(name: str) -> str:
    return plain_words(name.removesuffix("_cents"))
