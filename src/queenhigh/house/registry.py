"""How each clause of a book is implemented: the points and settings that refer to it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from .book import Book, Clause
from .parsed_files import kept
from .points import point_of, points

Status = Literal["enforced", "guided", "announced", "recorded", "configured", "stated", "missing"]
STATUSES: tuple[Status, ...] = get_args(Status)
_BUILT = Path(__file__).with_name("clause_tests.json")  # In a wheel.
_TESTS = Path(__file__).parents[3] / "tests"  # In a checkout.


class Place(msgspec.Struct, frozen=True):
    """One thing that refers to a clause."""

    status: Status
    where: str  # Such as point ante.wins, setting ante.tie, constraint raised_bonus.


class Standing(msgspec.Struct, frozen=True):
    """A clause, its status, and where."""

    clause: Clause
    book: str
    status: Status
    places: tuple[str, ...]

    @property
    def tests(self) -> tuple[str, ...]:
        return tuple(tests().get(self.clause.id, ()))


def standings(book: Book, amends: Mapping[str, tuple[str, ...]] | None = None) -> list[Standing]:
    """Return every clause of a book and of a house that amends it, in document order."""
    found: dict[str, list[Place]] = defaultdict(list)
    for identity, place in _references(book):
        found[identity].append(place)
    for path, ids in (amends or {}).items():
        for identity, place in _all(ids, Place(_of_setting(path), f"setting {path}")):
            found[identity].append(place)
    return [_standing(book, clause, found[clause.id]) for clause in book.clauses]


def _standing(book: Book, clause: Clause, places: list[Place]) -> Standing:
    if not places and clause.id in book.stated:
        places = [Place("stated", book.stated[clause.id])]
    missing: Status = "missing"
    status = min((place.status for place in places), key=STATUSES.index, default=missing)
    where = tuple(dict.fromkeys(place.where for place in places))
    return Standing(clause, book.key, status, where)


def _references(book: Book) -> Iterator[tuple[str, Place]]:
    known = points()
    for key, ids in book.points.items():
        entry = known.get(point_of(key))
        if entry is not None:
            yield from _all(ids, Place(entry.status, f"point {key}"))
    for path, support in book.settings.items():
        place = Place(_of_setting(path), f"setting {path}")
        yield from _all(support.clauses, place)
        for alternative in support.also:
            yield from _all(alternative.clauses, place)
    for ruling in book.rulings:
        for name, reading in ruling.readings.items():
            yield from _all(reading.clauses, Place("configured", f"option {ruling.option} {name}"))
    for constraint in book.constraints:
        place = Place("enforced", f"constraint {constraint.name or ', '.join(constraint.must)}")
        yield from _all(constraint.clauses, place)


def _all(ids: tuple[str, ...], place: Place) -> Iterator[tuple[str, Place]]:
    return ((identity, place) for identity in ids)


def _of_setting(path: str) -> Status:
    if path.startswith("announcements.") or path.endswith((".absent", ".announce")):
        return "announced"
    return "recorded" if path.startswith(("standing", "compliance.")) else "configured"


@cache
def tests() -> dict[str, list[str]]:
    """Return the tests that cover each clause."""
    if _BUILT.is_file():
        return msgspec.json.decode(_BUILT.read_bytes(), type=dict[str, list[str]])
    if not _TESTS.is_dir():
        return {}
    from .clause_tests import clause_tests, test_files

    seen = [
        f"{each} {each.stat().st_mtime_ns} {each.stat().st_size}" for each in test_files(_TESTS)
    ]
    found: dict[str, list[str]] = kept(
        _TESTS / "clauses", "\n".join(seen).encode(), lambda: clause_tests(_TESTS)
    )
    return found
