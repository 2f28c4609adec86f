"""Hand-made connections: bytes no honest client sends."""

import base64
import os
import socket
from types import TracebackType
from typing import Self

from queenhigh.faults.real_service import Served

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
_PATIENCE = 120.0  # A busy machine is not a broken one.
A_MOMENT = 2.0  # For a request that may go unanswered.


def request(served: Served, *lines: bytes, body: bytes = b"", patience: float = _PATIENCE) -> bytes:
    """Send the lines verbatim; return everything that comes back until the end."""
    head = b"\r\n".join([*lines, b"Connection: close", b"", b""])
    return exchange(served, head + body, patience)


def exchange(served: Served, data: bytes, patience: float = _PATIENCE) -> bytes:
    with socket.create_connection(("127.0.0.1", served.port), timeout=patience) as connection:
        answer = b""
        try:
            connection.sendall(data)
            while more := connection.recv(65_536):
                answer += more
        except (ConnectionError, TimeoutError):
            return answer
        return answer


def status(answer: bytes) -> int:
    """Return the status, or 0 if the answer makes no sense."""
    words = answer.split(b" ", 2)
    return int(words[1]) if len(words) > 2 and words[0].startswith(b"HTTP/") else 0


def frame(payload: bytes, code: int = TEXT, *, final: bool = True, masked: bool = True) -> bytes:
    first = bytes([code | (0x80 if final else 0)])
    size, bit = len(payload), 0x80 if masked else 0
    if size < 126:
        length = bytes([bit | size])
    elif size < 65_536:
        length = bytes([bit | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([bit | 127]) + size.to_bytes(8, "big")
    if not masked:
        return first + length + payload
    mask = os.urandom(4)
    return first + length + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))


class RawSocket:
    """A WebSocket whose frames the test writes."""

    def __init__(
        self, served: Served, table: str, headers: dict[str, str], query: str = ""
    ) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /api/tables/{table}/live{query} HTTP/1.1",
            f"Host: 127.0.0.1:{served.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        self._socket = socket.create_connection(("127.0.0.1", served.port), timeout=_PATIENCE)
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._data = b""
        while b"\r\n\r\n" not in self._data:
            self._more()
        self.head, _, self._data = self._data.partition(b"\r\n\r\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._socket.close()

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def _more(self) -> None:
        data = self._socket.recv(65_536)
        if not data:
            raise ConnectionError("closed")
        self._data += data

    def receive(self) -> tuple[int, bytes]:
        """Return the next frame; raise ConnectionError when there are no more."""
        while (found := self._parsed()) is None:
            self._more()
        code, payload, rest = found
        self._data = rest
        return code, payload

    def _parsed(self) -> tuple[int, bytes, bytes] | None:
        data = self._data
        if len(data) < 2:
            return None
        size, start = data[1] & 127, 2
        if size >= 126:
            extra = 2 if size == 126 else 8
            size, start = int.from_bytes(data[2 : 2 + extra], "big"), 2 + extra
        if len(data) < start + size:
            return None
        return data[0] & 15, data[start : start + size], data[start + size :]

    def closed_with(self) -> int:
        """Read until the service closes; return the code, or 0 if the connection just ended.

        Raises TimeoutError if it does neither.
        """
        while True:
            try:
                code, payload = self.receive()
            except ConnectionError:
                return 0
            if code == CLOSE:
                return int.from_bytes(payload[:2], "big") if payload else 1005
