"""Reading and writing the rows of a group of batches: few statements, each for many rows.

Every command waits for these statements. They go to the driver as they are: building them from the
schema each time took three times as long, and bypassing SQLAlchemy saves more time than the
statements take. On PostgreSQL, statements that do not depend on each other go together in a
pipeline: each wait for an answer costs more than the statement.
"""

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import msgspec
from sqlalchemy import Connection

from .landing import Act, Ground, Needed
from .process_leases import OF_PROCESS, LeaseLost
from .records import Head
from .rows import done

_Query = tuple[str, tuple[object, ...]]
_MOST_REMEMBERED = 200_000  # Streams and accounts.

_LOG = "SELECT count, seal FROM log_head"
_KNOWN_HEADS = "SELECT stream, count, hash FROM heads WHERE stream IN (...)"
_KNOWN_BALANCES = "SELECT account, cents FROM balances WHERE account IN (...)"
_KNOWN_COMMANDS = "SELECT id, stream, first, last, asked FROM commands WHERE id IN (...)"
_RECORDS = (
    "INSERT INTO records"
    " (position, stream, version, command, asked, event, previous, hash, seal)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_POSTINGS = "INSERT INTO postings (position, leg, account, cents) VALUES (?, ?, ?, ?)"
_COMMANDS = (
    "INSERT INTO commands (position, id, stream, first, last, asked) VALUES (?, ?, ?, ?, ?, ?)"
)
_HEADS = (
    "INSERT INTO heads (stream, count, hash) VALUES (?, ?, ?)"
    " ON CONFLICT (stream) DO UPDATE SET count = excluded.count, hash = excluded.hash"
)
_BALANCES = (
    "INSERT INTO balances (account, cents) VALUES (?, ?)"
    " ON CONFLICT (account) DO UPDATE SET cents = excluded.cents"
)
_LOG_HEAD = "UPDATE log_head SET count = ?, seal = ?"
_SNAPSHOTS = "INSERT INTO snapshots (stream, version, body) VALUES (?, ?, ?)"


class Remembered:
    """State known to the only writer of a log without a query, from its own last write."""

    def __init__(self) -> None:
        self.log: Head | None = None
        self.heads: dict[str, Head] = {}
        self.balances: dict[str, int] = {}

    def forget(self) -> None:
        """Discard it all after anything that may have changed the state."""
        self.log = None
        self.heads.clear()
        self.balances.clear()

    def remember(self, landed: Ground) -> None:
        if len(self.heads) + len(self.balances) > _MOST_REMEMBERED:
            self.forget()
        self.log = landed.log
        self.heads.update(landed.heads)
        self.balances.update(landed.balances)


def ground(
    connection: Connection, needed: Needed, remembered: Remembered, process: str = ""
) -> Ground:
    """Read what the group needs. Raises LeaseLost if `process` is given and has lost its lease."""
    heads, balances = remembered.heads, remembered.balances
    new_streams = needed.streams - heads.keys()
    new_accounts = needed.accounts - balances.keys()
    leases, log, streams, accounts, commands = _rows(
        connection,
        (OF_PROCESS, (process,)) if process else None,
        (_LOG, ()) if remembered.log is None else None,
        _known(connection, _KNOWN_HEADS, new_streams),
        _known(connection, _KNOWN_BALANCES, new_accounts),
        _known(connection, _KNOWN_COMMANDS, needed.commands),
    )
    if process and not leases:
        raise LeaseLost(f"process {process} has lost its lease: nothing has landed")
    found_heads = dict.fromkeys(new_streams, Head())
    for stream, count, hash in streams:
        found_heads[stream] = Head(count, hash)
    found_balances = dict.fromkeys(new_accounts, 0)
    found_balances.update(accounts)
    return Ground(
        remembered.log or Head(*log[0]),
        {**found_heads, **{each: heads[each] for each in needed.streams - new_streams}},
        {**found_balances, **{each: balances[each] for each in needed.accounts - new_accounts}},
        {row[0]: done(*row) for row in commands},
    )


def _known(connection: Connection, query: str, names: Collection[str]) -> _Query | None:
    """Look up any number of names with one constant statement, so that it is prepared only once."""
    if not names:
        return None
    if _is_sqlite(connection):
        listed = query.replace("(...)", "(SELECT value FROM json_each(?))")
        return listed, (msgspec.json.encode(list(names)).decode(),)
    return query.replace("IN (...)", "= ANY(?)"), (list(names),)


def write(connection: Connection, landed: Ground) -> None:
    if not landed.records:
        return
    many(connection, _RECORDS, landed.records)
    many(connection, _POSTINGS, landed.legs)
    many(connection, _COMMANDS, [_act(act) for act in landed.acts])
    grown = [(stream, landed.heads[stream]) for stream in landed.grown]
    many(connection, _HEADS, [(stream, head.count, head.hash) for stream, head in grown])
    moved = [(account, landed.balances[account]) for account in sorted(landed.moved)]
    many(connection, _BALANCES, moved)
    many(connection, _LOG_HEAD, [(landed.log.count, landed.log.hash)])
    _snapshots(connection, landed)


def _act(act: Act) -> tuple[object, ...]:
    done = act.done
    return act.position, done.command, done.stream, done.first, done.last, done.asked.decode()


def _snapshots(connection: Connection, landed: Ground) -> None:
    rows = [(each.stream, each.version, each.body) for each in landed.snapshots]
    many(connection, _SNAPSHOTS, rows)


def _rows(connection: Connection, *queries: _Query | None) -> list[Sequence[Any]]:
    """Return the answer to each query; an empty one for None."""
    driver = connection.connection.driver_connection
    assert driver is not None
    with pipelined(connection):
        cursors = []
        for query in queries:
            cursor = driver.cursor()
            if query is not None:
                cursor.execute(_marked(connection, query[0]), query[1])
            cursors.append(cursor)
        asked = zip(cursors, queries, strict=True)
        return [cursor.fetchall() if query is not None else () for cursor, query in asked]


def many(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        connection.connection.cursor().executemany(_marked(connection, statement), rows)


def pipelined(connection: Connection) -> AbstractContextManager[object]:
    """Collect PostgreSQL's answers together at the end."""
    driver: Any = connection.connection.driver_connection
    return nullcontext() if _is_sqlite(connection) else driver.pipeline()


def _marked(connection: Connection, statement: str) -> str:
    return statement if _is_sqlite(connection) else statement.replace("?", "%s")


def _is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"
