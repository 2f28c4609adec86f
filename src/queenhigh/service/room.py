"""Decides commands at tables and builds what the log takes, without network or waiting.

`decide` decides from what this process knows and builds a batch, `decide_with_store` reads what
that lacks; the store lands it or not; `conclude` handles the result. Between these steps the
service has its writer thread, and the simulation injects faults.
"""

import logging
from typing import NamedTuple

import msgspec

from ..floor.keyring import SealBroken
from ..money.accounts import in_words
from ..money.ledger import postings_of
from ..money.links import leans_on_meter
from ..money.posting import LedgerImbalance, Posting
from ..money.setup import TableSetUp, house_of
from ..money.stream import table_stream
from ..store.chain import canonical
from ..store.credentials import Person
from ..store.deck_seal import DeckSealer, with_hands
from ..store.records import (
    Batch,
    Changed,
    Fact,
    IdTaken,
    Landed,
    Landing,
    Stale,
    Store,
    TooLittle,
)
from ..store.snapshots import freeze, latest, may_freeze
from ..store.upcasts import table_event
from ..table.commands import (
    AnyCommand,
    BuyIn,
    Confirm,
    ConfirmGroup,
    OpenTable,
)
from ..table.decide import TableBreach, advance
from ..table.events import AnyEvent, DeckShuffled, WagerPaid
from ..table.refusal import Refusal
from ..table.roles import Actor
from ..table.state import Table
from ..table.transaction import Change
from .command_context import (
    Leans,
    MetersRead,
    MustReadError,
    acts_at,
    as_set_up,
    at_hand,
    leans_on,
    meters_read,
    with_others,
)
from .compliance.payout_forms import payout_waits, takes_form
from .executor import RoomRefusal, asked, refusal
from .policy import Registered, refuse
from .tables.news import Asked, News, news_of
from .tables.running_table import Running
from .tables.voice import Voice

logger = logging.getLogger(__name__)
_NO_DECK_KEY = "the order of its deck is sealed with a key that this service does not have"
_LIMITED = (BuyIn, Confirm, ConfirmGroup)  # Their limits apply across all tables.
SNAPSHOT_EVERY = 256  # Records; a table is read back from its last snapshot.


class Answer(msgspec.Struct, frozen=True):
    """The result of a command that acted, now or the first time it was sent."""

    version: int
    events: tuple[AnyEvent, ...]
    repeated: bool = False
    news: News | None = None  # None for a repeated command.


class Wanted(msgspec.Struct, frozen=True):
    """A command at a table, the version it is meant for, and who sent it."""

    table: str
    command: AnyCommand
    expected: int | None = None  # The table version that the command requires, if any.
    voice: Voice | None = None  # None: the service itself asks.
    asker: object = None  # The client that gets its answer with the change.


class Attempt(msgspec.Struct, frozen=True):
    command: AnyCommand
    before: Running
    news: News
    batch: Batch


class _Played(NamedTuple):
    """What a command leads to, and what else it rests on."""

    changes: list[Change]
    stands: dict[str, int]  # Balances of meters.
    leans: Leans  # Versions of other tables.


class _NotAtHand:
    """People who are in the database, and so are not read in the event loop."""

    def find(self, name: str) -> Person | None:
        raise MustReadError


_NOT_AT_HAND = _NotAtHand()


def read_set_up(event: bytes) -> TableSetUp:
    return msgspec.json.decode(event, type=TableSetUp)


class Room:
    """The tables that one process keeps in memory."""

    def __init__(
        self, store: Store, sealer: DeckSealer | None = None, people: Registered | None = None
    ):
        """`sealer` encrypts deck orders in the log; without one they are stored in the clear.

        `people` are those who register here; None where nobody does, as in simulations.
        """
        self.store, self._sealer, self._people = store, sealer, people
        self.tables: dict[str, Running] = {}
        self.stopped: dict[str, str] = {}
        self.behind: set[str] = set()  # Tables that may lag behind the log.
        self.snapshot_every = SNAPSHOT_EVERY
        self.read_set_up = read_set_up  # The simulation reads the same ones in world after world.

    def load(self, table: str) -> Running | None:
        """Return the table from memory, or from its last snapshot and the events after it."""
        if table in self.tables:
            return self.tables[table]
        first = self.store.records(table_stream(table), 0, 1)
        if not first:
            return None
        setup = self.read_set_up(first[0].event)
        house = house_of(setup)
        then = latest(self.store, table_stream(table), house) or Table(house)
        running = Running(setup, then, frozen=then.version)
        # Publish only the complete table: others may use it during this read.
        self._taken_in(news_of(running, self.events(table, then.version + 1)).running)
        return self.tables[table]

    def drop(self, table: str) -> None:
        self.tables.pop(table, None)
        self.stopped.pop(table, None)
        self.behind.discard(table)

    def catch_up(self, table: str) -> News:
        """Take in what other processes have landed in the meantime."""
        before = self.tables[table]
        news = news_of(before, self.events(table, before.table.version + 1))
        self._taken_in(news.running)
        return news

    def back_then(self, table: str, version: int) -> Running | None:
        """Rebuild the table at a version from the last snapshot before it and later events."""
        running = self.tables.get(table)
        if running is None or version > running.table.version:
            return None
        house = house_of(running.setup)
        then = latest(self.store, running.stream, house, version) or Table(house)
        events = self.events(table, then.version + 1, version + 1)
        return news_of(Running(running.setup, then), events).running

    def events(self, table: str, start: int, stop: int | None = None) -> tuple[AnyEvent, ...]:
        """The table's events from version `start` up to, but not including, `stop`."""
        records = self.store.records(table_stream(table), start, stop)
        events = (table_event(record.event) for record in records)
        return tuple(with_hands(self._opened(table, event) for event in events))

    def _opened(self, table: str, event: AnyEvent) -> AnyEvent:
        """Unseal an event. Without the key it stays sealed: finished rounds do not need it."""
        try:
            return self._sealer.opened(table, event) if self._sealer else event
        except SealBroken as broken:
            if isinstance(event, DeckShuffled):  # Warn once: its hands have the same key.
                logger.warning("table %s: %s", table, broken)
            return event

    def _taken_in(self, running: Running) -> None:
        """Keep the table, and stop it if its undealt cards cannot be unsealed here."""
        self.tables[running.id] = running
        if any(deck.commitment and not deck.shuffled for deck in running.table.decks):
            self.stopped[running.id] = _NO_DECK_KEY

    def decide_with_store(
        self, wanted: Wanted, refused: Refusal | None = None
    ) -> Attempt | Refusal | Answer:
        """Decide on a command, reading from the store whatever that takes.

        `refused`, if it was refused from memory, stands unless the table is behind the log or the
        command has acted before.
        """
        running = self.load(wanted.table)
        if running is None:
            return refusal(RoomRefusal.NO_SUCH_TABLE, f"There is no table {wanted.table}.")
        decided = refused or self.decide(running, wanted, self.store)
        if isinstance(decided, Refusal) and self._is_behind(running):
            # Another process has moved the table: refuse only on its current state.
            running = self.catch_up(wanted.table).running
            decided = self.decide(running, wanted, self.store)
        if isinstance(decided, Refusal) and running.id not in self.stopped:
            return self._before(running, wanted.command) or decided
        return decided

    def _is_behind(self, running: Running) -> bool:
        return self.store.head(running.stream).count - 1 > running.table.version

    def _before(self, running: Running, command: AnyCommand) -> Answer | Refusal | None:
        """The result of the command if it was sent before."""
        done = self.store.command(command.id)
        if done is None:
            return None
        if done.asked != asked(command) or done.stream != running.stream:
            return refusal(RoomRefusal.ID_TAKEN, "Another command has used this id.")
        events = self.events(running.id, done.first, done.last + 1)
        return Answer(done.last, events, repeated=True)

    def decide(
        self, running: Running, wanted: Wanted, store: Store | None = None
    ) -> Attempt | Refusal:
        """Decide on a command. Raises MustReadError if that needs the store and none is given."""
        people = self._people if store or self._people is None else _NOT_AT_HAND
        if refused := refuse(running, wanted.command, wanted.voice, people):
            return refused
        now, expected = running.table.version, wanted.expected
        if why := self.stopped.get(wanted.table):
            return refusal(RoomRefusal.STOPPED, f"The table has been stopped: {why}.")
        if expected is not None and expected != now:
            message = f"The table has moved on from version {expected} to version {now}."
            return refusal(RoomRefusal.STALE, message)
        try:
            played = self._played(running, wanted.command, store)
            return played if isinstance(played, Refusal) else self._posted(running, wanted, played)
        except (TableBreach, LedgerImbalance) as breach:
            self.stopped[running.id] = str(breach)
            return refusal(RoomRefusal.STOPPED, f"The table has been stopped: {breach}.")

    def _played(
        self, running: Running, command: AnyCommand, store: Store | None
    ) -> _Played | Refusal:
        if isinstance(command, OpenTable):
            command = as_set_up(running, command, store)
        leans: Leans = ()
        if isinstance(command, _LIMITED) and (others := self._others(running, command, store)):
            command = with_others(command, others)
            leans = leans_on(others, Actor.parse(command.by).name)
        table, house = running.table, running.table.house
        # First, because most of what needs the store at such a house leans on its meters.
        read = meters_read(running, command.at, store) if store and house.meters else None
        answer = advance(read.table if isinstance(read, MetersRead) else table, command)
        if isinstance(answer, Refusal):
            return answer
        events = [each.event for each in answer.changes]
        if house.meters and leans_on_meter(events, house):
            if read is None:
                raise MustReadError
            if isinstance(read, Refusal):
                return read
            played = _Played([*read.changes, *answer.changes], read.stands, leans)
        else:
            if isinstance(read, MetersRead) and read.changes:  # They moved, and do not matter.
                answer = advance(table, command)
            if isinstance(answer, Refusal):
                return answer
            played = _Played(answer.changes, {}, leans)
        pays = any(isinstance(each.event, WagerPaid) for each in played.changes)
        if pays and house.compliance.forms_before_payout and takes_form(running, played.changes):
            return payout_waits(at_hand(store), running, played.changes) or played
        return played

    def _others(self, running: Running, command: AnyCommand, store: Store | None) -> list[Running]:
        """The other tables, if a limit applies across all of them.

        Tables that may be behind, or where the same person acts, are brought up to date first.
        """
        limited = isinstance(command, BuyIn) or running.table.physical
        if not (limited and running.table.guarded):
            return []
        name = Actor.parse(command.by).name
        others = [each for each in tuple(self.tables.values()) if each.id != running.id]
        return [
            self.as_landed(each, at_hand(store))
            if each.id in self.behind or acts_at(each.table, name)
            else each
            for each in others
        ]

    def as_landed(self, running: Running, store: Store) -> Running:
        """The table as the log has it; its watchers here are notified later."""
        if store.head(running.stream).count == running.table.version + 1:
            return running
        return news_of(running, self.events(running.id, running.table.version + 1)).running

    def _posted(self, running: Running, wanted: Wanted, played: _Played) -> Attempt:
        """The changes with their postings, as a batch that lands only on what they rest on."""
        (changes, stands, leans), command = played, wanted.command
        facts = []
        for each in changes:
            event = each.event
            sealer = self._sealer
            written = sealer.sealed(each.before, running.id, event) if sealer else event
            postings = postings_of(running.setup, each.before, event, each.moved)
            facts.append(Fact(canonical(written), postings, written))
        now = running.after(changes)
        snapshot = None
        due = now.table.version - now.frozen >= self.snapshot_every
        if due and may_freeze(now.table) and not self._has_secrets(now.table):
            snapshot = freeze(now.table)
            now = msgspec.structs.replace(now, frozen=now.table.version)
        batch = Batch(
            stream=table_stream(running.setup.table),
            expected=running.table.version + 1,
            command=command.id,
            asked=asked(command),
            facts=tuple(facts),
            stands=tuple(sorted(Posting(each, cents) for each, cents in stands.items())),
            snapshot=snapshot,
            leans=leans,
        )
        own = (Asked(wanted.asker, command.id, now.table.version),) if wanted.asker else ()
        return Attempt(command, running, News(tuple(changes), running, now, own), batch)

    def _has_secrets(self, table: Table) -> bool:
        """Whether a snapshot would expose a deck order that is sealed in the log."""
        return self._sealer is not None and any(deck.order for deck in table.decks)

    def conclude(self, attempt: Attempt, landing: Landing) -> Answer | Refusal | None:
        """Return the answer, or None if things have changed and the command must be retried."""
        match landing:
            case Landed(repeated=False):
                news = attempt.news
                self.tables[attempt.before.id] = news.running
                return Answer(news.running.table.version, news.events, news=news)
            case Landed():
                self.catch_up(attempt.before.id)
                return self._before(attempt.before, attempt.command)
            case Stale() if landing.stream == attempt.batch.stream:
                self.catch_up(attempt.before.id)
                return None
            case Stale() | Changed():
                return None
            case TooLittle():
                money = attempt.before.table.house.money
                held = f"{in_words(landing.account)} has {money(landing.cents)}"
                return refusal(RoomRefusal.NOT_ENOUGH_MONEY, f"That is not enough: {held}.")
            case IdTaken():  # Perhaps by this command, if its answer was lost: read what it did.
                self.catch_up(attempt.before.id)
                return refusal(RoomRefusal.ID_TAKEN, "Another command has used this id.")
