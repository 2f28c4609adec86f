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
    stated = {name for layer in layers(path_of(key_or_file)) for name, _ in settings(layer)}
    found = [*_unknown_citations(house), *_departures(house)]
    if found and found[0].level == "wrong":
        return found
    return [*found, *_silences(house), *_ours(house), *_contested(house, stated)]


def _wrong(problem: Problem, file: str) -> Finding:
    value = None if problem.value is msgspec.UNSET else problem.value
    return Finding("wrong", problem.key, problem.message, problem.cites, value, file)


def _unknown_citations(house: House) -> list[Finding]:
    known = clauses().keys() | rulings().keys() | conventions().keys()
    return [
        Finding("wrong", f"cites.{setting}", f"there is no clause or ruling {identity}")
        for setting, ids in house.cites.items()
        for identity in ids
        if identity not in known
    ]


def _departures(house: House) -> list[Finding]:
    """Where a user's house says something else than a clause of its book."""
    if house.key in BUILT_IN:
        return []
    book = built_in(house.book)
    in_book = dict(house_settings(book))
    return [
        Finding(
            "contradicts",
            name,
            f"the book has {_shown(in_book[name])}",
            tuple(each for each in cited(book, name) if each in clauses()),
            value,
        )
        for name, value in house_settings(house)
        if name in in_book
        and in_book[name] != value
        and name not in book.ours
        and any(each in clauses() for each in cited(book, name))
        and not any(each in rulings() for each in cited(book, name))
    ]


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
