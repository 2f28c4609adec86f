"""A real service for the tests of the client."""

import asyncio
from collections.abc import Iterator

import pytest

from queenhigh.faults.real_service import Served

TABLES = [
    {"id": "classic", "house": "classic", "betting_seconds": 600, "decision_seconds": 600},
    {"id": "manual", "house": "manual", "betting_seconds": 600, "decision_seconds": 600},
]


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("service")
    served = Served(folder, str(folder / "room.db"), TABLES, login_limit=10_000)
    served.start()
    try:
        asyncio.run(served.ready())
        yield served
    finally:
        served.stop()
