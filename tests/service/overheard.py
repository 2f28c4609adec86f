"""What the service sends over a table's connections, and how the table then looks."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from queenhigh.service.delivery import Delivery, Message
from queenhigh.service.tables.table_talk import TableTalk
from queenhigh.service.tables.watch import Watch
from queenhigh.service.tables.window import Window
from queenhigh.store.credentials import Person
from queenhigh.wire.requests import AnyWish
from tests.service.rooms import NOON, Trial, trial

_PEOPLE = {"ann": "player", "ben": "player", "zoe": "player", "dee": "dealer", "flo": "floor"}
_SEATS = {"ann": 2, "ben": 5}
_encode = msgspec.json.Encoder().encode


class Ear:
    """One viewer's connection: the bytes sent, each with the state they must lead to."""

    def __init__(self, t: Trial, table: str, name: str):
        self._t, self._table = t, table
        self._person = Person(name, name, _PEOPLE[name], NOON)
        self.window = self._fresh()
        self.version = -1  # The version of the table this viewer knows.
        self.sent: list[tuple[bytes, bytes | None]] = []
        self._sending: asyncio.Task[None] | None = None

    def _fresh(self) -> Window:
        return Window(self._t.lobby, self._person, self._table)

    def is_up_to_date(self) -> bool:
        return self.version == self.window.running.table.version

    def is_free(self) -> bool:
        return self._sending is None or self._sending.done()

    def send(self, message: Message) -> None:
        self._sending = asyncio.create_task(self._note(message.data))

    async def freed(self) -> None:
        if self._sending is not None:
            await self._sending

    async def _note(self, message: bytes) -> None:
        whole = _encode(await self._fresh().snapshot())
        same = version_in(whole) == version_in(message)
        self.version = max(self.version, version_in(message))
        self.sent.append((message, whole if same else None))

    async def hear(self, watch: Watch) -> None:
        talk = TableTalk(self.window, watch)
        self.send(await talk.first())
        await Delivery(talk, self).run()


def version_in(message: bytes) -> int:
    return int(msgspec.json.decode(message).get("version", -1))


async def _overheard(of: str, seed: int, steps: int, **settings: Any) -> dict[str, Ear]:
    chance = random.Random(seed)
    async with trial(seed=seed) as t:
        table = await t.table(of, **settings)
        ears = {name: Ear(t, table, name) for name in _PEOPLE}
        watches = {name: t.cardroom.watchers.watch(table) for name in ears}
        hearing = [asyncio.create_task(ears[name].hear(watch)) for name, watch in watches.items()]
        for name, seat in _SEATS.items():
            await t.seated(table, name, seat)
        for _ in range(steps):
            who = ears[chance.choice(list(_SEATS))].window
            moves = [each for each in who.moves(who.running) if each["type"] != "leave"]
            if moves and chance.random() < 0.9:
                await who.requests.give(msgspec.convert(chance.choice(moves), AnyWish))
            else:
                t.clock.pass_(seconds=chance.choice((1, 40)))
            await t.looked_at(table)
            if chance.random() < 0.8:  # Otherwise several changes are sent as one.
                await t.until(lambda: all(each.is_up_to_date() for each in ears.values()))
        for watch in watches.values():
            watch.end()
        await asyncio.gather(*hearing)
        return ears


def overheard(
    of: str = "manual", seed: int = 1, steps: int = 60, **settings: Any
) -> dict[str, Ear]:
    """Play random rounds at an automated table, and record what five people are sent."""
    # In a separate thread: in browser tests this one already runs an event loop.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _overheard(of, seed, steps, **settings)).result()
