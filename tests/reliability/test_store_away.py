"""A full disk, a locked file, a database that goes away: the caller learns of it, nothing is
lost, and play resumes when it is over.
"""

import asyncio
import json
import resource
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from queenhigh.client import Answer, Client, LiveTable, Unreachable
from queenhigh.faults.real_service import Served
from queenhigh.store.audit import verify
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.sql import SqlStore
from queenhigh.store.store_address import open_to_read
from tests.patience import until
from tests.postgres import running_postgres
from tests.reliability.raw import RawSocket, frame

TABLES = [{"id": "classic", "house": "classic", "betting_seconds": 600, "decision_seconds": 600}]
SECONDS = 180.0
A_PAGE = 4_096  # Less than SQLite's smallest write.


class Room:
    """A player at a table of a real service, and the service's readiness."""

    def __init__(self, served: Served, client: Client, table: LiveTable, http: httpx.AsyncClient):
        self.served, self.client, self.table, self.http = served, client, table, http

    async def ready(self) -> None:
        """Wait until the service reports that it is ready."""

        async def is_ready() -> bool:
            return (await self.http.get("/ready")).status_code == 200

        await until(is_ready, SECONDS)

    async def not_ready(self, says: str) -> None:
        """Wait until the service reports that it is not ready, and why.

        On a busy machine the first reason may be another: that checking takes too long.
        """
        told: dict[str, Any] = {}

        async def says_so() -> bool:
            nonlocal told
            answer = await self.http.get("/ready")
            told = answer.json() if answer.status_code == 503 else {}
            return told.get("message") == says

        try:
            await until(says_so, SECONDS)
        except TimeoutError:
            pytest.fail(f"it says {told or 'that it is ready'}, and not: {says}")
        assert told["code"] == "service/unavailable"

    async def bet(self, identity: str, cents: int) -> int:
        """Bet without the live connection; return the resulting version."""
        wish = {"type": "place_wager", "seat": 1, "wager": "ante", "amount": cents}
        return (await self.client.give("classic", wish, identity=identity)).version

    def betting(self, identity: str, cents: int) -> "asyncio.Task[Answer]":
        """Bet over the live connection, which resends as long as necessary."""
        wish = {"type": "place_wager", "seat": 1, "wager": "ante", "amount": cents}
        return asyncio.create_task(self.table.give(wish, identity=identity, seconds=SECONDS))

    async def play_a_round(self) -> None:
        table = self.table
        number = table.view.round
        await table.give("announce_no_more_bets", seconds=SECONDS)
        await table.until(lambda live: live.view.next_to_decide == 1, SECONDS)
        await table.give("play", seat=1, seconds=SECONDS)
        await table.until(lambda live: live.view.round != number, SECONDS)


def run(folder: Path, database: str, work: Callable[[Room], Awaitable[None]]) -> None:
    """Do the work, then prove the log it left."""

    async def alone() -> None:
        served = Served(folder, database, TABLES, log_level="error")
        served.start()
        try:
            await served.ready()
            async with (
                httpx.AsyncClient(
                    base_url=served.address, trust_env=False, timeout=SECONDS
                ) as http,
                Client(served.address, patience=0) as client,
            ):
                await client.become_guest()
                async with await client.table("classic") as table:
                    await table.sit(1)
                    await table.buy_in(1, 50_000)
                    await work(Room(served, client, table, http))
        finally:
            assert served.stop() == 0

    asyncio.run(alone())
    prove(database)


def prove(database: str) -> None:
    opened = open_to_read(database)
    try:
        with opened.reading() as connection:
            report = verify(DatabaseEvidence(connection, opened.name))
        assert report.findings == []
        assert sum(SqlStore(opened).balances().values()) == 0
    finally:
        opened.close()


def refused(watching: RawSocket) -> Any:
    """Return the answer to a command on a live connection, which stays open."""
    wish = {"type": "place_wager", "seat": 1, "wager": "ante", "amount": 800, "id": "watching"}
    watching.send(frame(json.dumps({"type": "command", "command": wish}).encode()))
    while (told := json.loads(watching.receive()[1]))["type"] != "refused":
        assert told["type"] in ("snapshot", "change")
    watching.send(frame(b'{"type":"ping"}'))
    assert json.loads(watching.receive()[1])["type"] == "pong"
    return told


async def go_away_and_come_back(
    room: Room, goes: Callable[[], None], comes: Callable[[], None], says: str
) -> None:
    before = await room.bet("before", 500)
    with RawSocket(room.served, "classic", room.client._socket_headers()) as watching:
        goes()
        with pytest.raises(Unreachable, match="service/unavailable"):
            await room.bet("meanwhile", 600)
        assert refused(watching)["code"] == "service/unavailable"
    await room.not_ready(says)
    assert (await room.http.get("/health")).status_code == 200
    live = room.betting("live", 700)
    await until(lambda: "live" in room.table._pending)
    comes()
    await room.ready()
    landed = (await live).version
    assert landed > before
    after = max(landed, room.table.version)  # The answer may arrive before the change it is about.
    again = await room.bet("meanwhile", 600)
    assert before < again <= after + 1
    assert await room.bet("meanwhile", 600) == again
    assert await room.bet("before", 500) == before
    await room.table.until(lambda live: live.version >= again, SECONDS)
    await room.play_a_round()


def test_a_full_disk_is_reported_and_play_resumes_when_there_is_room(tmp_path: Path) -> None:
    """Simulated by a limit on file sizes: no file of the process may grow any further."""
    database = tmp_path / "room.db"

    def limited(room: Room, size: int) -> None:
        for worker in room.served.workers():
            resource.prlimit(worker, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    async def work(room: Room) -> None:
        assert room.served.log.stat().st_size < A_PAGE  # Too small to hit the limit.
        await go_away_and_come_back(
            room,
            lambda: limited(room, A_PAGE),
            lambda: limited(room, resource.RLIM_INFINITY),
            "The database cannot be written to: the disk fails.",
        )

    run(tmp_path, str(database), work)


@pytest.mark.parametrize("at_once", [False, True], ids=["stopped", "fallen"])
def test_a_lost_postgres_is_reported_and_play_resumes_when_it_is_back(
    tmp_path: Path, at_once: bool
) -> None:
    with running_postgres(durable=at_once) as server:

        async def work(room: Room) -> None:
            await go_away_and_come_back(
                room,
                lambda: server.stop(at_once=at_once),
                server.start,
                "The database does not answer.",
            )

        run(tmp_path, server.new_database(), work)


def test_a_file_locked_by_another_process_is_reported_and_waited_for(tmp_path: Path) -> None:
    database = str(tmp_path / "room.db")

    async def work(room: Room) -> None:
        other = sqlite3.connect(database, isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
            live = room.betting("live", 700)
            await room.not_ready("The database takes too long to write.")
            other.execute("ROLLBACK")
        finally:
            other.close()
        version = (await live).version
        await room.ready()
        assert await room.bet("live", 700) == version
        await room.play_a_round()

    run(tmp_path, database, work)
