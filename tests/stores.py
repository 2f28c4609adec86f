"""Stores to test with, and batches to land in them."""

import atexit
from concurrent.futures import Future
from contextlib import ExitStack
from functools import cache
from typing import Any

from queenhigh.money.posting import Posting
from queenhigh.store.chain import canonical
from queenhigh.store.database import open_database
from queenhigh.store.migration import migrate
from queenhigh.store.records import Batch, Fact, Landing
from queenhigh.store.writer import Writer
from tests.postgres import Server, running_postgres


@cache
def shared_postgres() -> Server:
    """Start one server for this process's whole run; each test takes its own database."""
    held = ExitStack()
    server = held.enter_context(running_postgres())
    atexit.register(held.close)
    return server


@cache
def _migrated_template() -> str:
    address = shared_postgres().new_database()
    database = open_database(address)
    migrate(database)
    database.close()
    return address.partition("?")[0].rpartition("/")[2]


def new_postgres_address() -> str:
    return shared_postgres().new_database(_migrated_template())


def event(**fields: Any) -> bytes:
    return canonical({"type": "noted", **fields})


def fact(*postings: tuple[str, int], **fields: Any) -> Fact:
    return Fact(event(**fields), tuple(Posting(*each) for each in postings))


def batch(
    stream: str,
    expected: int,
    command: str,
    *facts: Fact,
    asked: bytes | None = None,
    stands: dict[str, int] | None = None,
    snapshot: bytes | None = None,
    leans: dict[str, int] | None = None,
) -> Batch:
    return Batch(
        stream,
        expected,
        command,
        canonical({"type": "note", "id": command}) if asked is None else asked,
        facts or (fact(),),
        tuple(Posting(*each) for each in (stands or {}).items()),
        snapshot,
        tuple((leans or {}).items()),
    )


def submitted(writer: Writer, batch: Batch) -> Future[Landing]:
    """Submit a batch and return its future landing, for tests that wait for it."""
    future: Future[Landing] = Future()

    def tell(landing: Landing | Exception) -> None:
        if isinstance(landing, Exception):
            future.set_exception(landing)
        else:
            future.set_result(landing)

    writer.submit(batch, tell)
    return future
