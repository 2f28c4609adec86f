"""Commands against the log, without a network and without waiting: one step at a time.

`attempt` decides on what this process knows and makes a batch; the store lands it or not;
`conclude` takes the answer. The service does these with a writer's thread in between, the
simulation with faults in between.
"""

from enum import StrEnum
from typing import Any

import msgspec

from ..money.accounts import in_words
from ..money.ledger import postings_of
from ..money.links import leans_on_meter, reading
from ..money.posting import LedgerImbalance, Posting
from ..money.setup import TableSetUp, house_of
from ..store.chain import canonical
from ..store.records import (
    Batch,
    Changed,
    Fact,
    IdTaken,
    Landed,
    Landing,
    Record,
    Stale,
    Store,
    TooLittle,
)
from ..store.snapshots import freeze, latest
from ..store.upcasts import table_event
from ..table.commands import AnyCommand, Command, OpenTable, ReadMeter
from ..table.decide import TableBreach, advance
from ..table.events import AnyEvent
from ..table.refusal import Refusal
from ..table.state import Phase, Table
from ..table.transaction import Change
from .compliance.payout_forms import payout_waits
from .tables.running_table import News, Running, stream_of

_SNAPSHOT_EVERY = 256  # Records; a table is read back from its last one.
ATTEMPTS = 20


class RoomRefusal(StrEnum):
    NO_SUCH_TABLE = "table/unknown"
    STOPPED = "table/stopped"
    STALE = "command/stale"
    ID_TAKEN = "command/id_taken"
    NOT_ENOUGH_MONEY = "money/not_enough"
    TOO_BUSY = "table/too_busy"


class Answer(msgspec.Struct, frozen=True):
    """The command has acted, now or when it was first sent."""

    version: int
    events: tuple[AnyEvent, ...]
    repeated: bool = False
    news: News | None = None  # Where it has acted now.


class Attempt(msgspec.Struct, frozen=True):
    command: AnyCommand
    before: Running
    news: News
    batch: Batch


def refusal(code: RoomRefusal, message: str) -> Refusal:
    return Refusal(code.value, message)


def asked(command: Command) -> bytes:
    """The wish without its time: sent again later, it is the same wish."""
    wish: dict[str, Any] = msgspec.to_builtins(command)
    del wish["at"]
    return canonical(wish)


class Room:
    """The tables that one process keeps in memory."""

    def __init__(self, store: Store):
        self.store = store
        self.tables: dict[str, Running] = {}
        self.stopped: dict[str, str] = {}

    def load(self, table: str) -> Running | None:
        """From memory, or out of the log: the last snapshot and what came after it."""
        if table in self.tables:
            return self.tables[table]
        first = self.store.records(stream_of(table), 0, 1)
        if not first:
            return None
        setup = msgspec.json.decode(first[0].event, type=TableSetUp)
        house = house_of(setup)
        then = latest(self.store, stream_of(table), house) or Table(house)
        running = Running(setup, then, frozen=then.version)
        # Known to nobody before it is whole: others may be at the table while this is read.
        self.tables[table] = running.by(self.events(table, then.version + 1)).running
        return self.tables[table]

    def catch_up(self, table: str) -> News:
        """What other processes have landed meanwhile."""
        before = self.tables[table]
        news = before.by(self.events(table, before.table.version + 1))
        self.tables[table] = news.running
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
        return tuple(map(_event, self.store.records(stream_of(table), start, stop)))

    def attempt(
        self, table: str, command: AnyCommand, expected: int | None = None
    ) -> Attempt | Refusal | Answer:
        running = self.load(table)
        if running is None:
            return refusal(RoomRefusal.NO_SUCH_TABLE, f"There is no table {table}.")
        answer = self._attempted(running, command, expected)
        if not isinstance(answer, Attempt) and self._is_behind(running):
            # Another process has moved the table: a no is said to what is true now.
            running = self.catch_up(table).running
            answer = self._attempted(running, command, expected)
        return answer

    def _is_behind(self, running: Running) -> bool:
        return self.store.head(running.stream).count - 1 > running.table.version

    def _attempted(
        self, running: Running, command: AnyCommand, expected: int | None
    ) -> Attempt | Refusal | Answer:
        if why := self.stopped.get(running.id):
            return refusal(RoomRefusal.STOPPED, f"The table has been stopped: {why}.")
        if expected is not None and expected != running.table.version:
            message = f"The table has moved on from version {expected} to {running.table.version}."
            return self._before(running, command) or refusal(RoomRefusal.STALE, message)
        try:
            decided = self._decided(running, command)
        except (TableBreach, LedgerImbalance) as breach:
            self.stopped[running.id] = str(breach)
            return refusal(RoomRefusal.STOPPED, f"The table has been stopped: {breach}.")
        if isinstance(decided, Refusal):
            return self._before(running, command) or decided
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

    def _decided(self, running: Running, command: AnyCommand) -> Attempt | Refusal:
        if waits := payout_waits(self.store, running, command):
            return waits
        setup, wish = running.setup, command
        if isinstance(command, OpenTable):
            # The table was set up so; whoever opens it need not say it again.
            automation = command.automation or running.setup.automation
            guarded = not running.setup.play_money
            command = msgspec.structs.replace(
                command, table=running.id, automation=automation, guarded=guarded
            )
        if setup.all_links and isinstance(command, OpenTable):
            command = self._with_meters(running, command)
        answer = advance(running.table, command)
        if isinstance(answer, Refusal):
            return answer
        stands: dict[str, int] = {}
        changes = answer.changes
        if leans_on_meter(answer.events, setup):
            table, changes = running.table, []
            for meter in table.house.meters:
                link = setup.link_of(meter)
                stands |= self._on_link(link)
                now = reading(stands, link)
                read = ReadMeter(by="system", at=command.at, of=meter, **now._asdict())
                answer = advance(table, read)
                if isinstance(answer, Refusal):
                    return answer
                table = answer.table
                changes += answer.changes
            answer = advance(table, command)
            if isinstance(answer, Refusal):
                return answer
            changes += answer.changes
        return self._attempt(running, wish, changes, stands)

    def _with_meters(self, running: Running, command: OpenTable) -> OpenTable:
        """With what the meters of the table stand at, and their reserves."""
        found = {}
        for meter in running.table.house.meters:
            link = running.setup.link_of(meter)
            found[meter] = reading(self._on_link(link), link)
        if len(found) == 1:
            (now,) = found.values()
            return msgspec.structs.replace(command, meter=now.meter, reserve=now.reserve)
        return msgspec.structs.replace(
            command,
            meters={key: now.meter for key, now in found.items()},
            reserves={key: now.reserve for key, now in found.items()},
        )

    def _on_link(self, link: str) -> dict[str, int]:
        accounts = (f"meter:{link}", f"reserve:{link}", f"overflow:{link}")
        return {account: self.store.balance(account) for account in accounts}

    def _attempt(
        self,
        running: Running,
        command: AnyCommand,
        changes: list[Change],
        stands: dict[str, int],
    ) -> Attempt:
        facts = tuple(
            Fact(canonical(event), postings_of(running.setup, before, event))
            for before, event, _ in changes
        )
        now = running.after(changes)
        version = running.table.version
        snapshot = None
        if now.table.version - now.frozen >= _SNAPSHOT_EVERY and _between_rounds(now.table):
            snapshot = freeze(now.table)
            now = msgspec.structs.replace(now, frozen=now.table.version)
        batch = Batch(
            stream=running.stream,
            expected=version + 1,
            command=command.id,
            asked=asked(command),
            facts=facts,
            stands=tuple(sorted(Posting(each, cents) for each, cents in stands.items())),
            snapshot=snapshot,
        )
        return Attempt(command, running, News(tuple(changes), now), batch)

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
            case Stale():
                self.catch_up(attempt.before.id)
                return None
            case Changed():
                return None
            case TooLittle():
                money = attempt.before.table.house.money
                held = f"{in_words(landing.account)} has {money(landing.cents)}"
                return refusal(RoomRefusal.NOT_ENOUGH_MONEY, f"That is not enough: {held}.")
            case IdTaken():  # Perhaps by ourselves, when the answer was lost: see what it led to.
                self.catch_up(attempt.before.id)
                return refusal(RoomRefusal.ID_TAKEN, "Another command has had this id.")


def _event(record: Record) -> AnyEvent:
    return table_event(record.event)


def _between_rounds(table: Table) -> bool:
    return table.phase is Phase.BETTING and not table.bettors() and table.round.settled is None
