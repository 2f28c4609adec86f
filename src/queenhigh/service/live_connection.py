"""A live WebSocket connection, whatever it shows: send in order, listen, and close."""

import asyncio
from typing import Any, Protocol

import msgspec
from litestar.exceptions import WebSocketDisconnect

from ..store.records import StoreUnavailable
from ..wire.messages import CLOSE_CODES, Bye
from .people.session_trust import Trust
from .request_scope import Socket
from .shutdown import Connections
from .tables.watch import Watch

_MOST_BYTES = 16_384  # Per message; a command takes a few hundred.
_IDLE_SECONDS = 90  # A client that sends nothing for this long counts as gone.
_LAST_WORDS_SECONDS = 5  # For a client being disconnected to read what is still queued.
_RESTART = CLOSE_CODES["restart"], "restart"
_NO_STORE = 1013, "the service cannot read now"
Closing = tuple[int, str]  # The code and the reason with which a connection is closed.
_encode = msgspec.json.Encoder().encode


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
    if first is not None:
        await socket.send_data(_encode(first), mode="text")
    return await _both_ways(socket, talk)


async def _both_ways(socket: Socket, talk: Talk) -> Closing:
    """Send and listen until either ends; a closed connection is no longer listened to."""
    sending = asyncio.create_task(tell(socket, talk))
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


async def tell(socket: Socket, talk: Talk) -> Closing:
    """Send everything queued, in order, until the watch is over."""
    watch = talk.watch
    while (news := await watch.next()) is not None:
        message = await talk.told(news)
        if message is not None:
            await socket.send_data(_encode(message), mode="text")
    if watch.why is None:
        return 1000, ""
    await socket.send_data(_encode(Bye(watch.why)), mode="text")
    return CLOSE_CODES[watch.why], watch.why


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
