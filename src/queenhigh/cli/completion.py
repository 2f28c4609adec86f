"""Shell completion of values: houses by key or file, topics, fields."""

from collections.abc import Callable, Sequence
from glob import escape, glob


def of(known: Sequence[str]) -> Callable[[str], list[str]]:
    """Complete one of these."""

    def begun_so(incomplete: str) -> list[str]:
        return [each for each in known if each.startswith(incomplete)]

    return begun_so


def houses(incomplete: str) -> list[str]:
    """Complete keys of houses; files and folders if no key fits."""
    from ..house.loader import built_in_keys

    return of(built_in_keys())(incomplete) or sorted(glob(f"{escape(incomplete)}*"))


def topics(incomplete: str) -> list[str]:
    from ..house.catalogue import books

    known = {clause.topic for book in books().values() for clause in book.clauses}
    return of(sorted(known))(incomplete)


def groups(incomplete: str) -> list[str]:
    from ..floor.reports import BY

    return of(list(BY))(incomplete)


def search_fields(incomplete: str) -> list[str]:
    from ..floor.search import AMOUNTS, FIELDS

    return of([f"{each}>=" if each in AMOUNTS else f"{each}:" for each in FIELDS])(incomplete)
