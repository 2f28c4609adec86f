"""Opening a store by its address, safely for writing."""

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sqlalchemy import delete, insert, select

from . import schema
from .database import Database, lock_log, open_database
from .evidence import SNAPSHOT_FORM
from .migration import check_version, migrate
from .snapshots import FORM
from .sql import SqlStore


class InUse(ValueError):
    """Another process has the file open for writing."""


def open_store(address: str, notice: Callable[[str], None] = lambda _: None) -> SqlStore:
    """Open a SQLite file, a PostgreSQL address, or `memory`, and upgrade an older version.

    A file belongs to one process at a time; readers use `open_to_read`.
    """
    database = open_database(address)
    if database.path:
        _make_private(database.path)
    release = lock(database.path) if database.path else lambda: None
    try:
        migrate(database, notice)
        _drop_outdated_snapshots(database)
    except BaseException:
        database.close()
        release()
        raise
    return SqlStore(database, alone=database.path is not None, on_close=release)


def open_to_read(address: str) -> Database:
    """Open for audits and reports, whether the service runs or not. Changes nothing."""
    return _checked(open_database(address, readonly=True))


def open_to_write(address: str) -> Database:
    """Open an existing database; never creates one."""
    open_to_read(address).close()
    return _checked(open_database(address))


def _checked(database: Database) -> Database:
    try:
        check_version(database)
    except BaseException:
        database.close()
        raise
    return database


def _make_private(path: Path) -> None:
    """Make the file private to its owner; SQLite gives its companion files the same mode."""
    with suppress(OSError):  # If this fails, opening the file says why.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        path.chmod(0o600)


def lock_file(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def lock(path: Path) -> Callable[[], None]:
    """Lock the file until the process ends, even if it crashes."""
    held = os.open(lock_file(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.read(held, 20).decode(errors="replace").strip() or "unknown"
        os.close(held)
        raise InUse(
            f"{path}: is in use by process {holder}; a file of SQLite serves one process"
            " (several share a PostgreSQL)"
        ) from None
    os.ftruncate(held, 0)
    os.write(held, f"{os.getpid()}\n".encode())
    return lambda: os.close(held)


def _drop_outdated_snapshots(database: Database) -> None:
    """Drop snapshots left by another version of the program; the log has everything."""
    meta = schema.meta
    query = select(meta.c.value).where(meta.c.key == SNAPSHOT_FORM)
    with database.reading() as connection:
        if connection.execute(query).scalar() == FORM:
            return
    with database.writing() as connection:
        lock_log(connection)
        if connection.execute(query).scalar() == FORM:  # Another process was faster.
            return
        connection.execute(delete(schema.snapshots))
        connection.execute(delete(meta).where(meta.c.key == SNAPSHOT_FORM))
        connection.execute(insert(meta).values(key=SNAPSHOT_FORM, value=FORM))
