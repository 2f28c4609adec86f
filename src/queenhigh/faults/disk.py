"""The store of the simulation: one log shared by all processes, and the ways it fails."""

import contextvars
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, TypeVar

import msgspec

from ..store.landing import Ground
from ..store.memory import MemoryStore
from ..store.records import (
    Batch,
    Done,
    Head,
    Landing,
    Posted,
    Record,
    Snapshot,
    Store,
    StoreUnavailable,
)
from ..store.writer import Tell, Writer
from .sql_disk import CommitFaults, failing_store
from .virtual_time import Owner
from .weather import Weather

# Safeguards that can be switched off, to test that their absence is noticed.
Safety = Literal["command_ids", "stream_versions", "stands", "expected_versions", "debts"]
T = TypeVar("T")


class ForgetfulStore(MemoryStore):
    """A store without some of its safeguards."""

    def __init__(self, without: frozenset[Safety]) -> None:
        super().__init__()
        self._without = without

    def land(self, batches: Sequence[Batch]) -> list[Landing]:
        if not self._without:
            return super().land(batches)
        landings: list[Landing] = []
        for batch in batches:
            landings += super().land([self._as_is(batch)])
        return landings

    def _as_is(self, batch: Batch) -> Batch:
        if "stream_versions" in self._without:
            count = self.head(batch.stream).count
            batch = msgspec.structs.replace(batch, expected=count)
        if self._without & {"stands", "debts"}:  # Invented balances cannot be relied on.
            batch = msgspec.structs.replace(batch, stands=())
        return batch

    def _ground(self, batches: Sequence[Batch]) -> Ground:
        ground = super()._ground(batches)
        if "command_ids" in self._without:
            ground.commands.clear()
        if "debts" in self._without:
            ground.balances = _Bottomless(ground.balances)
        return ground

    def _keep(self, ground: Ground) -> None:
        if isinstance(ground.balances, _Bottomless):
            ground.balances = {each: ground.balances.real(each) for each in ground.moved}
        super()._keep(ground)


class _Bottomless(dict[str, int]):
    """Balances that seem never to run out."""

    _PLENTY = 10**15

    def __init__(self, real: dict[str, int]) -> None:
        super().__init__({account: cents + self._PLENTY for account, cents in real.items()})

    def real(self, account: str) -> int:
        return self[account] - self._PLENTY


class Disk:
    def __init__(
        self, weather: Weather, without: frozenset[Safety] = frozenset(), database: str = ""
    ) -> None:
        """Open the log; `database` is the real store's address, by default a model in memory."""
        self.weather, self.without = weather, without
        self.truth: Store = ForgetfulStore(without)
        self.faults: CommitFaults | None = None
        if database:
            self.truth, self.faults = failing_store(database)
        self._readers: list[Handle] = []
        self._told = 0  # The position up to which everything has been announced.
        self.landed: Callable[[list[Record]], None] = lambda records: None

    def handle(self, owner: Owner, name: str) -> "Handle":
        return Handle(self, owner, name)

    def land(self, batches: Sequence[Batch], by: "Handle | None") -> list[Landing]:
        try:
            return self.truth.land(batches)
        finally:  # What has landed is announced, even if its writer got an error.
            self._tell(by)

    def _tell(self, by: "Handle | None") -> None:
        before = self._told
        records = self.truth.log(before)
        self._told += len(records)
        if records:
            self.landed(records)
            for stream in dict.fromkeys(record.stream for record in records):
                for reader in self._readers:
                    if reader is not by:
                        reader.hear(stream, before)

    def close(self) -> None:
        self.truth.close()


class Handle:
    """One process's access to the store."""

    def __init__(self, disk: Disk, owner: Owner, name: str) -> None:
        self.disk, self.owner, self.name = disk, owner, name
        self._truth = disk.truth
        self._listener: tuple[contextvars.Context, Callable[[str], None]] | None = None
        self._deaf_since: int | None = None  # The position since which notices were missed.
        self._last_notice = 0.0
        self._notices: deque[str] = deque()

    def _reach(self) -> Store:
        if not self.owner.alive:
            raise StoreUnavailable("the process is dead")
        if self.disk.weather.away(self.name):
            raise StoreUnavailable("the database does not answer")
        return self._truth

    def land(self, batches: Sequence[Batch]) -> list[Landing]:
        """Land the batches; sometimes nothing lands, sometimes it lands without an answer."""
        self._reach()
        fault = self.disk.weather.fault_of_landing()
        if self.disk.faults is not None:
            self.disk.faults.next = fault
            return self.disk.land(batches, self)
        if fault == "before":
            raise StoreUnavailable("the database went away")
        landings = self.disk.land(batches, self)
        if fault == "after":
            raise StoreUnavailable("the connection broke at the commit")
        return landings

    def head(self, stream: str) -> Head:
        return self._reach().head(stream)

    def log_head(self) -> Head:
        return self._reach().log_head()

    def streams(self, prefix: str = "") -> list[str]:
        return self._reach().streams(prefix)

    def records(self, stream: str, start: int = 0, stop: int | None = None) -> list[Record]:
        return self._reach().records(stream, start, stop)

    def log(self, after: int = 0, limit: int = 10_000) -> list[Record]:
        return self._reach().log(after, limit)

    def command(self, identity: str) -> Done | None:
        return self._reach().command(identity)

    def commands(self, stream: str, start: int = 0) -> list[Done]:
        return self._reach().commands(stream, start)

    def snapshot(self, stream: str, upto: int | None = None) -> Snapshot | None:
        return self._reach().snapshot(stream, upto)

    def balance(self, account: str) -> int:
        return self._reach().balance(account)

    def balances(self, prefix: str = "") -> dict[str, int]:
        return self._reach().balances(prefix)

    def postings(self, stream: str, start: int = 0, stop: int | None = None) -> list[Posted]:
        return self._reach().postings(stream, start, stop)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    # Notices of others' landings: in order and late; after a break, of everything missed.

    def watch(self, landed: Callable[[str], None]) -> Callable[[], None]:
        self._listener = contextvars.copy_context(), landed
        self.disk._readers.append(self)
        return self._stop

    def signal(self, notice: str) -> None:
        self._reach()
        for reader in self.disk._readers:
            if reader is not self:
                reader.hear(notice, self._truth.log_head().count)

    def _stop(self) -> None:
        if self in self.disk._readers:
            self.disk._readers.remove(self)

    def hear(self, stream: str, before: int) -> None:
        """Receive a notice of a landing that begins after a position."""
        weather = self.disk.weather
        if self._deaf_since is not None:
            return
        if weather.away(self.name) or weather.loses_notices():
            self._deaf_since = before
            weather.later(weather.a_while(), self._reconnect)
            return
        at = max(self._last_notice, weather.now() + weather.delay())
        self._last_notice = at
        self._notices.append(stream)
        weather.later(at - weather.now(), lambda: self._tell(self._notices.popleft()))

    def _reconnect(self) -> None:
        weather = self.disk.weather
        if weather.away(self.name):
            weather.later(weather.a_while(), self._reconnect)
            return
        since, self._deaf_since = self._deaf_since or 0, None
        for stream in dict.fromkeys(record.stream for record in self._truth.log(since, 10**9)):
            self._tell(stream)

    def _tell(self, stream: str) -> None:
        if self._listener is not None and self.owner.alive and self in self.disk._readers:
            context, landed = self._listener
            context.copy().run(landed, stream)


class SlowWriter(Writer):
    """A writer that groups like the real one, on a slow disk and without a thread."""

    def __init__(self, handle: Handle) -> None:
        self._store = handle
        self._weather = handle.disk.weather
        self._waiting: list[tuple[Batch, Tell]] = []
        self._writes = False
        self._ended = False

    def submit(self, batch: Batch, tell: Tell) -> None:
        if self._ended:
            raise StoreUnavailable("the store is being closed")
        self._waiting.append((batch, partial(self._tell_later, tell)))
        if not self._writes:
            self._writes = True
            self._weather.later(self._weather.delay(), self._write)

    def close(self) -> None:
        self._ended = True
        if self._waiting:
            self._write()

    def _write(self) -> None:
        group, self._waiting = self._waiting, []
        self._writes = False
        handle = self._store
        if isinstance(handle, Handle) and not handle.owner.alive:
            # The process died during the write: the disk has all of it or nothing.
            if self._weather.reached_the_disk():
                handle.disk.land([batch for batch, _ in group], handle)
            return
        self._land_group(group)

    def _tell_later(self, tell: Tell, landed: Landing | Exception) -> None:
        """Delay the answer: a process may die after its write and before learning of it."""
        self._weather.later(self._weather.delay(), lambda: tell(landed))
