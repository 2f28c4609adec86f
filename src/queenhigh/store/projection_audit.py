"""Audit of the projections that reports read: rebuilt from the log and compared row by row.

The rows are rebuilt in the audit's own in-memory database.
"""

from sqlalchemy import Connection, Table, select

from . import floor_schema as fs
from .chain import digest
from .database import MEMORY, open_database
from .findings import Report
from .projections import FORM, Projections, cage_in
from .records import Record
from .schema import metadata

_AT_A_TIME = 2_000
_TABLES = tuple(table for table in fs.PROJECTIONS if table is not fs.floor_cursor)
Rows = dict[tuple[object, ...], tuple[object, ...]]


class ProjectionAudit:
    """Rebuilds projections from records in log order, up to the projections' cursor."""

    def __init__(self, connection: Connection):
        self._connection = connection
        cursor = connection.execute(select(fs.floor_cursor)).one_or_none()
        # Projections of another program version are rebuilt before anybody reads them: skip them.
        self._until = cursor.position if cursor is not None and cursor.form == FORM else 0
        self._waiting: list[Record] = []
        self._broken = ""
        self._again = open_database(next(iter(MEMORY)))
        if self._until:
            with self._again.writing() as own:
                metadata.create_all(own, tables=list(fs.PROJECTIONS))
        self._projections = Projections(self._again, cage_in(connection))

    def take(self, record: Record) -> None:
        if record.position > self._until or self._broken:
            return
        self._waiting.append(record)
        if len(self._waiting) == _AT_A_TIME:
            self._write()

    def _write(self) -> None:
        waiting, self._waiting = self._waiting, []
        try:
            if waiting:
                self._projections.take(waiting)
        except Exception as error:  # Errors from a broken log are found in the log itself.
            self._broken = f"{type(error).__name__}: {error}"

    def compare(self, report: Report) -> None:
        self._write()
        if not self._until:
            return
        if self._until > report.head:
            claimed = f"the report data claims position {self._until}"
            report.found("projection", f"{claimed}, but the log ends at {report.head}")
        if self._broken:
            message = f"the report data cannot be rebuilt: {self._broken}"
            report.found("projection", message)
            return
        report.projections = 0
        with self._again.reading() as own:
            for table in _TABLES:
                report.projections += _compare(table, _rows(self._connection, table),
                                               _rows(own, table), report)  # fmt: skip

    def close(self) -> None:
        self._again.close()


def _compare(table: Table, kept: Rows, again: Rows, report: Report) -> int:
    names = [column.name for column in table.columns]
    for key in sorted(kept.keys() | again.keys(), key=repr):
        has, said = kept.get(key), again.get(key)
        if has == said:
            continue
        where = f"{table.name} {', '.join(map(str, key))}"
        if has is None:
            report.found("projection", f"{where} is missing")
        elif said is None:
            report.found("projection", f"{where} does not follow from anything in the log")
        else:
            for name, one, other in zip(names, has, said, strict=True):
                if one != other:
                    message = f"{where}: {name} is {_short(one)}, but the log says {_short(other)}"
                    report.found("projection", message)
    return len(kept)


def _rows(connection: Connection, table: Table) -> Rows:
    """Rows by key. Clause sets are keyed by content: their numbers mean nothing."""
    names = [column.name for column in table.columns]
    keys = [names.index(column.name) for column in table.primary_key.columns]
    sets = _sets(connection) if "clause_set" in names or table is fs.floor_clause_sets else {}
    rows: Rows = {}
    for row in connection.execute(select(table)):
        values = tuple(_plain(name, value, sets) for name, value in zip(names, row, strict=True))
        if table is fs.floor_clause_sets:
            rows[(values[1],)] = ("", values[1])
        else:
            rows[tuple(values[at] for at in keys)] = values
    return rows


def _sets(connection: Connection) -> dict[object, str]:
    return {row.id: row.digest for row in connection.execute(select(fs.floor_clause_sets))}


def _plain(name: str, value: object, sets: dict[object, str]) -> object:
    if name == "clause_set":
        return sets.get(value, value)
    if isinstance(value, bytes | memoryview):
        return digest(bytes(value))
    return value


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
