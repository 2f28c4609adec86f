"""The audit rebuilds what reports read from the log: a changed figure is found, in every store."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, text

from queenhigh.store import floor_schema as fs
from queenhigh.store.audit import verify
from queenhigh.store.database import Database
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.findings import Report
from queenhigh.store.projections import Projections, cage_of
from queenhigh.store.sample import room
from queenhigh.store.sql import SqlStore
from queenhigh.store.store_address import open_store
from tests.store.rooms import landed
from tests.stores import new_postgres_address


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    is_file = request.param == "sqlite"
    opened = open_store(str(tmp_path / "log.db") if is_file else new_postgres_address())
    landed(opened, room("manual", "mics", rounds=2, seats=2))
    # In chunks of another size than the audit's: that must not matter.
    Projections(opened.database, cage_of(opened.database), at_a_time=37).catch_up()
    yield opened
    opened.close()


def audited(database: Database) -> Report:
    with database.reading() as connection:
        return verify(DatabaseEvidence(connection, database.name))


def tampered(store: SqlStore, *statements: str) -> list[str]:
    with store.database.writing() as connection:
        for statement in statements:
            assert connection.execute(text(statement)).rowcount > 0, statement
    report = audited(store.database)
    assert {finding.kind for finding in report.findings} == {"projection"}
    return [finding.message for finding in report.findings]


def test_untouched_projections_pass(store: SqlStore) -> None:
    report = audited(store.database)
    assert report.findings == []
    assert report.projections is not None
    assert report.projections > 20


def test_a_manually_changed_net_is_found(store: SqlStore) -> None:
    found = tampered(store, "UPDATE floor_seats SET net = net + 50000 WHERE seat = 1")
    assert all("net is" in message and "the log says" in message for message in found)


def test_a_cursor_beyond_the_log_is_found(store: SqlStore) -> None:
    (found,) = tampered(store, "UPDATE floor_cursor SET position = 100000")
    assert found.startswith("the report data claims position 100000")


def test_a_manually_changed_total_of_a_day_is_found(store: SqlStore) -> None:
    changed = "UPDATE floor_totals SET body = replace(body, '1', '2')"
    assert "floor_totals" in tampered(store, changed)[0]


def test_a_deleted_row_is_found(store: SqlStore) -> None:
    assert "is missing" in tampered(store, "DELETE FROM floor_seats WHERE seat = 2")[0]


def test_an_inserted_row_is_found(store: SqlStore) -> None:
    put = "INSERT INTO floor_tags (tag, position) VALUES ('remedy:void', 5)"
    assert "does not follow from anything" in tampered(store, put)[0]


def test_every_projection_is_compared(store: SqlStore) -> None:
    with store.database.reading() as connection:
        names = [
            table.name
            for table in fs.PROJECTIONS[1:]
            if connection.execute(select(table).limit(1)).first()
        ]
    found = tampered(store, *(f"DELETE FROM {name}" for name in names))
    assert {message.split()[0] for message in found} == set(names)
    assert len(names) > 7
