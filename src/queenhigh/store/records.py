"""The parts of the log, and the interface of a store."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from ..money.posting import Posting

if TYPE_CHECKING:
    from sqlalchemy import Connection


class Record(msgspec.Struct, frozen=True):
    """An event in the log, immutable."""

    position: int  # In the whole log, from 1, without gaps.
    stream: str
    version: int  # In its stream, from 0.
    command: str  # The id of its command.
    asked: str  # The hash of that command as sent.
    event: bytes  # Canonical JSON.
    previous: str  # The hash of the stream's previous record; empty for the first.
    hash: str
    seal: str  # Over the previous seal in the whole log, and this hash.

    def as_data(self) -> dict[str, object]:
        """Return it as printed: the event as the JSON that it is."""
        return {**msgspec.structs.asdict(self), "event": msgspec.Raw(self.event)}


class Fact(msgspec.Struct, frozen=True):
    """An event to be logged, with the money that it moves."""

    event: bytes
    postings: tuple[Posting, ...] = ()
    happened: object = None  # What decoding the event gives, if the sender has it at hand.


class Batch(msgspec.Struct, frozen=True):
    """The result of one command: it lands whole or not at all. Without facts it leaves no trace."""

    stream: str
    expected: int  # The length of the stream as the sender knows it.
    command: str  # Its id: sent twice, it acts once.
    asked: bytes  # The command as canonical JSON, for audits.
    facts: tuple[Fact, ...]
    stands: tuple[Posting, ...] = ()  # Balances it relied on, which must be unchanged.
    snapshot: bytes | None = None  # The state after it, if a snapshot is due.
    leans: tuple[tuple[str, int], ...] = ()  # Other streams it relied on; must not have grown.
    # Changes outside the log in the same transaction; if this raises, nothing lands.
    beside: Callable[["Connection"], None] | None = None


class Landed(msgspec.Struct, frozen=True):
    stream: str
    first: int
    last: int  # The version of its last record.
    repeated: bool = False  # Whether the command had acted before: then nothing happened now.


class Stale(msgspec.Struct, frozen=True):
    """The stream has grown meanwhile: reload and decide again."""

    stream: str
    version: int  # Of its last record; -1 if it has none.


class Changed(msgspec.Struct, frozen=True):
    """A balance that the batch relied on has moved."""

    account: str
    cents: int


class TooLittle(msgspec.Struct, frozen=True):
    """An account that may not be negative would become so."""

    account: str
    cents: int  # The current balance.


class IdTaken(msgspec.Struct, frozen=True):
    """Another command already has this id."""

    command: str


Landing = Landed | Stale | Changed | TooLittle | IdTaken


class Head(msgspec.Struct, frozen=True):
    """The end of a stream or of the whole log."""

    count: int = 0
    hash: str = ""


class Done(msgspec.Struct, frozen=True):
    """A command that acted, and its records."""

    command: str
    stream: str
    first: int
    last: int
    asked: bytes


class Snapshot(msgspec.Struct, frozen=True):
    stream: str
    version: int  # The state after the record of this version.
    body: bytes


class Posted(msgspec.Struct, frozen=True):
    """A posting with its record."""

    stream: str
    version: int
    account: str
    cents: int


class StoreUnavailable(Exception):
    """The store cannot be reached or written to now; nothing has happened.

    If a connection broke during a commit, the outcome is unknown: sending the same command again
    with the same id returns the answer, and the command acts once.
    """


class Store(Protocol):
    def land(self, batches: Sequence[Batch]) -> list[Landing]:
        """Land all batches that can land, in one durable transaction; return an answer for each.

        Batches are checked in order, each on top of those before it. Raises StoreUnavailable if
        nothing of the whole group was kept.
        """

    def head(self, stream: str) -> Head: ...
    def log_head(self) -> Head: ...
    def streams(self, prefix: str = "") -> list[str]: ...
    def records(self, stream: str, start: int = 0, stop: int | None = None) -> list[Record]: ...
    def log(self, after: int = 0, limit: int = 10_000) -> list[Record]: ...
    def command(self, identity: str) -> Done | None: ...
    def commands(self, stream: str, start: int = 0) -> list[Done]: ...
    def snapshot(self, stream: str, upto: int | None = None) -> Snapshot | None:
        """Return the latest snapshot, or the latest up to a version."""

    def balance(self, account: str) -> int: ...
    def balances(self, prefix: str = "") -> dict[str, int]: ...
    def postings(self, stream: str, start: int = 0, stop: int | None = None) -> list[Posted]: ...

    def watch(self, landed: Callable[[str], None]) -> Callable[[], None]:
        """Call `landed` with each stream that other processes land on, and with their signals;
        return a function that stops watching.
        """

    def signal(self, notice: str) -> None:
        """Notify the other watching processes; signals are not kept, and may get lost."""

    def close(self) -> None: ...
