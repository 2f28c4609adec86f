"""The ground that a group lands on, and what it has added: few statements, each for many rows.

These are the statements that every command waits for. They go to the driver as they are: building
them from the schema each time took three times as long. To SQLite they go directly; a way
around SQLAlchemy saves more time than the statements take.
"""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection

from .landing import Act, Ground, Needed
from .records import Head
from .rows import done

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
    """What the only writer of a log knows without looking: how it left things."""

    def __init__(self) -> None:
        self.log: Head | None = None
        self.heads: dict[str, Head] = {}
        self.balances: dict[str, int] = {}

    def forget(self) -> None:
        """After anything that may have left things otherwise."""
        self.log = None
        self.heads.clear()
        self.balances.clear()

    def remember(self, landed: Ground) -> None:
        if len(self.heads) + len(self.balances) > _MOST_REMEMBERED:
            self.forget()
        self.log = landed.log
        self.heads.update(landed.heads)
        self.balances.update(landed.balances)


def ground(connection: Connection, needed: Needed, remembered: Remembered) -> Ground:
    heads, balances = remembered.heads, remembered.balances
    new_streams = needed.streams - heads.keys()
    new_accounts = needed.accounts - balances.keys()
    found_heads = dict.fromkeys(new_streams, Head())
    for stream, count, hash in _known(connection, _KNOWN_HEADS, new_streams):
        found_heads[stream] = Head(count, hash)
    found_balances = dict.fromkeys(new_accounts, 0)
    found_balances.update(_known(connection, _KNOWN_BALANCES, new_accounts))
    commands = _known(connection, _KNOWN_COMMANDS, needed.commands)
    return Ground(
        remembered.log or Head(*_rows(connection, _LOG)[0]),
        {**found_heads, **{each: heads[each] for each in needed.streams - new_streams}},
        {**found_balances, **{each: balances[each] for each in needed.accounts - new_accounts}},
        {row[0]: done(*row) for row in commands},
    )


def _known(connection: Connection, query: str, names: Collection[str]) -> Sequence[Any]:
    """Of as many names as there are, always by the same statement, which is then prepared once."""
    if not names:
        return ()
    if _is_sqlite(connection):
        listed = query.replace("(...)", "(SELECT value FROM json_each(?))")
        return _rows(connection, listed, msgspec.json.encode(list(names)).decode())
    return _rows(connection, query.replace("IN (...)", "= ANY(?)"), list(names))


def write(connection: Connection, landed: Ground) -> None:
    if not landed.records:
        return
    _many(connection, _RECORDS, landed.records)
    _many(connection, _POSTINGS, landed.legs)
    _many(connection, _COMMANDS, [_act(act) for act in landed.acts])
    grown = [(stream, landed.heads[stream]) for stream in landed.grown]
    _many(connection, _HEADS, [(stream, head.count, head.hash) for stream, head in grown])
    moved = [(account, landed.balances[account]) for account in sorted(landed.moved)]
    _many(connection, _BALANCES, moved)
    _many(connection, _LOG_HEAD, [(landed.log.count, landed.log.hash)])
    _snapshots(connection, landed)


def _act(act: Act) -> tuple[object, ...]:
    done = act.done
    return act.position, done.command, done.stream, done.first, done.last, done.asked.decode()


def _snapshots(connection: Connection, landed: Ground) -> None:
    rows = [(each.stream, each.version, each.body) for each in landed.snapshots]
    _many(connection, _SNAPSHOTS, rows)


def _rows(connection: Connection, query: str, *values: object) -> Sequence[Any]:
    if _is_sqlite(connection):
        cursor = connection.connection.cursor()
        cursor.execute(query, values)
        return cursor.fetchall()
    return connection.exec_driver_sql(query.replace("?", "%s"), values).fetchall()


def _many(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if not rows:
        return
    if _is_sqlite(connection):
        connection.connection.cursor().executemany(statement, rows)
    else:
        connection.exec_driver_sql(statement.replace("?", "%s"), list(rows))


def _is_sqlite(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"
