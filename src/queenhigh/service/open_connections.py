"""The live connections of a process: how many each person has, and their end."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ..store.credentials import Person

MOST_OF_A_PERSON: Final = 200  # Live connections to one process: a wall of tables, and open pages.


class Connections:
    """The live connections of this process."""

    def __init__(self) -> None:
        self.ending = False
        self._open: set[asyncio.Task[object]] = set()
        self._of: Counter[str] = Counter()  # By person.

    @contextmanager
    def of(self, person: Person | None) -> Iterator[bool]:
        """Count a connection of that person; yield whether they may have that many.

        Visitors without a name are limited by their address.
        """
        if person is None:
            yield True
            return
        name = person.name
        self._of[name] += 1
        try:
            yield self._of[name] <= MOST_OF_A_PERSON
        finally:
            self._of[name] -= 1
            if not self._of[name]:
                del self._of[name]

    @contextmanager
    def opened(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            yield
        finally:
            self._open.discard(task)

    async def closed(self) -> None:
        """Wait until all connections are closed."""
        while self._open:
            await asyncio.wait(self._open)
