"""Rule points: the closed list of what the code does. A book has the clauses behind each."""

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from .parsed_files import toml_of

PointStatus = Literal["enforced", "guided", "announced", "recorded"]


class Point(msgspec.Struct, frozen=True):
    """One thing the code does. A name that begins with "wager." applies to one wager at a time."""

    name: str
    says: str = ""
    status: PointStatus = "enforced"
    depends: tuple[str, ...] = ()  # The settings that decide it; {} is the wager's key.


@cache
def points() -> dict[str, Point]:
    tables = toml_of(Path(__file__).parent / "points.toml")
    named = {name: {"name": name, **about} for name, about in tables.items()}
    return msgspec.convert(named, dict[str, Point])


def point(name: str) -> Point:
    try:
        return points()[name]
    except KeyError:
        raise LookupError(f"there is no rule point {name}") from None


def point_of(key: str) -> str:
    """Return the point that a book's key names: wager.pays for wagers.lucky.pays."""
    group, _, rest = key.partition(".")
    return f"wager.{rest.partition('.')[2]}" if group == "wagers" else key
