"""Opening a store by its address, so that it is safe to write to."""

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sqlalchemy import delete, insert, select

from . import schema
from .database import Database, open_database
from .evidence import SNAPSHOT_FORM
from .migration import check_version, migrate
from .snapshots import FORM
from .sql import SqlStore


class InUse(ValueError):
    """Another process has the file open to write to it."""


def open_store(address: str, notice: Callable[[str], None] = lambda _: None) -> SqlStore:
    """A file of SQLite, an address of PostgreSQL, or `memory`; upgraded where it is older.

    A file belongs to one process at a time; whoever only reads goes by `open_to_read`.
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
    """For audits and reports, while the service runs or not. Nothing is made or changed."""
    database = open_database(address, readonly=True)
    try:
        check_version(database)
    except BaseException:
        database.close()
        raise
    return database


def _make_private(path: Path) -> None:
    """Nobody else on the machine reads it; what SQLite puts beside it is made like it."""
    with suppress(OSError):  # Where it cannot be, opening it says why.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        path.chmod(0o600)


def lock_file(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def lock(path: Path) -> Callable[[], None]:
    """Held for as long as the process lives, even if it dies without a word."""
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
    """Those that another version of the program left; the log has everything."""
    meta = schema.meta
    with database.reading() as connection:
        query = select(meta.c.value).where(meta.c.key == SNAPSHOT_FORM)
        if connection.execute(query).scalar() == FORM:
            return
    with database.writing() as connection:
        connection.execute(delete(schema.snapshots))
        connection.execute(delete(meta).where(meta.c.key == SNAPSHOT_FORM))
        connection.execute(insert(meta).values(key=SNAPSHOT_FORM, value=FORM))
