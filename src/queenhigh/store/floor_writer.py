"""Writing the projections of a part of the log: few statements, each for many rows."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table, func, insert, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from ..floor.acknowledgements import NoticeAcknowledged
from ..floor.cash import CashTransaction
from ..floor.log_follower import Found, MeterMoved, Recorded, TakenBack, Tallied
from ..floor.meters import MeterKey, MeterLine
from ..floor.notices import Notice
from ..floor.round_facts import RoundFacts
from ..floor.table_incidents import Happening
from ..floor.tax import FormDuty
from ..floor.totals import Key, Tally, Totals
from ..money.stream import StreamName
from . import floor_schema as fs
from .floor_rows import clauses_of, round_row, seat_rows, tags_of, text_of

_MANY = 200  # Keys per query.


class Logged(NamedTuple):
    """What the floor reads of a record in the log."""

    position: int
    stream: str
    version: int
    event: bytes


class Part:
    """The projections of a part of the log, until they are written.

    `clause_sets` are the numbers of those known to be stored, by digest; it adds to them.
    """

    def __init__(self, connection: Connection, clause_sets: dict[str, int]):
        self._connection, self._sets = connection, clause_sets
        self._rows: dict[Table, list[dict[str, Any]]] = {}
        self._tally = Tally({})
        self._meters: dict[MeterKey, MeterLine] = {}
        self._round: tuple[RoundFacts, int] | None = None
        self._taken_back: list[TakenBack] = []
        self.streams: dict[str, int] = {}  # The last version taken of each stream.

    def took(self, record: Logged, found: Iterable[Found]) -> None:
        for each in found:
            self._keep(record, each)
        self.streams[record.stream] = record.version

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
                self._add(
                    fs.floor_happenings,
                    table_id=found.table,
                    version=found.version,
                    kind=found.kind,
                    day=str(found.day),
                    at=text_of(found.at),
                    body=_json(found),
                )
            case Notice():
                self._add(
                    fs.floor_notices,
                    id=found.id,
                    at=text_of(found.at),
                    about=found.about,
                    body=_json(found),
                )
            case NoticeAcknowledged():
                self._add(
                    fs.floor_acknowledgements,
                    notice=found.notice,
                    role=found.role,
                    body=_json(found),
                )
            case CashTransaction():
                self._add(
                    fs.floor_cash,
                    stream=found.stream,
                    version=found.version,
                    patron=found.patron,
                    at=text_of(found.at),
                    body=_json(found),
                )
            case FormDuty():
                self._add(
                    fs.floor_forms,
                    payout=found.payout.id,
                    patron=found.payout.patron,
                    at=text_of(found.payout.at),
                    body=_json(found),
                )
            case MeterMoved():
                held = self._meters.get(found.key, MeterLine())
                self._meters[found.key] = held.plus(found.line)
            case Recorded():
                self._add(
                    fs.floor_facts,
                    stream=found.stream,
                    version=found.version,
                    position=record.position,
                    kind=StreamName.parse(found.stream).kind,
                    at=text_of(found.event.at),
                    body=_json(found.event),
                )

    def _add(self, table: Table, **row: Any) -> None:
        self._rows.setdefault(table, []).append(row)

    def _add_round(self, facts: RoundFacts, position: int, key: Key) -> None:
        self._round = None
        clause_set = self._clause_set(facts)
        self._add(fs.floor_rounds, **round_row(facts, position, str(key.day), clause_set))
        for row in seat_rows(facts, position):
            self._add(fs.floor_seats, **row)
        for tag in sorted(tags_of(facts)):
            self._add(fs.floor_tags, tag=tag, position=position)

    def _clause_set(self, facts: RoundFacts) -> int:
        """Return the number of the set; a new one is written at once, so that the next lookup finds
        it.
        """
        ids, digest = clauses_of(facts)
        if digest in self._sets:
            return self._sets[digest]
        table, connection = fs.floor_clause_sets, self._connection
        known = connection.execute(select(table.c.id).where(table.c.digest == digest)).scalar()
        if known is None:
            last = connection.execute(select(func.max(table.c.id))).scalar()
            known = (last or 0) + 1
            connection.execute(insert(table).values(id=known, digest=digest))
            members = [{"clause": each, "clause_set": known} for each in ids]
            if members:
                connection.execute(insert(fs.floor_clauses), members)
        self._sets[digest] = int(known)
        return int(known)

    def write(self) -> None:
        for table, rows in self._rows.items():
            if table is fs.floor_acknowledgements:
                _first_only(self._connection, table, rows)
            else:
                self._connection.execute(insert(table), rows)
        for each in self._taken_back:
            self._take_back(each)
        self._write_totals()
        self._write_meters()

    def _take_back(self, found: TakenBack) -> None:
        """Update a round that was stored as settled and has become void."""
        rounds, own = fs.floor_rounds, (found.table, found.number)
        query = select(rounds.c.position).where(rounds.c.table_id == own[0])
        position = self._connection.execute(query.where(rounds.c.number == own[1])).scalar()
        if position is not None:
            of_round = update(rounds).where(rounds.c.position == position)
            self._connection.execute(of_round.values(void=found.reason, staked=0))
            self._connection.execute(insert(fs.floor_tags), {"tag": "void", "position": position})

    def _write_totals(self) -> None:
        fresh, table = self._tally.totals, fs.floor_totals
        if not fresh:
            return
        held = _totals(self._connection, list(fresh))
        rows = []
        for key, more in fresh.items():
            body = _json(held.get(key, Totals()).plus(more))
            rows.append({**_key_columns(key), "body": body})
        upsert(self._connection, table, rows, lambda excluded, _: {"body": excluded["body"]})

    def _write_meters(self) -> None:
        if not self._meters:
            return
        table = fs.floor_meters
        names = ("times", "meter", "reserve", "jackpot", "overflow")
        rows = [
            {
                "link": key.link,
                "day": str(key.day),
                "table_id": key.table,
                "cause": key.cause,
                **{name: getattr(line, name) for name in names},
            }
            for key, line in self._meters.items()
        ]
        upsert(
            self._connection,
            table,
            rows,
            lambda excluded, held: {name: held[name] + excluded[name] for name in names},
        )


def _json(found: msgspec.Struct) -> str:
    return msgspec.json.encode(found).decode()


def _key_columns(key: Key) -> dict[str, Any]:
    return {
        "stakes": key.stakes,
        "house": key.house,
        "table_id": key.table,
        "dealer": key.dealer,
        "day": str(key.day),
        "shift": key.shift,
    }


def _totals(connection: Connection, keys: list[Key]) -> dict[Key, Totals]:
    table = fs.floor_totals
    columns = [table.c[name] for name in _key_columns(keys[0])]
    found: dict[Key, Totals] = {}
    for start in range(0, len(keys), _MANY):
        wanted = [tuple(_key_columns(key).values()) for key in keys[start : start + _MANY]]
        by_columns = {tuple(_key_columns(key).values()): key for key in keys[start : start + _MANY]}
        query = select(*columns, table.c.body).where(tuple_(*columns).in_(wanted))
        for row in connection.execute(query):
            key = by_columns[tuple(row)[:-1]]
            found[key] = msgspec.json.decode(row.body, type=Totals)
    return found


def _insert(connection: Connection, table: Table) -> Any:
    made = sqlite_insert if connection.dialect.name == "sqlite" else postgres_insert
    return made(table)


def upsert(
    connection: Connection,
    table: Table,
    rows: list[dict[str, Any]],
    change: Callable[[Any, Any], dict[str, Any]],
) -> None:
    """Insert rows or update those with the same key; `change` gets the new row and the old one."""
    statement = _insert(connection, table)
    keys = [column.name for column in table.primary_key.columns]
    changed = change(statement.excluded, table.c)
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changed), rows)


def _first_only(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Insert only new keys: the first to acknowledge for a role counts."""
    connection.execute(_insert(connection, table).on_conflict_do_nothing(), rows)
