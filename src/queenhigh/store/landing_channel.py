"""Notices of what other processes land in the same PostgreSQL, at once."""

import os
import select
from collections.abc import Callable, Iterable
from threading import Thread
from typing import TYPE_CHECKING, cast

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from .database import Database
from .records import StoreUnavailable

if TYPE_CHECKING:
    import psycopg

CHANNEL = "queenhigh"
_MOVED = "moved "  # Prefix of account notices; stream kinds contain no blank.
_LARGEST_NOTICE = 7_000  # Bytes; PostgreSQL's limit is 8,000.
_SECONDS_BETWEEN_TRIES = 0.5


def moved_notice(accounts: Iterable[str]) -> str:
    """Make a notice that these accounts have moved; too many become an empty list, meaning any."""
    notice = _MOVED + " ".join(accounts)
    return notice if len(notice.encode()) <= _LARGEST_NOTICE else _MOVED


def moved_in(notice: str) -> list[str] | None:
    """The accounts in a moved notice; empty: possibly all. None: a different notice."""
    return notice.split()[1:] if notice.startswith(_MOVED) else None


class Watching:
    """A listening thread with its own connection. A lost connection misses nothing: landings in the
    meantime are read from the log.
    """

    def __init__(self, database: Database, origin: str, landed: Callable[[str], None]):
        self._database, self._origin, self._landed = database, origin, landed
        self._known = 0  # Everything up to this position has been announced;
        self._landing = 0  # the end of the landing that is partly announced.
        self._ended, self._end = os.pipe()
        self._connection: psycopg.Connection | None = None
        try:
            with database.available():
                self._listen(first=True)
        except BaseException:
            self._give_back()
            raise
        self._thread = Thread(target=self._watch, name="queenhigh-watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._thread.is_alive():
            os.write(self._end, b".")
            self._thread.join()

    def _watch(self) -> None:
        import psycopg

        try:
            while not self._has_ended(0 if self._connection else _SECONDS_BETWEEN_TRIES):
                try:
                    if self._connection is None:
                        self._listen(first=False)
                    self._wait()
                except (psycopg.Error, SQLAlchemyError, StoreUnavailable, OSError):
                    self._hang_up()
        finally:
            self._give_back()

    def _has_ended(self, seconds: float) -> bool:
        return bool(select.select([self._ended], [], [], seconds)[0])

    def _listen(self, *, first: bool) -> None:
        pooled = self._database.engine.raw_connection()
        # The log is in PostgreSQL here.
        connection = cast("psycopg.Connection", pooled.driver_connection)
        pooled.detach()  # Must not go back to the pool.
        self._connection = connection
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        with self._database.reading() as look:
            count = look.execute(text("SELECT count FROM log_head")).scalar_one()
            missed = look.execute(
                text("SELECT DISTINCT stream FROM records WHERE position > :known"),
                {"known": count if first else self._known},
            )
            streams = list(missed.scalars())
        if streams:
            self._landed(_MOVED)
        for stream in streams:
            self._landed(stream)
        self._known = self._landing = max(self._landing, count)

    def _wait(self) -> None:
        connection = self._connection
        if connection is None:
            return
        readable, _, _ = select.select([connection.fileno(), self._ended], [], [])
        if self._ended in readable:
            return
        for notice in connection.notifies(timeout=0):
            origin, position, stream = notice.payload.split(" ", 2)
            if int(position) > self._landing:  # A landing has one notice per stream.
                self._known, self._landing = self._landing, int(position)
            if origin != self._origin:
                self._landed(stream)

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _give_back(self) -> None:
        self._hang_up()
        os.close(self._ended)
        os.close(self._end)
