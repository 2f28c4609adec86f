"""The whole room live over a WebSocket: the lobby for everybody, the pit for its staff."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, Protocol, TypeVar

import msgspec
from litestar import websocket
from litestar.di import NamedDependency
from msgspec import UNSET, UnsetType

from ...money.stream import LINK, TABLE, StreamName
from ...store.credentials import Person
from ...table.commands import Approve, Decline
from ...table.decide import accepts
from ...table.roles import Actor
from ...table.sight import sight_of
from ...wire.messages import FloorTable, LobbyMessage, MeterShown, PitMessage, Pong, TableShown
from ...wire.requests import Move, move_of
from ..delivery import Message, Telling
from ..live_connection import hold
from ..open_connections import Connections
from ..people.session_trust import Trust
from ..request_scope import Socket, TheLobby
from ..rights import needs
from .deadlines import deadline
from .floor_needs import needs_of
from .lobby import Lobby
from .running_table import Running
from .watch import Grown, RoomWatch
from .window import may_watch

_BREATH_SECONDS = 0.5  # Clients here only listen, so their pings may be slowed down.
_encode = msgspec.json.Encoder().encode
_Shown = TypeVar("_Shown")


class Feed(Protocol):
    """One person's view of the room."""

    async def whole(self) -> msgspec.Struct: ...

    async def since(self, grown: Grown) -> msgspec.Struct | None:
        """What has changed because these streams have grown; None if nothing has."""


class LastTold(Generic[_Shown]):
    """What one person was last told about each table, so only changes are sent."""

    def __init__(self) -> None:
        self._told: dict[str, _Shown] = {}

    def all(self, shown: dict[str, _Shown]) -> list[_Shown]:
        self._told = shown
        return list(shown.values())

    def different(
        self, asked: Iterable[str], shown: dict[str, _Shown]
    ) -> tuple[list[_Shown], list[str]]:
        """Of the requested tables, those that are new or changed, and those that are gone."""
        gone = [table for table in asked if table in self._told and table not in shown]
        for table in gone:
            del self._told[table]
        new = {table: now for table, now in shown.items() if self._told.get(table) != now}
        self._told |= new
        return list(new.values()), gone


class LobbyFeed:
    """Every table that this person may see; without a person, the public ones."""

    def __init__(self, lobby: Lobby, person: Person | None):
        self._lobby, self._person = lobby, person
        self._told = LastTold[TableShown]()

    async def whole(self) -> LobbyMessage:
        shown = await self._shown(self._lobby.tables())
        return LobbyMessage(whole=True, tables=self._told.all(shown))

    async def since(self, grown: Grown) -> LobbyMessage | None:
        names = _touched(self._lobby, grown)
        found = await self._shown(_running(self._lobby, names))
        tables, gone = self._told.different(names, found)
        return LobbyMessage(whole=False, tables=tables, gone=gone) if tables or gone else None

    async def _shown(self, tables: Iterable[Running]) -> dict[str, TableShown]:
        lobby, person = self._lobby, self._person
        return {each.id: await lobby.shown(each) for each in tables if may_watch(person, each)}


class PitFeed:
    """Every table of the house with what needs attention, and the meters."""

    def __init__(self, lobby: Lobby, person: Person):
        self._lobby, self._person = lobby, person
        self._viewer = str(person.actor)
        self._told = LastTold[FloorTable]()
        self._meters: list[MeterShown] = []

    async def whole(self) -> PitMessage:
        shown = await self._shown(self._lobby.tables())
        self._meters = await self._lobby.links.all()
        return PitMessage(whole=True, tables=self._told.all(shown), meters=self._meters)

    async def since(self, grown: Grown) -> PitMessage | None:
        names = _touched(self._lobby, grown)
        tables, gone = self._told.different(names, await self._shown(_running(self._lobby, names)))
        meters = await self._lobby.links.all()
        moved: list[MeterShown] | UnsetType = meters if meters != self._meters else UNSET
        self._meters = meters
        if not tables and not gone and moved is UNSET:
            return None
        return PitMessage(whole=False, tables=tables, gone=gone, meters=moved)

    async def _shown(self, tables: Iterable[Running]) -> dict[str, FloorTable]:
        return {
            each.id: await self._floor_table(each)
            for each in tables
            if may_watch(self._person, each) and not each.setup.is_practice
        }

    async def _floor_table(self, running: Running) -> FloorTable:
        shown, readings = await self._lobby.shown(running), await self._lobby.readings(running)
        view = running.view(sight_of(running.table, self._viewer))
        return FloorTable(
            shown,
            view,
            deadline(running),
            running.clock_from,
            list(needs_of(running, shown, view, readings)),
            list(self._answers(running)),
            Actor.parse(running.setup.by).name,
            readings,
            running.setup.opens_by_another,
        )

    def _answers(self, running: Running) -> Iterator[Move]:
        """The requests that this person may sign, decline or take back."""
        by, at = self._viewer, self._lobby.cardroom.now()
        for number in running.table.requests:
            for kind in (Approve, Decline):
                command = kind(by=by, at=at, request=number)
                if accepts(running.table, command):
                    yield move_of(command)


def _touched(lobby: Lobby, grown: Grown) -> list[str]:
    """The tables whose own stream has grown, or the stream of a link they belong to."""
    names = [StreamName.parse(each) for each in sorted(grown.streams)]
    links = {name for kind, name in names if kind == LINK}
    own = {name: None for kind, name in names if kind == TABLE}
    linked = {each.id: None for each in lobby.tables() if links & set(each.setup.all_links)}
    return list(own | linked)


def _running(lobby: Lobby, names: Iterable[str]) -> list[Running]:
    tables = lobby.cardroom.room.tables
    return [tables[name] for name in names if name in tables]


class RoomTalk:
    """One client that only listens to the room."""

    def __init__(self, lobby: Lobby, feed: Feed, watch: RoomWatch):
        self._lobby, self._feed, self.watch = lobby, feed, watch

    async def first(self) -> Message:
        await self._lobby.cardroom.fresh()
        return Message(_encode(await self._feed.whole()))

    def told(self, news: msgspec.Struct) -> Telling:
        return self._since(news) if isinstance(news, Grown) else Message(_encode(news))

    async def _since(self, grown: Grown) -> Message | None:
        await self._lobby.cardroom.fresh()
        message = await self._feed.since(grown)
        return None if message is None else Message(_encode(message))

    async def hear(self, text: str) -> None:
        """Answer any message like a ping: it shows that the client is still there."""
        self.watch.tell(Pong(self._lobby.cardroom.now()))
        await asyncio.sleep(_BREATH_SECONDS)


@websocket("/api/lobby/live", guards=[needs("tables.list")])
async def live_lobby(
    socket: Socket,
    lobby: TheLobby,
    trust: NamedDependency[Trust],
    connections: NamedDependency[Connections],
) -> None:
    await listened(socket, lobby, lambda _: LobbyFeed(lobby, socket.user), trust, connections)


@websocket("/api/floor/live", guards=[needs("floor.see")])
async def live_pit(
    socket: Socket,
    lobby: TheLobby,
    trust: NamedDependency[Trust],
    connections: NamedDependency[Connections],
) -> None:
    await listened(socket, lobby, lambda _: PitFeed(lobby, socket.user), trust, connections)


async def listened(
    socket: Socket,
    lobby: Lobby,
    feed: Callable[[RoomWatch], Feed],
    trust: Trust,
    connections: Connections,
) -> None:
    """Serve one client of a feed until either side ends the connection."""
    with connections.opened():
        await socket.accept()
        watch = lobby.cardroom.watchers.watch_room()
        talk = RoomTalk(lobby, feed(watch), watch)
        await hold(socket, talk, trust, connections)
