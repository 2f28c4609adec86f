"""Commands on streams beside the tables: patrons, links, and what the floor writes down."""

import asyncio
from collections.abc import Callable, Sequence

from ..money.posting import Posting
from ..store.chain import canonical
from ..store.records import Batch, Changed, Fact, IdTaken, Landed, Stale, TooLittle
from ..table.commands import Command
from ..table.events import Event
from ..table.refusal import Refusal
from .cardroom import Cardroom
from .room import ATTEMPTS, RoomRefusal, asked, refusal

Decided = Refusal | Sequence[Event]


def nothing_moves(_: Event) -> tuple[Posting, ...]:
    return ()


async def act(
    cardroom: Cardroom,
    stream: str,
    command: Command,
    decide: Callable[[], Decided],
    post: Callable[..., tuple[Posting, ...]] = nothing_moves,
) -> list[Event] | Refusal:
    """Decides on what the stream holds now, lands it, and decides again if it has grown."""
    store = cardroom.store
    identity = command.id or f"{stream}:{cardroom.chance.getrandbits(128):032x}"
    for _ in range(ATTEMPTS):
        count = (await asyncio.to_thread(store.head, stream)).count
        events = await asyncio.to_thread(decide)
        if isinstance(events, Refusal):
            done = await asyncio.to_thread(store.command, identity) if command.id else None
            return [] if done and done.asked == asked(command) else events
        facts = tuple(Fact(canonical(event), post(event)) for event in events)
        landing = await cardroom.land(Batch(stream, count, identity, asked(command), facts))
        match landing:
            case Landed():
                return [*events]
            case TooLittle():
                return refusal(RoomRefusal.NOT_ENOUGH_MONEY, "That is more than there is.")
            case IdTaken():
                return refusal(RoomRefusal.ID_TAKEN, "Another command has had this id.")
            case Stale() | Changed():
                continue
    return refusal(RoomRefusal.TOO_BUSY, "Too much happens at once; try again.")
