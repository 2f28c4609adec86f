"""What the log is made of, and what a store has to be able to do."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from ..money.posting import Posting


class Record(msgspec.Struct, frozen=True):
    """One event in the log, for ever."""

    position: int  # In the whole log, from 1, without gaps.
    stream: str
    version: int  # In its stream, from 0.
    command: str  # The id of the command that it came from.
    asked: str  # The hash of that command as it was sent.
    event: bytes  # Canonical JSON.
    previous: str  # The hash of the record before it in its stream; empty for the first.
    hash: str
    seal: str  # Over the seal of the record before it in the whole log, and the hash.


class Fact(msgspec.Struct, frozen=True):
    """An event on its way into the log, with the money that it moves."""

    event: bytes
    postings: tuple[Posting, ...] = ()


class Batch(msgspec.Struct, frozen=True):
    """What one command leads to: it lands whole or not at all. Without facts it leaves no trace."""

    stream: str
    expected: int  # How many records the stream has, as far as the sender knows.
    command: str  # Its id: sent twice it acts once.
    asked: bytes  # The command itself, canonical JSON, for those who ask who wished what.
    facts: tuple[Fact, ...]
    stands: tuple[Posting, ...] = ()  # Balances it leaned on, which must not have moved.
    snapshot: bytes | None = None  # The state after it, where it is time for one.
    leans: tuple[tuple[str, int], ...] = ()  # On other streams, which must not have grown since.
    # What is changed beside the log in the same transaction; whatever it raises, nothing lands.
    beside: Callable[[Any], None] | None = None  # Called with the connection.


class Landed(msgspec.Struct, frozen=True):
    stream: str
    first: int
    last: int  # The version of its last record.
    repeated: bool = False  # The command had acted before; nothing happened now.


class Stale(msgspec.Struct, frozen=True):
    """The stream has grown meanwhile: look again and decide again."""

    stream: str
    version: int  # Of its last record; -1 where it has none.


class Changed(msgspec.Struct, frozen=True):
    """A balance that it leaned on has moved."""

    account: str
    cents: int


class TooLittle(msgspec.Struct, frozen=True):
    """An account that may not go below zero would."""

    account: str
    cents: int  # What is there.


class IdTaken(msgspec.Struct, frozen=True):
    """Another command has had this id."""

    command: str


Landing = Landed | Stale | Changed | TooLittle | IdTaken


class Head(msgspec.Struct, frozen=True):
    """How far a stream, or the whole log, has come."""

    count: int = 0
    hash: str = ""


class Done(msgspec.Struct, frozen=True):
    """A command that acted, and the records it led to."""

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
    """A posting with the record it belongs to."""

    stream: str
    version: int
    account: str
    cents: int


class StoreUnavailable(Exception):
    """The store cannot be reached or written to now; nothing has happened.

    Where a connection broke at the very moment of a commit nobody here can know: whoever sends the
    same command again, with the same id, gets the answer, and it has acted once.
    """


class Store(Protocol):
    def land(self, batches: Sequence[Batch]) -> list[Landing]:
        """All that can land, in one durable transaction; an answer for each, in order.

        Batches are looked at in order, each after those before it. Raises StoreUnavailable when
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
        """The last one, or the last that is not later than a version."""

    def balance(self, account: str) -> int: ...
    def balances(self, prefix: str = "") -> dict[str, int]: ...
    def postings(self, stream: str, start: int = 0, stop: int | None = None) -> list[Posted]: ...
    def postings_on(self, account: str, limit: int = 100) -> Iterator[Posted]: ...

    def watch(self, landed: Callable[[str], None]) -> Callable[[], None]:
        """Calls with the stream of whatever other processes land, and with what they signal;
        returns what ends it.
        """

    def signal(self, notice: str) -> None:
        """To the other processes that watch; nothing is kept of it, and it may get lost."""

    def close(self) -> None: ...
