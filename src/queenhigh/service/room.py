"""Commands against the log, without a network and without waiting: one step at a time.

`attempt` decides on what this process knows and makes a batch; the store lands it or not;
`conclude` takes the answer. The service does these with a writer's thread in between, the
simulation with faults in between.
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
from ..store.snapshots import freeze, latest
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
from ..table.events import AnyEvent, DeckShuffled
from ..table.instructions import with_shuffle
from ..table.refusal import Refusal
from ..table.roles import role_and_name
from ..table.state import Phase, Table
from ..table.transaction import Change
from .compliance.payout_forms import payout_waits, takes_form
from .executor import RoomRefusal, asked, refusal
from .policy import refuse_at_table
from .tables.running_table import News, Running

logger = logging.getLogger(__name__)
_NO_DECK_KEY = "the order of its deck is sealed under a key that is not here"
_Leans = tuple[tuple[str, int], ...]
_LIMITED = (BuyIn, Confirm, ConfirmGroup)  # One limit for all tables.
SNAPSHOT_EVERY = 256  # Records; a table is read back from its last one.


class Answer(msgspec.Struct, frozen=True):
    """The command has acted, now or when it was first sent."""

    version: int
    events: tuple[AnyEvent, ...]
    repeated: bool = False
    news: News | None = None  # Where it has acted now.


class Wanted(msgspec.Struct, frozen=True):
    """A command at a table, and who gives it."""

    table: str
    command: AnyCommand
    expected: int | None = None  # The version of the table that it is for, where that matters.
    guest: bool = False


class Attempt(msgspec.Struct, frozen=True):
    command: AnyCommand
    before: Running
    news: News
    batch: Batch


class MustReadError(Exception):
    """What is in memory is not enough to answer."""


class Room:
    """The tables that one process keeps in memory."""

    def __init__(self, store: Store, sealer: DeckSealer | None = None):
        """`sealer`: under whose keys the log has the orders of decks; none: in the clear."""
        self.store, self._sealer = store, sealer
        self.tables: dict[str, Running] = {}
        self.stopped: dict[str, str] = {}
        self.behind: set[str] = set()  # Tables of which the log may know more.
        self.snapshot_every = SNAPSHOT_EVERY

    def load(self, table: str) -> Running | None:
        """From memory, or out of the log: the last snapshot and what came after it."""
        if table in self.tables:
            return self.tables[table]
        first = self.store.records(table_stream(table), 0, 1)
        if not first:
            return None
        setup = msgspec.json.decode(first[0].event, type=TableSetUp)
        house = house_of(setup)
        then = latest(self.store, table_stream(table), house) or Table(house)
        running = Running(setup, then, frozen=then.version)
        # Known to nobody before it is whole: others may be at the table while this is read.
        self._taken_in(running.by(self.events(table, then.version + 1)).running)
        return self.tables[table]

    def drop(self, table: str) -> None:
        self.tables.pop(table, None)
        self.stopped.pop(table, None)
        self.behind.discard(table)

    def catch_up(self, table: str) -> News:
        """What other processes have landed meanwhile."""
        before = self.tables[table]
        news = before.by(self.events(table, before.table.version + 1))
        self._taken_in(news.running)
        return news

    def back_then(self, table: str, version: int) -> Running | None:
        """The table as it was: the last snapshot before that, and what came after it."""
        running = self.tables.get(table)
        if running is None or version > running.table.version:
            return None
        house = house_of(running.setup)
        then = latest(self.store, running.stream, house, version) or Table(house)
        events = self.events(table, then.version + 1, version + 1)
        return Running(running.setup, then).by(events).running

    def events(self, table: str, start: int, stop: int | None = None) -> tuple[AnyEvent, ...]:
        """Those that brought the table from one version to another."""
        records = self.store.records(table_stream(table), start, stop)
        events = (table_event(record.event) for record in records)
        return tuple(with_hands(self._opened(table, event) for event in events))

    def _opened(self, table: str, event: AnyEvent) -> AnyEvent:
        """As it happened. What is sealed under a key that is not here stays sealed: of rounds that
        are over nobody needs it.
        """
        try:
            return self._sealer.opened(table, event) if self._sealer else event
        except SealBroken as broken:
            if isinstance(event, DeckShuffled):  # Its hands are under the same key.
                logger.warning("table %s: %s", table, broken)
            return event

    def _taken_in(self, running: Running) -> None:
        """A table whose next cards nobody here knows is not played on."""
        self.tables[running.id] = running
        if any(deck.commitment and not deck.shuffled for deck in running.table.decks):
            self.stopped[running.id] = _NO_DECK_KEY

    def attempt(self, wanted: Wanted) -> Attempt | Refusal | Answer:
        """Decides, and asks the store whatever that takes."""
        running = self.load(wanted.table)
        if running is None:
            return refusal(RoomRefusal.NO_SUCH_TABLE, f"There is no table {wanted.table}.")
        answer = self._attempted(running, wanted)
        if not isinstance(answer, Attempt) and self._is_behind(running):
            # Another process has moved the table: a no is said to what is true now.
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
        """What became of the command when it was sent before, if it was."""
        done = self.store.command(command.id)
        if done is None:
            return None
        if done.asked != asked(command) or done.stream != running.stream:
            return refusal(RoomRefusal.ID_TAKEN, "Another command has had this id.")
        events = self.events(running.id, done.first, done.last + 1)
        return Answer(done.last, events, repeated=True)

    def decided(
        self, running: Running, wanted: Wanted, store: Store | None = None
    ) -> Attempt | Refusal:
        """Raises MustReadError where it needs the store and has none."""
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
            return self._attempt(running, wanted.command, *played)
        except (TableBreach, LedgerImbalance) as breach:
            self.stopped[running.id] = str(breach)
            return refusal(RoomRefusal.STOPPED, f"The table has been stopped: {breach}.")

    def _played(
        self, running: Running, command: AnyCommand, store: Store | None
    ) -> tuple[list[Change], dict[str, int], _Leans] | Refusal:
        """What happens, what the meters have to stand at for it, and which other tables have to be
        as they were.
        """
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
        if running.table.house.meters and leans_on_meter(events, running.setup):
            read = _with_exact_meters(running, command, _at_hand(store))
            if isinstance(read, Refusal):
                return read
            changes, stands = read
        forms_first = running.table.house.compliance.forms_before_payout
        if forms_first and takes_form(running, changes):
            waits = payout_waits(_at_hand(store), running, changes)
            return waits or (changes, stands, leans)
        return changes, stands, leans

    def _others(self, running: Running, command: AnyCommand, store: Store | None) -> list[Running]:
        """The other tables, where a limit is one for all: as they are known here, and those where
        the same person acts as the log has them.
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
        """Where another process has moved it; whoever watches it here is told in time."""
        if store.head(running.stream).count == running.table.version + 1:
            return running
        return running.by(self.events(running.id, running.table.version + 1)).running

    def _attempt(
        self,
        running: Running,
        command: AnyCommand,
        changes: list[Change],
        stands: dict[str, int],
        leans: _Leans,
    ) -> Attempt:
        facts = []
        for each in changes:
            event = each.event
            sealer = self._sealer
            written = sealer.sealed(each.before, running.id, event) if sealer else event
            postings = postings_of(running.setup, each.before, event, each.moved)
            facts.append(Fact(canonical(written), postings))
        now = running.after(changes)
        snapshot = None
        due = now.table.version - now.frozen >= self.snapshot_every
        if due and _between_rounds(now.table) and not self._has_secrets(now.table):
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
        return Attempt(command, running, News(tuple(changes), running, now), batch)

    def _has_secrets(self, table: Table) -> bool:
        """An order that is sealed in the log must not lie open in a snapshot."""
        return self._sealer is not None and any(deck.order for deck in table.decks)

    def conclude(self, attempt: Attempt, landing: Landing) -> Answer | Refusal | None:
        """The answer, or nothing: look again, the world has moved on."""
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
            case IdTaken():  # Perhaps by ourselves, when the answer was lost: see what it led to.
                self.catch_up(attempt.before.id)
                return refusal(RoomRefusal.ID_TAKEN, "Another command has had this id.")


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
    """They must not move while it lands: what this person does there counts."""
    acts = (each for each in others if _acts_at(each.table, name))
    return tuple((each.stream, each.table.version + 1) for each in acts)


def _with_others(command: AnyCommand, others: list[Running]) -> AnyCommand:
    """A person's limits are one for all tables."""
    name = role_and_name(command.by).name
    if isinstance(command, BuyIn):
        bought = sum(each.table.bought_alone_by(name, command.at) for each in others)
        return msgspec.structs.replace(command, bought_elsewhere=bought) if bought else command
    if isinstance(command, Confirm | ConfirmGroup):
        won = sum(won_alone_by(each.table, name, command.at) for each in others)
        return msgspec.structs.replace(command, won_elsewhere=won) if won else command
    return command


def _as_set_up(running: Running, command: OpenTable, store: Store | None) -> OpenTable:
    """The table was set up so; whoever opens it need not say it again."""
    setup = running.setup
    kind = setup.kind or "digital"  # Older set-ups have none: there too the system deals.
    automation = command.automation or setup.automation
    command = msgspec.structs.replace(
        command,
        table=running.id,
        automation=with_shuffle(automation) if kind == "digital" else automation,
        guarded=not setup.play_money,
        kind=kind,
    )
    return _with_meters(_at_hand(store), running, command) if setup.all_links else command


def _with_exact_meters(
    running: Running, command: AnyCommand, store: Store
) -> tuple[list[Change], dict[str, int]] | Refusal:
    """The meters are read first, so that what is decided on is what they stand at."""
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
    """With what the meters of the table stand at, and their reserves."""
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


def _between_rounds(table: Table) -> bool:
    return table.phase is Phase.BETTING and not table.bettors() and table.round.settled is None
