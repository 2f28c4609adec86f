"""A bet from its arrival to the posting: each event is evolved once and posted once."""

import asyncio
import sys
import threading
from collections import Counter
from pathlib import Path
from types import FrameType

import queenhigh
from queenhigh.service.room import Answer
from queenhigh.table import commands as c
from queenhigh.table.events import WagerPlaced

from .rooms import trial

PACKAGE = str(Path(queenhigh.__file__).parent)


class Calls:
    """Counts the calls of the package's functions, in every thread that starts meanwhile."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE):
            self.counted[code.co_name] += 1

    def __enter__(self) -> "Calls":
        threading.setprofile(self)
        sys.setprofile(self)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)


def test_a_bet_is_evolved_once_and_posted_once() -> None:
    calls = Calls()

    async def bet() -> None:
        async with trial() as room:
            table = await room.table()
            await room.seated(table)
            watch = room.cardroom.watch(table)
            wish = c.PlaceWager(by="player:ann", at=room.clock(), seat=4, wager="ante", amount=500)
            with calls:
                answer = await room.give(table, wish)
            assert isinstance(answer, Answer)
            assert [type(event) for event in answer.events] == [WagerPlaced]
            assert await watch.next() is answer.news
            watch.end()

    asyncio.run(bet())
    assert calls.counted["evolve"] == 1
    assert calls.counted["postings_of"] == 1
