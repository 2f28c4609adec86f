"""The database store, for both SQLite and PostgreSQL."""

import secrets
from collections.abc import Callable, Sequence
from threading import Lock

from sqlalchemy import ColumnElement, Connection, func, select, text
from sqlalchemy.exc import DBAPIError

from ..money.accounts import TABLE, Account
from . import schema
from .database import Database
from .landing import Ground
from .landing_channel import CHANNEL, Watching, moved_notice
from .landing_rows import GroupRows, landing, landing_in
from .log_rows import done, record
from .recent_records import RecentRecords
from .records import (
    Batch,
    Done,
    Head,
    Landed,
    Landing,
    Posted,
    Record,
    Snapshot,
    StoreUnavailable,
)

_MOST_REMEMBERED = 200_000  # Streams and accounts.
RECORD = tuple(schema.records.c)
DONE = tuple(schema.commands.c[name] for name in ("id", "stream", "first", "last", "asked"))
_POSTED = select(
    schema.records.c.stream,
    schema.records.c.version,
    schema.postings.c.account,
    schema.postings.c.cents,
).join(schema.records, schema.records.c.position == schema.postings.c.position)


class SqlStore:
    """A thread-safe store; closing it closes the database."""

    def __init__(
        self,
        database: Database,
        *,
        alone: bool = False,
        on_close: Callable[[], None] = lambda: None,
    ):
        """Open on a database; `alone` means that nobody else writes to this log meanwhile."""
        self.database = database
        self._alone, self._landing = alone, Lock()
        self._last: Ground | None = None  # The state after the last group, if it is still current.
        self._origin = secrets.token_hex(8)  # Identifies our own landings, to ignore their notices.
        self.process = ""  # The process whose lease this store lands under; empty: needs none.
        self.recent: RecentRecords | None = None  # For whoever follows the log in this process.
        self._on_close = on_close

    # Landing

    def land(self, batches: Sequence[Batch]) -> list[Landing]:
        if not batches:
            return []
        decided: list[Landing] = []
        try:
            return self._land_group(batches, decided)
        except StoreUnavailable as unavailable:
            if not _connection_was_lost(self.database, unavailable):
                raise
        # The connection may have broken before or after the commit; nothing lands twice.
        again = self._land_group(batches, [])
        return [_as_decided(*both) for both in zip(again, decided or again, strict=True)]

    def _land_group(self, batches: Sequence[Batch], decided: list[Landing]) -> list[Landing]:
        with self._landing:
            last, self._last = self._last, None  # Forgotten if anything fails.
            if any(batch.beside for batch in batches):
                with self.database.writing() as connection:
                    ground = self._write_group(landing_in(connection), batches, last, decided)
                    _beside(connection, batches, decided)
            else:
                with landing(self.database) as rows:
                    ground = self._write_group(rows, batches, last, decided)
            if self.recent is not None:
                self.recent.landed(ground.records, batches, decided)
            if self._alone and len(ground.heads) + len(ground.balances) < _MOST_REMEMBERED:
                self._last = ground
        return decided

    def _write_group(
        self,
        rows: GroupRows,
        batches: Sequence[Batch],
        last: Ground | None,
        decided: list[Landing],
    ) -> Ground:
        ground = rows.ground(batches, last, self.process)
        decided += ground.land_group(batches)
        rows.write(ground, () if self.database.is_sqlite else self._notices(ground))
        return ground

    def _notices(self, landed: Ground) -> list[str]:
        """The notices for watchers, sent only if and when the transaction commits."""
        told = landed.grown
        if shared := sorted(each for each in landed.moved if Account.parse(each).kind != TABLE):
            told = [moved_notice(shared), *told]
        return [f"{self._origin} {landed.log.count} {each}" for each in told]

    # Reading

    def head(self, stream: str) -> Head:
        row = self.database.first_row("SELECT count, hash FROM heads WHERE stream = ?", stream)
        return Head(*row) if row else Head()

    def log_head(self) -> Head:
        row = self.database.first_row("SELECT count, seal FROM log_head")
        return Head(*row) if row else Head()

    def streams(self, prefix: str = "") -> list[str]:
        stream = schema.heads.c.stream
        query = select(stream).where(_begins(stream, prefix))
        with self.database.reading() as connection:
            return sorted(connection.execute(query).scalars())

    def records(self, stream: str, start: int = 0, stop: int | None = None) -> list[Record]:
        records = schema.records
        query = select(*RECORD).where(records.c.stream == stream, records.c.version >= start)
        if stop is not None:
            query = query.where(records.c.version < stop)
        with self.database.reading() as connection:
            return [record(*row) for row in connection.execute(query.order_by(records.c.version))]

    def log(self, after: int = 0, limit: int = 10_000) -> list[Record]:
        position = schema.records.c.position
        query = select(*RECORD).where(position > after).order_by(position).limit(limit)
        with self.database.reading() as connection:
            return [record(*row) for row in connection.execute(query)]

    def command(self, identity: str) -> Done | None:
        query = "SELECT id, stream, first, last, asked FROM commands WHERE id = ?"
        row = self.database.first_row(query, identity)
        return done(*row) if row else None

    def commands(self, stream: str, start: int = 0) -> list[Done]:
        records, commands = schema.records, schema.commands
        query = (
            select(*DONE)
            .join(records, records.c.position == commands.c.position)
            .where(records.c.stream == stream, records.c.version >= start)
            .order_by(records.c.version)
        )
        with self.database.reading() as connection:
            return [done(*row) for row in connection.execute(query)]

    def snapshot(self, stream: str, upto: int | None = None) -> Snapshot | None:
        snapshots = schema.snapshots
        query = select(snapshots).where(snapshots.c.stream == stream)
        if upto is not None:
            query = query.where(snapshots.c.version <= upto)
        query = query.order_by(snapshots.c.version.desc()).limit(1)
        with self.database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return Snapshot(*row) if row else None

    def balance(self, account: str) -> int:
        row = self.database.first_row("SELECT cents FROM balances WHERE account = ?", account)
        return int(row[0]) if row else 0

    def balances(self, prefix: str = "") -> dict[str, int]:
        query = select(schema.balances).where(_begins(schema.balances.c.account, prefix))
        with self.database.reading() as connection:
            return {row.account: row.cents for row in sorted(connection.execute(query))}

    def postings(self, stream: str, start: int = 0, stop: int | None = None) -> list[Posted]:
        version = schema.records.c.version
        query = _POSTED.where(schema.records.c.stream == stream, version >= start)
        if stop is not None:
            query = query.where(version < stop)
        with self.database.reading() as connection:
            rows = connection.execute(query.order_by(version, schema.postings.c.leg))
            return [Posted(*row) for row in rows]

    def watch(self, landed: Callable[[str], None]) -> Callable[[], None]:
        if self.database.is_sqlite:
            return lambda: None  # Nobody else may write to the file.
        return Watching(self.database, self._origin, landed).stop

    def signal(self, notice: str) -> None:
        if self.database.is_sqlite:
            return
        told = {"channel": CHANNEL, "notice": f"{self._origin} 0 {notice}"}
        with self.database.writing() as connection:
            connection.execute(text("SELECT pg_notify(:channel, :notice)"), told)

    def close(self) -> None:
        self.database.close()
        self._on_close()


def _beside(connection: Connection, batches: Sequence[Batch], landings: Sequence[Landing]) -> None:
    for batch, answer in zip(batches, landings, strict=True):
        if batch.beside and isinstance(answer, Landed) and not answer.repeated:
            batch.beside(connection)


def _begins(column: ColumnElement[str], prefix: str) -> ColumnElement[bool]:
    """Match a prefix without LIKE, which ignores case on SQLite."""
    return func.substr(column, 1, len(prefix)) == prefix


def _connection_was_lost(database: Database, unavailable: StoreUnavailable) -> bool:
    cause = unavailable.__cause__
    if isinstance(cause, DBAPIError):
        return cause.connection_invalidated
    return cause is not None and database.lost_its_connection(cause)


def _as_decided(again: Landing, first: Landing) -> Landing:
    """The answer; not as a repetition if the broken attempt had landed after all."""
    if isinstance(first, Landed) and isinstance(again, Landed) and again.first == first.first:
        return first
    return again
