"""A live table: its state, and commands that act once whatever happens to the connection.

After a lost connection it reconnects automatically, asks for what it has missed (`?after=`), and
sends unanswered commands again, each with its original id.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable

import msgspec
from msgspec.structs import replace

from ..table.views import SeatView, TableView
from ..wire.messages import Answered, Bye, Deadline, MeterMoved, Pong, ReadyMoved, WishRefused
from ..wire.requests import Move, command_text
from .entropy import Entropy
from .errors import Dropped, NoAnswer, Refused, Unreachable
from .move import Wish, as_move
from .reconnection import Connection, LiveConnection, signed_off
from .shown_table import Change, MissedChange, Snapshot, changed, heard

_TO_ADD_SECONDS = 5.0  # To contribute to a shuffle; the table waits for three.
_AGAIN_SECONDS = 0.5  # After the service could not write or asked us to slow down.
_TRANSIENT = ("service/unavailable", "table/too_busy", "request/too_many")

Look = Snapshot


# Connects from the known version, or from none. Raises Unreachable, or Refused if final.
Connect = Callable[[int | None], Awaitable[Connection]]


class Answer(msgspec.Struct, frozen=True):
    """The command has acted, now or when it was first sent."""

    version: int
    repeated: bool = False


class _Pending(msgspec.Struct):
    text: str
    answer: "asyncio.Future[Answer | None]"  # None: send it again.


class LiveTable(LiveConnection):
    """A live table made by `Client.table`; closed by `close` or at the end of `async with`."""

    def __init__(
        self, table: str, person: str, connect: Connect, new_id: Callable[[], str]
    ) -> None:
        super().__init__(f"table {table}")
        self.id, self.person = table, person
        self._connect, self._new_id = connect, new_id
        self._look: Look | None = None
        self._must_see_all = False  # A change was missed: a full snapshot is needed.
        self._pending: dict[str, _Pending] = {}
        self._followers: list[asyncio.Queue[Look | None]] = []
        self._adding: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._adding is not None:
            self._adding.cancel()
            await asyncio.gather(self._adding, return_exceptions=True)
        await super().close()

    # State

    @property
    def now(self) -> Look:
        """The last known state of the whole table."""
        if self._look is None:
            raise Unreachable(f"table {self.id} has not been seen yet")
        return self._look

    @property
    def seen(self) -> bool:
        return self._look is not None

    @property
    def version(self) -> int:
        return self.now.version

    @property
    def view(self) -> TableView:
        return self.now.view

    @property
    def moves(self) -> list[Move]:
        """The moves that the table would accept from this person now, each ready to send."""
        return self.now.moves

    @property
    def deadline(self) -> Deadline | None:
        return self.now.deadline

    @property
    def balance(self) -> int | None:
        return self.now.balance

    @property
    def meters(self) -> dict[str, int]:
        return self.now.meters

    @property
    def ready(self) -> list[int]:
        """Seats with bets that are ready for the cards; these come when all bettors are ready."""
        return self.now.ready

    @property
    def own_seats(self) -> list[SeatView]:
        return [seat for seat in self.view.seats if seat.player == self.person]

    async def changes(self) -> AsyncGenerator[Look, None]:
        """Yield every change from now on, in order; a snapshot if too much was missed."""
        follower: asyncio.Queue[Look | None] = asyncio.Queue()
        self._followers.append(follower)
        try:
            while self._ended is None and (change := await follower.get()) is not None:
                yield change
        finally:
            self._followers.remove(follower)

    # Commands

    async def give(
        self,
        wish: Wish,
        *,
        identity: str = "",
        expected: int | None = None,
        seconds: float = 30.0,
        **fields: object,
    ) -> Answer:
        """Send a command by name and fields, or a move as offered by the table.

        `expected` is the version it was decided on: if the table has moved on, it is refused.
        Raises Refused, and NoAnswer on timeout.
        """
        move = as_move(wish, fields)
        move["id"] = identity = identity or move.get("id") or self._new_id()
        if expected is not None:
            move["expected_version"] = expected
        if identity in self._pending:
            raise ValueError(f"command {identity} is under way already")
        try:
            async with asyncio.timeout(seconds):
                return await self._answered(identity, command_text(move))
        except TimeoutError:
            raise NoAnswer(identity, seconds) from None
        finally:
            self._pending.pop(identity, None)

    async def _answered(self, identity: str, text: str) -> Answer:
        while True:
            if self._ended is not None:
                raise self._ended
            future: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
            self._pending[identity] = _Pending(text, future)
            await self._send(text)
            if (answer := await future) is not None:
                return answer
            del self._pending[identity]
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _send(self, text: str) -> None:
        """Send if connected; otherwise the next connection sends it again."""
        if self._connection is not None:
            with contextlib.suppress(Dropped):
                await self._connection.send(text)

    async def sit(self, seat: int) -> Answer:
        return await self.give("sit", seat=seat)

    async def leave(self, seat: int) -> Answer:
        return await self.give("leave", seat=seat)

    async def buy_in(self, seat: int, cents: int) -> Answer:
        return await self.give("buy_in", seat=seat, cents=cents)

    async def bet(self, seat: int, wager: str, cents: int) -> Answer:
        return await self.give("place_wager", seat=seat, wager=wager, amount=cents)

    async def play(self, seat: int) -> Answer:
        return await self.give("play", seat=seat)

    async def fold(self, seat: int) -> Answer:
        return await self.give("fold", seat=seat)

    def add_entropy(self) -> None:
        """Contribute to shuffles from now on, so that the house alone cannot choose them."""
        self._adding = self._adding or asyncio.create_task(self._add_entropy())

    async def _add_entropy(self) -> None:
        entropy, changes = Entropy(), self.changes()
        look = self.now
        while True:
            seats = [seat.seat for seat in look.view.seats if seat.player == self.person]
            if move := entropy.due(look.view, seats):
                with contextlib.suppress(Refused, NoAnswer):  # Too late: play goes on without.
                    await self.give(move, seconds=_TO_ADD_SECONDS)
            try:
                look = await anext(changes)
            except StopAsyncIteration:
                return

    # The connection

    async def _open(self) -> Connection:
        known = None if self._must_see_all or not self._look else self._look.version
        return await self._connect(known)

    async def _converse(self, connection: Connection) -> None:
        try:
            await super()._converse(connection)
        except MissedChange:
            self._must_see_all = True

    async def _resume(self, connection: Connection) -> None:
        for pending in list(self._pending.values()):
            await connection.send(pending.text)

    def _hear(self, text: str | bytes) -> bool:
        match message := heard(text):
            case Snapshot():
                self._must_see_all = False
                self._see(message)
            case Change():
                if self._look is None or message.version > self._look.version:
                    self._see(changed(self._look, message))
                for identity, version in message.answers.items():
                    self._settle(identity, Answer(version))
            case Answered():
                self._settle(message.id, Answer(message.version, message.repeated))
            case WishRefused():
                self._refused(message)
            case MeterMoved():
                self._look = replace(self.now, meters=message.meters)
                self._wake()
            case Bye():
                return signed_off(message)
            case ReadyMoved():
                self._look = replace(self.now, ready=message.seats)
                self._wake()
            case Pong():
                pass
        return False

    def _see(self, look: Look) -> None:
        """Take a new state, ignoring older ones, which may come again after a lost connection."""
        if self._look is not None and look.version < self._look.version:
            return
        known = self._look is not None and look.version == self._look.version
        self._look = look
        if not known:
            for follower in self._followers:
                follower.put_nowait(look)
        self._wake()

    def _refused(self, refused: WishRefused) -> None:
        if refused.code in _TRANSIENT:
            self._settle(refused.id, None)
        else:
            error = Refused(refused.code, refused.message, refused.clauses, refused.path)
            self._settle(refused.id, error)

    def _settle(self, identity: str, outcome: Answer | Exception | None) -> None:
        pending = self._pending.get(identity)
        if pending is None or pending.answer.done():
            return
        if isinstance(outcome, Exception):
            pending.answer.set_exception(outcome)
        else:
            pending.answer.set_result(outcome)

    def _end(self, why: Exception) -> None:
        super()._end(why)
        for identity in self._pending:
            self._settle(identity, self._ended)
        for follower in self._followers:
            follower.put_nowait(None)
