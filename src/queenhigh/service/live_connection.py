"""A live WebSocket connection, whatever it shows: send in order, listen, and close."""

import asyncio
from inspect import iscoroutine

import msgspec
from litestar.exceptions import WebSocketDisconnect

from ..store.records import StoreUnavailable
from ..wire.messages import CLOSE_CODES, Bye
from .delivery import Delivery, Message, Talk
from .open_connections import Connections
from .people.session_trust import Trust
from .request_scope import Socket
from .versioned_app import server_send

_MOST_BYTES = 16_384  # Bytes per message; a command takes a few hundred.
_IDLE_SECONDS = 90  # A client that sends nothing for this long counts as gone.
_LAST_WORDS_SECONDS = 5  # How long a client being disconnected may take to read what is queued.
_RESTART = CLOSE_CODES["restart"], "restart"
_NO_STORE = 1013, "the service cannot read at the moment"
_TOO_MANY = 4429, "too many connections"
Closing = tuple[int, str]  # The code and the reason with which a connection is closed.
_encode = msgspec.json.Encoder().encode


class Outgoing:
    """A socket's messages to the client, one at a time.

    The server starts sending when it is called. Whether it has finished is checked only before the
    next message: a callback would wake the loop for nothing.
    """

    def __init__(self, socket: Socket) -> None:
        self._send = server_send(socket.scope)
        self._under_way: asyncio.Future[None] | None = None

    def is_free(self) -> bool:
        if self._under_way is None:
            return True
        if not self._under_way.done():
            return False
        self._under_way.result()  # Raises its error.
        self._under_way = None
        return True

    def send(self, message: Message) -> None:
        sending = self._send({"type": "websocket.send", "text": message.data.decode()})
        # If the server's function is a coroutine, it sends nothing until awaited.
        self._under_way = asyncio.ensure_future(sending) if iscoroutine(sending) else sending

    async def freed(self) -> None:
        under_way, self._under_way = self._under_way, None
        if under_way is not None:
            await under_way


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
        outgoing.send(first)
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


async def _tell_all(outgoing: Outgoing, talk: Talk) -> Closing:
    """Send everything that is left, then the reason for closing, if any."""
    await Delivery(talk, outgoing).run()
    closing = 1000, ""
    if (why := talk.watch.why) is not None:
        await outgoing.freed()
        outgoing.send(Message(_encode(Bye(why))))
        closing = CLOSE_CODES[why], why
    await outgoing.freed()
    return closing


async def _listen(socket: Socket, talk: Talk) -> Closing:
    while True:
        try:
            async with asyncio.timeout(_IDLE_SECONDS):
                text = await socket.receive_data("text")
        except TimeoutError:
            return 1001, "no message for too long"
        if len(text) > _MOST_BYTES:
            return 1009, "the message is too long"
        await talk.hear(text)
