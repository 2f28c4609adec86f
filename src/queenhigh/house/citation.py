"""How code says which clause it carries out.

A rule of the code serves several rule books at once, so a citation holds the clause ids of all of
them; a house then shows those of its own book. `cite` takes plain string literals only: the
registry (`house.registry`) finds the citations by reading the source, without running it.
"""

from collections.abc import Iterator

from .book import BOOKS


class Citation:
    """The clauses behind one rule, for each book that has it."""

    __slots__ = ("_by_book",)

    def __init__(self, ids: tuple[str, ...]):
        self._by_book = {
            book: tuple(each for each in ids if each.startswith(f"{book}-")) for book in BOOKS
        }

    def of(self, book: str) -> tuple[str, ...]:
        return self._by_book[book]

    def __iter__(self) -> Iterator[str]:
        for ids in self._by_book.values():
            yield from ids


def cite(*ids: str) -> Citation:
    """Cite clauses by id; one string may hold several, separated by blanks."""
    return Citation(tuple(each for text in ids for each in text.split()))
