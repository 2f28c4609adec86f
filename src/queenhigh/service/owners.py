"""Owners of tables: which process looks after which, when several serve on one machine.

Ownership is not stored: it follows from the list of serving processes, so all that know the same
list agree. If two processes disagree for a moment, the store prevents harm: a command lands only on
the version that it was decided on, and a process without its lease lands nothing.
"""

import asyncio
import logging
import os
import platform
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from threading import Event, Lock, Thread

from ..store.process_leases import LEASE_SECONDS, LeaseLost, Member, ProcessLeases
from ..store.records import StoreUnavailable
from ..store.sql import SqlStore

logger = logging.getLogger(__name__)
_RENEW_SECONDS = 0.5


class Owners:
    """The owners of all tables; this process owns them all until others serve too."""

    def __init__(self) -> None:
        self._me: Member | None = None
        self._others: tuple[Member, ...] = ()  # On this machine.
        self._of: dict[str, Member | None] = {}

    def of(self, table: str) -> Member | None:
        """The other process that looks after the table; None if this one does."""
        if not self._others:
            return None
        if table not in self._of:
            found = max((*self._others, self._me), key=lambda each: _weight(each, table))
            self._of[table] = None if found is self._me else found
        return self._of[table]

    def is_ours(self, table: str) -> bool:
        return self.of(table) is None

    def know(self, me: Member, members: tuple[Member, ...]) -> bool:
        """Take in the list of serving processes; return whether it has changed."""
        others = tuple(each for each in members if each.machine == me.machine and each != me)
        if (me, others) == (self._me, self._others):
            return False
        self._me, self._others, self._of = me, others, {}
        return True


def _weight(member: Member | None, table: str) -> bytes:
    """The weight of a process; the heaviest owns the table.

    When a process comes or goes, only its own tables change owners.
    """
    return sha256(f"{member.id if member else ''} {table}".encode()).digest()


class Membership:
    """This process's lease, renewed by a thread of its own."""

    def __init__(self, store: SqlStore, owners: Owners, moved: Callable[[], None]):
        """`moved` is called in the event loop when tables have changed owners."""
        self._store, self._owners, self._moved = store, owners, moved
        self._leases = ProcessLeases(store.database)
        self._loop = asyncio.get_running_loop()
        self._over, self._wake, self._looking = Event(), Event(), Lock()
        self._thread = Thread(target=self._renew, name="queenhigh-lease", daemon=True)
        self.me: Member
        self._renewed = 0.0  # When it was last renewed, by the monotonic clock.

    @property
    def is_valid(self) -> bool:
        """Whether the other processes still rely on this one."""
        return time.monotonic() - self._renewed < LEASE_SECONDS

    async def begin(self, port: int) -> None:
        await asyncio.to_thread(self._join, port)
        await asyncio.to_thread(self._look)
        self._thread.start()

    async def end(self) -> None:
        """Give up the lease, so that others take over at once."""
        self._over.set()
        self._wake.set()
        await asyncio.to_thread(self._thread.join)
        try:
            await asyncio.to_thread(self._leases.expel, [self.me.id])
        except StoreUnavailable as error:
            logger.info("the lease runs out by itself: %s", error)

    async def gone(self, member: Member) -> None:
        """Expel a dead process, so its tables need not wait for its lease to run out."""
        try:
            await asyncio.to_thread(self._leases.expel, [member.id])
            await asyncio.to_thread(self._look)
        except StoreUnavailable as error:
            logger.warning("process %s is gone, and its tables wait: %s", member.id, error)

    def _join(self, port: int) -> None:
        self.me = self._leases.join(this_machine(), port)
        self._store.process = self.me.id

    def _renew(self) -> None:
        while not self._over.is_set():
            self._look()
            self._wake.wait(_RENEW_SECONDS)

    def _look(self) -> None:
        with self._looking:
            began = time.monotonic()
            try:
                members = self._members()
            except StoreUnavailable as error:
                logger.warning("the lease cannot be renewed: %s", error)
                return
            except Exception:  # Without this thread nothing would land, so it goes on.
                logger.exception("the lease could not be renewed")
                return
            me, self._renewed = self.me, began
        self._loop.call_soon_threadsafe(self._know, me, members)

    def _members(self) -> tuple[Member, ...]:
        try:
            return self._leases.renewed(self.me)
        except LeaseLost:
            logger.warning("the lease of process %s had run out", self.me.id)
            self._join(self.me.port)
            return self._leases.renewed(self.me)

    def _know(self, me: Member, members: tuple[Member, ...]) -> None:
        if self._owners.know(me, members):
            self._moved()


def this_machine() -> str:
    """Identify the loopback interface: processes in different containers do not share one."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}:{os.stat('/proc/self/ns/net').st_ino}"
    except OSError:
        return platform.node()
