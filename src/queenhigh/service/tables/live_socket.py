"""The live view of a table over a WebSocket."""

from typing import Any

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from ...house.decode_errors import doubled_key, explain_json, sentence
from ...store.records import StoreUnavailable
from ...table.refusal import Refusal
from ...wire.messages import Answered, Pong, WishRefused
from ...wire.requests import FromClient, Ping
from ..errors import ServiceError
from ..live_connection import hold
from ..people.session_trust import Trust
from ..rate_limits import RateLimits
from ..request_scope import Socket, TheLobby
from ..rights import needs
from ..shutdown import Connections
from .routes import As
from .running_table import News
from .watch import Watch
from .window import Window

_incoming = msgspec.json.Decoder(FromClient)


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
        talk = TableTalk(window, lobby.cardroom.watch(table), limits, after)
        await hold(socket, talk, trust, connections)


class TableTalk:
    """One client at a table: what happens there, and what the client wants done."""

    def __init__(
        self, window: Window, watch: Watch, limits: RateLimits, after: int | None = None
    ) -> None:
        self.window, self.watch = window, watch
        self._limits, self._known = limits, after

    async def first(self) -> msgspec.Struct:
        first = await self.window.since(self._known)
        self._known = first.version
        return first

    async def told(self, news: Any) -> msgspec.Struct | None:
        """What happened while the first message was made is in that message already."""
        if not isinstance(news, News):
            self.window.note(news)
            message: msgspec.Struct = news
            return message
        new = news.since(self._known or 0)
        if new is None:
            return None
        changed = await self.window.changed(new)
        self._known = changed.version
        return changed

    async def hear(self, text: str) -> None:
        try:
            self._limits.take("person", self.window.person.name)  # The bucket for requests.
        except ServiceError as error:
            self.watch.tell(WishRefused(_identity(text), *_told(error)))
        else:
            await self._heard(text)

    async def _heard(self, text: str) -> None:
        identity = ""
        tell = self.watch.tell
        try:
            message = _incoming.decode(text)
            if twice := doubled_key(text.encode()):
                told = sentence(twice[:40], "is there twice in one object")
                tell(WishRefused(_identity(text), "request/invalid", told))
                return
            if isinstance(message, Ping):
                tell(Pong(self.window.lobby.cardroom.now()))
                return
            identity = message.command.id
            answer = await self.window.give(message.command)
            if isinstance(answer, Refusal):
                said = answer.code, answer.message, answer.clauses
                tell(WishRefused(identity, *said))
            else:
                tell(Answered(identity, answer.version, answer.repeated))
        except msgspec.ValidationError as error:
            path, why = explain_json(error, FromClient, text)
            told = sentence(path, why, otherwise="The message")
            tell(WishRefused(_identity(text), "request/invalid", told, path=path))
        except (msgspec.DecodeError, RecursionError):
            tell(WishRefused("", "request/invalid", "The message is not JSON."))
        except ServiceError as error:
            tell(WishRefused(identity, *_told(error)))
        except StoreUnavailable:
            message_ = "The service cannot write now; send the command again."
            tell(WishRefused(identity, "service/unavailable", message_))


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
