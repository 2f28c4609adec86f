"""A live WebSocket connection, whatever it shows: send in order, listen, and close."""

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any, Literal, Protocol

import msgspec
from litestar.exceptions import WebSocketDisconnect

from ..store.records import StoreUnavailable
from ..wire.messages import CLOSE_CODES, Bye
from .people.session_trust import Trust
from .request_scope import Socket
from .shutdown import Connections
from .tables.watch import Watch
from .versioned_app import server_send

_MOST_BYTES = 16_384  # Per message; a command takes a few hundred.
_IDLE_SECONDS = 90  # A client that sends nothing for this long counts as gone.
_LAST_WORDS_SECONDS = 5  # For a client being disconnected to read what is still queued.
_RESTART = CLOSE_CODES["restart"], "restart"
_NO_STORE = 1013, "the service cannot read now"
_TOO_MANY = 4429, "too many connections"
Closing = tuple[int, str]  # The code and the reason with which a connection is closed.
_encode = msgspec.json.Encoder().encode


class Outgoing:
    """A socket's messages to the client, in order.

    The server starts sending when it is called, and this waits for the end only before the next
    message: until then nobody needs to know, and being told would wake the loop each time.
    """

    def __init__(self, socket: Socket) -> None:
        self._socket, self._send = socket, server_send(socket.scope)
        self._under_way: Awaitable[None] | None = None

    async def send_data(self, data: bytes, mode: Literal["text"] = "text") -> None:
        if self._send is None:
            await self._socket.send_data(data, mode)
            return
        await self.flush()
        sending = self._send({"type": "websocket.send", mode: data.decode()})
        if isinstance(sending, Coroutine):
            await sending  # Nothing is sent until it is awaited.
        else:
            self._under_way = sending

    async def flush(self) -> None:
        under_way, self._under_way = self._under_way, None
        if under_way is not None:
            await under_way


class Talk(Protocol):
    """One client's side of a live connection: what it is sent and what it may say."""

    @property
    def watch(self) -> Watch: ...

    async def first(self) -> msgspec.Struct | None:
        """The initial state; None if it arrives through the watch."""

    async def told(self, news: Any) -> msgspec.Struct | None:
        """The message to this client about an item from the watch; None if there is none."""

    async def hear(self, text: str) -> None:
        """Handle a message from the client; the answer goes through the watch."""


async def hold(socket: Socket, talk: Talk, trust: Trust, connections: Connections) -> None:
    """Serve the connection until either side ends it."""
    try:
        if connections.ending:
            await socket.close(*_RESTART)
            return
        with connections.of(socket.user) as may_open:
            if not may_open:
                await socket.close(*_TOO_MANY)
                return
            with trust.given(talk.watch, socket.auth, socket.user):
                closing = await _shown(socket, talk)
        await socket.close(*closing)
    except (WebSocketDisconnect, RuntimeError):  # The client has gone, or the socket is closed.
        return
    finally:
        talk.watch.end()


async def _shown(socket: Socket, talk: Talk) -> Closing:
    """Send the initial state, then everything that happens."""
    try:
        first = await talk.first()
    except StoreUnavailable:
        return _NO_STORE
    outgoing = Outgoing(socket)
    if first is not None:
        await outgoing.send_data(_encode(first), mode="text")
    return await _both_ways(socket, outgoing, talk)


async def _both_ways(socket: Socket, outgoing: Outgoing, talk: Talk) -> Closing:
    """Send and listen until either ends; a closed connection is no longer listened to."""
    sending = asyncio.create_task(_tell_all(outgoing, talk))
    listening = asyncio.create_task(_listen(socket, talk))
    over = asyncio.create_task(talk.watch.over.wait())
    tasks = (sending, listening, over)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            return listening.result()
        listening.cancel()
        # A client that does not even read its last messages is dropped without them.
        await asyncio.wait([sending], timeout=_LAST_WORDS_SECONDS)
        return sending.result() if sending.done() else (CLOSE_CODES["slow"], "slow")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def tell(outgoing: Outgoing, talk: Talk) -> Closing:
    """Send everything queued, in order, until the watch is over."""
    watch = talk.watch
    while (news := await watch.next()) is not None:
        message = await talk.told(news)
        if message is not None:
            await outgoing.send_data(_encode(message), mode="text")
    if watch.why is None:
        return 1000, ""
    await outgoing.send_data(_encode(Bye(watch.why)), mode="text")
    return CLOSE_CODES[watch.why], watch.why


async def _tell_all(outgoing: Outgoing, talk: Talk) -> Closing:
    closing = await tell(outgoing, talk)
    await outgoing.flush()
    return closing


async def _listen(socket: Socket, talk: Talk) -> Closing:
    while True:
        try:
            async with asyncio.timeout(_IDLE_SECONDS):
                text = await socket.receive_data("text")
        except TimeoutError:
            return 1001, "silent for too long"
        if len(text) > _MOST_BYTES:
            return 1009, "the message is too long"
        await talk.hear(text)
