"""How a process of the service stops: finish work, notify watchers, then let the server stop.

granian closes live connections without notice before the application learns of the shutdown. So
SIGTERM, with which granian stops its processes, is handled here first, and SIGINT passes it on.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

logger = logging.getLogger(__name__)
# Then a process that has not stopped is killed. Nothing is lost however it ends.
SECONDS_TO_STOP: Final = 10
_SECONDS_TO_FINISH: Final = 7  # Out of those; the server has the rest.
_SECONDS_TO_SEND: Final = 0.5  # For the last messages; the server does not say when they are out.


class Connections:
    """The live connections of this process."""

    def __init__(self) -> None:
        self.ending = False
        self._open: set[asyncio.Task[Any]] = set()

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
            logger.warning("stopping before all was finished: %r", error)
        finally:
            await asyncio.sleep(_SECONDS_TO_SEND)
            os.kill(os.getpid(), signal.SIGINT)

    def asked() -> None:
        if not begun:
            begun.append(loop.create_task(end()))

    loop.add_signal_handler(signal.SIGTERM, asked)
