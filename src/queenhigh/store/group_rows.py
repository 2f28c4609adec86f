"""Reading and writing the rows of a group of batches: few statements, each for many rows.

Every command waits for these statements. They go to the driver as they are: building them from the
schema each time took three times as long, and SQLAlchemy takes longer than the statements. To
PostgreSQL all rows of a table go as one JSON text, and what does not depend on an answer goes
together in a pipeline: a row sent alone, or a wait for an answer, costs more than the statement.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection

from .database import LOCK_LOG, LOG_LOCK, Database
from .landing import Act, Ground, needed
from .landing_channel import CHANNEL
from .process_leases import LEASE_SECONDS, OF_PROCESS, LeaseLost
from .records import Batch, Head
from .rows import done

_Query = tuple[str, Sequence[object]]
_Rows = Sequence[Sequence[object]]

_LOG = "SELECT count, seal FROM log_head"
_KNOWN_HEADS = "SELECT stream, count, hash FROM heads WHERE stream IN (...)"
_KNOWN_BALANCES = "SELECT account, cents FROM balances WHERE account IN (...)"
_KNOWN_COMMANDS = "SELECT id, stream, first, last, asked FROM commands WHERE id IN (...)"
_LOG_HEAD = "UPDATE log_head SET count = ?, seal = ?"
_SNAPSHOTS = "INSERT INTO snapshots (stream, version, body) VALUES (?, ?, ?)"
_NOTIFY = "SELECT pg_notify(?, notice) FROM json_array_elements_text(CAST(? AS json)) AS notice"


class _Insert:
    """Rows for one table; the columns of PostgreSQL's whole numbers are named with a colon."""

    def __init__(self, table: str, columns: str, conflict: str = ""):
        names = [name.removesuffix(":") for name in columns.split()]
        into = f"INSERT INTO {table} ({', '.join(names)})"
        self.one = f"{into} VALUES ({', '.join('?' * len(names))}){conflict}"
        values = [
            f"CAST(r ->> {place} AS bigint)" if name.endswith(":") else f"r ->> {place}"
            for place, name in enumerate(columns.split())
        ]
        rows = "jsonb_array_elements(CAST(? AS jsonb)) AS r"
        self.all = f"{into} SELECT {', '.join(values)} FROM {rows}{conflict}"


_RECORDS = _Insert(
    "records", "position: stream version: command asked event previous hash seal"
)  # fmt: skip
_POSTINGS = _Insert("postings", "position: leg: account cents:")
_COMMANDS = _Insert("commands", "position: id stream first: last: asked")
_HEADS = _Insert(
    "heads",
    "stream count: hash",
    " ON CONFLICT (stream) DO UPDATE SET count = excluded.count, hash = excluded.hash",
)
_BALANCES = _Insert(
    "balances",
    "account cents:",
    " ON CONFLICT (account) DO UPDATE SET cents = excluded.cents",
)


class GroupRows(NamedTuple):
    """A transaction in which a group lands, on the driver's own connection."""

    driver: Any  # sqlite3.Connection or psycopg.Connection.
    begin: str = ""  # Goes with the first statements,
    commit: Callable[[Any], None] | None = None  # and this with the last; or SQLAlchemy does both.

    @property
    def is_sqlite(self) -> bool:
        return isinstance(self.driver, sqlite3.Connection)

    def ground(
        self, batches: Sequence[Batch], last: Ground | None = None, process: str = ""
    ) -> Ground:
        """Read what the group depends on, under the log's lock.

        `last` is what the last group led to, if nobody else has written since. Raises LeaseLost if
        `process` is given and has lost its lease.
        """
        heads, balances = (last.heads, last.balances) if last else ({}, {})
        lacking = needed(batches, heads, balances)
        leases, log, streams, accounts, commands = self._rows(
            (OF_PROCESS, (process,)) if process else None,
            None if last else (_LOG, ()),
            self._known(_KNOWN_HEADS, lacking.streams),
            self._known(_KNOWN_BALANCES, lacking.accounts),
            self._known(_KNOWN_COMMANDS, lacking.commands),
        )
        if process and not leases:
            raise LeaseLost(f"process {process} has lost its lease: nothing has landed")
        heads.update((stream, Head(count, hash)) for stream, count, hash in streams)
        balances.update(accounts)
        known = {row[0]: done(*row) for row in commands}
        return Ground(last.log if last else Head(*log[0]), heads, balances, known)

    def write(self, landed: Ground, notices: Collection[str] = ()) -> None:
        """Write what the group has added, and notify others when it commits."""
        with self._pipelined():
            if landed.records:
                self._insert(_RECORDS, landed.records)
                self._insert(_POSTINGS, landed.legs)
                self._insert(_COMMANDS, [_act(act) for act in landed.acts])
                heads = [(stream, landed.heads[stream]) for stream in landed.grown]
                self._insert(_HEADS, [(stream, head.count, head.hash) for stream, head in heads])
                moved = [(account, landed.balances[account]) for account in sorted(landed.moved)]
                self._insert(_BALANCES, moved)
                self._do(_LOG_HEAD, (landed.log.count, landed.log.hash))
                for each in landed.snapshots:
                    self._do(_SNAPSHOTS, (each.stream, each.version, each.body))
            if notices:
                self._do(_NOTIFY, (CHANNEL, _json(notices)))
            if self.commit:
                self.commit(self.driver)

    def _known(self, query: str, names: Collection[str]) -> _Query | None:
        """Look up any number of names with one constant statement, prepared only once."""
        if not names:
            return None
        if self.is_sqlite:
            return query.replace("(...)", "(SELECT value FROM json_each(?))"), (_json(names),)
        return query.replace("IN (...)", "= ANY(?)"), (list(names),)

    def _rows(self, *queries: _Query | None) -> list[Sequence[Any]]:
        """Begin, and return the answer to each query; an empty one for None."""
        with self._pipelined():
            if self.begin:
                self._do(self.begin)
            if not self.is_sqlite:
                self._do(LOCK_LOG, (LOG_LOCK, str(int(LEASE_SECONDS * 1000))))
            cursors = [self._do(*query) if query is not None else None for query in queries]
        return [() if cursor is None else cursor.fetchall() for cursor in cursors]

    def _insert(self, into: _Insert, rows: _Rows) -> None:
        if not rows:
            return
        if self.is_sqlite:
            self.driver.executemany(into.one, rows)
        else:
            self._do(into.all, (_json(rows),))

    def _do(self, statement: str, values: Sequence[object] = ()) -> Any:
        marked = statement if self.is_sqlite else statement.replace("?", "%s")
        return self.driver.execute(marked, values)

    def _pipelined(self) -> AbstractContextManager[object]:
        """Collect PostgreSQL's answers together at the end."""
        pipeline: AbstractContextManager[object] = (
            nullcontext() if self.is_sqlite else self.driver.pipeline()
        )
        return pipeline


@contextmanager
def landing(database: Database) -> Iterator[GroupRows]:
    """Land on the connection that is kept for it; roll back and give it up if anything fails."""
    with database.landing() as driver:
        if driver is None:  # There is only one connection, and it is the database.
            with database.writing() as connection:
                yield landing_in(connection)
        else:
            sqlite = isinstance(driver, sqlite3.Connection)
            yield GroupRows(driver, "BEGIN IMMEDIATE" if sqlite else "BEGIN", database.commit)


def landing_in(connection: Connection) -> GroupRows:
    """Land in a transaction in which other things are changed too."""
    return GroupRows(connection.connection.driver_connection)


def _act(act: Act) -> tuple[object, ...]:
    done = act.done
    return act.position, done.command, done.stream, done.first, done.last, done.asked.decode()


def _json(rows: Collection[object]) -> str:
    return msgspec.json.encode(rows if isinstance(rows, list) else list(rows)).decode()
