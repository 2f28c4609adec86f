"""A connection to the service that reconnects automatically, for live tables and live rooms."""

import asyncio
import contextlib
from abc import abstractmethod
from collections.abc import Callable
from typing import Protocol, Self

from ..extras import extra_named
from ..wire.messages import Bye
from ..wire.requests import PING
from .closable import Closable
from .errors import Dropped, Refused, Unreachable

_PING_SECONDS = 20.0
_SILENT_SECONDS = 60.0  # Without even an answer to a ping, the connection is dead.
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 3.0  # Seconds between two attempts to connect.


class Connection(Protocol):
    """A stream of messages in order; every method raises Dropped once the connection is lost."""

    async def send(self, text: str) -> None: ...
    async def receive(self) -> str | bytes: ...
    async def close(self) -> None: ...


class LiveConnection(Closable):
    """A reconnecting connection, closed by `close` or at the end of `async with`."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._connection: Connection | None = None
        self._waiting: list[asyncio.Future[None]] = []
        self._ended: Exception | None = None
        self._task: asyncio.Task[None] | None = None
        self.connections = 0  # How many there have been.
        self.longest_wait = _LONGEST_WAIT

    @property
    @abstractmethod
    def seen(self) -> bool:
        """Whether there is any state yet."""

    @abstractmethod
    async def _open(self) -> Connection:
        """Open another connection. Raises Unreachable, or Refused if final."""

    @abstractmethod
    def _hear(self, text: str | bytes) -> bool:
        """Handle a message and return whether the service has said goodbye."""

    async def start(self, seconds: float = 30.0) -> Self:
        """Connect and wait for the first state."""
        self._task = asyncio.create_task(self._stay(), name=f"live {self._what}")
        try:
            await self.until(lambda live: live.seen, seconds)
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._end(Unreachable(f"{self._what} has been closed here"))

    @property
    def connected(self) -> bool:
        return self._connection is not None

    async def until(
        self, condition: Callable[[Self], object], seconds: float | None = None
    ) -> Self:
        """Wait until the condition holds. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while not condition(self):
                if self._ended is not None:
                    raise self._ended
                waiting = asyncio.get_running_loop().create_future()
                self._waiting.append(waiting)
                try:
                    await waiting
                finally:
                    self._waiting.remove(waiting)
        return self

    async def _stay(self) -> None:
        """Reconnect until closed or refused.

        An unexpected error also ends it, and is raised to all who wait.
        """
        try:
            with extra_named("client"):
                await self._connected()
        except Exception as error:
            self._end(error)

    async def _connected(self) -> None:
        wait = _FIRST_WAIT
        while True:
            try:
                connection = await self._open()
            except Unreachable:
                await asyncio.sleep(wait)
                wait = min(self.longest_wait, 2 * wait)
                continue
            wait = _FIRST_WAIT
            try:
                await self._converse(connection)
            finally:
                self._connection = None
                with contextlib.suppress(Dropped):
                    await connection.close()
            await asyncio.sleep(wait)

    async def _converse(self, connection: Connection) -> None:
        """Handle messages until the connection is lost."""
        pinging = asyncio.create_task(self._ping(connection))
        try:
            self._hear(await self._next(connection))
            self._connection = connection
            self.connections += 1
            await self._resume(connection)
            while not self._hear(await self._next(connection)):
                pass
        except Dropped:
            return
        finally:
            pinging.cancel()

    async def _resume(self, connection: Connection) -> None:
        """Send again what a new connection needs."""

    async def _next(self, connection: Connection) -> str | bytes:
        try:
            async with asyncio.timeout(_SILENT_SECONDS):
                return await connection.receive()
        except TimeoutError:
            raise Dropped("nothing heard for too long") from None

    async def _ping(self, connection: Connection) -> None:
        with contextlib.suppress(Dropped):
            while True:
                await asyncio.sleep(_PING_SECONDS)
                await connection.send(PING)

    def _end(self, why: Exception) -> None:
        """End for good: nothing more will come."""
        self._ended = self._ended or why
        self._wake()

    def _wake(self) -> None:
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)


def signed_off(message: Bye) -> bool:
    """Return that the connection is over for now; raise if the session has ended."""
    if message.reason == "signed_out":
        raise Refused("session/ended", "You have been signed out.")
    return True
