"""A bet from its incoming message to the posting: the functions it passes, none twice."""

import asyncio
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import pytest

import queenhigh
from queenhigh.service.tables.table_talk import TableTalk
from queenhigh.service.tables.window import Window
from queenhigh.store.credentials import Person
from queenhigh.store.writer import Writer
from queenhigh.wagers.opening import are_allowed_singly
from queenhigh.wire.messages import Answered
from tests.service.rooms import NOON, Trial, trial

PACKAGE = str(Path(queenhigh.__file__).parent)
MOST = 60  # Named functions, for a player who has bet before.


class Calls:
    """Counts calls of the package's functions until the batch reaches the writer."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "return" and code is Writer.submit.__code__:
            sys.setprofile(None)
        own = code.co_filename.startswith(PACKAGE) and not code.co_name.startswith("<")
        if event == "call" and own:
            self.counted[code.co_qualname] += 1

    def __enter__(self) -> "Calls":
        sys.setprofile(self)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)


def _bet(cents: int) -> str:
    bet = '"type":"place_wager","seat":4,"wager":"ante"'
    return f'{{"type":"command","command":{{{bet},"id":"bet-{cents}","amount":{cents}}}}}'


async def _counted(room: Trial, of: str) -> Counter[str]:
    table = await room.table(of)
    await room.seated(table)
    window = Window(room.lobby, Person("ann", "Ann", "player", NOON), table)
    watch = room.cardroom.watchers.watch(table)
    talk = TableTalk(window, watch)
    await talk.hear(_bet(500))
    await room.looked_at(table)
    are_allowed_singly.cache_clear()  # As if nobody had bet this amount here before.
    with Calls() as calls:
        await talk.hear(_bet(1_000))
    answers = [each for each in watch._waiting if isinstance(each, Answered)]
    assert [each.id for each in answers] == ["bet-500", "bet-1000"]
    watch.end()
    return calls.counted


@pytest.mark.parametrize("of", ["classic", "manual"])  # Without a meter, and with one.
def test_a_bet_is_evolved_once_and_posted_once(of: str) -> None:
    async def work() -> Counter[str]:
        async with trial() as room:
            return await _counted(room, of)

    counted = asyncio.run(work())
    assert counted["evolve"] == 1
    assert counted["transfers"] == 1
    assert counted["postings_of"] == 1
    assert counted["Writer.submit"] == 1
    assert len(counted) <= MOST
