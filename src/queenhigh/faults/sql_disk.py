"""The real SQL store in the simulation, on a disk that fails and connections that drop.

A fault strikes at the commit: before it, so that the store itself rolls the transaction back; or
after it, so that what landed is answered by an error. On SQLite it is an I/O error, on PostgreSQL
the connection is gone.
"""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any

from ..store.database import Driver
from ..store.sql import SqlStore
from ..store.store_address import open_store


def failing_store(address: str) -> "tuple[SqlStore, CommitFaults]":
    store = open_store(address)
    return store, CommitFaults(store)


class CommitFaults:
    def __init__(self, store: SqlStore) -> None:
        self.next: str | None = None  # Fault of the next commit: before, after, or none.
        self.struck = 0
        database: Any = store.database  # Its methods are replaced.
        self._sqlite = database.is_sqlite
        dialect = database.engine.dialect
        dialect.do_commit = partial(self._committed, dialect.do_commit)
        database.commit = partial(self._committed, database.commit)

    def _committed(self, commit: Callable[[object], None], connection: object) -> None:
        fault, self.next = self.next, None
        if fault == "before":
            self._strike(connection)
        commit(connection)
        if fault == "after":
            self._strike(connection)

    def _strike(self, connection: object) -> None:
        self.struck += 1
        if self._sqlite:
            raise sqlite3.OperationalError("disk I/O error")
        import psycopg

        driver: Driver = getattr(connection, "driver_connection", connection)
        with driver.pipeline() as pipeline:
            pipeline.sync()  # What was sent before has arrived.
        driver.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")
