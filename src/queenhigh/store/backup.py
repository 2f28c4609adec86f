"""Backup of a database while it is in use, and restore.

A backup is always one SQLite file, whatever its source: it can be audited, kept, and restored to
SQLite or PostgreSQL.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from . import schema
from .database import Database, lock_log, open_database
from .migration import check_version, migrate
from .store_address import lock, lock_file, open_to_read

_PAGES_AT_A_TIME = 512
_ROWS_AT_A_TIME = 1_000


class Copied(msgspec.Struct, frozen=True):
    """How far the log of the copy goes."""

    records: int
    seal: str


def backup(
    address: str, file: Path, advance: Callable[[int, int], None] = lambda done, total: None
) -> Copied:
    """Write a backup; the file appears only when it is complete.

    `advance` is called with the amount done and the total.
    """
    _refuse_existing(file)
    source = open_to_read(address)
    try:
        with _beside(file) as unfinished:
            if source.path:
                _copy_file(source.path, unfinished, advance)
            else:
                _copy_rows(source, unfinished, advance)
            copied = _whole(unfinished)
    finally:
        source.close()
    return copied


def restore(
    file: Path, address: str, advance: Callable[[int, int], None] = lambda done, total: None
) -> Copied:
    """Restore into a new file or an empty PostgreSQL database; nothing is ever overwritten."""
    source = open_to_read(str(file))
    target = open_database(address)
    try:
        if target.path:
            if not lock_file(target.path).exists():  # Leave no lock beside a foreign file.
                _refuse_existing(target.path)
            with _alone(target.path), _beside(target.path) as unfinished:
                _refuse_existing(target.path)
                _copy_file(file, unfinished, advance)
                return _whole(unfinished)
        migrate(target)
        return _fill(source, target, advance)
    finally:
        source.close()
        target.close()


def _refuse_existing(file: Path) -> None:
    if file.exists():
        raise FileExistsError(17, "already exists and is not overwritten", str(file))
    if not file.parent.is_dir():
        raise FileNotFoundError(2, f"there is no folder {file.parent}", str(file))


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    release = lock(path)
    try:
        yield
    finally:
        release()


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A temporary name for the copy until it is complete."""
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        yield unfinished
        os.replace(unfinished, file)
        _sync(file.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _copy_file(path: Path, to: Path, advance: Callable[[int, int], None]) -> None:
    """Copy with SQLite's online backup in one read transaction: writers go on, without restarts."""
    source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    target = sqlite3.connect(to, isolation_level=None)
    try:
        source.execute("BEGIN")
        source.execute("SELECT count FROM log_head").fetchone()
        source.backup(
            target,
            pages=_PAGES_AT_A_TIME,
            progress=lambda _, left, total: advance(total - left, total),
        )
        target.execute("PRAGMA journal_mode = DELETE")  # One file, without a WAL next to it.
    finally:
        target.close()
        source.close()
    _sync(to)


def _copy_rows(source: Database, to: Path, advance: Callable[[int, int], None]) -> None:
    target = open_database(str(to))
    try:
        migrate(target)
        _fill(source, target, advance)
    finally:
        target.close()
    connection = sqlite3.connect(to, isolation_level=None)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    _sync(to)


def _fill(source: Database, target: Database, advance: Callable[[int, int], None]) -> Copied:
    """Copy all rows of all tables, with one read transaction and one write transaction."""
    with source.reading() as reading, target.writing() as writing:
        lock_log(writing)
        if writing.execute(select(func.count()).select_from(schema.records)).scalar():
            raise ValueError(f"{target.name}: already has a log and is not overwritten")
        total, done = _rows_of(reading), 0
        for table in schema.metadata.sorted_tables:
            writing.execute(delete(table))
            options = {"yield_per": _ROWS_AT_A_TIME}
            rows = reading.execute(select(table), execution_options=options)
            for part in rows.mappings().partitions():
                writing.execute(insert(table), [dict(row) for row in part])
                done += len(part)
                advance(done, total)
        return _head(writing)


def _rows_of(connection: Connection) -> int:
    counts = [
        connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in schema.metadata.sorted_tables
    ]
    return sum(counts)


def _head(connection: Connection) -> Copied:
    head = schema.log_head.c
    count, seal = connection.execute(select(head["count"], head.seal)).one()
    return Copied(count, seal)


def _whole(file: Path) -> Copied:
    """Open the copy once, as somebody restoring it would."""
    copy = open_database(str(file), readonly=True)
    try:
        check_version(copy)
        with copy.reading() as connection:
            found = list(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalars())
            if found != ["ok"]:
                raise OSError(5, f"the copy is damaged: {found[0]}", str(file))
            return _head(connection)
    finally:
        copy.close()
