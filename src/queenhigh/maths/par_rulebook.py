"""What a PAR sheet says of the rule book: each setting, its value, and what it rests on."""

from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from typing import Any, Literal

import msgspec

from ..house.catalogue import clauses, options, rulings
from ..house.comparison import cited, house_settings
from ..house.linting import Finding
from ..house.model import House

Origin = Literal["set for this sheet", "our default", "rulings", "clauses", "no clause"]

_TABLES = ("ante_bonus", "pair_plus", "six_card_bonus", "progressive")
_OF_THE_GAME = ("wagers", "seats", "limits", *_TABLES, "dealer.qualifies_with")
# Where options act. The others tell how a round is run, and move no figure of the sheet.
_ON_MONEY = ("ranking", "settlement", "side-bet", "progressive", "wagers", "toke")


class Setting(msgspec.Struct, frozen=True):
    name: str
    value: Any
    origin: Origin
    cites: tuple[str, ...]


class Reading(msgspec.Struct, frozen=True):
    """A point on which the book is contradictory or silent, and how this house has it."""

    ruling: str
    title: str
    clauses: tuple[str, ...]
    question: str
    default: str  # The reading that we take, and why.
    here: dict[str, Any]  # The options that decide it, and their values.
    stated: tuple[str, ...]  # Those that the house's own file states.


class RuleBook(msgspec.Struct, frozen=True, kw_only=True):
    game: tuple[Setting, ...]  # Wagers, limits, pay tables.
    money: tuple[Setting, ...]  # Options that bear on wagers and payouts.
    procedure: tuple[Setting, ...]  # Options that do not.
    readings: tuple[Reading, ...]
    ours: tuple[Finding, ...]
    departures: tuple[Finding, ...]
    silent: tuple[str, ...]


def settings_hash(house: House) -> str:
    """SHA-256 of the book's key and all settings, as JSON with sorted names and no blanks."""
    settings = {"book": house.book, **dict(house_settings(house))}
    return sha256(msgspec.json.encode(settings, order="sorted")).hexdigest()


def rule_book(
    house: House, findings: Collection[Finding] = (), changed: Collection[str] = ()
) -> RuleBook:
    """`findings` are the linter's, `changed` the options that were set for the sheet alone."""
    of_options = [
        _setting(house, f"options.{name}", value, changed)
        for name, value in msgspec.to_builtins(house.options).items()
        if _is_of(house, name)
    ]
    by_level: dict[str, list[Finding]] = {}
    for each in findings:
        by_level.setdefault(each.level, []).append(each)
    return RuleBook(
        game=tuple(_game(house, changed)),
        money=tuple(each for each in of_options if _on_money(each.name)),
        procedure=tuple(each for each in of_options if not _on_money(each.name)),
        readings=tuple(_readings(house, by_level.get("contested", ()))),
        ours=tuple(by_level.get("default", ())),
        departures=tuple(by_level.get("contradicts", ())),
        silent=tuple(each.key for each in by_level.get("missing", ())),
    )


def _game(house: House, changed: Collection[str]) -> Iterator[Setting]:
    for name, value in house_settings(house):
        if value is not None and name.startswith(_OF_THE_GAME):
            yield _setting(house, name, value, changed)


def _setting(house: House, name: str, value: Any, changed: Collection[str]) -> Setting:
    cites = cited(house, name)
    origin: Origin = "no clause"
    if name.removeprefix("options.") in changed:
        origin = "set for this sheet"
    elif name in house.ours:
        origin = "our default"
    elif any(each in rulings() for each in cites):
        origin = "rulings"
    elif any(each in clauses() for each in cites):
        origin = "clauses"
    return Setting(name, value, origin, cites)


def _on_money(name: str) -> bool:
    entry = options().get(name.removeprefix("options."))
    return entry is not None and entry.acts_on in _ON_MONEY


def _is_of(house: House, option: str) -> bool:
    """Not the options of a wager that the house does not offer."""
    entry = options().get(option)
    if ("six_card" in option or "6cb" in option) and not house.offers("six_card_bonus"):
        return False
    of_progressive = entry is not None and entry.acts_on == "progressive"
    return house.offers("progressive") or not of_progressive


def _readings(house: House, contested: Iterable[Finding]) -> Iterator[Reading]:
    """Of the points that bear on money, in the order of the rulings."""
    stated = {each.key for each in contested if each.message.endswith("stated by the house.")}
    values = msgspec.to_builtins(house.options)
    deciding: dict[str, list[str]] = {}
    for option in values:
        if _on_money(f"options.{option}") and _is_of(house, option):
            for identity in house.rulings_on(option):
                deciding.setdefault(identity, []).append(option)
    for identity, ruling in rulings().items():
        if names := deciding.get(identity):
            yield Reading(
                identity,
                ruling.title,
                ruling.clauses,
                ruling.question,
                ruling.taken,
                {name: values[name] for name in names},
                tuple(name for name in names if f"options.{name}" in stated),
            )
