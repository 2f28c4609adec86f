"""The built-in houses that are meant where none is named; help texts say them too."""

import json
from functools import cache
from pathlib import Path


def plain_house(named: str | None = None) -> str:
    """The house that is named, or else the usual one."""
    return _defaults()["plain"] if named is None else named


def house_of_many_bets(named: str | None = None) -> str:
    """The same, for what is about several bets together, or about a shuffle by hand."""
    return _defaults()["many_bets"] if named is None else named


@cache
def _defaults() -> dict[str, str]:
    found: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    return found
