"""The path that every command takes: decide, land, conclude, tell.

A command acts on a stream: a table's, a patron's, a link's, or one that the floor writes. The
action decides; the executor takes the commands of a stream in turn, lands the decision, and asks
for another one if the stream has grown in the meantime.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial
from typing import Protocol, TypeVar
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import Connection

from ..money.posting import Posting
from ..store.chain import canonical
from ..store.deck_seal import without_secret
from ..store.records import (
    Batch,
    Changed,
    Fact,
    IdTaken,
    Landed,
    Landing,
    Stale,
    Store,
    StoreUnavailable,
    TooLittle,
)
from ..store.writer import Writer
from ..table.commands import Command, ShuffleDeck, type_of
from ..table.events import Event
from ..table.fairness import Chance
from ..table.refusal import Refusal
from .metrics import Metrics
from .money.balance_cache import KnownBalances

_ATTEMPTS = 20
_Answer = TypeVar("_Answer")
Decided = Refusal | Sequence[Event]


class RoomRefusal(StrEnum):
    NO_SUCH_TABLE = "table/unknown"
    STOPPED = "table/stopped"
    STALE = "command/stale"
    ID_TAKEN = "command/id_taken"
    NOT_ENOUGH_MONEY = "money/not_enough"
    TOO_BUSY = "table/too_busy"


def refusal(code: StrEnum, message: str) -> Refusal:
    return Refusal(code.value, message)


def asked(command: Command) -> bytes:
    """The command without its time, so that a later retry is the same command.

    Secrets are left out too, because this is stored unencrypted.
    """
    wish: dict[str, object] = msgspec.to_builtins(command)
    del wish["at"]
    if isinstance(command, ShuffleDeck):
        wish |= without_secret(command)
    return canonical(wish)


class Action(Protocol[_Answer]):
    """A command, and the stream it acts on."""

    @property
    def command(self) -> Command: ...

    @property
    def stream(self) -> str: ...

    async def decide(self) -> Batch | _Answer | Refusal: ...

    async def conclude(self, landing: Landing) -> _Answer | Refusal | None:
        """The answer; None if things have changed and the command must be decided again."""

    async def tell(self, answer: _Answer | Refusal | None) -> None:
        """Tell watchers what has happened."""

    def lose_track(self) -> None:
        """Note that the store failed, and that the batch may or may not have landed."""


class Executor:
    def __init__(
        self,
        store: Store,
        writer: Writer,
        chance: Chance,
        metrics: Metrics,
        grown: Callable[[str], None] = lambda stream: None,
    ):
        """`grown` is called with each stream that grew, except for tables."""
        self.balances, self._grown = KnownBalances(store), grown
        self._store, self._writer, self._chance = store, writer, chance
        self._metrics = metrics
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._begun: set[asyncio.Task[object]] = set()  # Actions with any type of answer.
        self._loop: asyncio.AbstractEventLoop | None = None
        self._landed: deque[tuple[asyncio.Future[Landing], Landing | Exception]] = deque()
        self._woken = False  # The loop is about to pass on what has landed.

    async def execute(self, action: Action[_Answer]) -> _Answer | Refusal:
        """Carry out the command exactly once, or refuse it and change nothing."""
        # The client may disconnect; the command is finished all the same.
        in_turn = self._in_turn(action)
        work = asyncio.create_task(in_turn)
        self._begun.add(work)
        work.add_done_callback(self._begun.discard)
        with self._metrics.command_seconds.time():
            answer = await asyncio.shield(work)
        outcome = "refused" if isinstance(answer, Refusal) else "accepted"
        self._metrics.commands.labels(type_of(action.command), outcome).inc()
        return answer

    async def _in_turn(self, action: Action[_Answer]) -> _Answer | Refusal:
        async with self.turn(action.stream):
            for _ in range(_ATTEMPTS):
                answer: _Answer | Refusal | None
                decided = await action.decide()
                if isinstance(decided, Batch):
                    try:
                        answer = await action.conclude(await self.land_batch(decided))
                    except StoreUnavailable:
                        action.lose_track()
                        raise
                else:
                    answer = decided
                await action.tell(answer)
                if answer is not None:
                    return answer
        return refusal(RoomRefusal.TOO_BUSY, "The service is busy: send the command again.")

    async def act(
        self,
        stream: str,
        command: Command,
        decide: Callable[[], Decided],
        post: Callable[..., tuple[Posting, ...]] = lambda event: (),
        beside: Callable[[Connection], None] | None = None,
    ) -> list[Event] | Refusal:
        """Execute a command on a stream that is not kept in memory but read each time.

        `beside` changes something outside the log in the transaction that lands the command.
        """
        identity = command.id or f"{stream}:{self._chance.getrandbits(128):032x}"
        how = decide, post, beside, self._grown
        return await self.execute(_OnRecords(self._store, stream, command, identity, *how))

    def has_begun(self, stream: str) -> bool:
        return self._store.head(stream).count > 0

    async def land_batch(self, batch: Batch) -> Landing:
        landed: bool | None = None
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop, self._woken = loop, False
        answer: asyncio.Future[Landing] = loop.create_future()
        self.balances.under_way(batch)
        try:
            self._writer.submit(batch, partial(self._arrived, answer))
            landing = await answer
            landed = isinstance(landing, Landed) and not landing.repeated
        finally:
            self.balances.arrived(batch, landed)
        if landed:
            self._metrics.events.inc(len(batch.facts))
        return landing

    def _arrived(self, answer: asyncio.Future[Landing], landed: Landing | Exception) -> None:
        """Wake the loop once for all answers that arrive together, usually from the writer."""
        self._landed.append((answer, landed))
        if not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # The loop is closed: nobody is waiting.
                answer.get_loop().call_soon_threadsafe(self._pass_on)

    def _pass_on(self) -> None:
        self._woken = False  # First: anything that arrives from here on wakes the loop again.
        while self._landed:
            answer, landed = self._landed.popleft()
            if answer.done():
                continue
            if isinstance(landed, Exception):
                answer.set_exception(landed)
            else:
                answer.set_result(landed)

    def turn(self, stream: str) -> asyncio.Lock:
        """The lock that admits one command at a time to a stream."""
        lock = self._turns.get(stream)
        if lock is None:
            lock = self._turns[stream] = asyncio.Lock()
        return lock

    async def finish(self) -> None:
        """Wait until all commands under way have finished."""
        await asyncio.gather(*self._begun, return_exceptions=True)


class _OnRecords:
    """A command on a stream that is read from the store: patrons, links, books, floor records."""

    def __init__(
        self,
        store: Store,
        stream: str,
        command: Command,
        identity: str,
        decide: Callable[[], Decided],
        post: Callable[..., tuple[Posting, ...]],
        beside: Callable[[Connection], None] | None,
        grown: Callable[[str], None],
    ):
        self.command, self.stream, self._beside, self._grown = command, stream, beside, grown
        self._store, self._identity, self._decide, self._post = store, identity, decide, post
        self._events: list[Event] = []

    async def decide(self) -> Batch | list[Event] | Refusal:
        return await asyncio.to_thread(self._decided)

    def _decided(self) -> Batch | list[Event] | Refusal:
        count = self._store.head(self.stream).count
        events = self._decide()
        if isinstance(events, Refusal):
            done = self._store.command(self._identity) if self.command.id else None
            return [] if done and done.asked == asked(self.command) else events
        self._events = [*events]
        facts = tuple(Fact(canonical(event), self._post(event)) for event in events)
        wish = asked(self.command)
        return Batch(self.stream, count, self._identity, wish, facts, beside=self._beside)

    async def conclude(self, landing: Landing) -> list[Event] | Refusal | None:
        match landing:
            case Landed():
                return self._events
            case TooLittle():
                return refusal(
                    RoomRefusal.NOT_ENOUGH_MONEY, "The amount is more than is available."
                )
            case IdTaken():
                return refusal(RoomRefusal.ID_TAKEN, "Another command has used this id.")
            case Stale() | Changed():
                return None

    async def tell(self, answer: list[Event] | Refusal | None) -> None:
        """Tell everybody who watches the whole room."""
        if isinstance(answer, list) and answer:
            self._grown(self.stream)

    def lose_track(self) -> None:
        """Do nothing: the stream is read again each time."""
