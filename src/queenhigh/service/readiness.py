"""Whether the store answers, and takes what is written."""

import asyncio
import time
from concurrent.futures import Future
from typing import Final

from sqlalchemy import delete, insert

from ..store.records import Batch, Head, Landing, StoreUnavailable
from ..store.schema import meta
from ..store.sql import SqlStore
from ..store.writer import Writer

_LONGEST_WRITE: Final = 2.0  # Seconds; whoever waits longer for the disk is kept from something.
_LONGEST_LOOK: Final = 5.0
_PROBE: Final = "probe"
_PROBE_SIZE: Final = 256 * 1024  # Characters.
_NO_ANSWER: Final = "The database does not answer."


class ReadyWriter(Writer):
    """A writer that remembers how its last write went.

    A disk that is full, or a file that somebody else has locked, can be read all the same.
    """

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store)
        self._database = store
        self._failed = False
        self._failures = 0  # Of the database, up to the last write that proved that it works.
        self._since: dict[Future[Landing], float] = {}
        self._look: asyncio.Task[Head] | None = None

    def submit(self, batch: Batch) -> "Future[Landing]":
        landing = super().submit(batch)
        self._since[landing] = time.monotonic()
        landing.add_done_callback(self._landed)
        return landing

    def _landed(self, landing: "Future[Landing]") -> None:
        self._since.pop(landing, None)
        if not landing.cancelled():
            self._failed = isinstance(landing.exception(), StoreUnavailable)

    async def ready(self) -> Head:
        """Where the log ends. Raises StoreUnavailable, with a sentence for the caller."""
        oldest = min(list(self._since.values()), default=time.monotonic())
        if time.monotonic() - oldest > _LONGEST_WRITE:
            raise StoreUnavailable("The database takes too long to write.")
        if self._look is None or self._look.done():  # One look at a time, however many ask.
            self._look = asyncio.create_task(asyncio.to_thread(self._looked))
        try:
            async with asyncio.timeout(_LONGEST_LOOK):
                return await asyncio.shield(self._look)
        except TimeoutError:
            raise StoreUnavailable(_NO_ANSWER) from None

    def _looked(self) -> Head:
        try:
            head = self._database.log_head()
        except StoreUnavailable:
            raise StoreUnavailable(_NO_ANSWER) from None
        if self._failed or self._database.database.failed_writes != self._failures:
            self._write_something()
        return head

    def _write_something(self) -> None:
        """Only a write can tell that there is room again, and only one that is as large as what
        tables write: on a full disk a few bytes still fit into pages that are there.
        """
        database = self._database.database
        failures = database.failed_writes
        try:
            with database.writing() as connection:
                connection.execute(delete(meta).where(meta.c.key == _PROBE))
                connection.execute(insert(meta).values(key=_PROBE, value="." * _PROBE_SIZE))
            with database.writing() as connection:
                connection.execute(delete(meta).where(meta.c.key == _PROBE))
        except StoreUnavailable:
            raise StoreUnavailable("The database cannot be written to.") from None
        self._failed, self._failures = False, failures
