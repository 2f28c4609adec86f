"""The single connection between two processes on a machine, shared by all their traffic.

It carries frames, each for one numbered viewer. Frames that are sent in one iteration of the event
loop leave in one write.
"""

import asyncio
import struct
from collections.abc import Callable
from enum import IntEnum
from hmac import compare_digest
from typing import NamedTuple, cast

_HEAD = struct.Struct(">IBIQ")  # Body size in bytes, kind, viewer, version.
_LOOPBACK = "127.0.0.1"
_LARGEST_FRAME = 8 * 1024 * 1024
_LARGEST_HELLO = 1024
_SECONDS_TO_SAY_HELLO = 10.0
_MOST_WAITING = 64 * 1024 * 1024  # Bytes; a process further behind than this is disconnected.


class Kind(IntEnum):
    HELLO = 0  # The secret of the process that is called.
    OPEN = 1  # A viewer has come.
    SAY = 2  # A message from the viewer's client.
    CLOSE = 3  # The viewer has gone.
    TOLD = 4  # A message to the viewer's client.
    HEARD = 5  # The client's message has been answered.
    GONE = 6  # The viewer is no longer served there, and why.


_KINDS = frozenset(Kind)


class Frame(NamedTuple):
    kind: Kind
    viewer: int
    version: int  # The table version that the message brings the client to; 0: unchanged.
    body: bytes


class Link(asyncio.Protocol):
    def __init__(
        self,
        take: Callable[["Link", Frame], None],
        lost: Callable[["Link"], None],
        largest_frame: int = _LARGEST_FRAME,
    ):
        self._take, self._lost, self.largest_frame = take, lost, largest_frame
        self._transport: asyncio.Transport | None = None
        self._incoming = bytearray()
        self._outgoing: list[bytes] = []

    @property
    def is_open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    def send(self, kind: Kind, viewer: int, body: bytes = b"", version: int = 0) -> None:
        if not self.is_open:
            return
        if not self._outgoing:
            asyncio.get_running_loop().call_soon(self._flush)
        self._outgoing.append(_HEAD.pack(len(body), kind, viewer, version))
        self._outgoing.append(body)

    def close(self) -> None:
        if self._transport is not None:
            self._flush()
            self._transport.close()

    def _flush(self) -> None:
        outgoing, self._outgoing = self._outgoing, []
        if self._transport is None or not self.is_open:
            return
        self._transport.write(b"".join(outgoing))
        if self._transport.get_write_buffer_size() > _MOST_WAITING:
            self._transport.abort()

    # Callbacks of asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop has its own class.

    def data_received(self, data: bytes) -> None:
        self._incoming += data
        start, end = 0, len(self._incoming)
        while self.is_open and end - start >= _HEAD.size:
            size, kind, viewer, version = _HEAD.unpack_from(self._incoming, start)
            if size > self.largest_frame or kind not in _KINDS:
                self.close()
                return
            after = start + _HEAD.size + size
            if after > end:
                break
            body = bytes(self._incoming[start + _HEAD.size : after])
            start = after
            self._take(self, Frame(Kind(kind), viewer, version, body))
        del self._incoming[:start]

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        self._lost(self)


class Switchboard:
    """Accepts connections from the other processes."""

    def __init__(
        self,
        secret: Callable[[], str],
        take: Callable[[Link, Frame], None],
        lost: Callable[[Link], None],
    ):
        self._secret, self._take, self._lost = secret, take, lost
        self._links: dict[Link, bool] = {}  # Whether it has sent the secret.
        self._server: asyncio.Server | None = None

    async def open(self) -> int:
        """Listen, and return the port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._called, _LOOPBACK, 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for link in tuple(self._links):
            link.close()

    def _called(self) -> Link:
        link = Link(self._heard, self._hung_up, _LARGEST_HELLO)
        self._links[link] = False
        asyncio.get_running_loop().call_later(_SECONDS_TO_SAY_HELLO, self._send_away, link)
        return link

    def _send_away(self, link: Link) -> None:
        """Hang up on a caller that has not given the secret in time."""
        if not self._links.get(link):
            link.close()

    def _heard(self, link: Link, frame: Frame) -> None:
        """Accept frames only after the secret, which can be known only from the database."""
        if self._links.get(link):
            self._take(link, frame)
        elif frame.kind is Kind.HELLO and compare_digest(frame.body, self._secret().encode()):
            self._links[link], link.largest_frame = True, _LARGEST_FRAME
        else:
            link.close()

    def _hung_up(self, link: Link) -> None:
        if self._links.pop(link, False):
            self._lost(link)


async def called(
    port: int,
    secret: str,
    take: Callable[[Link, Frame], None],
    lost: Callable[[Link], None],
) -> Link:
    """Connect to another process. Raises OSError if nobody is listening."""
    loop = asyncio.get_running_loop()
    _, link = await loop.create_connection(lambda: Link(take, lost), _LOOPBACK, port)
    link.send(Kind.HELLO, 0, secret.encode())
    return link
