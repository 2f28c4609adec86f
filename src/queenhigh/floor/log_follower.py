"""Following the log, record by record: what each one means to the floor.

The follower keeps the state of every table, so stored findings can be thrown away and made again.
It continues from where it stopped: a table resumes at the start of a round, and nothing is found
twice.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from ..house.calendar import Calendar, calendar
from ..money.ledger import postings_of, postings_of_link
from ..money.links import AnyLinkEvent
from ..money.patrons import AnyPatronEvent, CashOutAsked, Deposited
from ..money.setup import TableSetUp, house_of
from ..money.stream import LINK, PATRON, TABLE, StreamName
from ..table.events import (
    NEVER,
    AnyEvent,
    RoundBegan,
    SettledRoundVoided,
    StepDone,
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
from .notices import Notice, notice_of_dispute, notice_of_suspicion, notices_of
from .personnel import PERSON, AnyPersonEvent
from .round_facts import RoundFacts, RoundFolder
from .settings import SERVICE, AnyServiceEvent
from .staff_alerts import StaffFact, is_staff_fact
from .table_incidents import Happening, happening
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
# `Any` is a union of event types here, which mypy does not take for a type, or one of its events.
_FLOOR_EVENTS: dict[str, Any] = {
    "books": AnyBookEvent,
    "compliance": AnyComplianceEvent,
    "conduct": AnyConductEvent,
    "dispute": AnyDisputeEvent,
    "notices": NoticeAcknowledged,
}


_STAFF_EVENTS: dict[str, Any] = {PERSON: AnyPersonEvent, SERVICE: AnyServiceEvent}


def event_type(stream: str) -> Any:
    """Return the event type of a stream by its name; None if the floor does not read it."""
    kind = StreamName.parse(stream).kind
    others: dict[str, Any] = {PATRON: AnyPatronEvent, LINK: AnyLinkEvent, **_STAFF_EVENTS}
    return others.get(kind) or _FLOOR_EVENTS.get(kind)


class Followed:
    """The follower's state of one table."""

    def __init__(self, setup: TableSetUp):
        self.setup = setup
        self.table = Table(house_of(setup))
        self.folder = RoundFolder(setup)
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

    def take(self, event: AnyEvent) -> Iterator[Found]:
        before, after = self.table, evolve(self.table, event)
        self.table = after
        again = isinstance(event, RoundBegan) and event.number == self.boundary.round.number
        if isinstance(event, RoundBegan | TableClosed) and not again:
            self.boundary, self.began, self.notices = after, event.at, []
        if self.notices:
            yield from acknowledged_by_deed(before, event, self.notices)
        if not isinstance(event, StepDone):  # A step may be a deed, and means nothing else here.
            yield from self._noted(before, event, after)
        if self.setup.all_links:  # Without a link no meter moves.
            postings = postings_of(self.setup, before, event)
            for key, line in meter_moves(self.days, self.setup.table, event, postings):
                yield MeterMoved(key, line)
        if isinstance(event, SettledRoundVoided):
            yield TakenBack(self.setup.table, event.number, event.reason)
        if facts := self.folder.take(before, event, after):
            yield facts
            yield Tallied(*of_round(self.days, facts))
            for payout in payouts(after.house, facts):
                if duty := form_duty(after.house, payout):
                    yield duty

    def _noted(self, before: Table, event: AnyEvent, after: Table) -> Iterator[Found]:
        """What happened at the table, and who is notified of it."""
        if each := happening(self.setup, before, event, after):
            yield each
            if counted := of_happening(each):
                yield Tallied(*counted)
        for notice in notices_of(self.setup.table, before, event, after):
            self.notices.append(notice)
            yield notice


class Follower:
    """The follower's state of all tables, and the other streams."""

    def __init__(self, days: Calendar):
        self.days = days  # The cage's, for links, which belong to no table.
        self.tables: dict[str, Followed] = {}

    def take(self, stream: str, version: int, event: Any) -> Iterator[Found]:
        """Yield what a record means; records of a stream must come in order."""
        kind, name = StreamName.parse(stream)
        if kind == TABLE:
            if isinstance(event, TableSetUp):
                self.tables[name] = Followed(event)
            else:
                yield from self.tables[name].take(event)
                if cash := cash_at_a_table(self.tables[name].setup, event, stream, version):
                    yield cash
        elif kind == PATRON:
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


def _of_the_floor(stream: str, version: int, event: Any) -> Iterator[Found]:
    yield Recorded(stream, version, event)
    if isinstance(event, NoticeAcknowledged):
        yield event
    if isinstance(event, SuspicionReported):
        yield notice_of_suspicion(event, version)
    if isinstance(event, DisputeProposed | DisputeCountersigned):
        yield notice_of_dispute(event, version)
