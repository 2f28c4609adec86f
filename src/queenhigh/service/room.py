"""Commands against the log, one step at a time, without network or waiting.

`attempt` decides from what this process knows and builds a batch; the store lands it or not;
`conclude` handles the result. Between these steps the service has its writer thread, and the
simulation injects faults.
"""

import logging

import msgspec

from ..floor.keyring import SealBroken
from ..money.accounts import in_words, meter, overflow, reserve
from ..money.ledger import postings_of
from ..money.links import leans_on_meter, reading
from ..money.posting import LedgerImbalance, Posting
from ..money.setup import TableSetUp, house_of
from ..money.stream import table_stream
from ..store.chain import canonical
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
    ReadMeter,
)
from ..table.decide import TableBreach, advance
from ..table.entered_wins import won_alone_by
from ..table.events import AnyEvent, DeckShuffled, WagerPaid
from ..table.instructions import with_shuffle, without_controls
from ..table.refusal import Refusal
from ..table.roles import role_and_name
from ..table.state import Table
from ..table.transaction import Change
from .compliance.payout_forms import payout_waits, takes_form
from .executor import RoomRefusal, asked, refusal
from .policy import refuse_at_table
from .tables.running_table import HOUSE, Asked, News, Running

logger = logging.getLogger(__name__)
_NO_DECK_KEY = "the order of its deck is sealed under a key that is not here"
_Leans = tuple[tuple[str, int], ...]
_LIMITED = (BuyIn, Confirm, ConfirmGroup)  # Their limits apply across all tables.
SNAPSHOT_EVERY = 256  # Records; a table is read back from its last snapshot.


class Answer(msgspec.Struct, frozen=True):
    """The result of a command that acted, now or when it was first sent."""

    version: int
    events: tuple[AnyEvent, ...]
    repeated: bool = False
    news: News | None = None  # None for a repeated command.


class Wanted(msgspec.Struct, frozen=True):
    """A command at a table, the version it is meant for, and whether a guest sent it."""

    table: str
    command: AnyCommand
    expected: int | None = None  # The table version that the command requires, if any.
    guest: bool = False
    asker: object = None  # The client that finds its answer in the change.


class Attempt(msgspec.Struct, frozen=True):
    command: AnyCommand
    before: Running
    news: News
    batch: Batch


class MustReadError(Exception):
    """What is in memory is not enough to answer."""


def read_set_up(event: bytes) -> TableSetUp:
    return msgspec.json.decode(event, type=TableSetUp)


class Room:
    """The tables that one process keeps in memory."""

    def __init__(self, store: Store, sealer: DeckSealer | None = None):
        """`sealer` encrypts deck orders in the log; without one they are stored in the clear."""
        self.store, self._sealer = store, sealer
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
        # Publish only the complete table: others may use it while this reads.
        self._taken_in(running.by(self.events(table, then.version + 1)).running)
        return self.tables[table]

    def drop(self, table: str) -> None:
        self.tables.pop(table, None)
        self.stopped.pop(table, None)
        self.behind.discard(table)

    def catch_up(self, table: str) -> News:
        """Take in what other processes have landed in the meantime."""
        before = self.tables[table]
        news = before.by(self.events(table, before.table.version + 1))
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
        return Running(running.setup, then).by(events).running

    def events(self, table: str, start: int, stop: int | None = None) -> tuple[AnyEvent, ...]:
        """The table's events from version `start` up to, but not including, `stop`."""
        records = self.store.records(table_stream(table), start, stop)
        events = (table_event(record.event) for record in records)
        return tuple(with_hands(self._opened(table, event) for event in events))

    def _opened(self, table: str, event: AnyEvent) -> AnyEvent:
        """Unseal an event. Without the key it stays sealed: nobody needs it for finished rounds."""
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

    def attempt(self, wanted: Wanted) -> Attempt | Refusal | Answer:
        """Decide on a command, reading from the store whatever that takes."""
        running = self.load(wanted.table)
        if running is None:
            return refusal(RoomRefusal.NO_SUCH_TABLE, f"There is no table {wanted.table}.")
        answer = self._attempted(running, wanted)
        if not isinstance(answer, Attempt) and self._is_behind(running):
            # Another process has moved the table: refuse only on its current state.
            running = self.catch_up(wanted.table).running
            answer = self._attempted(running, wanted)
        return answer

    def _is_behind(self, running: Running) -> bool:
        return self.store.head(running.stream).count - 1 > running.table.version

    def _attempted(self, running: Running, wanted: Wanted) -> Attempt | Refusal | Answer:
        decided = self.decided(running, wanted, self.store)
        if isinstance(decided, Refusal) and running.id not in self.stopped:
            return self._before(running, wanted.command) or decided
        return decided

    def _before(self, running: Running, command: AnyCommand) -> Answer | Refusal | None:
        """The result of the command if it was sent before."""
        done = self.store.command(command.id)
        if done is None:
            return None
        if done.asked != asked(command) or done.stream != running.stream:
            return refusal(RoomRefusal.ID_TAKEN, "Another command has used this id.")
        events = self.events(running.id, done.first, done.last + 1)
        return Answer(done.last, events, repeated=True)

    def decided(
        self, running: Running, wanted: Wanted, store: Store | None = None
    ) -> Attempt | Refusal:
        """Decide on a command. Raises MustReadError if that needs the store and none is given."""
        now, expected = running.table.version, wanted.expected
        if why := self.stopped.get(wanted.table):
            return refusal(RoomRefusal.STOPPED, f"The table has been stopped: {why}.")
        if expected is not None and expected != now:
            message = f"The table has moved on from version {expected} to {now}."
            return refusal(RoomRefusal.STALE, message)
        if refused := refuse_at_table(running, wanted.command, guest=wanted.guest):
            return refused
        try:
            played = self._played(running, wanted.command, store)
            if isinstance(played, Refusal):
                return played
            return self._attempt(running, wanted, *played)
        except (TableBreach, LedgerImbalance) as breach:
            self.stopped[running.id] = str(breach)
            return refusal(RoomRefusal.STOPPED, f"The table has been stopped: {breach}.")

    def _played(
        self, running: Running, command: AnyCommand, store: Store | None
    ) -> tuple[list[Change], dict[str, int], _Leans] | Refusal:
        """The changes, and the meter balances and versions of other tables that they rely on."""
        if isinstance(command, OpenTable):
            command = _as_set_up(running, command, store)
        leans: _Leans = ()
        if isinstance(command, _LIMITED) and (others := self._others(running, command, store)):
            command = _with_others(command, others)
            leans = _leans(others, role_and_name(command.by).name)
        answer = advance(running.table, command)
        if isinstance(answer, Refusal):
            return answer
        changes, stands = answer.changes, dict[str, int]()
        events = [change.event for change in changes]
        house = running.table.house
        if house.meters and leans_on_meter(events, house):
            read = _with_exact_meters(running, command, _at_hand(store))
            if isinstance(read, Refusal):
                return read
            changes, stands = read
        pays = any(isinstance(each.event, WagerPaid) for each in changes)
        if pays and house.compliance.forms_before_payout and takes_form(running, changes):
            waits = payout_waits(_at_hand(store), running, changes)
            return waits or (changes, stands, leans)
        return changes, stands, leans

    def _others(self, running: Running, command: AnyCommand, store: Store | None) -> list[Running]:
        """The other tables, if a limit applies across all of them.

        Tables that may be behind, or where the same person acts, are brought up to date first.
        """
        limited = isinstance(command, BuyIn) or running.table.physical
        if not (limited and running.table.guarded):
            return []
        name = role_and_name(command.by).name
        others = [each for each in tuple(self.tables.values()) if each.id != running.id]
        return [
            self.as_landed(each, _at_hand(store))
            if each.id in self.behind or _acts_at(each.table, name)
            else each
            for each in others
        ]

    def as_landed(self, running: Running, store: Store) -> Running:
        """The table as the log has it; its watchers here are notified later."""
        if store.head(running.stream).count == running.table.version + 1:
            return running
        return running.by(self.events(running.id, running.table.version + 1)).running

    def _attempt(
        self,
        running: Running,
        wanted: Wanted,
        changes: list[Change],
        stands: dict[str, int],
        leans: _Leans,
    ) -> Attempt:
        facts, command = [], wanted.command
        for each in changes:
            event = each.event
            sealer = self._sealer
            written = sealer.sealed(each.before, running.id, event) if sealer else event
            postings = postings_of(running.setup, each.before, event, each.moved)
            facts.append(Fact(canonical(written), postings))
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


def _at_hand(store: Store | None) -> Store:
    if store is None:
        raise MustReadError
    return store


def _acts_at(table: Table, name: str) -> bool:
    """Whether this person deals there, is about to, or has entered hands there."""
    asked_for = (each.command.get("dealer") for each in table.requests.values())
    here = (table.dealer, table.relief, table.leaving, *table.won_alone, *asked_for)
    return name in here


def _leans(others: list[Running], name: str) -> _Leans:
    """The tables that must not change before the batch lands: this person acts at them."""
    acts = (each for each in others if _acts_at(each.table, name))
    return tuple((each.stream, each.table.version + 1) for each in acts)


def _with_others(command: AnyCommand, others: list[Running]) -> AnyCommand:
    """Add what the person did at other tables, as their limits apply across all tables."""
    name = role_and_name(command.by).name
    if isinstance(command, BuyIn):
        bought = sum(each.table.bought_alone_by(name, command.at) for each in others)
        return msgspec.structs.replace(command, bought_elsewhere=bought) if bought else command
    if isinstance(command, Confirm | ConfirmGroup):
        won = sum(won_alone_by(each.table, name, command.at) for each in others)
        return msgspec.structs.replace(command, won_elsewhere=won) if won else command
    return command


def _as_set_up(running: Running, command: OpenTable, store: Store | None) -> OpenTable:
    """Fill in what the table's set-up already says, so that the opener need not repeat it."""
    setup = running.setup
    kind = setup.kind or "digital"  # Older set-ups have no kind; they are digital too.
    automation = command.automation or setup.automation
    if not setup.play_money:  # An older set-up may leave to the system what is now a person's.
        automation = without_controls(running.table.house, automation)
    command = msgspec.structs.replace(
        command,
        table=running.id,
        automation=with_shuffle(automation) if kind == "digital" else automation,
        guarded=not setup.play_money,
        kind=kind,
    )
    if running.automated and not setup.play_money:  # No person deals there, or counts its chips.
        tray = running.usual_tray
        command = msgspec.structs.replace(command, dealer=HOUSE, tray=tray, chips=None)
    return _with_meters(_at_hand(store), running, command) if setup.all_links else command


def _with_exact_meters(
    running: Running, command: AnyCommand, store: Store
) -> tuple[list[Change], dict[str, int]] | Refusal:
    """Read the meters before the command, so that it is decided on their exact balances."""
    table, changes, stands = running.table, list[Change](), dict[str, int]()
    reads: list[AnyCommand] = []
    for key in table.house.meters:
        link = running.setup.link_of(key)
        stands |= _on_link(store, link)
        now = reading(stands, link)
        reads.append(ReadMeter(by="system", at=command.at, of=key, **now._asdict()))
    for each in (*reads, command):
        answer = advance(table, each)
        if isinstance(answer, Refusal):
            return answer
        table, changes = answer.table, changes + answer.changes
    return changes, stands


def _with_meters(store: Store, running: Running, command: OpenTable) -> OpenTable:
    """Add the current balances of the table's meters and their reserves."""
    found = {}
    for key in running.table.house.meters:
        link = running.setup.link_of(key)
        found[key] = reading(_on_link(store, link), link)
    if len(found) == 1:
        (now,) = found.values()
        return msgspec.structs.replace(command, meter=now.meter, reserve=now.reserve)
    return msgspec.structs.replace(
        command,
        meters={key: now.meter for key, now in found.items()},
        reserves={key: now.reserve for key, now in found.items()},
    )


def _on_link(store: Store, link: str) -> dict[str, int]:
    accounts = (meter(link), reserve(link), overflow(link))
    return {account: store.balance(account) for account in accounts}
