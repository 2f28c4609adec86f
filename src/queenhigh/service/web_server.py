"""The web server of one process: uvicorn, with messages to live connections sent at once.

uvicorn sends each WebSocket message through an awaited function and a state machine. Most of what
this service does is to tell viewers, so here a message becomes one frame, written in the call that
caused it (ADR 56).
"""

import asyncio
import logging
import signal
import time
from asyncio import Future, TimerHandle, Transport
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable
from contextlib import contextmanager, suppress
from typing import Any, Final

import uvicorn
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode

from .worker_processes import SECONDS_TO_STOP

logger = logging.getLogger(__name__)
_SECONDS_TO_CLOSE: Final = 2
_SECONDS_TO_FINISH: Final = SECONDS_TO_STOP - _SECONDS_TO_CLOSE - 1
_MOST_BYTES_OF_HEAD: Final = 65_536
_SECONDS_FOR_HEAD: Final = 30  # A client that has not sent its request by then is gone.
_SECONDS_FOR_BODY: Final = 60
_SECONDS_BETWEEN_REQUESTS: Final = 60
_MOST_BYTES_OF_MESSAGE: Final = 65_536  # The application closes more politely, at fewer.
_MOST_FRAMES_OF_MESSAGE: Final = 1_000  # Empty ones count for no bytes.
_SECONDS_TO_READ: Final = 30  # A client that has read nothing for as long is gone.


class WebServer(uvicorn.Server):
    """Serves until SIGTERM, then calls `finish`, which has a few seconds."""

    def __init__(self, app: Any, finish: Callable[[], Awaitable[None]]) -> None:  # Any: ASGI.
        super().__init__(
            uvicorn.Config(
                app,
                http=_Requests,
                ws=_LiveMessages,
                lifespan="on",
                log_config=None,
                log_level="error",
                access_log=False,
                proxy_headers=False,  # Addresses decides whom to trust.
                server_header=False,
                timeout_keep_alive=_SECONDS_BETWEEN_REQUESTS,
                timeout_graceful_shutdown=_SECONDS_TO_CLOSE,
                ws_max_size=_MOST_BYTES_OF_MESSAGE,
                ws_per_message_deflate=False,
                ws_ping_interval=None,  # Clients ping.
            )
        )
        self._finish = finish
        self._deaf = _Deaf()

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave signals to the main loop."""
        yield

    async def main_loop(self) -> None:
        asked = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked.set)
        while not asked.is_set():
            await self.on_tick(0)  # The date of answers.
            self._deaf.drop(each.transport for each in self.server_state.connections)
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await asked.wait()
        try:
            async with asyncio.timeout(_SECONDS_TO_FINISH):
                await self._finish()
        except Exception as error:
            logger.warning("stopping with work unfinished: %r", error)


class _Deaf:
    """Clients that read nothing: closing their connections would wait for them for ever."""

    def __init__(self) -> None:
        self._waiting: dict[Transport, tuple[int, float]] = {}  # Bytes, and since when as many.

    def drop(self, transports: Iterable[Transport]) -> None:
        """Abort those for which the same number of bytes has been waiting for too long."""
        now, before, self._waiting = time.monotonic(), self._waiting, {}
        for each in list(transports):
            if not (size := each.get_write_buffer_size()):
                continue
            last, since = before.get(each, (0, now))
            self._waiting[each] = size, since if last == size else now
            if last == size and now - since >= _SECONDS_TO_READ:
                each.abort()


class _Requests(HttpToolsProtocol):
    """HTTP, with bounds on the head of a request, and on the time a request takes to arrive."""

    _head_bytes: int | None = None  # None while no head is awaited.
    _too_late: TimerHandle | None = None
    _answering: RequestResponseCycle | None = None  # `cycle` is the last request that has arrived.
    _upgraded = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # As uvicorn.
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        if self._head_bytes is not None:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes is not None and self._head_bytes > _MOST_BYTES_OF_HEAD:
            self.send_400_response("The head of the request is too long.")
        elif self._too_late is None and not self._is_answering() and not self._upgraded:
            self._await_head()  # Empty lines, which begin no request.

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._arrived()
        self._too_late = self.loop.call_later(_SECONDS_FOR_BODY, self.transport.close)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._arrived()
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        if self._answering is not None:
            self._answering.disconnected = True
            self._answering.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        self._upgraded = True
        if self._is_answering():  # The answer would end up among the messages.
            self.send_400_response("Wait for the answer before you upgrade.")
        else:
            super().handle_websocket_upgrade()

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request.
        return cycle is not None and not cycle.response_complete

    def _await_head(self) -> None:
        if self._too_late is None:
            self._head_bytes = 0
            self._too_late = self.loop.call_later(_SECONDS_FOR_HEAD, self.transport.close)

    def _arrived(self) -> None:
        self._head_bytes = None
        if self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None


class _Sent:
    """What sending gives if the message is out: nothing to wait for."""

    def done(self) -> bool:
        return True

    def result(self) -> None:
        return None

    def __await__(self) -> Generator[None, None, None]:
        yield from ()


_SENT = _Sent()
Asgi = Any  # A message: uvicorn's types for them are private.
Sending = Coroutine[object, object, None] | Future[bool] | _Sent


class _LiveMessages(WebSocketsSansIOProtocol):
    """A WebSocket whose text messages are written when `send` is called, not when it is awaited."""

    def send(self, message: Asgi) -> Sending:  # type: ignore[override] # All can be awaited.
        if message["type"] == "websocket.close" and not self.handshake_complete:
            return self._refuse(message)
        if message["type"] == "websocket.close" and not self.writable.is_set():
            self.transport.abort()  # The client would not read why.
            return _SENT
        if message["type"] != "websocket.send" or not self.handshake_complete:
            return super().send(message)
        if self.close_sent or self.disconnected:
            return _SENT  # To nobody; the application hears of it when it listens.
        frame = Frame(Opcode.TEXT, message["text"].encode())
        self.transport.write(frame.serialize(mask=False))
        return _SENT if self.writable.is_set() else asyncio.ensure_future(self.writable.wait())

    async def _refuse(self, message: Asgi) -> None:
        """Open first: a browser learns the code of a close, but not the status of a handshake."""
        await super().send({"type": "websocket.accept"})
        await super().send(message)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            # Its parser has refused the head and written the answer; uvicorn does not look.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > _MOST_FRAMES_OF_MESSAGE and not self.close_sent:
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many frames")
            self.handle_parser_exception()

    async def receive(self) -> Asgi:
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()  # That call has resumed it.
        return message

    def pause_writing(self) -> None:
        """Do not listen to a client that does not read, so that nothing piles up for it."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
