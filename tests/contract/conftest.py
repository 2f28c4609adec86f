"""Every test here runs once for each store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Store
from queenhigh.store.store_address import open_store
from tests.stores import new_postgres_address

KINDS = ("memory", "sqlite", "postgres")


def new_store(kind: str, folder: Path) -> Store:
    if kind == "memory":
        return MemoryStore()
    address = new_postgres_address() if kind == "postgres" else str(folder / "log.db")
    return open_store(address)


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = new_store(request.param, tmp_path)
    yield opened
    opened.close()
