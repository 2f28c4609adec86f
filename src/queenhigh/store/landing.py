"""The rules of landing, shared by every store.

A store fetches what a group of batches depends on (`Needed`), lets them land on it (`Ground`), and
writes what they added.
"""

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

import msgspec

from ..money.accounts import may_go_below_zero
from ..money.posting import LedgerImbalance
from .chain import Hashing, digest, seal
from .records import (
    Batch,
    Changed,
    Done,
    Head,
    IdTaken,
    Landed,
    Landing,
    Snapshot,
    Stale,
    TooLittle,
)


class Needed(NamedTuple):
    """What a group of batches depends on."""

    streams: set[str]
    commands: set[str]
    accounts: set[str]


def needed(
    batches: Iterable[Batch], heads: Container[str] = (), balances: Container[str] = ()
) -> Needed:
    """What the batches depend on besides the known heads and balances.

    Raises for a batch that would be wrong in any store, before anything has landed.
    """
    streams: set[str] = set()
    commands: set[str] = set()
    accounts: set[str] = set()
    for batch in batches:
        if not batch.command:
            raise ValueError(f"{batch.stream}: a batch needs the id of its command")
        commands.add(batch.command)
        if batch.stream not in heads:
            streams.add(batch.stream)
        streams.update(stream for stream, _ in batch.leans if stream not in heads)
        accounts.update(stand.account for stand in batch.stands if stand.account not in balances)
        for fact in batch.facts:
            total_cents = 0
            for posting in fact.postings:
                total_cents += posting.cents
                if posting.account not in balances:
                    accounts.add(posting.account)
            if total_cents:
                message = f"{batch.stream}: postings sum to {total_cents} cents, expected 0"
                raise LedgerImbalance(message)
    return Needed(streams, commands, accounts)


class Leg(NamedTuple):
    """A posting, with its record's position and its index within the record."""

    position: int
    leg: int
    account: str
    cents: int


# A record as stored in a database: like `Record`, with the event as text.
Row = tuple[int, str, int, str, str, str, str, str, str]


class Act(msgspec.Struct, frozen=True):
    """A command that acts in this group."""

    done: Done
    position: int  # Of its first record.


class Ground(msgspec.Struct):
    """The state that a group lands on, as far as needed, and what the group adds."""

    log: Head
    heads: dict[str, Head]
    balances: dict[str, int]
    commands: dict[str, Done]
    records: list[Row] = []
    legs: list[tuple[int, int, str, int]] = []  # As in `Leg`.
    acts: list[Act] = []
    snapshots: list[Snapshot] = []
    moved: set[str] = set()  # Accounts.

    def land_group(self, batches: Sequence[Batch]) -> list[Landing]:
        return [self._land_batch(batch) for batch in batches]

    @property
    def grown(self) -> list[str]:
        """Return the streams that have grown, each once, in order."""
        return list(dict.fromkeys(act.done.stream for act in self.acts))

    def _land_batch(self, batch: Batch) -> Landing:
        head = self.heads.get(batch.stream, Head())
        if done := self.commands.get(batch.command):
            if done.asked != batch.asked or done.stream != batch.stream:
                return IdTaken(batch.command)
            return Landed(done.stream, done.first, done.last, repeated=True)
        if batch.expected != head.count:
            return Stale(batch.stream, head.count - 1)
        for stream, count in batch.leans:
            if (other := self.heads.get(stream, Head())).count != count:
                return Stale(stream, other.count - 1)
        for stand in batch.stands:
            if (now := self.balances.get(stand.account, 0)) != stand.cents:
                return Changed(stand.account, now)
        legs, after = self._posted(batch)
        for account, cents in after.items():
            if cents < 0:
                before = self.balances.get(account, 0)
                if cents < before and not may_go_below_zero(account):
                    return TooLittle(account, before)
        self.balances.update(after)
        self.moved.update(after)
        self.legs += legs
        return self._append(batch, head)

    def _posted(self, batch: Batch) -> tuple[list[tuple[int, int, str, int]], dict[str, int]]:
        """The batch's legs, and the balances after them."""
        legs: list[tuple[int, int, str, int]] = []
        after: dict[str, int] = {}
        balances = self.balances
        for position, fact in enumerate(batch.facts, self.log.count + 1):
            for leg, posting in enumerate(fact.postings):
                account, cents = posting.account, posting.cents
                legs.append((position, leg, account, cents))
                held = after[account] if account in after else balances.get(account, 0)
                after[account] = held + cents
        return legs, after

    def _append(self, batch: Batch, head: Head) -> Landed:
        stream, command, asked = batch.stream, batch.command, digest(batch.asked)
        hashing = Hashing(stream, command, asked)
        position, sealed = self.log.count, self.log.hash
        version, previous = head.count, head.hash
        for fact in batch.facts:
            position += 1
            hashed = hashing.of(version, fact.event, previous)
            sealed = seal(sealed, hashed)
            event = fact.event.decode()
            self.records.append(
                (position, stream, version, command, asked, event, previous, hashed, sealed)
            )
            version, previous = version + 1, hashed
        landed = Landed(stream, head.count, version - 1)
        if batch.facts:
            done = Done(command, stream, landed.first, landed.last, batch.asked)
            self.commands[command] = done
            self.acts.append(Act(done, self.log.count + 1))
            self.heads[stream], self.log = Head(version, previous), Head(position, sealed)
        if batch.facts and batch.snapshot is not None:
            self.snapshots.append(Snapshot(stream, landed.last, batch.snapshot))
        return landed
