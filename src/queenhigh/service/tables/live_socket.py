"""The live view of a table over a WebSocket, whichever process looks after the table."""

import asyncio

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from ...wire.messages import WishRefused
from ..delivery import Message, Telling
from ..errors import ServiceError
from ..live_connection import hold
from ..open_connections import Connections
from ..people.session_trust import Trust
from ..rate_limits import RateLimits
from ..request_scope import Socket, TheLobby
from ..rights import needs
from .news import News
from .relay import Channel, Relay, Relayed, Viewer
from .routes import As
from .table_talk import UNAVAILABLE, TableTalk, acts_once, identity_in, refused
from .watch import MOVED
from .window import Window

_TRY_AGAIN_SECONDS = 0.1
_encode = msgspec.json.Encoder().encode


@websocket("/api/tables/{table:str}/live", guards=[needs("tables.watch")])
async def live(
    socket: Socket,
    lobby: TheLobby,
    table: FromPath[str],
    trust: NamedDependency[Trust],
    limits: NamedDependency[RateLimits],
    connections: NamedDependency[Connections],
    relay: NamedDependency[Relay],
    after: FromQuery[int | None] = None,
    role: As = None,
) -> None:
    with connections.opened():
        await socket.accept()
        try:
            Window(lobby, socket.user, table, role)
        except ServiceError as error:
            await socket.close(4000 + error.status, error.body.message)
            return
        viewer = Viewer(table, socket.user, role, after)
        await hold(socket, LiveTalk(viewer, relay, limits), trust, connections)


class LiveTalk:
    """One client of a table, served here or through the process that looks after the table.

    When the owner changes, the client continues from the version it has.
    """

    def __init__(self, viewer: Viewer, relay: Relay, limits: RateLimits) -> None:
        self._viewer, self._relay, self._limits = viewer, relay, limits
        self._owners = relay.lobby.cardroom.owners
        self.watch = relay.lobby.cardroom.watchers.watch(viewer.table)
        self._known = viewer.after
        self._place: TableTalk | Channel | None = None
        self._placed = asyncio.Event()

    async def first(self) -> Message | None:
        return await self._settled()

    def told(self, news: msgspec.Struct) -> Telling:
        if news is MOVED:
            still = self._owners.of(self._viewer.table) == self.watch.owner
            return None if still and self._placed.is_set() else self._settled()
        if isinstance(news, Relayed):
            return self._passed_on(news)
        if isinstance(self._place, TableTalk):
            return self._place.told(news)
        return None if isinstance(news, News) else Message(_encode(news))

    def _passed_on(self, news: Relayed) -> Message | None:
        """The message to pass on; None for table news of a former owner.

        The present owner tells the table news again; answers of the former one stay valid.
        """
        if news.message.version and news.by is not self._place:
            return None
        self._known = news.message.version or self._known
        return news.message

    async def hear(self, text: str) -> None:
        try:
            self._limits.take("person", self._viewer.person.name)  # Shared with HTTP requests.
        except ServiceError as error:
            self.watch.tell(refused(identity_in(text), error))
            return
        while not self.watch.over.is_set():  # Its channel is closed then, and would never answer.
            await self._placed.wait()
            if isinstance(self._place, TableTalk):
                await self._place.hear(text)
                return
            if isinstance(self._place, Channel) and await self._place.heard(text):
                return
            if not acts_once(text):
                self.watch.tell(WishRefused(identity_in(text), *UNAVAILABLE))
                return

    async def _settled(self) -> Message | None:
        """Connect to the table's owner; return the first message if it is available already."""
        if isinstance(self._place, TableTalk):
            self._known = self._place.known
        self._placed.clear()
        self._place = None
        self.watch.leave()
        viewer = msgspec.structs.replace(self._viewer, after=self._known)
        while (owner := self._owners.of(viewer.table)) is not None:
            if self.watch.over.is_set():
                return None
            if owner == self.watch.owner:
                await asyncio.sleep(_TRY_AGAIN_SECONDS)
            self.watch.owner = owner
            if channel := await self._relay.opened(owner, viewer, self.watch, self._lost):
                self._place = channel
                self._placed.set()
                return None
        self.watch.owner = None
        here = self._relay.talk(viewer, self.watch)
        first = await here.first()
        self._place = here
        self._placed.set()
        return first

    def _lost(self) -> None:
        """Move on, as the owner no longer serves this viewer."""
        self._placed.clear()
        self.watch.tell(MOVED)
