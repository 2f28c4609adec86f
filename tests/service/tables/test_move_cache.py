"""Legal moves that players in the same position share."""

import asyncio
from functools import partial

from queenhigh.service.tables.move_cache import KeptMoves
from queenhigh.service.tables.window import Window
from queenhigh.store.credentials import Person
from queenhigh.wire.requests import Move
from tests.service.rooms import NOON, trial


def test_players_in_the_same_position_share_their_moves() -> None:
    async def work() -> None:
        async with trial() as room:
            here, there = await room.table("classic"), await room.table("classic", id="other")
            await room.seated(here, "ann", 4)
            await room.seated(there, "ben", 4)
            windows = [
                Window(room.lobby, Person(name, name, "player", NOON), table)
                for name, table in (("ann", here), ("ben", there))
            ]
            ann, ben = (window.moves(window.running) for window in windows)
            assert {"place_wager", "leave"} <= {move["type"] for move in ann if move["seat"] == 4}
            assert ann is ben

    asyncio.run(work())


def test_the_oldest_are_dropped() -> None:
    kept, found = KeptMoves(), list[int]()

    def find(number: int) -> list[Move]:
        found.append(number)
        return []

    for number in (*range(5_000), 4_999, 0):
        kept.of(number, partial(find, number))
    assert found == [*range(5_000), 0]
