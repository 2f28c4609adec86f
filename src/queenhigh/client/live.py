"""One table, live: what it shows, and commands that act once whatever happens to the connection.

After a lost connection it comes back by itself, asks for what it has missed (`?after=`), and sends
again what has not been answered, each command with the id it had.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from types import TracebackType
from typing import Any, Protocol, Self

import msgspec
from msgspec.structs import replace

from ..extras import extra_named
from ..table.views import SeatView, TableView
from ..wire.messages import Answered, Bye, Deadline, MeterMoved, Pong, ReadyMoved, WishRefused
from ..wire.requests import PING, Move, command_text
from .entropy import Entropy
from .errors import Dropped, NoAnswer, Refused, Unreachable
from .look import Change, MissedChange, Snapshot, changed, heard
from .outgoing import Wish, as_move

_PING_SECONDS = 20.0
_SILENT_SECONDS = 60.0  # Not even an answer to a ping: the connection is dead.
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 3.0  # Seconds between two tries to connect.
_TO_ADD_SECONDS = 5.0  # To a shuffle; the table waits for three.
_AGAIN_SECONDS = 0.5  # After the service could not write, or not so soon.
_TRANSIENT = ("service/unavailable", "table/too_busy", "request/too_many")

Look = Snapshot


class Connection(Protocol):
    """Messages in order; every method raises Dropped when the connection has gone."""

    async def send(self, text: str) -> None: ...
    async def receive(self) -> str | bytes: ...
    async def close(self) -> None: ...


# From the version that is known, or from none. Raises Unreachable, or Refused for good.
Connect = Callable[[int | None], Awaitable[Connection]]


class Answer(msgspec.Struct, frozen=True):
    """The command has acted, now or when it was first sent."""

    version: int
    repeated: bool = False


class _Pending(msgspec.Struct):
    text: str
    answer: "asyncio.Future[Answer | None]"  # None: send it again.


class LiveTable:
    """Made by `Client.table`; closed by `close` or at the end of `async with`."""

    def __init__(
        self, table: str, person: str, connect: Connect, new_id: Callable[[], str]
    ) -> None:
        self.id, self.person = table, person
        self._connect, self._new_id = connect, new_id
        self._connection: Connection | None = None
        self._look: Look | None = None
        self._must_see_all = False  # A change was missed: what is known is not gone on from.
        self._pending: dict[str, _Pending] = {}
        self._waiting: list[asyncio.Future[None]] = []
        self._followers: list[asyncio.Queue[Look | None]] = []
        self._ended: Exception | None = None
        self._task: asyncio.Task[None] | None = None
        self._adding: asyncio.Task[None] | None = None
        self.connections = 0  # How many there have been.
        self.longest_wait = _LONGEST_WAIT

    async def start(self, seconds: float = 30.0) -> Self:
        """Until the table can be seen."""
        self._task = asyncio.create_task(self._stay(), name=f"live {self.id}")
        try:
            await self.until(lambda table: table.seen, seconds)
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        tasks = [task for task in (self._adding, self._task) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._end(Unreachable("the table has been closed here"))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    # What is seen

    @property
    def now(self) -> Look:
        """The last message about the whole table."""
        if self._look is None:
            raise Unreachable(f"table {self.id} has not been seen yet")
        return self._look

    @property
    def seen(self) -> bool:
        """Whether there is anything to look at yet."""
        return self._look is not None

    @property
    def version(self) -> int:
        return self.now.version

    @property
    def view(self) -> TableView:
        return self.now.view

    @property
    def moves(self) -> list[Move]:
        """What the table would accept from this person now, each ready to be given."""
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
        """Seats with bets that wait for the cards; they come when all with bets do."""
        return self.now.ready

    @property
    def connected(self) -> bool:
        return self._connection is not None

    @property
    def own_seats(self) -> list[SeatView]:
        return [seat for seat in self.view.seats if seat.player == self.person]

    async def until(
        self, condition: Callable[["LiveTable"], object], seconds: float | None = None
    ) -> Self:
        """Waits until the condition holds. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while not condition(self):
                if self._ended is not None:
                    raise self._ended
                waiting = asyncio.get_running_loop().create_future()
                self._waiting.append(waiting)
                try:
                    await waiting
                finally:
                    self._waiting.remove(waiting)
        return self

    async def changes(self) -> AsyncGenerator[Look, None]:
        """Every change from now on, in order; a snapshot where too much was missed."""
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
        **fields: Any,
    ) -> Answer:
        """A command by its name and fields, or a move as the table offers it.

        `expected` is the version it was decided on: where the table has moved on it is refused.
        Raises Refused, and NoAnswer when the time is up.
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
        """Where it is lost with the connection, the next one sends it again."""
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
        """From now on this program adds to shuffles, so that the house has not chosen them."""
        self._adding = self._adding or asyncio.create_task(self._add_entropy())

    async def _add_entropy(self) -> None:
        entropy, changes = Entropy(), self.changes()
        look = self.now
        while True:
            seats = [seat.seat for seat in look.view.seats if seat.player == self.person]
            if move := entropy.due(look.view, seats):
                with contextlib.suppress(Refused, NoAnswer):  # Too late: the round goes on without.
                    await self.give(move, seconds=_TO_ADD_SECONDS)
            try:
                look = await anext(changes)
            except StopAsyncIteration:
                return

    # The connection

    async def _stay(self) -> None:
        """Connects again and again, until it is closed or not wanted there.

        What nobody foresaw ends it too: whoever waits for the table is told.
        """
        try:
            with extra_named("client"):
                await self._connected()
        except Exception as error:
            self._end(error)

    async def _connected(self) -> None:
        wait = _FIRST_WAIT
        while True:
            try:
                known = None if self._must_see_all or not self._look else self._look.version
                connection = await self._connect(known)
            except Unreachable:
                await asyncio.sleep(wait)
                wait = min(self.longest_wait, 2 * wait)
                continue
            wait = _FIRST_WAIT
            try:
                await self._converse(connection)
            except MissedChange:
                self._must_see_all = True
            finally:
                self._connection = None
                with contextlib.suppress(Dropped):
                    await connection.close()
            await asyncio.sleep(wait)

    async def _converse(self, connection: Connection) -> None:
        """Until the connection has gone."""
        pinging = asyncio.create_task(self._ping(connection))
        try:
            self._hear(await self._next(connection))
            self._connection = connection
            self.connections += 1
            for pending in list(self._pending.values()):
                await connection.send(pending.text)
            while not self._hear(await self._next(connection)):
                pass
        except Dropped:
            return
        finally:
            pinging.cancel()

    async def _next(self, connection: Connection) -> str | bytes:
        try:
            async with asyncio.timeout(_SILENT_SECONDS):
                return await connection.receive()
        except TimeoutError:
            raise Dropped("nothing heard for too long") from None

    async def _ping(self, connection: Connection) -> None:
        with contextlib.suppress(Dropped):
            while True:
                await asyncio.sleep(_PING_SECONDS)
                await connection.send(PING)

    def _hear(self, text: str | bytes) -> bool:
        """Whether the service has said goodbye."""
        match message := heard(text):
            case Snapshot():
                self._must_see_all = False
                self._see(message)
            case Change():
                if self._look is None or message.version > self._look.version:
                    self._see(changed(self._look, message))
            case Answered():
                self._settle(message.id, Answer(message.version, message.repeated))
            case WishRefused():
                self._refused(message)
            case MeterMoved():
                self._look = replace(self.now, meters=message.meters)
                self._wake()
            case Bye():
                if message.reason == "signed_out":
                    raise Refused("session/ended", "You have been signed out.")
                return True
            case ReadyMoved():
                self._look = replace(self.now, ready=message.seats)
                self._wake()
            case Pong():
                pass
        return False

    def _see(self, look: Look) -> None:
        """What is known already is no news: after a lost connection it may come again."""
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
        """Nothing more will come."""
        self._ended = self._ended or why
        for identity in self._pending:
            self._settle(identity, self._ended)
        for follower in self._followers:
            follower.put_nowait(None)
        self._wake()

    def _wake(self) -> None:
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)
