"""The house's own moves: a task for each table, for as long as the service runs."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from ..store.records import StoreUnavailable
from ..table.refusal import Refusal
from .executor import RoomRefusal
from .room import Answer
from .tables.bots import bot_moves
from .tables.deadlines import wakes_at
from .tables.house_moves import next_by_itself
from .tables.running_table import Running

if TYPE_CHECKING:
    from .cardroom import Cardroom

logger = logging.getLogger(__name__)
TRY_AGAIN_SECONDS = 0.5  # After the store could not be reached.
_PATIENCE_SECONDS = 0.3  # To let another process make the house's move.


class Keepers:
    def __init__(self, cardroom: "Cardroom"):
        self._cardroom = cardroom
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.moved: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self.shared: set[str] = set()  # Tables where another process has landed something.
        self.patient: set[str] = set()  # Tables where another process was faster.

    def __contains__(self, table: str) -> bool:
        return table in self._tasks

    def keep(self, table: str) -> None:
        self._tasks[table] = asyncio.create_task(self._keep(table), name=f"keeper {table}")

    def wake(self, table: str) -> None:
        self.moved[table].set()

    def wake_all(self) -> None:
        for moved in self.moved.values():
            moved.set()

    def stop(self) -> list[asyncio.Task[None]]:
        """Cancel all keepers, and return them to be waited for."""
        for keeper in self._tasks.values():
            keeper.cancel()
        return list(self._tasks.values())

    async def drop(self, table: str) -> None:
        keeper = self._tasks.pop(table, None)
        if keeper is not None:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)

    def failed(self) -> Iterator[tuple[str, BaseException]]:
        """The tables whose keeper has failed, and why."""
        for table, keeper in self._tasks.items():
            if keeper.done() and not keeper.cancelled() and (error := keeper.exception()):
                yield table, error

    async def _keep(self, table: str) -> None:
        """Run the shuffles, clocks and bots of one table."""
        cardroom, room = self._cardroom, self._cardroom.room
        moved, waited = self.moved[table], False
        while True:
            moved.clear()
            if not cardroom.owners.is_ours(table):
                await moved.wait()
                continue
            if table in room.behind and not await self._has_caught_up(table):
                await asyncio.sleep(TRY_AGAIN_SECONDS)
                continue
            running, now = room.tables[table], cardroom.now()
            if table in room.stopped:
                await moved.wait()
                continue
            wish = next_by_itself(running, now, cardroom.chance) or bot_moves(running, now)
            if wish is None:
                await _until(moved, _seconds_left(running, now))
                continue
            if table in self.patient and not waited:
                # Sleep even if something happens at the table, but only once: the other process may
                # be gone.
                await asyncio.sleep(_PATIENCE_SECONDS)
                waited = True
                continue
            waited = False
            try:
                # Valid for this version of the table only: a clock that ran out for one hand must
                # not cut short the next.
                answer = await cardroom.give(table, wish, expected=running.table.version)
            except StoreUnavailable:
                await asyncio.sleep(TRY_AGAIN_SECONDS)
                continue
            self._note_who_was_faster(table, answer)
            if isinstance(answer, Refusal):
                logger.info("%s at table %s: %s", wish.__struct_config__.tag, table, answer.code)
                await _until(moved, TRY_AGAIN_SECONDS)

    def _note_who_was_faster(self, table: str, answer: Answer | Refusal) -> None:
        """Defer to the faster process, so one process ends up making the house's moves."""
        if isinstance(answer, Answer):
            self.patient.discard(table)
        elif answer.code == RoomRefusal.STALE and table in self.shared:
            self.patient.add(table)

    async def _has_caught_up(self, table: str) -> bool:
        try:
            await self._cardroom.catch_up(table)
        except StoreUnavailable:
            return False
        return True


def _seconds_left(running: Running, now: datetime) -> float | None:
    until = wakes_at(running)
    return None if until is None else max(0.0, (until - now).total_seconds())


async def _until(moved: asyncio.Event, seconds: float | None) -> None:
    """Wait for a move or the time limit.

    Not `wait_for`, which may swallow a cancellation before Python 3.12.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await moved.wait()
