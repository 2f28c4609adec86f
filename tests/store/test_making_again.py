"""Transactions for what can be made again from the log."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from queenhigh.store import floor_schema as fs
from queenhigh.store.database import Database, open_database
from queenhigh.store.migration import migrate
from queenhigh.store.plain_statements import insert_into, insert_or_update
from tests.stores import new_postgres_address

CURSOR = insert_into(fs.floor_cursor)
ROWS = "SELECT position, form FROM floor_cursor"


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    on_file = str(tmp_path / "log.db")
    address = {"memory": "memory", "sqlite": on_file}.get(request.param)
    opened = open_database(address or new_postgres_address())
    migrate(opened)
    yield opened
    opened.close()


def test_a_rebuild_lands_whole_or_not_at_all(database: Database) -> None:
    with database.making_again() as statements:
        statements.run(CURSOR, 1, 7, "a form")

    def fail() -> None:
        with database.making_again() as statements:
            statements.run("UPDATE floor_cursor SET position = ?", 8)
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        fail()
    assert database.first_row(ROWS) == (7, "a form")
    with database.making_again() as statements:
        again = insert_or_update(fs.floor_cursor, "position = excluded.position")
        statements.run_for_each(again, [(1, 9, "another"), (1, 10, "another")])
        statements.run_for_each(again, [])
        assert statements.first(ROWS) == (10, "a form")
    assert database.first_row(ROWS) == (10, "a form")
    assert database.failed_writes == 0


def test_a_duplicate_row_is_a_fault_and_not_a_lost_database(database: Database) -> None:
    driver = database.engine.dialect.loaded_dbapi
    with pytest.raises(Exception, match=r"(?i)unique") as fault, database.making_again() as mine:
        mine.run_for_each(CURSOR, [(1, 7, "a form"), (1, 8, "a form")])
    assert isinstance(getattr(fault.value, "orig", fault.value), driver.IntegrityError)
    assert database.first_row(ROWS) is None
    assert database.failed_writes == 0


def test_a_connection_that_broke_while_idle_is_replaced() -> None:
    database = open_database(new_postgres_address())
    migrate(database)
    with database.making_again() as statements:
        statements.run(CURSOR, 1, 7, "a form")
        mine = statements.first("SELECT pg_backend_pid()")
    assert mine is not None
    with database.writing() as connection:
        connection.exec_driver_sql("SELECT pg_terminate_backend(%s)", mine)
    with database.making_again() as statements:
        statements.run("UPDATE floor_cursor SET position = ?", 8)
    assert database.first_row(ROWS) == (8, "a form")
    database.close()


def test_only_its_own_commits_do_not_wait_for_the_disk(tmp_path: Path) -> None:
    database = open_database(str(tmp_path / "log.db"))
    migrate(database)
    with database.making_again() as statements:
        assert statements.first("PRAGMA synchronous") == (1,)
    for _ in range(2):
        with database.landing() as driver:
            assert driver.execute("PRAGMA synchronous").fetchone() == (2,)
        with database.writing() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    database.close()
