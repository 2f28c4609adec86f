"""Live signs that money with the house has moved: a page then loads again what it may see.

The message says nothing more, so nobody learns of other patrons.
"""

from litestar import websocket
from litestar.di import NamedDependency

from ...money.stream import PATRON, TABLE, StreamName, patron_stream
from ...store.credentials import Person
from ...wire.messages import MoneyMessage
from ..open_connections import Connections
from ..people.session_trust import Trust
from ..request_scope import Socket, TheLobby
from ..rights import needs
from ..tables.lobby import Lobby
from ..tables.room_feed import listened
from ..tables.watch import Grown


class PurseFeed:
    """One person's own money: requests, the cage, and chips taken to or from a table."""

    def __init__(self, lobby: Lobby, person: Person):
        self._lobby, self._person = lobby, person.name
        self._held: tuple[int, int] | None = None

    async def whole(self) -> MoneyMessage:
        self._held = await self._balances()
        return MoneyMessage()

    async def since(self, grown: Grown) -> MoneyMessage | None:
        own = patron_stream(self._person) in grown.streams
        if not own and not _of_kind(TABLE, grown):
            return None
        held, self._held = self._held, await self._balances()
        return MoneyMessage() if own or held != self._held else None

    async def _balances(self) -> tuple[int, int]:
        balance = self._lobby.patrons.balance
        return (
            await balance(self._person, play_money=False),
            await balance(self._person, play_money=True),
        )


class CageFeed:
    """What any patron asks for, deposits or is paid."""

    async def whole(self) -> MoneyMessage:
        return MoneyMessage()

    async def since(self, grown: Grown) -> MoneyMessage | None:
        return MoneyMessage() if _of_kind(PATRON, grown) else None


def _of_kind(kind: str, grown: Grown) -> bool:
    return any(StreamName.parse(each).kind == kind for each in grown.streams)


@websocket("/api/me/purse/live", guards=[needs("results.own")])
async def live_purse(
    socket: Socket,
    lobby: TheLobby,
    trust: NamedDependency[Trust],
    connections: NamedDependency[Connections],
) -> None:
    await listened(socket, lobby, lambda _: PurseFeed(lobby, socket.user), trust, connections)


@websocket("/api/cage/live", guards=[needs("cage.see")])
async def live_cage(
    socket: Socket,
    lobby: TheLobby,
    trust: NamedDependency[Trust],
    connections: NamedDependency[Connections],
) -> None:
    await listened(socket, lobby, lambda _: CageFeed(), trust, connections)
