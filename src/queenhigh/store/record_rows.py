"""Rows that belong to records, read in step with the log."""

from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar


class _Placed(Protocol):
    @property
    def position(self) -> int: ...


Row = TypeVar("Row", bound=_Placed)


class Alongside(Generic[Row]):
    """Rows in order of position, read lazily."""

    def __init__(self, rows: Iterator[Row] | None):
        self.are_there = rows is not None  # An exported file has none.
        self._rows = iter(()) if rows is None else rows
        self._next: Row | None = next(self._rows, None)

    def before(self, position: int) -> list[Row]:
        """The rows that no record has claimed."""
        return self._up_to(position - 1)

    def at(self, position: int) -> list[Row]:
        return self._up_to(position)

    def rest(self) -> Iterator[Row]:
        while self._next is not None:
            yield self._take()

    def _up_to(self, position: int) -> list[Row]:
        taken = []
        while self._next is not None and self._next.position <= position:
            taken.append(self._take())
        return taken

    def _take(self) -> Row:
        row, self._next = self._next, next(self._rows, None)
        if row is None:
            raise StopIteration
        return row
