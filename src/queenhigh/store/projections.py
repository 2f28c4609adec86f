"""The floor's view of the log, kept in the database: disposable and rebuilt at will.

`catch_up` follows the log from where it stopped, one part at a time, each part in one transaction.
`rebuild` starts over. The reading methods implement `floor.log_findings.Kept`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    delete,
    func,
    insert,
    select,
    text,
)

from ..floor.acknowledgements import NoticeAcknowledged
from ..floor.cash import CashTransaction
from ..floor.compliance import AnyComplianceEvent
from ..floor.conduct import AnyConductEvent
from ..floor.disputes import AnyDisputeEvent, Dispute, follow
from ..floor.log_findings import Span
from ..floor.log_follower import Followed, Follower, StreamEvent, event_type
from ..floor.meters import MeterKey, MeterLine
from ..floor.notices import Notice
from ..floor.personnel import PERSON
from ..floor.round_facts import Irregularity, RoundFacts
from ..floor.search import Query, SearchResult
from ..floor.settings import SERVICE
from ..floor.staff_alerts import StaffFact
from ..floor.table_incidents import Happening, kind_and_detail
from ..floor.tax import FormDuty
from ..floor.totals import Key, Totals
from ..house.calendar import calendar
from ..house.model import House
from ..house.plain_data import MsgspecType
from ..money.patrons import CashOutAsked, Deposited
from ..money.setup import Stakes, TableSetUp, house_of
from ..money.stream import PATRON, TABLE, StreamName
from . import floor_schema as fs
from . import landing, schema
from .database import Database, Values
from .floor_rows import facts_of, text_of
from .floor_writer import Logged, Part, Stored
from .log_rows import as_bytes
from .plain_statements import Statements, insert_into
from .recent_records import RecentRecords
from .records import Fact, Record
from .round_search import search
from .schema import Selection, TableRow
from .snapshots import FORM as SNAPSHOT_FORM
from .snapshots import Outdated, freeze, thaw
from .upcasts import table_event, upcast

FORM = f"4 {SNAPSHOT_FORM}"  # The form of the tables; others are not read.
_AT_A_TIME = 2_000  # Records.
_LOCK = 0x46_6C_6F_6F_72  # "Floor": a number unique among the advisory locks of a database.
_LOGGED = tuple(schema.records.c[name] for name in Logged._fields)
_SLICE = 100  # Records that are followed without a pause.
_CURSOR = "SELECT position, form FROM floor_cursor"
_Rows = tuple[str, Sequence[tuple[object, ...]]]  # A statement, with the values of each row.
_Body = Any  # Of the type that is asked for.
_decoders: dict[MsgspecType, msgspec.json.Decoder[StreamEvent]] = {}


def event_of(stream: str, version: int, written: bytes) -> StreamEvent:
    """Decode the event as of this program version; None if the floor does not read it."""
    if StreamName.parse(stream).kind == TABLE:
        if version == 0:
            return msgspec.json.decode(upcast(written), type=TableSetUp)
        return table_event(written)
    kind = event_type(stream)
    if kind is None:
        return None
    decoder = _decoders.get(kind)
    if decoder is None:
        decoder = _decoders[kind] = msgspec.json.Decoder(kind)
    return decoder.decode(upcast(written))


def cage_of(database: Database) -> House:
    with database.reading() as connection:
        return cage_in(connection)


def cage_in(connection: Connection) -> House:
    """Return the house of the first table ever set up, the cage's by default."""
    records, heads = schema.records.c, schema.heads.c
    query = select(records.event).join(schema.heads, heads.stream == records.stream)
    query = query.where(records.version == 0, func.substr(heads.stream, 1, 6) == "table:")
    found = connection.execute(query.order_by(records.position).limit(1)).scalar()
    if found is None:
        return House(key="house", name="The house")
    return house_of(msgspec.json.decode(upcast(as_bytes(found)), type=TableSetUp))


class Projections:
    """The projections of one database. `cage` is the house whose calendar applies without a table.

    Several processes may follow one log, one at a time; each continues where the last one stopped.
    """

    def __init__(
        self,
        database: Database,
        cage: House,
        at_a_time: int = _AT_A_TIME,
        *,
        recent: RecentRecords | None = None,
        pause: Callable[[], None] = lambda: None,
    ):
        """`recent` saves reading what this process has landed; `pause` lets others work."""
        self.database, self.cage, self._at_a_time = database, cage, at_a_time
        self._recent, self._pause = recent or RecentRecords(), pause
        self._follower: Follower | None = None
        self._stored = Stored()
        self._position = self._seen = 0

    # Following

    def catch_up(self, advance: Callable[[int, int], None] = lambda done, total: None) -> int:
        """Follow the log to its end and return the position reached."""
        while True:
            more, head = self.follow_on()
            advance(self._position, head)
            if not more:
                return self._position

    def follow_on(self) -> tuple[bool, int]:
        """Follow one part of the log; return whether there may be more, and where the part ended.

        Findings are computed before the transaction: on SQLite a writer blocks all others.
        """
        if not self.is_at_hand():
            with self._writing() as connection:
                self._take_up(connection)
        follower = self._follower or self._begin()
        head = self._head()
        try:
            records = self._next(head)
            if not records:
                return False, head
            part = self._part(follower, records)
            marks = _bookmarks(follower, part.streams, self._stored.boundaries)
            with self.database.making_again() as statements:
                if not self.database.is_sqlite:
                    statements.run("SELECT pg_advisory_xact_lock(?)", _LOCK)
                if statements.first(_CURSOR) != (self._position, FORM):
                    self._follower = None  # Another process was faster.
                    return True, head
                self._write(statements, part, marks)
        except BaseException:
            self._follower = None  # Its state is ahead of what was stored.
            raise
        self._position = part.reached
        self._recent.forget(self._position)
        return len(records) == self._at_a_time, head

    def _next(self, head: int) -> Sequence[Logged]:
        """The next records: from memory if this process landed them all, otherwise from the log."""
        last = min(head, self._position + self._at_a_time)
        if last <= self._position:
            return ()
        held = self._recent.between(self._position, last)
        if len(held) == last - self._position and self._is_logged(held[-1][0]):
            return [_as_landed(row, fact) for row, fact in held]
        with self.database.reading() as connection:
            return _log(connection, self._position, self._at_a_time, dict(held))

    def _is_logged(self, row: landing.Row) -> bool:
        """Whether the log has the same up to this row: its seal covers all those before it."""
        query = "SELECT seal FROM records WHERE position = CAST(? AS bigint)"
        return self.database.first_row(query, str(row[0])) == row[-1:]

    def _part(self, follower: Follower, records: Sequence[Logged]) -> Part:
        part = Part(records)
        for start in range(0, len(records), _SLICE):
            for each in records[start : start + _SLICE]:
                if each.event is not None and (
                    found := follower.take(each.stream, each.version, each.event)
                ):
                    part.took(each, found)
            self._pause()
        return part

    def take(self, records: Sequence[Record]) -> None:
        """Take records directly, for an audit whose database has no log."""
        follower = self._follower or self._begin()
        logged = [_logged(each.position, each.stream, each.version, each.event) for each in records]
        part = self._part(follower, logged)
        marks = _bookmarks(follower, part.streams, self._stored.boundaries)
        with self.database.making_again() as statements:
            if not self._position:
                statements.run(insert_into(fs.floor_cursor), 1, 0, FORM)
            self._write(statements, part, marks)
        self._position = part.reached

    def behind(self) -> int:
        """Return how many log records have not been followed; negative if the cursor is beyond the
        end of the log. The cursor is read first because the log grows meanwhile.
        """
        followed = self.position
        return self._head() - followed

    def _head(self) -> int:
        found = self.database.first_row("SELECT count FROM log_head")
        return int(found[0]) if found else 0

    def rebuild(self, advance: Callable[[int, int], None] = lambda done, total: None) -> int:
        """Rebuild all projections from the log alone."""
        with self._writing() as connection:
            _forget(connection)
        self._follower = None
        return self.catch_up(advance)

    def left_to_another(self) -> bool:
        """Whether another process is following the log: it has advanced since the last call."""
        position = self.position
        gone_on, self._seen = position != self._seen, position
        is_anothers = gone_on and position != self._position
        if is_anothers:
            self._recent.forget(position)
        return is_anothers

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self.database.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            yield connection

    def is_at_hand(self) -> bool:
        """Whether it can continue from its state in memory."""
        return self._follower is not None and self._cursor() == (self._position, FORM)

    def _take_up(self, connection: Connection) -> None:
        """Continue from the cursor, whichever process set it, or start from the beginning."""
        cursor = connection.execute(select(fs.floor_cursor)).one_or_none()
        try:
            if cursor is not None and cursor.form == FORM:
                self._resume(connection, cursor.position)
                return
        except Outdated:
            pass
        _forget(connection)
        self._begin()
        connection.execute(insert(fs.floor_cursor).values(id=1, position=0, form=FORM))

    def _write(self, statements: Statements, part: Part, marks: Sequence[_Rows]) -> None:
        part.write(statements, self._stored)
        for statement, rows in marks:
            statements.run_for_each(statement, rows)
        statements.run("UPDATE floor_cursor SET position = ?", part.reached)

    def _begin(self) -> Follower:
        self._follower, self._position = Follower(calendar(self.cage.compliance)), 0
        self._stored = Stored()
        return self._follower

    def _resume(self, connection: Connection, position: int) -> None:
        """Restore every table from the start of its round, up to its last followed version."""
        follower = self._begin()
        for row in connection.execute(select(fs.floor_tables)):
            setup = msgspec.json.decode(row.setup, type=TableSetUp)
            boundary = thaw(house_of(setup), row.body)
            began = datetime.fromisoformat(row.began)
            followed = Followed.taken_up(setup, boundary, began)
            for each in _records(connection, row.stream, row.version + 1, row.taken + 1):
                followed.take(each.event)  # What it means is already stored.
            follower.tables[setup.table] = followed
            self._stored.boundaries[row.stream] = row.version
        self._position = position

    @property
    def position(self) -> int:
        """Return how far the log has been followed."""
        found = self._cursor()
        return int(found[0]) if found and found[1] == FORM else 0

    def _cursor(self) -> Values | None:
        return self.database.first_row(_CURSOR)

    def last_day(self) -> date | None:
        """Return the last gaming day with play or movements of money."""
        with self.database.reading() as connection:
            found = connection.execute(select(func.max(fs.floor_totals.c.day))).scalar()
        return date.fromisoformat(found) if found else None

    def last_round(self, day: date) -> int:
        """Return the log position at which the day's last round ended; 0 for none."""
        rounds = fs.floor_rounds.c
        query = select(func.max(rounds.position)).where(rounds.day == str(day))
        with self.database.reading() as connection:
            return int(connection.execute(query).scalar() or 0)

    def days(self) -> list[date]:
        """Return the gaming days with play or movements of money, the latest first."""
        day = fs.floor_totals.c.day
        with self.database.reading() as connection:
            found = connection.execute(select(day).distinct().order_by(day.desc())).scalars()
            return [date.fromisoformat(each) for each in found]

    # Reading, as `Kept`

    def setups(self) -> dict[str, TableSetUp]:
        with self.database.reading() as connection:
            rows = connection.execute(select(fs.floor_tables.c.setup)).scalars().all()
        found = [msgspec.json.decode(row, type=TableSetUp) for row in rows]
        return {setup.table: setup for setup in found}

    def houses(self) -> dict[str, House]:
        return {table: house_of(setup) for table, setup in self.setups().items()}

    def links(self) -> dict[str, Stakes]:
        return {link: each.stakes for each in self.setups().values() for link in each.all_links}

    def wagers(self) -> set[str]:
        """Return all wagers offered at the existing tables."""
        return {name for house in self.houses().values() for name in house.bets}

    def totals(self, since: date, until: date) -> list[tuple[Key, Totals]]:
        table = fs.floor_totals
        query = select(table).where(table.c.day.between(str(since), str(until)))
        with self.database.reading() as connection:
            rows = connection.execute(query).all()
        found = [(_key(row), msgspec.json.decode(row.body, type=Totals)) for row in rows]
        return sorted(found, key=lambda each: each[0])

    def happenings(self, day: date) -> list[Happening]:
        table = fs.floor_happenings
        query = select(table.c.body).where(table.c.day == str(day))
        return self._bodies(
            query.order_by(table.c.at, table.c.table_id, table.c.version), Happening
        )

    def meters(self, until: date) -> list[tuple[MeterKey, MeterLine]]:
        table = fs.floor_meters
        with self.database.reading() as connection:
            rows = connection.execute(select(table).where(table.c.day <= str(until))).all()
        found = [
            (
                MeterKey(row.link, date.fromisoformat(row.day), row.table_id, row.cause),
                MeterLine(row.times, row.meter, row.reserve, row.jackpot, row.overflow),
            )
            for row in rows
        ]
        return sorted(found, key=lambda each: each[0])

    def cash(self, span: Span) -> list[CashTransaction]:
        return self._in_span(fs.floor_cash, span, CashTransaction)

    def forms(self, span: Span) -> list[FormDuty]:
        return self._in_span(fs.floor_forms, span, FormDuty)

    def forms_of(self, patron: str) -> list[FormDuty]:
        table = fs.floor_forms
        query = select(table.c.body).where(table.c.patron == patron)
        return self._bodies(query.order_by(table.c.at, table.c.payout), FormDuty)

    def notices(self, span: Span) -> list[Notice]:
        return self._in_span(fs.floor_notices, span, Notice)

    def notice(self, identity: str) -> Notice | None:
        table = fs.floor_notices
        found = self._bodies(select(table.c.body).where(table.c.id == identity), Notice)
        return found[0] if found else None

    def acknowledgements(self, notices: Iterable[str]) -> list[NoticeAcknowledged]:
        table, wanted = fs.floor_acknowledgements, sorted(set(notices))
        query = select(table.c.body).where(table.c.notice.in_(wanted))
        return self._bodies(query.order_by(table.c.notice, table.c.role), NoticeAcknowledged)

    def compliance(self) -> list[AnyComplianceEvent]:
        return self._facts("compliance", AnyComplianceEvent)

    def staff_facts(self) -> list[StaffFact]:
        """Return changes of staff and of alert limits, in log order."""
        table = fs.floor_facts
        query = select(table.c.body).where(table.c.kind.in_((PERSON, SERVICE)))
        return self._bodies(query.order_by(table.c.position), StaffFact)

    def asked_for_money(self, since: datetime) -> list[str]:
        """Return the patrons whose money the cage has been asked for since then."""
        found = self._of_patrons(fs.floor_facts.c.at >= text_of(since))
        return sorted({each.patron for each in found if isinstance(each, CashOutAsked)})

    def deposits(self, span: Span) -> list[Deposited]:
        since, until = map(text_of, span)
        found = self._of_patrons(fs.floor_facts.c.at >= since, fs.floor_facts.c.at < until)
        return [each for each in found if isinstance(each, Deposited)]

    def _of_patrons(self, *when: ColumnElement[bool]) -> list[CashOutAsked | Deposited]:
        table = fs.floor_facts
        query = select(table.c.body).where(table.c.kind == PATRON, *when)
        return self._bodies(query.order_by(table.c.position), CashOutAsked | Deposited)

    def conduct(self, span: Span) -> list[AnyConductEvent]:
        found = self._facts("conduct", AnyConductEvent)
        return [each for each in found if span[0] <= each.at < span[1]]

    def disputes(self) -> list[Dispute]:
        table = fs.floor_facts
        query = select(table.c.stream, table.c.body).where(table.c.kind == "dispute")
        streams: dict[str, list[AnyDisputeEvent]] = {}
        with self.database.reading() as connection:
            for stream, body in connection.execute(query.order_by(table.c.stream, table.c.version)):
                event: AnyDisputeEvent = msgspec.json.decode(body, type=AnyDisputeEvent)
                streams.setdefault(stream, []).append(event)
        found = [follow(events) for events in streams.values()]
        return [dispute for dispute in found if dispute]

    def _facts(self, kind: str, type: MsgspecType) -> list[StreamEvent]:
        table = fs.floor_facts
        query = select(table.c.body).where(table.c.kind == kind)
        return self._bodies(query.order_by(table.c.position), type)

    def _in_span(self, table: Table, span: Span, type: MsgspecType) -> list[_Body]:
        since, until = map(text_of, span)
        query = select(table.c.body).where(table.c.at >= since, table.c.at < until)
        return self._bodies(query.order_by(table.c.at, *table.primary_key.columns), type)

    def _bodies(self, query: Selection, type: MsgspecType) -> list[_Body]:
        decoder = msgspec.json.Decoder(type)
        with self.database.reading() as connection:
            return [decoder.decode(body) for body in connection.execute(query).scalars()]

    # Rounds

    def search(self, query: Query, limit: int = 100, before: int | None = None) -> SearchResult:
        """Return matching rounds, latest first, that ended before a log position."""
        with self.database.reading() as connection:
            return search(connection, query, limit, before)

    def rounds_of(self, day: date) -> list[RoundFacts]:
        """Return all rounds of a gaming day."""
        found = self._rounds(fs.floor_rounds.c.day == str(day))
        trouble = _irregularities(self.happenings(day))
        return [facts_of(row, seats, _between(trouble, row)) for row, seats in found]

    def round_at(self, position: int) -> RoundFacts | None:
        """Return the round that ended at this position, without its irregularities."""
        found = self._rounds(fs.floor_rounds.c.position == position)
        return next((facts_of(row, seats) for row, seats in found), None)

    def _rounds(self, which: ColumnElement[bool]) -> list[tuple[TableRow, list[TableRow]]]:
        """Return rounds in order, each with its seats."""
        rounds, seats = fs.floor_rounds, fs.floor_seats
        with self.database.reading() as connection:
            found = connection.execute(select(rounds).where(which).order_by(rounds.c.position))
            by_round: dict[int, tuple[TableRow, list[TableRow]]] = {
                row.position: (row, []) for row in found
            }
            inside = select(rounds.c.position).where(which)
            query = select(seats).where(seats.c.position.in_(inside))
            for row in connection.execute(query.order_by(seats.c.position, seats.c.seat)):
                by_round[row.position][1].append(row)
        return list(by_round.values())


def _irregularities(happenings: Iterable[Happening]) -> dict[str, list[tuple[int, Irregularity]]]:
    found: dict[str, list[tuple[int, Irregularity]]] = {}
    for each in happenings:
        if each.kind == "irregularity":
            kind, detail = kind_and_detail(each.detail)
            irregularity = Irregularity(
                kind=kind,
                remedy=each.outcome,
                detail=detail,
                by=each.by,
                at=each.at,
                clauses=each.clauses,
                rulings=(),
            )
            found.setdefault(each.table, []).append((each.version, irregularity))
    return found


def _between(
    trouble: dict[str, list[tuple[int, Irregularity]]], row: TableRow
) -> tuple[Irregularity, ...]:
    own = trouble.get(row.table_id, ())
    return tuple(each for version, each in own if row.first <= version <= row.last)


def _key(row: TableRow) -> Key:
    day = date.fromisoformat(row.day)
    return Key(row.stakes, row.house, row.table_id, row.dealer, day, row.shift)


def _log(
    connection: Connection, after: int, most: int, held: Mapping[landing.Row, Fact]
) -> list[Logged]:
    position = schema.records.c.position
    query = select(*_LOGGED).where(position > after).order_by(position).limit(most)
    known = {(row[0], row[1], row[2], row[5]): (row, fact) for row, fact in held.items()}
    rows = connection.execute(query).all()
    return [_as_landed(*known[row]) if row in known else _logged(*row) for row in map(tuple, rows)]


def _records(connection: Connection, stream: str, start: int, stop: int) -> list[Logged]:
    records = schema.records
    query = select(*_LOGGED).where(
        records.c.stream == stream, records.c.version >= start, records.c.version < stop
    )
    return [_logged(*row) for row in connection.execute(query.order_by(records.c.version)).all()]


def _logged(position: int, stream: str, version: int, event: object) -> Logged:
    return Logged(position, stream, version, event_of(stream, version, as_bytes(event)))


def _as_landed(row: landing.Row, fact: Fact) -> Logged:
    position, stream, version, *_ = row
    known = fact.happened
    event = event_of(stream, version, fact.event) if known is None else known
    return Logged(position, stream, version, event)


def _forget(connection: Connection) -> None:
    for table in fs.PROJECTIONS:
        connection.execute(delete(table))


def _bookmarks(
    follower: Follower, streams: dict[str, int], boundaries: dict[str, int]
) -> tuple[_Rows, ...]:
    """Say where each table that has moved can be resumed: statements, each with its rows."""
    fresh: list[tuple[object, ...]] = []
    turned: list[tuple[object, ...]] = []
    went_on: list[tuple[object, ...]] = []
    for stream, taken in streams.items():
        kind, name = StreamName.parse(stream)
        followed = follower.tables.get(name) if kind == TABLE else None
        if followed is None:
            continue
        version = followed.boundary.version
        if boundaries.get(stream) == version:
            went_on.append((taken, stream))
            continue
        began, body = followed.began.isoformat(), freeze(followed.boundary)
        if stream in boundaries:
            turned.append((version, began, body, taken, stream))
        else:
            setup = msgspec.json.encode(followed.setup).decode()
            fresh.append((stream, setup, version, began, body, taken))
        boundaries[stream] = version
    return (insert_into(fs.floor_tables), fresh), (_TURNED, turned), (_WENT_ON, went_on)


_TURNED = "UPDATE floor_tables SET version = ?, began = ?, body = ?, taken = ? WHERE stream = ?"
_WENT_ON = "UPDATE floor_tables SET taken = ? WHERE stream = ?"
