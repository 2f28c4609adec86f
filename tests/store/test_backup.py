"""Backups of a running database, and restores, from either database to either."""

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from queenhigh.store import schema
from queenhigh.store.audit import verify
from queenhigh.store.backup import backup, restore
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.findings import Report
from queenhigh.store.retention import retain
from queenhigh.store.sample import room
from queenhigh.store.sql import SqlStore
from queenhigh.store.store_address import InUse, open_store, open_to_read
from tests.store.rooms import landed
from tests.stores import batch, new_postgres_address, shared_postgres

NOW = datetime(2026, 1, 6, tzinfo=UTC)
KINDS = ("sqlite", "postgres")


def new_address(kind: str, folder: Path, *, empty: bool = False) -> str:
    if kind == "sqlite":
        return str(folder / "log.db")
    return shared_postgres().new_database() if empty else new_postgres_address()


def proved(address: str) -> Report:
    database = open_to_read(address)
    try:
        with database.reading() as connection:
            return verify(DatabaseEvidence(connection, address))
    finally:
        database.close()


def with_people(store: SqlStore) -> None:
    people, sessions = schema.people, schema.sessions
    person = {
        "name": "ann",
        "display": "Ann é",
        "role": "player",
        "password_hash": None,
        "guest": True,
        "disabled": False,
        "created_at": NOW.isoformat(),
    }
    with store.database.writing() as connection:
        connection.execute(insert(people), [person])
        for n, hours in enumerate((-1, 1)):
            expires = (NOW + timedelta(hours=hours)).isoformat(timespec="microseconds")
            row = {"token_hash": f"t{n}", "person": "ann", "csrf": "c", "expires_at": expires}
            connection.execute(insert(sessions), [{**row, "created_at": NOW.isoformat()}])


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_restored_backup_has_the_same_log_money_and_people(
    source: str, target: str, tmp_path: Path
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    address = new_address(source, tmp_path / "one")
    store = open_store(address)
    landed(store, room("classic", "manual"))
    with_people(store)
    head, log, balances = store.log_head(), store.log(), store.balances()
    copied = backup(address, tmp_path / "copy.db")  # With the store still open.
    assert (copied.records, copied.seal) == (head.count, head.hash)
    assert proved(str(tmp_path / "copy.db")).findings == []
    other = new_address(target, tmp_path / "two", empty=True)
    assert restore(tmp_path / "copy.db", other) == copied
    assert proved(other).findings == []
    back = open_store(other)
    assert (back.log_head(), back.log(), back.balances()) == (head, log, balances)
    with back.database.reading() as look:
        person = look.execute(select(schema.people)).one()
    assert (person.name, person.display, person.guest, person.disabled) == (
        "ann",
        "Ann é",
        True,
        False,
    )
    assert back.snapshot("table:1") == store.snapshot("table:1")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.db", "one", "two"]
    back.close()
    store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_taken_under_load_is_consistent(kind: str, tmp_path: Path) -> None:
    address = new_address(kind, tmp_path)
    store = open_store(address)
    landed(store, room("classic", "manual", rounds=4))
    before, stop = store.log_head().count, threading.Event()

    def go_on() -> None:
        n = 0
        while not stop.is_set():
            store.land([batch("patron:ann", n, f"more-{n}")])
            n += 1

    busy = threading.Thread(target=go_on)
    busy.start()
    try:
        copied = backup(address, tmp_path / "copy.db")
    finally:
        stop.set()
        busy.join()
    assert before <= copied.records <= store.log_head().count
    assert copied.seal == store.log(copied.records - 1, 1)[0].seal
    copy = open_to_read(str(tmp_path / "copy.db"))
    with copy.reading() as look:
        assert look.execute(text("SELECT count(*) FROM records")).scalar() == copied.records
    copy.close()
    store.close()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    address = str(tmp_path / "log.db")
    store = open_store(address)
    store.land([batch("table:1", 0, "c1")])
    store.close()
    (tmp_path / "copy.db").write_text("dear to me")
    with pytest.raises(FileExistsError, match="is not overwritten"):
        backup(address, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "dear to me"
    backup(address, tmp_path / "other.db")
    with pytest.raises(FileExistsError, match="is not overwritten"):
        restore(tmp_path / "other.db", address)
    full = new_postgres_address()
    filled = open_store(full)
    filled.land([batch("table:7", 0, "c7")])
    with pytest.raises(ValueError, match="already has a log and is not overwritten"):
        restore(tmp_path / "other.db", full)
    assert filled.streams() == ["table:7"]
    filled.close()


def test_restoring_over_a_database_in_use_is_refused(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "log.db"))
    store.land([batch("table:1", 0, "c1")])
    backup(str(tmp_path / "log.db"), tmp_path / "copy.db")
    with pytest.raises(InUse):
        restore(tmp_path / "copy.db", str(tmp_path / "log.db"))
    store.close()


def test_progress_is_reported(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "log.db"))
    landed(store, room("classic"))
    told: list[tuple[int, int]] = []
    backup(str(tmp_path / "log.db"), tmp_path / "copy.db", lambda *done: told.append(done))
    assert told
    assert told[-1][0] == told[-1][1] > 0
    store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_expired_data_is_dropped_and_the_log_never_is(kind: str, tmp_path: Path) -> None:
    store = open_store(new_address(kind, tmp_path))
    landed(store, room("classic", "manual", rounds=3))
    with_people(store)
    log = store.log()
    would = retain(store.database, NOW, only_say=True)
    assert (would.sessions, would.snapshots, would.records_kept) == (1, 20, len(log))
    assert retain(store.database, NOW) == would
    again = retain(store.database, NOW)
    assert (again.sessions, again.snapshots) == (0, 0)
    assert store.log() == log
    assert store.snapshot("table:1") is not None
    with store.database.reading() as look:
        assert look.execute(select(schema.sessions.c.token_hash)).scalars().all() == ["t1"]
        assert verify(DatabaseEvidence(look, "it")).findings == []
    store.close()
