"""A client that asks too often has to wait, live and over HTTP; one that plays does not."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queenhigh.client import Client, LiveTable
from queenhigh.client.reconnection import Connection
from queenhigh.faults.real_service import Served
from queenhigh.service.config import Config
from tests.reliability.conftest import TABLES
from tests.reliability.raw import RawSocket, frame

BURST = 12  # At 60 a minute.
SENT = 40
ROUNDS = 12


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path, str(tmp_path / "room.db"), TABLES, rate_limit=5 * BURST)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def ordinary(tmp_path: Path) -> Iterator[Served]:
    usual = Config().rate_limit
    served = Served(tmp_path, str(tmp_path / "room.db"), TABLES, rate_limit=usual)
    served.start()
    yield served
    served.stop()


def test_a_flood_of_commands_is_refused_by_name_and_the_connection_stays(strict: Served) -> None:
    async def come_in() -> dict[str, str]:
        await strict.ready()
        async with Client(strict.address) as client:
            await client.become_guest()
            return client._socket_headers()

    with RawSocket(strict, "classic", asyncio.run(come_in())) as connection:
        assert json.loads(connection.receive()[1])["type"] == "snapshot"
        flood = b"".join(command(f"sit-{number}") for number in range(SENT))
        connection.send(flood)
        answers = [told(connection) for _ in range(SENT)]
    assert [each["id"] for each in answers] == [f"sit-{number}" for number in range(SENT)]
    refused = [each for each in answers if each.get("code") == "request/too_many"]
    assert 0 < len(refused) < SENT
    assert refused[-1]["message"] == "Too many requests: wait 1 s."


def command(identity: str) -> bytes:
    wish = {"type": "sit", "seat": 99, "id": identity}  # There is no such seat.
    return frame(json.dumps({"type": "command", "command": wish}).encode())


def told(connection: RawSocket) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(connection.receive()[1])
    assert message["type"] == "refused"
    return message


class Overheard:
    """A connection, and the codes of all refusals received on it."""

    def __init__(self, connection: Connection, codes: list[str]) -> None:
        self._connection, self._codes = connection, codes

    async def send(self, text: str) -> None:
        await self._connection.send(text)

    async def receive(self) -> str | bytes:
        text = await self._connection.receive()
        message = json.loads(text)
        if message["type"] == "refused":
            self._codes.append(message["code"])
        return text

    async def close(self) -> None:
        await self._connection.close()


def test_a_player_as_quick_as_the_table_is_not_refused(ordinary: Served) -> None:
    codes: list[str] = []

    async def work() -> None:
        await ordinary.ready()
        async with Client(ordinary.address) as client:
            guest = await client.become_guest()

            async def connect(after: int | None) -> Connection:
                return Overheard(await client.connect("classic", after), codes)

            names = iter(f"play-{number}" for number in range(1_000))
            async with LiveTable("classic", guest.name, connect, lambda: next(names)) as table:
                await table.start()
                await table.sit(1)
                await table.buy_in(1, 50_000)
                for _ in range(ROUNDS):
                    await play_a_round(table)

    asyncio.run(work())
    assert codes == []


async def play_a_round(table: LiveTable) -> None:
    number = table.view.round
    await table.until(lambda live: live.view.phase == "betting", 180)
    await table.bet(1, "ante", 500)
    await table.bet(1, "pair_plus", 500)
    await table.give("announce_no_more_bets")
    await table.until(lambda live: live.view.next_to_decide == 1, 180)
    await table.play(1)
    await table.until(lambda live: live.view.round != number, 180)
