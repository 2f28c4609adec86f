"""The real service killed under load: `queenhigh crash-test` does the same hundreds of times."""

import asyncio
from pathlib import Path

import pytest

from queenhigh.faults.crash_test import Crashing, CrashPlan, CrashReport
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
