"""Reading and writing the rows of a group of batches, in few statements of many rows each.

Every command waits for these statements. They go directly to the driver: building them from the
schema each time took three times as long, and SQLAlchemy takes longer than the statements
themselves. SQLite gets one statement per table. PostgreSQL gets everything as one statement with
one JSON text, because sending a statement and waiting for its answer takes longer than executing
it.
"""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection

from .database import LOCK_LOG, LOG_LOCK, Database, Driver
from .landing import Act, Ground, Needed, needed
from .landing_channel import CHANNEL
from .log_rows import done
from .process_leases import LEASE_SECONDS, LeaseLost
from .records import Batch, Head, Snapshot

_Rows = Sequence[Sequence[Any]]  # The statement says of which types.
_LOG_HEAD = "SELECT count, seal FROM log_head"


class _Insert:
    """Rows for one table; the columns of PostgreSQL's whole numbers are named with a colon."""

    def __init__(self, table: str, columns: str, conflict: str = ""):
        self.table = table
        names = [name.removesuffix(":") for name in columns.split()]
        into = f"INSERT INTO {table} ({', '.join(names)})"
        self.sqlite = f"{into} VALUES ({', '.join('?' * len(names))}){conflict}"
        values = [
            f"CAST(r ->> {place} AS bigint)" if name.endswith(":") else f"r ->> {place}"
            for place, name in enumerate(columns.split())
        ]
        rows = f"landed, jsonb_array_elements(landed.rows -> '{table}') AS r"
        self.postgres = f"{into} SELECT {', '.join(values)} FROM {rows}{conflict}"


_INSERTS = (
    _Insert("records", "position: stream version: command asked event previous hash seal"),
    _Insert("postings", "position: leg: account cents:"),
    _Insert("commands", "position: id stream first: last: asked"),
    _Insert(
        "heads",
        "stream count: hash",
        " ON CONFLICT (stream) DO UPDATE SET count = excluded.count, hash = excluded.hash",
    ),
    _Insert(
        "balances",
        "account cents:",
        " ON CONFLICT (account) DO UPDATE SET cents = excluded.cents",
    ),
)


class _Found(NamedTuple):
    """What the group depends on, as read from the database."""

    log: tuple[()] | tuple[int, str]  # Count and seal.
    heads: _Rows
    balances: _Rows
    commands: _Rows


class GroupRows(ABC):
    """A transaction in which a group lands, on the driver's own connection.

    It begins and commits itself, unless it lands within the caller's transaction.
    """

    def __init__(self, driver: Driver, commit: Callable[[Driver], None] | None = None):
        self.driver, self.commit = driver, commit

    def ground(
        self, batches: Sequence[Batch], last: Ground | None = None, process: str = ""
    ) -> Ground:
        """Read what the group depends on, under the log's lock.

        `last` is the state after the last group, if nobody else has written since. Raises LeaseLost
        if `process` is given and has lost its lease.
        """
        heads, balances = (last.heads, last.balances) if last else ({}, {})
        found = self._read(needed(batches, heads, balances), last is None, process)
        heads.update((stream, Head(count, hash)) for stream, count, hash in found.heads)
        balances.update((account, cents) for account, cents in found.balances)
        known = {row[0]: done(*row) for row in found.commands}
        return Ground(last.log if last else Head(*found.log), heads, balances, known)

    def write(self, landed: Ground, notices: Collection[str] = ()) -> None:
        """Write what the group has added, commit, and notify others with the commit."""
        rows: dict[str, _Rows] = {}
        if landed.records:
            heads = [(stream, landed.heads[stream]) for stream in landed.grown]
            rows = {
                "records": landed.records,
                "postings": landed.legs,
                "commands": [_act(act) for act in landed.acts],
                "heads": [(stream, head.count, head.hash) for stream, head in heads],
                "balances": [(each, landed.balances[each]) for each in sorted(landed.moved)],
            }
        self._write(rows, landed, notices)

    @abstractmethod
    def _read(self, lacking: Needed, no_head: bool, process: str) -> _Found:
        """Look up what is lacking, under the log's lock."""

    @abstractmethod
    def _write(self, rows: dict[str, _Rows], landed: Ground, notices: Collection[str]) -> None:
        """Write the rows by table, the log's end and the snapshots, and commit."""


class _OnSqlite(GroupRows):
    """Nobody else serves the file: there are no leases and no notices."""

    def _read(self, lacking: Needed, no_head: bool, process: str) -> _Found:
        if self.commit:
            self.driver.execute("BEGIN IMMEDIATE")
        columns = "id, stream, first, last, asked"
        return _Found(
            self.driver.execute(_LOG_HEAD).fetchone() if no_head else (),
            self._known("stream, count, hash FROM heads WHERE stream", lacking.streams),
            self._known("account, cents FROM balances WHERE account", lacking.accounts),
            self._known(f"{columns} FROM commands WHERE id", lacking.commands),
        )

    def _known(self, query: str, names: Collection[str]) -> _Rows:
        """Look up any number of names with one constant statement, prepared only once."""
        if not names:
            return ()
        found = f"SELECT {query} IN (SELECT value FROM json_each(?))"
        rows: _Rows = self.driver.execute(found, (_json(list(names)),)).fetchall()
        return rows

    def _write(self, rows: dict[str, _Rows], landed: Ground, notices: Collection[str]) -> None:
        if rows:
            for into in _INSERTS:
                self.driver.executemany(into.sqlite, rows[into.table])
            head = landed.log.count, landed.log.hash
            self.driver.execute("UPDATE log_head SET count = ?, seal = ?", head)
        for each in landed.snapshots:
            self.driver.execute("INSERT INTO snapshots VALUES (?, ?, ?)", _snapshot(each))
        if self.commit:
            self.commit(self.driver)


class _OnPostgres(GroupRows):
    _READ = """SELECT
        (SELECT count(*) FROM processes WHERE id = %s),
        (SELECT json_build_array(count, seal) FROM log_head),
        (SELECT coalesce(json_agg(json_build_array(stream, count, hash)), '[]')
            FROM heads WHERE stream = ANY(%s)),
        (SELECT coalesce(json_agg(json_build_array(account, cents)), '[]')
            FROM balances WHERE account = ANY(%s)),
        (SELECT coalesce(json_agg(json_build_array(id, stream, first, last, asked)), '[]')
            FROM commands WHERE id = ANY(%s))"""
    _WRITE = f"""WITH landed AS (SELECT CAST(%s AS jsonb) AS rows),
        {", ".join(f"new_{into.table} AS ({into.postgres})" for into in _INSERTS)},
        new_log_head AS (
            UPDATE log_head SET count = CAST(landed.rows -> 'log_head' ->> 0 AS bigint),
                seal = landed.rows -> 'log_head' ->> 1 FROM landed)
        SELECT pg_notify('{CHANNEL}', notice)
            FROM landed, jsonb_array_elements_text(landed.rows -> 'notices') AS notice"""

    def _read(self, lacking: Needed, no_head: bool, process: str) -> _Found:
        with self.driver.pipeline():
            if self.commit:
                self.driver.execute("BEGIN")
            self.driver.execute(LOCK_LOG, (LOG_LOCK, str(int(LEASE_SECONDS * 1000))))
            names = [list(each) for each in (lacking.streams, lacking.accounts, lacking.commands)]
            found = self.driver.execute(self._READ, (process, *names))
        leases, *rows = found.fetchone()
        if process and not leases:
            raise LeaseLost(f"process {process} has lost its lease: nothing has landed")
        return _Found(*rows)

    def _write(self, rows: dict[str, _Rows], landed: Ground, notices: Collection[str]) -> None:
        with self.driver.pipeline():
            if rows:
                head = landed.log.count, landed.log.hash
                self.driver.execute(
                    self._WRITE, (_json({**rows, "log_head": head, "notices": notices}),)
                )
            for each in landed.snapshots:
                self.driver.execute("INSERT INTO snapshots VALUES (%s, %s, %s)", _snapshot(each))
            if self.commit:
                self.commit(self.driver)


@contextmanager
def landing(database: Database) -> Iterator[GroupRows]:
    """Land on the connection that is kept for it; roll back and give it up if anything fails."""
    with database.landing() as driver:
        if driver is None:  # There is only one connection, and it is the database.
            with database.writing() as connection:
                yield landing_in(connection)
        else:
            yield _rows_on(driver)(driver, database.commit)


def landing_in(connection: Connection) -> GroupRows:
    """Land in a transaction that changes other things too."""
    driver = connection.connection.driver_connection
    return _rows_on(driver)(driver)


def _rows_on(driver: Driver) -> type[GroupRows]:
    return _OnSqlite if isinstance(driver, sqlite3.Connection) else _OnPostgres


def _act(act: Act) -> tuple[object, ...]:
    done = act.done
    return act.position, done.command, done.stream, done.first, done.last, done.asked.decode()


def _snapshot(each: Snapshot) -> tuple[object, ...]:
    return each.stream, each.version, each.body


def _json(document: object) -> str:
    return msgspec.json.encode(document).decode()
