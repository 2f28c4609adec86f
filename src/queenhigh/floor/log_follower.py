"""Following the log, record by record: the meaning of each to the floor.

The follower keeps the state of every table, so stored findings can be thrown away and made again.
It continues from where it stopped: a table resumes at the start of a round, and nothing is found
twice.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from ..house.calendar import Calendar, calendar
from ..house.plain_data import MsgspecType
from ..money.ledger import postings_of, postings_of_link
from ..money.links import AnyLinkEvent
from ..money.patrons import AnyPatronEvent, CashOutAsked, Deposited
from ..money.setup import TableSetUp, house_of
from ..money.stream import LINK, PATRON, TABLE, StreamName
from ..table.chips import MOVE_CHIPS
from ..table.events import (
    NEVER,
    AnyEvent,
    RoundBegan,
    SettledRoundVoided,
    TableClosed,
)
from ..table.evolve import evolve
from ..table.state import Table
from .acknowledgements import NoticeAcknowledged, acknowledged_by_deed
from .book_editions import AnyBookEvent
from .cash import CashTransaction, cash_at_a_table, cash_transaction
from .compliance import AnyComplianceEvent
from .conduct import AnyConductEvent, SuspicionReported
from .disputes import AnyDisputeEvent, DisputeCountersigned, DisputeProposed
from .meters import MeterKey, MeterLine, meter_moves
from .notices import NOTICED, Notice, notice_of_dispute, notice_of_suspicion, notices_of
from .personnel import PERSON, AnyPersonEvent
from .round_facts import RoundFacts, RoundFolder
from .settings import SERVICE, AnyServiceEvent
from .staff_alerts import StaffFact, is_staff_fact
from .table_incidents import TOLD, Happening, happening
from .tax import FormDuty, form_duty, payouts
from .totals import Key, Totals, of_happening, of_round


class MeterMoved(msgspec.Struct, frozen=True):
    key: MeterKey
    line: MeterLine


class Tallied(msgspec.Struct, frozen=True):
    key: Key
    totals: Totals


class TakenBack(msgspec.Struct, frozen=True):
    """A settled round has become void."""

    table: str
    number: int
    reason: str


class Recorded(msgspec.Struct, frozen=True):
    """A fact of the floor's own streams, or what a patron brings or asks for, unchanged."""

    stream: str
    version: int
    event: (
        AnyBookEvent
        | AnyComplianceEvent
        | AnyConductEvent
        | AnyDisputeEvent
        | NoticeAcknowledged
        | StaffFact
        | CashOutAsked
        | Deposited
    )


Found = (
    RoundFacts | Happening | Notice | NoticeAcknowledged | CashTransaction | FormDuty | MeterMoved
    | Tallied | TakenBack | Recorded
)  # fmt: skip
FLOOR_STREAMS = ("books", "compliance", "conduct", "dispute", "notices")
StreamEvent = Any  # The name of its stream says which it is.
_FLOOR_EVENTS: dict[str, MsgspecType] = {
    "books": AnyBookEvent,
    "compliance": AnyComplianceEvent,
    "conduct": AnyConductEvent,
    "dispute": AnyDisputeEvent,
    "notices": NoticeAcknowledged,
}


_BOUNDS = frozenset((RoundBegan, TableClosed))
_NOTED = TOLD | NOTICED
_STAFF_EVENTS: dict[str, MsgspecType] = {PERSON: AnyPersonEvent, SERVICE: AnyServiceEvent}


def event_type(stream: str) -> MsgspecType:
    """The event type of a stream by its name; None if the floor does not read it."""
    kind = StreamName.parse(stream).kind
    others: dict[str, MsgspecType] = {PATRON: AnyPatronEvent, LINK: AnyLinkEvent, **_STAFF_EVENTS}
    return others.get(kind) or _FLOOR_EVENTS.get(kind)


class Followed:
    """The follower's state of one table."""

    def __init__(self, setup: TableSetUp):
        self.setup = setup
        self.table = Table(house_of(setup))
        self.folder = RoundFolder(setup)
        self._has_links = bool(setup.all_links)
        self.notices: list[Notice] = []  # Of the round in progress.
        self.days: Calendar = calendar(house_of(setup).compliance)
        # Where it can resume: the table when its round began, and when that was.
        self.boundary, self.began = self.table, NEVER

    @classmethod
    def taken_up(cls, setup: TableSetUp, boundary: Table, began: datetime) -> "Followed":
        found = cls(setup)
        found.table = found.boundary = boundary
        found.began = began
        if boundary.round.number and not boundary.round.over:
            found.folder.resume(boundary, began)
        return found

    def take(self, event: AnyEvent) -> list[Found]:
        """What an event means. Most mean nothing, so what any may mean is asked by type."""
        kind, before = type(event), self.table
        self.table = after = evolve(before, event)
        found: list[Found] = []
        if kind in _BOUNDS:
            again = isinstance(event, RoundBegan) and event.number == self.boundary.round.number
            if not again:
                self.boundary, self.began, self.notices = after, event.at, []
        if self.notices:
            found += acknowledged_by_deed(before, event, self.notices)
        if kind in _NOTED:
            found += self._noted(before, event, after)
        if self._has_links and kind in MOVE_CHIPS:  # Without a link no meter moves.
            postings = postings_of(self.setup, before, event)
            moves = meter_moves(self.days, self.setup.table, event, postings)
            found += (MeterMoved(key, line) for key, line in moves)
        if isinstance(event, SettledRoundVoided):
            found.append(TakenBack(self.setup.table, event.number, event.reason))
        if facts := self.folder.take(before, event, after):
            found += self._of_round(facts, after)
        return found

    def _noted(self, before: Table, event: AnyEvent, after: Table) -> Iterator[Found]:
        """What happened at the table, and who is notified of it."""
        if each := happening(self.setup, before, event, after):
            yield each
            if counted := of_happening(each):
                yield Tallied(*counted)
        for notice in notices_of(self.setup.table, before, event, after):
            self.notices.append(notice)
            yield notice

    def _of_round(self, facts: RoundFacts, after: Table) -> Iterator[Found]:
        yield facts
        yield Tallied(*of_round(self.days, facts))
        for payout in payouts(after.house, facts):
            if duty := form_duty(after.house, payout):
                yield duty


class Follower:
    """The follower's state of all tables, and the other streams."""

    def __init__(self, days: Calendar):
        self.days = days  # The cage's, for links, which belong to no table.
        self.tables: dict[str, Followed] = {}

    def take(self, stream: str, version: int, event: StreamEvent) -> Sequence[Found]:
        """What a record means; records of a stream must come in order."""
        kind, name = StreamName.parse(stream)
        if kind != TABLE:
            return tuple(self._elsewhere(kind, stream, version, event))
        if isinstance(event, TableSetUp):
            self.tables[name] = Followed(event)
            return ()
        followed = self.tables[name]
        found = followed.take(event)
        if cash := cash_at_a_table(followed.setup, event, stream, version):
            found.append(cash)
        return found

    def _elsewhere(
        self, kind: str, stream: str, version: int, event: StreamEvent
    ) -> Iterator[Found]:
        """What a record means that is of no table."""
        if kind == PATRON:
            if found := cash_transaction(event, stream, version):
                yield found
            if isinstance(event, CashOutAsked | Deposited):
                yield Recorded(stream, version, event)
        elif kind == LINK:
            for key, line in meter_moves(self.days, "", event, postings_of_link(event)):
                yield MeterMoved(key, line)
        elif kind in _STAFF_EVENTS:
            if is_staff_fact(event):
                yield Recorded(stream, version, event)
        elif kind in FLOOR_STREAMS:
            yield from _of_the_floor(stream, version, event)


def _of_the_floor(stream: str, version: int, event: StreamEvent) -> Iterator[Found]:
    yield Recorded(stream, version, event)
    if isinstance(event, NoticeAcknowledged):
        yield event
    if isinstance(event, SuspicionReported):
        yield notice_of_suspicion(event, version)
    if isinstance(event, DisputeProposed | DisputeCountersigned):
        yield notice_of_dispute(event, version)
