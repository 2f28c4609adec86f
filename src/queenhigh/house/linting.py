"""What is wrong with a house file, what it departs from, and what fills the gaps."""

from typing import Literal

import msgspec

from .catalogue import clauses, conventions, options, rulings
from .comparison import cited, house_settings
from .errors import HouseError, Problem
from .loader import BUILT_IN, built_in, layers, load_house, path_of, settings
from .model import House
from .options import Options

Level = Literal["wrong", "contradicts", "missing", "default", "contested"]
LEVELS: tuple[Level, ...] = ("wrong", "contradicts", "missing", "default", "contested")


class Finding(msgspec.Struct, frozen=True):
    level: Level
    key: str
    message: str
    cites: tuple[str, ...] = ()
    value: object = None
    file: str = ""  # Where it is another than the one asked about.


def lint_house(key_or_file: str) -> list[Finding]:
    """All findings, the gravest first. Anything `wrong` means that the house does not load."""
    try:
        house = load_house(key_or_file)
    except HouseError as error:
        return [_wrong(problem, error.file) for problem in error.problems]
    return [
        *_departures(house),
        *_silences(house),
        *_ours(house),
        *_contested(house, _stated(key_or_file)),
    ]


def _stated(key_or_file: str) -> set[str]:
    """What the file itself says, or a user's file that it extends; not a built-in base."""
    stack = layers(path_of(key_or_file))
    if key_or_file not in BUILT_IN:
        stack = [layer for layer in stack if layer["key"] not in BUILT_IN]
    return {name for layer in stack for name, _ in settings(layer)}


def _wrong(problem: Problem, file: str) -> Finding:
    value = None if problem.value is msgspec.UNSET else problem.value
    return Finding("wrong", problem.key, problem.message, problem.cites, value, file)


def _departures(house: House) -> list[Finding]:
    """Where a user's house says something else than a clause of its book that leaves no choice."""
    if house.key in BUILT_IN:
        return []
    book = built_in(house.book)
    in_book = dict(house_settings(book))
    found = []
    for name, value in house_settings(house):
        cites = cited(book, name)
        departs = name in in_book and in_book[name] != value and name not in book.ours
        if departs and not _is_left_to_the_house(cites + cited(house, name)):
            stated = tuple(each for each in cites if each in clauses())
            message = f"the book has {_shown(in_book[name])}"
            found.append(Finding("contradicts", name, message, stated, value))
    return found


def _is_left_to_the_house(cites: tuple[str, ...]) -> bool:
    """Where a ruling or a clause gives the choice, or no clause speaks of it at all."""
    known = [clauses()[each] for each in cites if each in clauses()]
    contested = any(each in rulings() for each in cites)
    return contested or not known or any(clause.kind == "config" for clause in known)


# What casinos do where a setting is left open, so far as there is a usual thing to do.
_CONVENTIONS = {
    "betting.leaving_during_round": "conv-22",
    "betting.limit_changes": "conv-21",
    "betting.seated_only": "conv-44",
    "betting.side_bets_between_players": "conv-45",
}


def _silences(house: House) -> list[Finding]:
    found = []
    for name, value in house_settings(house):
        if value is None and _could_be_stated(house, name):
            usual = _CONVENTIONS.get(name)
            message = "the book is silent, and the house says nothing"
            if usual:
                message += f"; usual: {conventions()[usual].value}"
            found.append(Finding("missing", name, message, (usual,) if usual else ()))
    return found


def _could_be_stated(house: House, name: str) -> bool:
    """Not the tables of a wager that is not offered, nor what only another setting calls for."""
    wagers = ("pair_plus", "six_card_bonus", "progressive")
    not_offered = any(wager in name and wager not in house.wagers for wager in wagers)
    return not (not_offered or name.endswith("allowed_minimum_cents") or "six_card" in name)


def _ours(house: House) -> list[Finding]:
    values = dict(house_settings(house))
    return [
        Finding("default", name, why, _ids_in(why) or cited(house, name), values.get(name))
        for name, why in house.ours.items()
    ]


def _ids_in(text: str) -> tuple[str, ...]:
    words = text.replace("(", " ").replace(")", " ").replace(",", " ").replace(".", " ").split()
    known = clauses().keys() | rulings().keys() | conventions().keys()
    return tuple(word for word in words if word in known)


def _contested(house: House, stated: set[str]) -> list[Finding]:
    """The points on which the book is unclear, and how this house has them."""
    found = []
    for name in Options.__struct_fields__:
        ids = house.rulings_on(name)
        if not ids:
            continue
        own = any(
            each == f"options.{name}" or each.startswith(f"options.{name}.") for each in stated
        )
        by = "stated by the house" if own else "the ruling's default"
        value = msgspec.to_builtins(getattr(house.options, name))
        message = f"{options()[name].about} Here: {by}."
        found.append(Finding("contested", f"options.{name}", message, ids, value))
    return found


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()
