"""The live connection over a WebSocket."""

from collections.abc import Mapping

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from .errors import Dropped, Refused, Unreachable
from .reconnection import Connection

_MOST_BYTES = 4 * 1024 * 1024  # Of a message: a table with everything that was missed.
_SECONDS_TO_OPEN = 10
OWN_CODES = range(4400, 4500)  # The service's own, modelled on HTTP's: 4401, 4403, 4404, 4429.
_TOO_MANY = 429


class Socket:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def send(self, text: str) -> None:
        try:
            await self._socket.send(text)
        except ConnectionClosed as closed:
            raise gone(closed) from None

    async def receive(self) -> bytes:
        try:
            return await self._socket.recv(decode=False)
        except ConnectionClosed as closed:
            raise gone(closed) from None

    async def close(self) -> None:
        await self._socket.close()


async def open_socket(address: str, headers: Mapping[str, str]) -> Connection:
    """Open a WebSocket. Raises Unreachable, or Refused if trying again would not help."""
    try:
        socket = await connect(
            address,
            additional_headers=headers,
            max_size=_MOST_BYTES,
            open_timeout=_SECONDS_TO_OPEN,
            ping_interval=None,  # The table sends its own pings, as messages of the protocol.
            user_agent_header="queenhigh",
            compression=None,
        )
    except InvalidStatus as error:
        status = error.response.status_code
        if 400 <= status < 500 and status != _TOO_MANY:
            raise Refused("live/refused", f"The service answers {status}.", status=status) from None
        raise Unreachable(f"{address}: the service answers {status}") from None
    except (OSError, TimeoutError, InvalidHandshake) as error:
        raise Unreachable(f"{address}: {error}") from None
    return Socket(socket)


def gone(closed: ConnectionClosed) -> Exception:
    """Return Refused if the service closed it for a lasting reason, otherwise Dropped."""
    frame = closed.rcvd
    if frame is None or frame.code not in OWN_CODES or frame.code == 4000 + _TOO_MANY:
        return Dropped(str(closed))
    code, colon, message = frame.reason.partition(": ")
    if not colon or "/" not in code:
        code, message = "live/refused", frame.reason
    return Refused(code, message, status=frame.code - 4000)
