"""A cardroom in memory whose clock and shuffles the test controls."""

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from queenhigh.service.cardroom import Cardroom
from queenhigh.service.room import Answer
from queenhigh.service.tables.lobby import Lobby
from queenhigh.service.tables.running_table import Running
from queenhigh.service.tables.table_set_up import TableWanted
from queenhigh.service.tables.watch import Watch
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Store
from queenhigh.table import commands as c
from queenhigh.table.refusal import Refusal
from tests.patience import until

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


class Clock:
    def __init__(self, at: datetime = NOON):
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def pass_(self, **time: float) -> None:
        self.at += timedelta(**time)


class Trial:
    """A cardroom, with shorthand to use it."""

    def __init__(self, store: Store, clock: Clock, seed: int = 1):
        self.store, self.clock = store, clock
        self.cardroom = Cardroom(store, now=clock, chance=random.Random(seed))
        self.lobby = Lobby(self.cardroom)

    async def table(self, house: str = "classic", **settings: Any) -> str:
        identity, owner = settings.pop("id", house), settings.pop("owner", "")
        answer = await self.lobby.set_up(
            TableWanted(id=identity, house=house, **settings), by="system", owner=owner
        )
        assert isinstance(answer, Running), answer
        return str(identity)

    def now(self, table: str) -> Running:
        return self.cardroom.room.tables[table]

    async def give(
        self, table: str, command: c.AnyCommand, expected: int | None = None
    ) -> Answer | Refusal:
        return await self.cardroom.give(table, command, expected)

    async def done(self, table: str, command: c.AnyCommand) -> Answer:
        answer = await self.give(table, command)
        assert isinstance(answer, Answer), answer
        return answer

    async def seated(self, table: str, player: str = "ann", seat: int = 4) -> None:
        """Seat a player with chips at a table that is ready for bets."""
        await self.lobby.patrons.grant(player, 1_000_00)
        by, at = f"player:{player}", self.clock()
        await self.done(table, c.Sit(by=by, at=at, seat=seat))
        await self.done(table, c.BuyIn(by=by, at=at, seat=seat, cents=500_00))
        await self.until(lambda: self.now(table).table.due is None)

    async def bet(self, table: str, player: str = "ann", seat: int = 4, cents: int = 500) -> None:
        by, at = f"player:{player}", self.clock()
        wager = c.PlaceWager(by=by, at=at, seat=seat, wager="ante", amount=cents)
        await self.done(table, wager)

    async def looked_at(self, table: str) -> None:
        """Let the house look at the table as it is now and act on it."""
        moved = self.cardroom.keepers.moved[table]
        for _ in range(2):  # It looks again after acting.
            moved.set()
            await self.until(lambda: not moved.is_set())

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for something the house does on its own."""
        await until(true)


@asynccontextmanager
async def trial(
    store: Store | None = None, clock: Clock | None = None, seed: int = 1
) -> AsyncIterator[Trial]:
    room = Trial(store or MemoryStore(), clock or Clock(), seed)
    await room.cardroom.start()
    try:
        yield room
    finally:
        await room.cardroom.stop()


async def next_of(watch: Watch) -> Any:
    """Wait for the next message; None when the watch is over."""
    while (message := watch.take()) is None and not watch.over.is_set():
        await watch.stirred()
    return message
