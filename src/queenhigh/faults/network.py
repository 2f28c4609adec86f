"""The network of the simulation: connections that break, requests that are lost or duplicated.

A connection keeps its messages in order, as TCP does, and loses those in flight when it breaks;
either end notices late or never. The service's end is what `routes.live` takes for a WebSocket.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from litestar.exceptions import WebSocketDisconnect

from ..client.errors import Dropped, Refused
from ..client.sockets import OWN_CODES
from ..service.versioned_app import SEND
from ..store.credentials import Person
from .weather import Weather

_MOST_UNDER_WAY = 40  # Messages in one direction; beyond that the sender waits.


class Closed(Exception):
    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Pipe:
    """One direction of a connection: in order, delayed, until it is cut."""

    def __init__(self, weather: Weather, breaks: Callable[[], None]) -> None:
        self._weather, self._breaks = weather, breaks
        self._arrived: deque[str | Closed] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._room: list[asyncio.Future[None]] = []
        self._under_way: deque[str | Closed] = deque()
        self._last = 0.0
        self._cut = False  # Nothing arrives any longer, not even messages in flight.
        self._shut = False  # Nothing more is sent.
        self._hung_up: Closed | None = None  # As far as the reader knows.

    async def send(self, message: str | Closed) -> None:
        while len(self._under_way) + len(self._arrived) >= _MOST_UNDER_WAY and not self._cut:
            waiting = asyncio.get_running_loop().create_future()
            self._room.append(waiting)
            await waiting
        if self._cut or self._shut:
            return
        if not isinstance(message, Closed) and self._weather.breaks():
            self._breaks()
            return
        weather = self._weather
        self._last = max(self._last, weather.now() + weather.delay())
        self._under_way.append(message)
        weather.later(self._last - weather.now(), self._arrive)

    def _arrive(self) -> None:
        message = self._under_way.popleft()  # Whichever timer fires first, deliver the oldest.
        if not self._cut:
            self._arrived.append(message)
        self._wake()

    async def receive(self) -> str:
        while not self._arrived:
            if self._hung_up is not None:
                raise self._hung_up
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        message = self._arrived.popleft()
        self._wake()
        if isinstance(message, Closed):
            self._hung_up = message
            raise message
        return message

    def cut(self) -> None:
        self._cut = True
        self._wake()

    async def shut(self, closed: Closed) -> None:
        """Send a final close after all earlier messages."""
        await self.send(closed)
        self._shut = True

    def hang_up(self, closed: Closed) -> None:
        """Let the reader know that nothing more will come."""
        self._hung_up = self._hung_up or closed
        self._wake()

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)
        while self._room:
            waiting = self._room.pop()
            if not waiting.done():
                waiting.set_result(None)


class Line:
    """A live connection: the client's end (`client.reconnection`) and the service's."""

    def __init__(self, weather: Weather, user: Person) -> None:
        self._weather = weather
        self.to_service = Pipe(weather, self.broken)
        self.to_client = Pipe(weather, self.broken)
        self.service = ServiceEnd(self, user)
        self._is_broken = False

    def broken(self) -> None:
        """Break the connection; each end notices after its own delay, or never."""
        if self._is_broken:
            return
        self._is_broken = True
        gone = Closed(1006, "the connection broke")
        for pipe in (self.to_service, self.to_client):
            pipe.cut()
            if not self._weather.silently():
                delay = self._weather.delay()
                # mypy cannot infer a lambda's default argument.
                self._weather.later(delay, lambda pipe=pipe: pipe.hang_up(gone))  # type: ignore[misc]

    # The client's end

    async def send(self, text: str) -> None:
        if self.to_client._hung_up is not None:
            raise Dropped("the connection has gone")
        await self.to_service.send(text)

    async def receive(self) -> str:
        try:
            return await self.to_client.receive()
        except Closed as closed:
            if closed.code in OWN_CODES:
                raise Refused("live/refused", closed.reason, status=closed.code - 4000) from None
            raise Dropped(closed.reason) from None

    async def close(self) -> None:
        self.to_client.hang_up(Closed(1000, "closed"))
        await self.to_service.shut(Closed(1000, "closed"))


class ServiceEnd:
    """The part of a WebSocket that the live route uses."""

    def __init__(self, line: Line, user: Person) -> None:
        self._line, self.user = line, user
        self.auth = user  # Identified by name only.
        self.scope: dict[str, object] = {SEND: self._send}

    async def accept(self) -> None:
        """Do nothing: the handshake has taken place."""

    async def _send(self, message: dict[str, str]) -> None:
        if self._line.to_service._hung_up is not None:
            raise WebSocketDisconnect(detail="gone")
        await self._line.to_client.send(message["text"])

    async def receive_data(self, mode: str) -> str:
        try:
            return await self._line.to_service.receive()
        except Closed:
            raise WebSocketDisconnect(detail="gone") from None

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self._line.to_service.hang_up(Closed(code, reason))
        await self._line.to_client.shut(Closed(code, reason))
