"""What a SQLite file has to withstand."""

import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import event, text

from queenhigh.store import database
from queenhigh.store.database import open_database
from queenhigh.store.records import Head, Landed, Snapshot, StoreUnavailable
from queenhigh.store.snapshots import FORM
from queenhigh.store.store_address import InUse, open_store, open_to_read
from tests.patience import SECONDS
from tests.stores import batch, fact


def test_stored_records_survive_closing_and_reopening(tmp_path: Path) -> None:
    address = str(tmp_path / "log.db")
    store = open_store(address)
    store.land([batch("table:1", 0, "c1", fact(("cage", -5), ("bank", 5)), snapshot=b"s")])
    head, log = store.log_head(), store.log()
    store.close()
    again = open_store(address)
    assert (again.log_head(), again.log()) == (head, log)
    assert again.balance("bank") == 5
    assert again.snapshot("table:1") == Snapshot("table:1", 0, b"s")
    assert again.land([batch("table:1", 1, "c2")]) == [Landed("table:1", 1, 1)]
    again.close()


def test_stored_records_survive_a_killed_process(tmp_path: Path) -> None:
    program = f"""
import os, signal
from queenhigh.store.store_address import open_store
from tests.stores import batch
store = open_store({str(tmp_path / "log.db")!r})
for n in range(20):
    store.land([batch("table:1", n, f"c{{n}}")])
    print(n, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert killed.stdout.split()[-1] == b"19", killed.stderr
    store = open_store(str(tmp_path / "log.db"))
    assert store.head("table:1").count == 20
    store.close()


def test_landing_waits_for_the_disk(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "log.db"))
    with store.database.reading() as connection:
        settings = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert settings == ["wal", 2, 1]
    store.close()


def test_a_second_process_is_refused_with_a_reason(tmp_path: Path) -> None:
    address = str(tmp_path / "log.db")
    store = open_store(address)
    with pytest.raises(InUse, match=r"is in use by process \d+; a file of SQLite serves one"):
        open_store(address)
    program = f"from queenhigh.store.store_address import open_store; open_store({address!r})"
    second = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert b"InUse" in second.stderr
    store.close()
    open_store(address).close()


def test_others_may_read_while_it_is_written_to(tmp_path: Path) -> None:
    address = str(tmp_path / "log.db")
    store = open_store(address)
    store.land([batch("table:1", 0, "c1")])
    look = open_to_read(address)
    with look.reading() as connection:
        count = "SELECT count(*) FROM records"
        assert connection.execute(text(count)).scalar() == 1
        store.land([batch("table:1", 1, "c2")])
        assert connection.execute(text(count)).scalar() == 1  # One reading sees one moment.
    with look.reading() as connection:
        assert connection.execute(text(count)).scalar() == 2
    with pytest.raises(StoreUnavailable, match="readonly"), look.writing() as connection:
        connection.execute(text("DELETE FROM records"))
    look.close()
    store.close()


def test_a_reader_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_to_read(str(tmp_path / "none.db"))
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_stores_nothing_and_the_store_goes_on_afterwards(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "log.db"))
    store.land([batch("table:1", 0, "c1")])
    store.database.engine.dispose()
    room = 0

    @event.listens_for(store.database.engine, "connect")
    def little_room(connection: sqlite3.Connection, _: object) -> None:
        if room:
            connection.execute(f"PRAGMA max_page_count = {room}")

    with store.database.reading() as connection:
        room = int(connection.exec_driver_sql("PRAGMA page_count").scalar_one()) + 4
    store.database.engine.dispose()
    large = [batch(f"table:{n}", 0, f"large-{n}", fact(text="x" * 9_000)) for n in range(2, 50)]
    with pytest.raises(StoreUnavailable, match="full"):
        store.land(large)
    assert store.log_head().count == 1
    assert store.streams() == ["table:1"]
    assert store.land([batch("table:1", 1, "small")]) == [Landed("table:1", 1, 1)]
    room = 0
    store.database.engine.dispose()
    assert all(isinstance(landing, Landed) for landing in store.land(large))
    assert store.log_head().count == 2 + len(large)
    store.close()


def test_a_file_locked_for_long_is_unavailable_until_it_is_freed(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "log.db"))

    @event.listens_for(store.database.engine, "connect")
    def impatient(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA busy_timeout = 50")

    store.database.engine.dispose()
    rude = sqlite3.connect(tmp_path / "log.db", isolation_level=None)
    rude.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        store.land([batch("table:1", 0, "c1")])
    rude.execute("ROLLBACK")
    rude.close()
    assert store.land([batch("table:1", 0, "c1")]) == [Landed("table:1", 0, 0)]
    store.close()


def test_many_threads_may_use_one_store(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "log.db"))
    failed: list[BaseException] = []

    def work(table: int) -> None:
        try:
            for n in range(20):
                store.land([batch(f"table:{table}", n, f"{table}-{n}")])
                assert store.head(f"table:{table}").count == n + 1
                assert store.command(f"{table}-{n}") is not None
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(table,)) for table in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert store.log_head().count == 160
    store.close()


def test_an_in_memory_store_is_shared_by_all_threads() -> None:
    store = open_store("memory")
    store.land([batch("table:1", 0, "c1")])
    found: list[Head] = []
    thread = threading.Thread(target=lambda: found.append(store.head("table:1")))
    thread.start()
    thread.join()
    assert found == [store.head("table:1")]
    assert found[0].count == 1
    store.close()


def test_a_landing_waits_for_another_writer_of_the_process_without_asking_sqlite(
    tmp_path: Path,
) -> None:
    """SQLite would only look again from time to time."""
    store = open_store(str(tmp_path / "log.db"))
    asked: list[str] = []
    landed: list[object] = []
    waits = threading.Event()

    class Turn:
        def __init__(self) -> None:
            self.lock = threading.Lock()

        def acquire(self, timeout: float) -> bool:
            if self.lock.locked():
                waits.set()
            return self.lock.acquire(timeout=timeout)

        def release(self) -> None:
            self.lock.release()

    vars(store.database)["_turn"] = Turn()
    with store.database.landing() as driver:
        driver.set_trace_callback(asked.append)
    thread = threading.Thread(target=lambda: landed.extend(store.land([batch("table:1", 0, "c1")])))
    with store.database.writing():
        thread.start()
        assert waits.wait(SECONDS)
        assert (asked, landed) == ([], [])
    thread.join()
    assert landed == [Landed("table:1", 0, 0)]
    assert asked[0].startswith("BEGIN")
    store.close()


def test_a_writer_that_never_ends_holds_up_no_landing_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_BUSY_MILLISECONDS", 50)
    store = open_store(str(tmp_path / "log.db"))
    failed: list[Exception] = []

    def land() -> None:
        try:
            store.land([batch("table:1", 0, "c1")])
        except StoreUnavailable as error:
            failed.append(error)

    thread = threading.Thread(target=land)
    with store.database.writing():
        thread.start()
        thread.join()
    assert [("locked" in str(error)) for error in failed] == [True]
    assert store.land([batch("table:1", 0, "c1")]) == [Landed("table:1", 0, 0)]
    store.close()


def test_snapshots_of_another_version_of_the_program_are_dropped(tmp_path: Path) -> None:
    address = str(tmp_path / "log.db")
    store = open_store(address)
    store.land([batch("table:1", 0, "c1", snapshot=b"s")])
    store.close()
    open_store(address).close()
    same = open_store(address)
    assert same.snapshot("table:1") is not None
    with same.database.writing() as connection:
        connection.execute(text("UPDATE meta SET value = 'older' WHERE key = 'snapshot_form'"))
    same.close()
    again = open_store(address)
    assert again.snapshot("table:1") is None
    with again.database.reading() as connection:
        form = connection.execute(text("SELECT value FROM meta WHERE key = 'snapshot_form'"))
        assert form.scalar() == FORM
    again.close()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("mysql://somewhere/x", "a file, or an address like postgresql://"),
        ("sqlite:///", "names no file"),
        ("://", "cannot be read"),
    ],
)
def test_a_malformed_address_is_refused(address: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        open_database(address)


def test_the_name_of_a_database_shows_no_password() -> None:
    database = open_database("postgresql://ann:secret@nowhere.invalid/log")
    assert "secret" not in database.name
    database.close()


def test_a_plain_copy_of_a_closed_database_works(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "log.db"))
    store.land([batch("table:1", 0, "c1")])
    store.close()
    shutil.copy(tmp_path / "log.db", tmp_path / "copy.db")
    copy = open_store(str(tmp_path / "copy.db"))
    assert copy.log_head().count == 1
    copy.close()
