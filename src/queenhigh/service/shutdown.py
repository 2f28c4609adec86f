"""How a process of the service stops: finish work, notify watchers, then let the server stop.

granian closes live connections without notice before the application learns of the shutdown. So
SIGTERM, with which granian stops its processes, is handled here first, and SIGINT passes it on.
"""

import asyncio
import logging
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

from ..store.credentials import Person

logger = logging.getLogger(__name__)
# After that, a process that has not stopped is killed. Nothing is lost either way.
SECONDS_TO_STOP: Final = 10
_SECONDS_TO_FINISH: Final = 7  # The share of those for us; the server has the rest.
_SECONDS_TO_SEND: Final = 0.5  # For the last messages; the server does not say when they are out.
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


def on_being_asked_to_stop(finish: Callable[[], Awaitable[None]]) -> None:
    """Call `finish` when granian asks this process to stop; it has only a few seconds."""
    loop = asyncio.get_running_loop()
    begun: list[asyncio.Task[None]] = []

    async def end() -> None:
        try:
            async with asyncio.timeout(_SECONDS_TO_FINISH):
                await finish()
        except Exception as error:
            logger.warning("stopping with work unfinished: %r", error)
        finally:
            await asyncio.sleep(_SECONDS_TO_SEND)
            os.kill(os.getpid(), signal.SIGINT)

    def asked() -> None:
        if not begun:
            begun.append(loop.create_task(end()))

    loop.add_signal_handler(signal.SIGTERM, asked)
