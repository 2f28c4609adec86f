"""What the web server adds to uvicorn: frames written at once, and bounds on what clients send."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.uri import parse_uri

from queenhigh.service import web_server
from queenhigh.service.web_server import _LiveMessages, _Requests
from tests.patience import until


class Wire(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.reading, self.closed = True, False
        self.unread, self.aborted = 0, False

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Its data is handed over by the tests."""

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.closed = self.aborted = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass


async def refusing(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "websocket.close", "code": 4403, "reason": "not allowed"})


def config(app: Any = application) -> uvicorn.Config:
    made = uvicorn.Config(app, lifespan="off", log_config=None, ws_ping_interval=None)
    made.load()
    return made


def played(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


async def connected() -> tuple[_LiveMessages, Wire, ClientProtocol]:
    """A live connection after its handshake, and the client's side of it."""
    server, wire = _LiveMessages(config(), ServerState(), {}), Wire()
    client = ClientProtocol(parse_uri("ws://localhost/"))
    client.send_request(client.connect())
    server.connection_made(wire)
    server.data_received(b"".join(client.data_to_send()))
    await until(lambda: server.handshake_complete)
    heard(client, wire)
    return server, wire, client


def heard(client: ClientProtocol, wire: Wire) -> list[str]:
    """The texts that the client has received since it was last asked."""
    client.receive_data(wire.written)
    wire.written = b""
    frames = [each for each in client.events_received() if isinstance(each, Frame)]
    return [bytes(each.data).decode() for each in frames]


def message(text: str) -> dict[str, str]:
    return {"type": "websocket.send", "text": text}


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_message_of_any_length_is_one_frame(size: int) -> None:
    async def work() -> None:
        server, wire, client = await connected()
        sent = server.send(message("é" * (size // 2) + "x" * (size % 2)))
        assert isinstance(sent, web_server._Sent)
        assert heard(client, wire) == ["é" * (size // 2) + "x" * (size % 2)]

    played(work)


def test_a_client_that_does_not_read_is_waited_for_and_not_listened_to() -> None:
    async def work() -> None:
        server, wire, client = await connected()
        server.pause_writing()
        sent = server.send(message("late"))
        assert isinstance(sent, asyncio.Future)
        assert not sent.done()
        assert not wire.reading
        server.resume_writing()
        await sent
        assert wire.reading
        assert heard(client, wire) == ["late"]

    played(work)


def test_nothing_is_written_to_a_closed_connection() -> None:
    async def work() -> None:
        server, wire, _ = await connected()
        server.connection_lost(None)
        await server.send(message("too late"))
        assert wire.written == b""

    played(work)


def test_a_client_that_does_not_read_is_not_told_why_it_is_let_go() -> None:
    async def work() -> None:
        server, wire, _ = await connected()
        server.pause_writing()
        await server.send({"type": "websocket.close", "code": 1013, "reason": "slow"})
        assert wire.aborted

    played(work)


def test_a_refused_client_learns_the_code() -> None:
    async def work() -> None:
        server, wire = _LiveMessages(config(refusing), ServerState(), {}), Wire()
        client = ClientProtocol(parse_uri("ws://localhost/"))
        client.send_request(client.connect())
        server.connection_made(wire)
        server.data_received(b"".join(client.data_to_send()))
        await until(lambda: server.close_sent)
        heard(client, wire)
        assert client.close_rcvd is not None
        assert (client.close_rcvd.code, client.close_rcvd.reason) == (4403, "not allowed")

    played(work)


async def requested() -> tuple[_Requests, Wire]:
    server, wire = _Requests(config(), ServerState(), {}), Wire()
    server.connection_made(wire)
    return server, wire


def test_a_head_without_end_is_refused() -> None:
    async def work() -> None:
        server, wire = await requested()
        server.data_received(b"GET / HTTP/1.1\r\n")
        for number in range(100):
            if wire.closed:
                break
            server.data_received(b"X-%d: %s\r\n" % (number, b"x" * 1000))
        assert wire.closed
        assert wire.written.startswith(b"HTTP/1.1 400")

    played(work)


def test_a_head_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(web_server, "_SECONDS_FOR_HEAD", 0.0)
        server, wire = await requested()
        server.data_received(b"GET / HT")
        await until(lambda: wire.closed)

    played(work)


def test_a_long_body_has_no_bound_of_the_head(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(web_server, "_SECONDS_FOR_HEAD", 3_600.0)
        server, wire = await requested()
        server.data_received(b"POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n")
        server.data_received(b"x" * 90_000)
        assert not wire.closed
        assert server._head_bytes is None

    played(work)


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = GET + (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
)


async def answered(server: _Requests) -> None:
    """A first request that has been answered."""
    server.data_received(GET + b"\r\n")
    server.cycle.response_complete = True
    server.on_response_complete()


def test_empty_lines_do_not_keep_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(web_server, "_SECONDS_FOR_HEAD", 0.0)
        server, wire = await requested()
        await answered(server)
        server.data_received(b"\r\n")
        await until(lambda: wire.closed, 2)

    played(work)


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr(web_server, "_SECONDS_FOR_BODY", 0.0)
        server, wire = await requested()
        server.data_received(b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx")
        await until(lambda: wire.closed, 2)

    played(work)


@pytest.mark.parametrize(
    "lines",
    [
        b"".join(b"X-%d: y\r\n" % n for n in range(130)),
        b"X: " + b"y" * 9_000 + b"\r\n",
        b"Content-Length: 5\r\n",
    ],
    ids=["many", "long", "body"],
)
def test_an_upgrade_that_websockets_cannot_read_is_ended(lines: bytes) -> None:
    async def work() -> None:
        server, wire = _LiveMessages(config(), ServerState(), {}), Wire()
        server.connection_made(wire)
        server.data_received(UPGRADE + lines + b"\r\n")
        assert wire.closed

    played(work)


def test_no_upgrade_before_the_answer() -> None:
    async def work() -> None:
        server, wire = await requested()
        server.data_received(GET + b"\r\n")
        server.data_received(UPGRADE + b"\r\n")
        assert wire.written.startswith(b"HTTP/1.1 400")
        assert wire.closed

    played(work)


def test_an_upgraded_connection_awaits_no_head() -> None:
    async def work() -> None:
        server, wire = await requested()
        server.data_received(UPGRADE + b"\r\n")
        assert server._too_late is None
        assert not wire.closed

    played(work)


def test_a_message_of_endless_empty_frames_is_refused() -> None:
    async def work() -> None:
        server, wire, client = await connected()
        client.send_text(b"x", fin=False)
        for _ in range(2_000):
            client.send_continuation(b"", fin=False)
        server.data_received(b"".join(client.data_to_send()))
        assert wire.closed
        client.receive_data(wire.written)
        assert client.close_rcvd is not None
        assert client.close_rcvd.code == 1009

    played(work)


def test_hearing_a_message_does_not_resume_reading_from_a_deaf_client() -> None:
    async def work() -> None:
        server, wire = _LiveMessages(config(), ServerState(), {}), Wire()
        server.connection_made(wire)
        server.queue.put_nowait({"type": "websocket.receive", "text": "x"})
        server.read_paused = True
        server.pause_writing()
        await server.receive()
        assert not wire.reading

    played(work)


def test_a_client_that_reads_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "_SECONDS_TO_READ", 0.0)
    deaf, slow, up_to_date = Wire(), Wire(), Wire()
    deaf.unread, slow.unread = 100, 100
    dropping = web_server._Deaf()
    for _ in range(3):
        dropping.drop([deaf, slow, up_to_date])
        slow.unread -= 1
    assert (deaf.closed, slow.closed, up_to_date.closed) == (True, False, False)


def test_a_client_that_leaves_ends_the_answer_to_an_earlier_request(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Regression: an answer to a pipelined request was written to nobody, and logged as a fault."""

    async def work() -> None:
        go_on = asyncio.Event()

        async def answering(scope: Any, receive: Any, send: Any) -> None:
            await go_on.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"late"})

        server, wire = _Requests(config(answering), ServerState(), {}), Wire()
        server.connection_made(wire)
        server.data_received(b"GET / HTTP/1.1\r\n\r\n" * 2)
        server.connection_lost(None)
        go_on.set()
        await until(lambda: not server.tasks)
        assert wire.written == b""

    played(work)
    assert "Exception in ASGI" not in caplog.text
