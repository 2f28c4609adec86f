"""The web server of one process: uvicorn, with messages to live connections sent at once.

uvicorn sends each WebSocket message through an awaited function and a state machine. Most of what
this service does is to tell viewers, so here a message becomes one frame, written in the call that
caused it (ADR 56).
"""

import asyncio
import logging
import signal
from asyncio import Future, TimerHandle, Transport
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

logger = logging.getLogger(__name__)
_SECONDS_TO_FINISH: Final = 7  # Of those after which the main process kills this one.
_SECONDS_TO_CLOSE: Final = 2
_MOST_BYTES_OF_HEAD: Final = 65_536
_SECONDS_FOR_HEAD: Final = 30  # A client that has not sent its request by then is gone.
_SECONDS_BETWEEN_REQUESTS: Final = 60
_MOST_BYTES_OF_MESSAGE: Final = 65_536  # The application closes more politely, at fewer.
_TEXT: Final = 0x81  # The first byte of a whole text frame.
_BYTE, _TWO_BYTES, _SHORT, _LONG = 126, 1 << 16, 126, 127  # How a frame tells its length.


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

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave signals to the main loop."""
        yield

    async def main_loop(self) -> None:
        asked = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked.set)
        while not asked.is_set():
            await self.on_tick(0)  # The date of answers.
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await asked.wait()
        try:
            async with asyncio.timeout(_SECONDS_TO_FINISH):
                await self._finish()
        except Exception as error:
            logger.warning("stopping with work unfinished: %r", error)


class _Requests(HttpToolsProtocol):
    """HTTP, with bounds on the head of a request."""

    _head_bytes = 0
    _too_late: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # As uvicorn.
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        if self._too_late is not None:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._too_late is not None and self._head_bytes > _MOST_BYTES_OF_HEAD:
            self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._head_arrived()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_arrived()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        if self._too_late is None:
            self._head_bytes = 0
            self._too_late = self.loop.call_later(_SECONDS_FOR_HEAD, self.transport.close)

    def _head_arrived(self) -> None:
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
        if message["type"] != "websocket.send" or not self.handshake_complete:
            return super().send(message)
        if self.close_sent or self.disconnected:
            return _SENT  # To nobody; the application hears of it when it listens.
        self.transport.write(_framed(message["text"].encode()))
        return _SENT if self.writable.is_set() else asyncio.ensure_future(self.writable.wait())

    def pause_writing(self) -> None:
        """Do not listen to a client that does not read, so that nothing piles up for it."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()


def _framed(payload: bytes) -> bytes:
    size = len(payload)
    if size < _BYTE:
        return bytes((_TEXT, size)) + payload
    if size < _TWO_BYTES:
        return bytes((_TEXT, _SHORT)) + size.to_bytes(2, "big") + payload
    return bytes((_TEXT, _LONG)) + size.to_bytes(8, "big") + payload
