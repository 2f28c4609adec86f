"""The tables of a room, live: the lobby as everybody sees it, or the pit as the floor does."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Generic, TypeVar

import msgspec
from msgspec import UNSET

from ..wire.messages import (
    Bye,
    FloorTable,
    LobbyMessage,
    MeterShown,
    PitMessage,
    Pong,
    TableShown,
)
from .errors import Unreachable
from .reconnection import Connection, LiveConnection, signed_off

_Heard = LobbyMessage | PitMessage | Pong | Bye
_heard: msgspec.json.Decoder[_Heard] = msgspec.json.Decoder(_Heard)
T = TypeVar("T", TableShown, FloorTable)


class LiveRoom(LiveConnection, Generic[T]):
    """A live room made by `Client.live_lobby` or `Client.live_pit`."""

    def __init__(self, what: str, kind: type[T], connect: Callable[[], Awaitable[Connection]]):
        super().__init__(what)
        self._kind: type[T] = kind
        self._connect = connect
        self._tables: dict[str, T] | None = None
        self.meters: list[MeterShown] = []  # Of the pit.
        self.version = 0  # The number of updates received.

    @property
    def seen(self) -> bool:
        return self._tables is not None

    @property
    def tables(self) -> Mapping[str, T]:
        """The current tables, by id."""
        if self._tables is None:
            raise Unreachable(f"{self._what} has not been seen yet")
        return self._tables

    async def _open(self) -> Connection:
        return await self._connect()

    def _hear(self, text: str | bytes) -> bool:
        match message := _heard.decode(text):
            case LobbyMessage() | PitMessage():
                self._see(message)
            case Bye():
                return signed_off(message)
            case Pong():
                pass
        return False

    def _see(self, message: LobbyMessage | PitMessage) -> None:
        told = {_id(each): each for each in message.tables if isinstance(each, self._kind)}
        if message.whole or self._tables is None:
            self._tables = told
        else:
            kept = {key: each for key, each in self._tables.items() if key not in message.gone}
            self._tables = kept | told
        if isinstance(message, PitMessage) and message.meters is not UNSET:
            self.meters = message.meters
        self.version += 1
        self._wake()


def _id(table: TableShown | FloorTable) -> str:
    return table.id if isinstance(table, TableShown) else table.shown.id
