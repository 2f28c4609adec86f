"""A bet from its arrival to the posting: how many functions it passes, and nothing done twice."""

import asyncio
import sys
import threading
from collections import Counter
from pathlib import Path
from types import FrameType

import msgspec

import queenhigh
from queenhigh.service.room import Answer
from queenhigh.table import commands as c
from queenhigh.table.events import WagerPlaced

from .rooms import trial

PACKAGE = str(Path(queenhigh.__file__).parent)
# Functions with a name of their own, of a house whose citations are known already. The rest are
# the rules of betting, in `wagers` and `house`, and the table.
MOST, MOST_OF_THE_SERVICE = 136, 41


class Calls:
    """Counts the calls of the package's functions, in every thread that starts meanwhile."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()
        self.functions: set[tuple[str, str]] = set()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE):
            self.counted[code.co_name] += 1
            if not code.co_name.startswith("<"):
                folder = code.co_filename.removeprefix(PACKAGE).split("/")[1]
                self.functions.add((folder, code.co_qualname))

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
            first = c.PlaceWager(by="player:ann", at=room.clock(), seat=4, wager="ante", amount=500)
            assert isinstance(await room.give(table, first), Answer)
            watch = room.cardroom.watch(table)
            with calls:
                answer = await room.give(table, msgspec.structs.replace(first, amount=1_000))
            assert isinstance(answer, Answer)
            assert [type(event) for event in answer.events] == [WagerPlaced]
            assert await watch.next() is answer.news
            watch.end()

    asyncio.run(bet())
    assert calls.counted["evolve"] == 1
    assert calls.counted["postings_of"] == 1
    assert len(calls.functions) <= MOST
    assert sum(folder == "service" for folder, _ in calls.functions) <= MOST_OF_THE_SERVICE
