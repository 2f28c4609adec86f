"""A real service for the tests that abuse it."""

import asyncio
from collections.abc import Iterator

import pytest

from queenhigh.client import Client
from queenhigh.faults.real_service import Served
from tests.reliability.raw import request, status

TABLES = [
    {"id": "classic", "house": "classic", "betting_seconds": 600, "decision_seconds": 600},
    {"id": "manual", "house": "manual", "betting_seconds": 600, "decision_seconds": 600},
]


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    service = Served(folder, str(folder / "room.db"), TABLES, login_limit=10_000)
    service.start()
    try:
        asyncio.run(service.ready())
        yield service
    finally:
        service.stop()


@pytest.fixture
def served(service: Served) -> Iterator[Served]:
    """The service, checked to be as healthy after the test as before."""
    yield service
    assert status(request(service, b"GET /ready HTTP/1.1", b"Host: localhost")) == 200
    assert "Exception in ASGI application" not in service.log.read_text("utf-8", "replace")


@pytest.fixture(scope="package")
def guest(service: Served) -> dict[str, str]:
    """The headers a guest's page sends to open a live connection."""

    async def come_in() -> dict[str, str]:
        async with Client(service.address) as client:
            await client.become_guest()
            return client._socket_headers()

    return asyncio.run(come_in())
