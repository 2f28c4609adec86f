"""Rule points: the closed list of what the code does, for a book to say which clauses ask for it.

Code names a point, `point("ante.wins")`. A book says in its `points.toml` which of its clauses
stand behind it, and a house shows those: `house.clauses(WINS)`. `point` takes a plain string, for
the registry (`house.registry`) finds the points by reading the source, without running it.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec

from .book import BOOKS, book_points, read_toml

PointStatus = Literal["enforced", "guided", "announced", "recorded"]
POINT_STATUSES: Final[tuple[PointStatus, ...]] = get_args(PointStatus)
_FILE: Final = Path(__file__).with_name("points.toml")
_HEADING: Final = re.compile(r'^\["(.+)"\]$', re.MULTILINE)
_OF_A_WAGER: Final = "wager."


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the list says of a point."""

    says: str
    status: PointStatus
    depends: tuple[str, ...]  # The settings that decide it; {} is the wager asked of.


class Point(msgspec.Struct, frozen=True):
    """One thing that the code does. One whose name begins with `wager.` is asked of one wager."""

    name: str

    def key(self, wager: str = "") -> str:
        """Under what a book has it: `wagers.prime.pays` for the point `wager.pays` of prime."""
        if bool(wager) is not self.name.startswith(_OF_A_WAGER):
            raise LookupError(f"{self.name} is asked of {'no' if wager else 'a'} wager")
        return f"wagers.{wager}.{self.name.removeprefix(_OF_A_WAGER)}" if wager else self.name


def point(name: str) -> Point:
    if name not in _names():
        raise LookupError(f"there is no rule point {name}")
    return Point(name)


def point_of(key: str) -> str:
    """The name of the point that a book has under this key, whether or not there is one."""
    group, _, rest = key.partition(".")
    return f"{_OF_A_WAGER}{rest.partition('.')[2]}" if group == "wagers" else key


class Behind(msgspec.Struct, frozen=True):
    """The clauses that a book puts behind a point: of one wager, where it is asked of one."""

    book: str
    wager: str | None
    clauses: tuple[str, ...]


def behind(name: str) -> list[Behind]:
    """What the books put behind a point, book after book; nothing of one that is silent on it."""
    return [
        Behind(book, key.split(".")[1] if key != name else None, ids)
        for book in BOOKS
        for key, ids in book_points(book).points.items()
        if point_of(key) == name
    ]


@cache
def points() -> dict[str, Entry]:
    """The list by name, in its order."""
    return msgspec.convert(read_toml(_FILE), dict[str, Entry])


@cache
def _names() -> frozenset[str]:
    """Only the headings: every module names points, and few ask what they say."""
    return frozenset(_HEADING.findall(_FILE.read_text("utf-8")))
