"""What a PAR sheet says about the rule book: each setting, its value, and its source."""

from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from typing import Literal

import msgspec

from ...house.book_index import is_in
from ...house.catalogue import rulings_of
from ...house.linter import Finding
from ...house.model import House
from ...house.plain_data import SettingValue

Origin = Literal[
    "set for this sheet", "our default", "house rule", "rulings", "clauses", "no clause"
]

# Settings that affect the sheet's figures. The others only govern how a round is run.
_OF_THE_GAME = ("seats", "dealer", "ranking", "ante", "play", "ante_bonus", "wagers", "meters",
                "payouts", "fee", "tokes", "match_play")  # fmt: skip


class Setting(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    value: SettingValue
    origin: Origin
    cites: tuple[str, ...]
    departs_from: tuple[str, ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """A point on which the book is contradictory or silent, and how this house reads it."""

    ruling: str
    title: str
    clauses: tuple[str, ...]
    question: str
    default: str  # Our default reading, and why.
    here: dict[str, SettingValue]  # The settings that decide it, with their values.
    stated: bool  # Whether the house's own file states it.


class RuleBook(msgspec.Struct, frozen=True, kw_only=True):
    game: tuple[Setting, ...]  # Wagers, limits, pay tables: everything that moves a figure.
    procedure: tuple[Setting, ...]
    readings: tuple[Reading, ...]
    ours: tuple[Finding, ...]
    departures: tuple[Finding, ...]
    silent: tuple[str, ...]


def settings_hash(house: House) -> str:
    """The SHA-256 of the book's key and all settings as JSON, names sorted, no spaces."""
    settings = {"book": house.book.key, **house.settings}
    return sha256(msgspec.json.encode(settings, order="sorted")).hexdigest()


def rule_book(
    house: House, findings: Collection[Finding] = (), changed: Collection[str] = ()
) -> RuleBook:
    """Collect the rule book; `changed` lists the settings changed for the sheet alone."""
    by_level: dict[str, list[Finding]] = {}
    for each in findings:
        by_level.setdefault(each.level, []).append(each)
    settings = [
        _setting(house, name, value, changed)
        for name, value in house.settings.items()
        if value not in (None, "", {}, (), []) and not _names_itself(name)
    ]
    return RuleBook(
        game=tuple(each for each in settings if _of_the_game(each.name)),
        procedure=tuple(each for each in settings if not _of_the_game(each.name)),
        readings=tuple(_readings(house, by_level.get("contested", ()))),
        ours=tuple(by_level.get("default", ())),
        departures=tuple(by_level.get("departs", ())),
        silent=tuple(each.key for each in by_level.get("missing", ())),
    )


def changed_settings(before: House, after: House) -> tuple[str, ...]:
    """The settings changed by options given for the sheet alone."""
    stood = before.settings
    return tuple(name for name, value in after.settings.items() if stood.get(name) != value)


def _names_itself(name: str) -> bool:
    """Whether a setting is a wager's key, which the path already contains."""
    table, _, last = name.rpartition(".")
    return last == "key" and table.count(".") == 1


def _of_the_game(name: str) -> bool:
    return name.partition(".")[0] in _OF_THE_GAME


def _setting(house: House, name: str, value: SettingValue, changed: Collection[str]) -> Setting:
    standing = house.law.standing(name)
    clauses, rulings = standing.cited.clauses, house.rulings_on(name)
    origin: Origin = "no clause"
    if any(is_in(name, each) for each in changed):
        origin = "set for this sheet"
    elif name in house.ours:
        origin = "our default"
    elif standing.departs:
        origin = "house rule"
    elif rulings:
        origin = "rulings"
    elif clauses:
        origin = "clauses"
    cites = tuple(dict.fromkeys((*clauses, *rulings)))
    return Setting(name, value, origin, cites, standing.cited.departs_from)


def _readings(house: House, contested: Iterable[Finding]) -> Iterator[Reading]:
    """The readings of points that affect money, in the order of the rulings."""
    deciding: dict[str, dict[str, SettingValue]] = {}
    for name, value in house.settings.items():
        if _of_the_game(name):
            for identity in house.rulings_on(name):
                deciding.setdefault(identity, {})[name] = value
    stated = {
        identity
        for each in contested
        if each.message.endswith("stated by the house.")
        for identity in each.cites
    }
    for identity, ruling in rulings_of(house.book).items():
        if here := deciding.get(identity):
            yield Reading(
                identity,
                ruling.title,
                ruling.clauses,
                ruling.question,
                ruling.taken,
                here,
                identity in stated,
            )
