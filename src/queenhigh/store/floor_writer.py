"""Writing the projections of a part of the log, in few statements of many rows each."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Table

from ..floor.acknowledgements import NoticeAcknowledged
from ..floor.cash import CashTransaction
from ..floor.log_follower import Found, MeterMoved, Recorded, StreamEvent, TakenBack, Tallied
from ..floor.meters import MeterKey, MeterLine
from ..floor.notices import Notice
from ..floor.round_facts import RoundFacts
from ..floor.table_incidents import Happening
from ..floor.tax import FormDuty
from ..floor.totals import Key, Tally, Totals
from ..money.stream import StreamName
from . import floor_schema as fs
from .floor_rows import clauses_of, json_of, round_row, row_of, seat_row, tags_of
from .plain_statements import Statements, column_names, insert_into, insert_or_update

_MOST_TOTALS = 2_000  # Remembered.
_Row = tuple[object, ...]


class Logged(NamedTuple):
    """The parts of a log record that the floor reads."""

    position: int
    stream: str
    version: int
    event: StreamEvent  # Decoded; None if the floor does not read it.


class Stored:
    """What is known to be stored, for as long as nobody else follows the log."""

    def __init__(self) -> None:
        self.boundaries: dict[str, int] = {}  # Version of each table's boundary.
        self.clause_sets: dict[str, int] = {}  # Numbers of sets, by digest.
        self.totals: dict[Key, Totals] = {}


class _Round(NamedTuple):
    row: dict[str, object]
    clauses: tuple[str, ...]
    digest: str


class Part:
    """The projections of a part of the log, until they are written."""

    def __init__(self, records: Sequence[Logged]) -> None:
        self._rows: dict[Table, list[_Row]] = {}
        self._rounds: list[_Round] = []
        self._tally = Tally({})
        self._meters: dict[MeterKey, MeterLine] = {}
        self._round: tuple[RoundFacts, int] | None = None
        self._taken_back: list[TakenBack] = []
        # The last version taken of each stream, and the position of the last record.
        self.streams = {each.stream: each.version for each in records}
        self.reached = records[-1].position

    def took(self, record: Logged, found: Iterable[Found]) -> None:
        for each in found:
            self._keep(record, each)

    def _keep(self, record: Logged, found: Found) -> None:
        match found:
            case RoundFacts():
                self._round = found, record.position
            case Tallied():
                self._tally.add(found.key, found.totals)
                if self._round:  # The round's own event, which determines the gaming day.
                    facts, position = self._round
                    self._add_round(facts, position, found.key)
            case TakenBack():
                self._taken_back.append(found)
            case Happening():
                self._add(fs.floor_happenings, found, table_id=found.table, day=str(found.day))
            case Notice():
                self._add(fs.floor_notices, found)
            case NoticeAcknowledged():
                self._add(fs.floor_acknowledgements, found)
            case CashTransaction():
                self._add(fs.floor_cash, found)
            case FormDuty(payout=payout):
                self._add(fs.floor_forms, payout, payout=payout.id, body=json_of(found))
            case MeterMoved():
                held = self._meters.get(found.key, MeterLine())
                self._meters[found.key] = held.plus(found.line)
            case Recorded():
                self._add(
                    fs.floor_facts,
                    found.event,
                    stream=found.stream,
                    version=found.version,
                    position=record.position,
                    kind=StreamName.parse(found.stream).kind,
                )

    def _add(self, table: Table, found: msgspec.Struct, **given: object) -> None:
        self._add_row(table, row_of(table, found, **given))

    def _add_row(self, table: Table, row: dict[str, object]) -> None:
        self._rows.setdefault(table, []).append(_in_order(table, row))

    def _add_round(self, facts: RoundFacts, position: int, key: Key) -> None:
        self._round = None
        clauses, digest = clauses_of(facts)
        row = round_row(facts, position, str(key.day), 0)  # Its clause set is found on writing.
        self._rounds.append(_Round(row, clauses, digest))
        for seat in facts.seats:
            self._add_row(fs.floor_seats, seat_row(seat, position))
        for tag in sorted(tags_of(facts)):
            self._add_row(fs.floor_tags, {"tag": tag, "position": position})

    def write(self, statements: Statements, stored: Stored) -> None:
        for each in self._rounds:
            each.row["clause_set"] = _clause_set(statements, stored.clause_sets, each)
        rounds = [_in_order(fs.floor_rounds, each.row) for each in self._rounds]
        statements.run_for_each(insert_into(fs.floor_rounds), rounds)
        for table, rows in self._rows.items():
            # The first to acknowledge for a role counts.
            again = "ON CONFLICT DO NOTHING" if table is fs.floor_acknowledgements else ""
            statements.run_for_each(insert_into(table, again), rows)
        for taken_back in self._taken_back:
            _take_back(statements, taken_back)
        self._write_totals(statements, stored.totals)
        self._write_meters(statements)

    def _write_totals(self, statements: Statements, stored: dict[Key, Totals]) -> None:
        rows = []
        if len(stored) > _MOST_TOTALS:
            stored.clear()
        for key, more in self._tally.totals.items():
            held = stored.get(key) or _stored_totals(statements, key)
            stored[key] = now = held.plus(more)
            rows.append((*_columns_of(key), json_of(now)))
        statements.run_for_each(insert_or_update(fs.floor_totals, "body = excluded.body"), rows)

    def _write_meters(self, statements: Statements) -> None:
        rows = [
            _in_order(
                fs.floor_meters,
                {
                    "link": key.link,
                    "day": str(key.day),
                    "table_id": key.table,
                    "cause": key.cause,
                    **{name: getattr(line, name) for name in _AMOUNTS},
                },
            )
            for key, line in self._meters.items()
        ]
        statements.run_for_each(insert_or_update(fs.floor_meters, _MORE), rows)


_AMOUNTS = ("times", "meter", "reserve", "jackpot", "overflow")
_MORE = ", ".join(f"{name} = floor_meters.{name} + excluded.{name}" for name in _AMOUNTS)
_OF_TOTALS = """SELECT body FROM floor_totals
    WHERE stakes = ? AND house = ? AND table_id = ? AND dealer = ? AND day = ? AND shift = ?"""


def _in_order(table: Table, row: dict[str, object]) -> _Row:
    return tuple(map(row.__getitem__, column_names(table)))


def _clause_set(statements: Statements, known: dict[str, int], found: _Round) -> int:
    """The number of the round's clause set, which is stored if it is new."""
    digest = found.digest
    if digest not in known:
        row = statements.first("SELECT id FROM floor_clause_sets WHERE digest = ?", digest)
        known[digest] = row[0] if row else _new_clause_set(statements, found)
    return known[digest]


def _new_clause_set(statements: Statements, found: _Round) -> int:
    last = statements.first("SELECT max(id) FROM floor_clause_sets")
    number = int((last and last[0]) or 0) + 1
    statements.run(insert_into(fs.floor_clause_sets), number, found.digest)
    members = [(clause, number) for clause in found.clauses]
    statements.run_for_each(insert_into(fs.floor_clauses), members)
    return number


def _take_back(statements: Statements, found: TakenBack) -> None:
    """Update a round that was stored as settled and has become void."""
    itself = "SELECT position FROM floor_rounds WHERE table_id = ? AND number = ?"
    if row := statements.first(itself, found.table, found.number):
        void = "UPDATE floor_rounds SET void = ?, staked = 0 WHERE position = ?"
        statements.run(void, found.reason, row[0])
        statements.run(insert_into(fs.floor_tags), "void", row[0])


def _stored_totals(statements: Statements, key: Key) -> Totals:
    row = statements.first(_OF_TOTALS, *_columns_of(key))
    return msgspec.json.decode(row[0], type=Totals) if row else Totals()


def _columns_of(key: Key) -> _Row:
    return key.stakes, key.house, key.table, key.dealer, str(key.day), key.shift
