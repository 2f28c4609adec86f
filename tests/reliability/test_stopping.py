"""A service told to stop finishes, says goodbye and ends; and it ends in any case."""

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from queenhigh.client import Client
from queenhigh.faults.real_service import Served
from tests.reliability.raw import CLOSE, RawSocket, frame

WATCHING = 12
KILLED = "did not stop in time"


def run(folder: Path, work: Callable[[Served, Client], Awaitable[None]]) -> None:
    async def with_service() -> None:
        service = Served(folder, str(folder / "room.db"))
        service.start()
        try:
            await service.ready()
            async with Client(service.address) as client:
                await client.become_guest()
                await work(service, client)
        finally:
            service.stop()

    asyncio.run(with_service())


def last_words(connection: RawSocket) -> tuple[list[str], int]:
    """Return the types of the last messages, and the close code."""
    kinds = []
    while (received := connection.receive())[0] != CLOSE:
        kinds.append(json.loads(received[1])["type"])
    return kinds, int.from_bytes(received[1][:2], "big")


def test_viewers_get_a_goodbye_and_work_in_progress_is_finished(tmp_path: Path) -> None:
    async def work(service: Served, client: Client) -> None:
        headers = client._socket_headers()
        watching = [RawSocket(service, "classic", headers) for _ in range(WATCHING)]
        for number, connection in enumerate(watching):
            connection.receive()
            wish = {"type": "sit", "seat": 3, "id": f"sit-{number}"}
            connection.send(frame(json.dumps({"type": "command", "command": wish}).encode()))
        assert await asyncio.to_thread(service.stop) == 0
        for connection in watching:
            with connection:
                kinds, code = last_words(connection)
            assert (kinds[-1], code) == ("bye", 1012)
        assert KILLED not in service.said()
        assert not (tmp_path / "room.db-wal").exists()  # The database was closed.

    run(tmp_path, work)


def test_a_table_comes_back_where_it_was(tmp_path: Path) -> None:
    async def work(service: Served, client: Client) -> None:
        async with await client.table("classic") as table:
            await table.sit(3)
            assert await asyncio.to_thread(service.stop) == 0
            service.start()
            await table.until(lambda live: live.connections == 2, 180)
            assert table.own_seats[0].seat == 3
            await table.buy_in(3, 10_000)

    run(tmp_path, work)


def test_a_signal_to_one_process_alone_lets_it_finish_too(tmp_path: Path) -> None:
    """As a supervisor does that signals all of them; another process takes its place."""

    async def work(service: Served, client: Client) -> None:
        with RawSocket(service, "classic", client._socket_headers()) as connection:
            connection.receive()
            (worker,) = service.workers()
            os.kill(worker, signal.SIGTERM)
            assert last_words(connection)[1] == 1012
        await service.ready()

    run(tmp_path, work)


@pytest.mark.exhaustive  # Takes as long as a process is given to stop.
def test_a_hanging_process_is_ended_anyway(tmp_path: Path) -> None:
    async def work(service: Served, client: Client) -> None:
        (worker,) = service.workers()
        os.kill(worker, signal.SIGSTOP)
        assert await asyncio.to_thread(service.stop) == 0
        assert KILLED in service.said()
        assert (tmp_path / "room.db-wal").exists()

    run(tmp_path, work)
