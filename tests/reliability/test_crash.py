"""The real service killed under load: `queenhigh crash-test` does the same hundreds of times."""

import asyncio
from pathlib import Path

import pytest

from queenhigh.cli.reliability.crash import Crashing, CrashPlan, CrashReport
from queenhigh.cli.reliability.served import Served
from queenhigh.client import Client
from tests.stores import new_postgres_address

KILLS = 3


def crash(folder: Path, database: str, seed: int, workers: int = 1) -> CrashReport:
    plan = CrashPlan(database, KILLS, seed, workers)
    return asyncio.run(Crashing(plan, folder).run())


def check(report: CrashReport) -> None:
    assert report.findings == []
    assert report.kills == KILLS
    assert report.acknowledged > 20
    assert report.rounds > 0


@pytest.mark.exhaustive
def test_on_sqlite_nothing_acknowledged_is_lost_and_play_goes_on(tmp_path: Path) -> None:
    check(crash(tmp_path, str(tmp_path / "room.db"), seed=1))


@pytest.mark.exhaustive
def test_on_postgres_with_two_processes_too(tmp_path: Path) -> None:
    check(crash(tmp_path, new_postgres_address(), seed=2, workers=2))


def test_a_service_that_is_told_to_stop_stops_at_once(tmp_path: Path) -> None:
    """With people at its tables; and it comes back where it was."""

    async def work() -> None:
        service = Served(tmp_path, str(tmp_path / "room.db"))
        service.start()
        try:
            await service.ready()
            async with Client(service.address) as client:
                await client.become_guest()
                async with await client.table("classic") as table:
                    await table.sit(3)
                    began = asyncio.get_running_loop().time()
                    assert await asyncio.to_thread(service.stop) == 0
                    assert asyncio.get_running_loop().time() - began < 8
                    service.start()
                    await table.until(lambda live: live.connections == 2, 30)
                    assert table.own_seats[0].seat == 3
                    await table.buy_in(3, 10_000)
        finally:
            service.stop()

    asyncio.run(work())
