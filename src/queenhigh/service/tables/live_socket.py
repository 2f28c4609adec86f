"""The live view of a table over a WebSocket."""

import asyncio

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from ...house.decode_errors import explain_json
from ...store.records import StoreUnavailable
from ...table.refusal import Refusal
from ...wire.messages import CLOSE_CODES, Answered, Bye, Pong, WishRefused
from ...wire.requests import FromClient, Ping
from ..errors import ServiceError
from ..people.session_trust import Trust
from ..rate_limits import RateLimits
from ..request_scope import Socket, TheLobby
from ..rights import needs
from ..shutdown import Connections
from .routes import As
from .running_table import News
from .watch import Watch
from .window import Window

_MOST_BYTES = 16_384  # Of a message; a command is a few hundred.
_IDLE_SECONDS = 90  # A client that says nothing at all for so long has gone.
_LAST_WORDS_SECONDS = 5  # For one who is let go, to read what is still on its way.
_RESTART = CLOSE_CODES["restart"], "restart"
_NO_STORE = 1013, "the service cannot read now"
Closing = tuple[int, str]  # The code and the reason with which a connection is closed.
_incoming = msgspec.json.Decoder(FromClient)
_encode = msgspec.json.Encoder().encode


@websocket("/api/tables/{table:str}/live", guards=[needs("tables.watch")])
async def live(
    socket: Socket,
    lobby: TheLobby,
    table: FromPath[str],
    trust: NamedDependency[Trust],
    limits: NamedDependency[RateLimits],
    connections: NamedDependency[Connections],
    after: FromQuery[int | None] = None,
    role: As = None,
) -> None:
    with connections.opened():
        await socket.accept()
        try:
            window = Window(lobby, socket.user, table, role)
        except ServiceError as error:
            await socket.close(4000 + error.status, error.body.message)
            return
        watch = lobby.cardroom.watch(table)
        try:
            if connections.ending:
                await socket.close(*_RESTART)
                return
            with trust.given(watch, socket.auth, window.person):
                closing = await _shown(socket, limits, window, watch, after)
            await socket.close(*closing)
        except (WebSocketDisconnect, RuntimeError):  # It has gone, or it is closed already.
            return
        finally:
            watch.end()


async def _shown(
    socket: Socket, limits: RateLimits, window: Window, watch: Watch, after: int | None
) -> Closing:
    """The table as it is, and then all that happens."""
    try:
        first = await window.since(after)
    except StoreUnavailable:
        return _NO_STORE
    await socket.send_data(_encode(first), mode="text")
    return await _talk(socket, limits, window, watch, first.version)


async def _talk(
    socket: Socket, limits: RateLimits, window: Window, watch: Watch, known: int
) -> Closing:
    """Both ways, until one of them is over: whoever is let go is not heard any more."""
    sending = asyncio.create_task(_send(socket, window, watch, known))
    listening = asyncio.create_task(_listen(socket, limits, window, watch))
    over = asyncio.create_task(watch.over.wait())
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


async def _send(socket: Socket, window: Window, watch: Watch, known: int) -> Closing:
    """All that is queued, in order, until the watch is over.

    What happened while the first message was made is in that message already.
    """
    while (message := await watch.next()) is not None:
        if isinstance(message, News):
            new = message.since(known)
            if new is None:
                continue
            message = await window.changed(new)
            known = message.version
        else:
            window.note(message)
        await socket.send_data(_encode(message), mode="text")
    if watch.why is None:
        return 1000, ""
    await socket.send_data(_encode(Bye(watch.why)), mode="text")
    return CLOSE_CODES[watch.why], watch.why


async def _listen(socket: Socket, limits: RateLimits, window: Window, watch: Watch) -> Closing:
    while True:
        try:
            async with asyncio.timeout(_IDLE_SECONDS):
                text = await socket.receive_data("text")
        except TimeoutError:
            return 1001, "silent for too long"
        if len(text) > _MOST_BYTES:
            return 1009, "the message is too long"
        try:
            limits.take("person", window.person.name)  # The same bucket as for requests.
        except ServiceError as error:
            watch.tell(WishRefused(_identity(text), *_told(error)))
        else:
            await _hear(window, watch, text)


async def _hear(window: Window, watch: Watch, text: str) -> None:
    identity = ""
    try:
        message = _incoming.decode(text)
        if isinstance(message, Ping):
            watch.tell(Pong(window.lobby.cardroom.now()))
            return
        identity = message.command.id
        answer = await window.give(message.command)
        if isinstance(answer, Refusal):
            said = answer.code, answer.message, answer.clauses
            watch.tell(WishRefused(identity, *said))
        else:
            watch.tell(Answered(identity, answer.version, answer.repeated))
    except msgspec.ValidationError as error:
        path, why = explain_json(error, FromClient, text)
        told = f"{path or 'The message'}: {why}."
        watch.tell(WishRefused(_identity(text), "request/invalid", told, path=path))
    except (msgspec.DecodeError, RecursionError):
        watch.tell(WishRefused("", "request/invalid", "The message is not JSON."))
    except ServiceError as error:
        watch.tell(WishRefused(identity, *_told(error)))
    except StoreUnavailable:
        message_ = "The service cannot write now; send the command again."
        watch.tell(WishRefused(identity, "service/unavailable", message_))


def _told(error: ServiceError) -> tuple[str, str, tuple[str, ...], str]:
    body = error.body
    return body.code, body.message, body.clauses, body.path


def _identity(text: str) -> str:
    """The id of a command that could not be read, where it can be made out."""
    try:
        identity = msgspec.json.decode(text)["command"]["id"]
    except (msgspec.DecodeError, RecursionError, LookupError, TypeError):
        return ""
    return identity if isinstance(identity, str) else ""
