"""Constant statements that go to the driver as they are: building them each time takes longer."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Table

Cursor = Any  # Of sqlite3 or psycopg.
FoundRow = tuple[Any, ...]  # One row, with the types of its columns.


class Statements:
    """The statements of one transaction, on a cursor of the driver's. `?` marks a value."""

    def __init__(self, cursor: Cursor, *, is_sqlite: bool):
        self._cursor, self._is_sqlite = cursor, is_sqlite

    def run(self, statement: str, *values: object) -> None:
        self._cursor.execute(self._marked(statement), values)

    def run_for_each(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        if rows:
            self._cursor.executemany(self._marked(statement), rows)

    def first(self, statement: str, *values: object) -> FoundRow | None:
        self.run(statement, *values)
        row: FoundRow | None = self._cursor.fetchone()
        return row

    def _marked(self, statement: str) -> str:
        return statement if self._is_sqlite else _for_postgres(statement)


@lru_cache(maxsize=256)
def _for_postgres(statement: str) -> str:
    return statement.replace("?", "%s")


@lru_cache(maxsize=64)
def column_names(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.columns)


@lru_cache(maxsize=64)
def insert_into(table: Table, conflict: str = "") -> str:
    """Insert whole rows, in the order of the columns."""
    names = column_names(table)
    into = f"INSERT INTO {table.name} ({', '.join(names)})"
    return f"{into} VALUES ({', '.join('?' * len(names))}) {conflict}".rstrip()


@lru_cache(maxsize=64)
def insert_or_update(table: Table, change: str) -> str:
    """Insert rows, or change those that have the same key."""
    keys = ", ".join(column.name for column in table.primary_key.columns)
    return insert_into(table, f"ON CONFLICT ({keys}) DO UPDATE SET {change}")
