"""The real service killed under load; `queenhigh crash-test` does it hundreds of times."""

import asyncio
from pathlib import Path

import pytest

from queenhigh import __version__
from queenhigh.faults.crash_test import Crashing, CrashPlan, CrashReport
from queenhigh.faults.real_service import DidNotStart, Served
from queenhigh.faults.service_forks import Nursery
from tests.stores import new_postgres_address

KILLS = 10


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
def test_on_postgres_with_two_processes_nothing_acknowledged_is_lost_either(tmp_path: Path) -> None:
    check(crash(tmp_path, new_postgres_address(), seed=2, workers=2))


def test_a_process_from_the_nursery_says_when_it_has_ended(tmp_path: Path) -> None:
    log, nursery = tmp_path / "said", Nursery()
    try:
        told = nursery.start(["--version"], log)
        told.wait(timeout=180)
        assert told.poll() is not None
        assert __version__ in log.read_text()
    finally:
        nursery.close()


def test_a_service_ends_with_its_nursery(tmp_path: Path) -> None:
    nursery = Nursery()
    service = Served(tmp_path, str(tmp_path / "room.db"), nursery=nursery)
    service.start()
    nursery.close()
    assert service._process is not None
    service._process.wait(timeout=180)
    assert not service.runs


def test_a_service_that_has_ended_is_not_killed(tmp_path: Path) -> None:
    nursery = Nursery()
    service = Served(tmp_path, str(tmp_path / "no" / "room.db"), nursery=nursery)
    try:
        service.start()
        with pytest.raises(DidNotStart, match="there is no folder"):
            asyncio.run(service.ready())
        assert not service.runs
        assert service.kill("both") == 0
    finally:
        nursery.close()
