"""A small room, played and closed, as a database and as an export; intact, or tampered with."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from queenhigh.store.audit import verify
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.export import export
from queenhigh.store.findings import Report
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Batch, Landed, Store
from queenhigh.store.sample import room
from queenhigh.store.store_address import open_store, open_to_read
from tests.store.store_evidence import StoreEvidence

HOUSES = ("classic", "manual")


def landed(store: Store, batches: list[Batch]) -> None:
    assert all(isinstance(landing, Landed) for landing in store.land(batches))


@cache
def whole_database() -> bytes:
    """A small room, closed, as one file."""
    with TemporaryDirectory() as folder:
        store = open_store(f"{folder}/log.db")
        landed(store, room(*HOUSES, rounds=1))
        store.close()
        return Path(folder, "log.db").read_bytes()


@cache
def whole_export() -> bytes:
    store, out = MemoryStore(), BytesIO()
    landed(store, room(*HOUSES, rounds=1))
    export(StoreEvidence(store), out, datetime(2026, 1, 6, tzinfo=UTC))
    return out.getvalue()


def audited(file: Path) -> Report:
    database = open_to_read(str(file))
    try:
        with database.reading() as connection:
            return verify(DatabaseEvidence(connection, "the database"))
    finally:
        database.close()


def tampered(change: Callable[[sqlite3.Connection], object]) -> Report:
    with TemporaryDirectory() as folder:
        file = Path(folder, "log.db")
        file.write_bytes(whole_database())
        connection = sqlite3.connect(file)
        connection.text_factory = bytes
        change(connection)
        connection.commit()
        connection.close()
        return audited(file)


def kinds(report: Report) -> set[str]:
    return {finding.kind for finding in report.findings}
