"""What this process has landed lately, so that the floor need not read and decode it again.

Nothing depends on it: what is not here is in the log, and what is here is used only if the log says
the same.
"""

from collections import deque
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from .landing import Row
from .records import Batch, Fact, Landed, Landing

_MOST = 10_000  # Records: some seconds of a large room.


class _Group(NamedTuple):
    """A group that landed: as many rows as facts."""

    rows: Sequence[Row]
    facts: Sequence[Fact]


class RecentRecords:
    """One thread lands, another follows."""

    def __init__(self, most: int = _MOST):
        self._most, self._count = most, 0
        self._groups: deque[_Group] = deque()
        self._turn = Lock()

    def landed(
        self, rows: Sequence[Row], batches: Sequence[Batch], landings: Sequence[Landing]
    ) -> None:
        """Keep the rows of a group that is committed; the oldest make room for them."""
        if not rows:
            return
        acted = (
            batch
            for batch, landing in zip(batches, landings, strict=True)
            if isinstance(landing, Landed) and not landing.repeated
        )
        group = _Group(rows, [fact for batch in acted for fact in batch.facts])
        with self._turn:
            self._groups.append(group)
            self._count += len(rows)
            while self._count > self._most:
                self._count -= len(self._groups.popleft().rows)

    def between(self, after: int, last: int) -> list[tuple[Row, Fact]]:
        """Return what is here of these positions, in order."""
        with self._turn:
            groups = tuple(self._groups)
        return [
            (row, fact)
            for rows, facts in groups
            if rows[-1][0] > after and rows[0][0] <= last
            for row, fact in zip(rows, facts, strict=True)
            if after < row[0] <= last
        ]

    def forget(self, followed: int) -> None:
        """Drop what has been followed."""
        dropped = []  # To be freed when the one that lands may go on.
        with self._turn:
            while self._groups and self._groups[0].rows[-1][0] <= followed:
                dropped.append(self._groups.popleft())
                self._count -= len(dropped[-1].rows)
