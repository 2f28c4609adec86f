"""A database of any version is upgraded to this one."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from queenhigh.store import migration, migrations
from queenhigh.store.database import Database, open_database
from queenhigh.store.migration import (
    VERSION,
    NotOurs,
    TooNew,
    TooOld,
    _known,
    _upgrade,
    check_version,
    migrate,
)
from queenhigh.store.people import People
from queenhigh.store.schema import metadata
from queenhigh.store.store_address import open_store, open_to_read
from tests.stores import shared_postgres


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    is_sqlite = request.param == "sqlite"
    address = str(tmp_path / "log.db") if is_sqlite else shared_postgres().new_database()
    opened = open_database(address)
    yield opened
    opened.close()


def test_a_new_database_is_what_the_schema_says(database: Database) -> None:
    migrate(database)
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert connection.execute(text("SELECT count, seal FROM log_head")).all() == [(0, "")]


def test_a_new_database_is_what_the_migrations_lead_to(database: Database) -> None:
    migrate(database)
    created = _described(database)
    with database.writing() as connection:
        metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
        _upgrade(connection)
    assert _described(database) == created


def _described(database: Database) -> dict[str, Any]:
    """Every table with its columns, constraints and indexes, and what is in those of the start."""
    with database.reading() as connection:
        found = inspect(connection)
        kinds = (found.get_multi_columns, found.get_multi_pk_constraint, found.get_multi_indexes,
                 found.get_multi_unique_constraints, found.get_multi_check_constraints,
                 found.get_multi_foreign_keys)  # fmt: skip
        rows = {
            name: [tuple(row) for row in connection.execute(text(f"SELECT * FROM {name}"))]
            for name in ("log_head", "alembic_version")
        }
        return {each.__name__: _plain(each()) for each in kinds} | rows


def _plain(described: Any) -> dict[str, list[str]]:
    """In words: types of SQLAlchemy are not equal to themselves."""
    return {
        table: sorted(map(repr, each if isinstance(each, list) else [each]))
        for (_, table), each in described.items()
    }


def test_migrating_again_changes_nothing(database: Database) -> None:
    said: list[str] = []
    migrate(database, said.append)
    migrate(database, said.append)
    check_version(database)
    assert said == []


def test_the_last_migration_is_the_version_of_the_program() -> None:
    script = ScriptDirectory(str(Path(migrations.__path__[0])))
    assert script.get_heads() == [VERSION]


def test_a_database_of_a_newer_program_is_refused(database: Database) -> None:
    migrate(database)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    message = "was written by a newer version of Queenhigh .*version 9999.*upgrade the program"
    with pytest.raises(TooNew, match=message):
        migrate(database)
    with pytest.raises(TooNew, match=message):
        check_version(database)


@pytest.mark.parametrize("older", _known()[:-1])
def test_an_older_database_is_upgraded_with_a_notice(older: str, database: Database) -> None:
    with database.writing() as connection:
        _upgrade(connection, older)
    message = f"is of version {older}, older than {VERSION}; queenhigh serve upgrades it"
    with pytest.raises(TooOld, match=message):
        check_version(database)
    said: list[str] = []
    migrate(database, said.append)
    assert said == [f"{database.name}: upgrading from version {older} to {VERSION}"]
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_projections_of_an_older_form_are_replaced(database: Database) -> None:
    with database.writing() as connection:
        _upgrade(connection, "0002")
        connection.execute(text("DROP TABLE floor_seats"))
        connection.execute(text("CREATE TABLE floor_seats (position BIGINT, ante_staked BIGINT)"))
        connection.execute(text("INSERT INTO floor_cursor VALUES (1, 7, 'old')"))
    migrate(database)
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert connection.execute(text("SELECT * FROM floor_cursor")).all() == []


def test_a_person_whose_name_an_older_program_locked_is_kept_and_free(database: Database) -> None:
    with database.writing() as connection:
        _upgrade(connection, "0003")
        connection.execute(
            text(
                "INSERT INTO people (name, display, role, password_hash, guest, disabled, failures,"
                " locked_until, created_at)"
                " VALUES ('ann', 'Ann', 'player', 'hash', false, false, 9,"
                " '9999-01-01T00:00:00.000000+00:00', '2026-01-05T12:00:00.000000+00:00')"
            )
        )
    migrate(database)
    now = datetime(2026, 1, 5, 13, tzinfo=UTC)
    attempt = People(database).attempt("ann", "192.0.2.1", now, lambda _: None)
    assert attempt is not None
    assert (attempt.person.display, attempt.password_hash) == ("Ann", "hash")
    assert attempt.locked_until is None


@pytest.mark.parametrize("table", ["records", "people", "alembic_version"])
def test_a_foreign_database_is_left_alone(table: str, database: Database) -> None:
    """Regression: another program's table of people was taken for ours."""
    with database.writing() as connection:
        connection.execute(text(f"CREATE TABLE {table} (version_num TEXT)"))
    with pytest.raises(NotOurs, match="tables of another program"):
        migrate(database)
    with pytest.raises(NotOurs):
        check_version(database)


def test_an_empty_file_holds_no_log(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with pytest.raises(NotOurs, match="does not contain a log of Queenhigh"):
        open_to_read(str(tmp_path / "empty.db"))
    store = open_store(str(tmp_path / "empty.db"))
    assert store.log_head().count == 0
    store.close()


@pytest.mark.parametrize("older", [None, "0001"])
def test_a_step_that_fails_leaves_nothing_behind(
    older: str | None, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("in the middle")

    if older:
        with database.writing() as connection:
            _upgrade(connection, older)
    before = _tables(database)
    with monkeypatch.context() as patched:
        patched.setattr("alembic.op.create_index", fail)
        patched.setattr(migration._ALEMBICS_OWN, "insert", fail)  # What comes last.
        with pytest.raises(RuntimeError, match="in the middle"):
            migrate(database)
    assert _tables(database) == before
    migrate(database)
    check_version(database)


def _tables(database: Database) -> list[str]:
    with database.reading() as connection:
        return inspect(connection).get_table_names()
