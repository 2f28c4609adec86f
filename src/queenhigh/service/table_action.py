"""A command at a table, as the executor carries it out: decide, conclude, tell."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from ..store.records import Batch, Landed, Landing
from ..table.commands import AnyCommand
from ..table.refusal import Refusal
from .command_context import MustReadError
from .room import Answer, Attempt, Wanted
from .tables.running_table import Running

if TYPE_CHECKING:
    from .cardroom import Cardroom


class AtTable(msgspec.Struct):
    """A command at a table that this process keeps in memory."""

    cardroom: "Cardroom"
    wanted: Wanted
    stream: str
    command: AnyCommand
    _known: Running | None = None
    _attempt: Attempt | None = None

    async def decide(self) -> Batch | Answer | Refusal:
        wanted, room = self.wanted, self.cardroom.room
        if wanted.table not in room.tables:
            await asyncio.to_thread(room.load, wanted.table)
        self._known = known = room.tables.get(wanted.table)
        decided: Attempt | Answer | Refusal | None = None
        if known is not None:
            with suppress(MustReadError):
                decided = room.decide(known, wanted)
        if decided is None or isinstance(decided, Refusal):  # Ask the store before refusing.
            decided = await asyncio.to_thread(room.decide_with_store, wanted, decided)
        if not isinstance(decided, Attempt):
            return decided
        self._attempt = decided
        return decided.batch

    async def conclude(self, landing: Landing) -> Answer | Refusal | None:
        attempt = self._attempt
        if attempt is None:
            raise RuntimeError("nothing was attempted")
        room = self.cardroom.room
        if isinstance(landing, Landed) and not landing.repeated:
            return room.conclude(attempt, landing)
        return await asyncio.to_thread(room.conclude, attempt, landing)

    async def tell(self, answer: Answer | Refusal | None) -> None:
        if self._known is not None:
            await self.cardroom.tell_since(self._known, answer)

    def lose_track(self) -> None:
        self.cardroom.look_again(self.wanted.table)


Acts = Callable[["Cardroom", Wanted, str, AnyCommand], AtTable]
