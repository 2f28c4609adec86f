"""A live connection over a WebSocket, whatever it shows: told in order, heard, and let go."""

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

_MOST_BYTES = 16_384  # Of a message; a command is a few hundred.
_IDLE_SECONDS = 90  # A client that says nothing at all for this long has gone.
_LAST_WORDS_SECONDS = 5  # For one who is let go, to read what is still on its way.
_RESTART = CLOSE_CODES["restart"], "restart"
_NO_STORE = 1013, "the service cannot read now"
Closing = tuple[int, str]  # The code and the reason with which a connection is closed.
_encode = msgspec.json.Encoder().encode


class Talk(Protocol):
    """What one client is told and may say."""

    @property
    def watch(self) -> Watch: ...

    async def first(self) -> msgspec.Struct | None:
        """All that there is to see; None: it comes by the watch."""

    async def told(self, news: Any) -> msgspec.Struct | None:
        """What the watch has brought, as this client is told of it; None: nothing to tell."""

    async def hear(self, text: str) -> None:
        """Answers by way of the watch."""


async def hold(socket: Socket, talk: Talk, trust: Trust, connections: Connections) -> None:
    """Until either side ends it."""
    try:
        if connections.ending:
            await socket.close(*_RESTART)
            return
        with trust.given(talk.watch, socket.auth, socket.user):
            closing = await _shown(socket, talk)
        await socket.close(*closing)
    except (WebSocketDisconnect, RuntimeError):  # It has gone, or it is closed already.
        return
    finally:
        talk.watch.end()


async def _shown(socket: Socket, talk: Talk) -> Closing:
    """What there is to see, and then all that happens."""
    try:
        first = await talk.first()
    except StoreUnavailable:
        return _NO_STORE
    if first is not None:
        await socket.send_data(_encode(first), mode="text")
    return await _both_ways(socket, talk)


async def _both_ways(socket: Socket, talk: Talk) -> Closing:
    """Until one of them ends: a closed connection is no longer heard."""
    sending = asyncio.create_task(tell(socket, talk))
    listening = asyncio.create_task(_listen(socket, talk))
    over = asyncio.create_task(talk.watch.over.wait())
    tasks = (sending, listening, over)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            return listening.result()
        listening.cancel()
        # Who does not even read the last words is let go without them.
        await asyncio.wait([sending], timeout=_LAST_WORDS_SECONDS)
        return sending.result() if sending.done() else (CLOSE_CODES["slow"], "slow")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def tell(socket: Socket, talk: Talk) -> Closing:
    """All that is queued, in order, until the watch is over."""
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
