"""Whether the store answers and accepts writes."""

import asyncio
import logging
import time
from typing import Final

from sqlalchemy import delete, insert

from ..store.records import Head, StoreUnavailable
from ..store.schema import meta
from ..store.sql import SqlStore
from ..store.writer import Order, Writer

_log = logging.getLogger(__name__)
_LONGEST_WRITE: Final = 2.0  # Seconds; a longer write means that something is blocked.
_LONGEST_LOOK: Final = 5.0
_PROBE: Final = "probe"
_PROBE_SIZE: Final = 256 * 1024  # Characters.
_NO_ANSWER: Final = "The database does not answer."
# Parts of databases' messages, which may name files, with what anybody may read instead.
_CAUSES: Final = (
    *(("disk is full", "the disk is full"), ("No space left", "the disk is full")),
    *(("disk I/O error", "the disk fails"), ("could not write", "the disk fails")),
    *(("readonly", "it is read-only"), ("read-only", "it is read-only")),
    *(("locked", "another program has locked it"), ("malformed", "it is damaged")),
)


class ReadyWriter(Writer):
    """A writer that remembers how its last write went.

    Reading would not reveal a full disk or a locked file.
    """

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store)
        self._database = store
        self._failures = 0  # The database's failed writes as of the last one that succeeded.
        self._since: float | None = None  # When the current group of writes began.
        self._look: asyncio.Task[Head] | None = None

    def _land_group(self, group: list[Order]) -> None:
        self._since = time.monotonic()
        try:
            super()._land_group(group)
        finally:
            self._since = None

    async def ready(self) -> Head:
        """The head of the log. Raises StoreUnavailable, with a sentence for the caller."""
        since = self._since
        if since is not None and time.monotonic() - since > _LONGEST_WRITE:
            raise StoreUnavailable("The database takes too long to write.")
        if self._look is None or self._look.done():  # One check at a time for all callers.
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
        if self._database.database.failed_writes != self._failures:
            self._write_something()
        return head

    def _write_something(self) -> None:
        """Test whether writing works again, with as much data as tables write.

        A few bytes would prove nothing: even on a full disk they fit into existing pages.
        """
        database = self._database.database
        failures = database.failed_writes
        try:
            with database.writing() as connection:
                connection.execute(delete(meta).where(meta.c.key == _PROBE))
                connection.execute(insert(meta).values(key=_PROBE, value="." * _PROBE_SIZE))
            with database.writing() as connection:
                connection.execute(delete(meta).where(meta.c.key == _PROBE))
        except StoreUnavailable as unavailable:
            raise StoreUnavailable(_not_written(unavailable)) from None
        self._failures = failures


def _not_written(unavailable: StoreUnavailable) -> str:
    cause = next((words for said, words in _CAUSES if said in str(unavailable)), "")
    if not cause:
        _log.warning("the database cannot be written to: %s", unavailable)
    return f"The database cannot be written to: {cause or 'see the log of the service'}."
