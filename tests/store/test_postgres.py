"""PostgreSQL: several processes at once, and broken connections."""

import asyncio
import threading
from collections.abc import Collection, Iterator
from queue import Queue

import psycopg
import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import ProgrammingError

from queenhigh.store import store_address
from queenhigh.store.database import lock_log, open_database
from queenhigh.store.landing import Ground
from queenhigh.store.landing_channel import Watching, moved_in
from queenhigh.store.landing_rows import GroupRows
from queenhigh.store.records import Landed, Stale, StoreUnavailable
from queenhigh.store.sql import SqlStore
from queenhigh.store.store_address import open_store
from tests.patience import until
from tests.postgres import PostgresMissing, binaries, running_postgres
from tests.stores import batch, fact, new_postgres_address, shared_postgres


@pytest.fixture
def address() -> str:
    return new_postgres_address()


@pytest.fixture
def pair(address: str) -> Iterator[tuple[SqlStore, SqlStore]]:
    """Two stores on one database, as two processes would have them."""
    ours, theirs = open_store(address), open_store(address)
    yield ours, theirs
    ours.close()
    theirs.close()


def name_of(address: str) -> str:
    return address.partition("?")[0].rpartition("/")[2]


def test_each_process_sees_what_the_other_stores(pair: tuple[SqlStore, SqlStore]) -> None:
    ours, theirs = pair
    ours.land([batch("table:1", 0, "c1")])
    assert theirs.head("table:1") == ours.head("table:1")
    assert theirs.land([batch("table:1", 0, "c2")]) == [Stale("table:1", 0)]
    assert theirs.land([batch("table:1", 0, "c1")]) == [Landed("table:1", 0, 0, repeated=True)]


def wait_until_nobody_is_connected(address: str) -> None:
    """Wait: a server process ends a moment after its connection."""
    with shared_postgres().connection() as connection:

        def is_free() -> bool:
            found = connection.execute(
                "SELECT 1 FROM pg_stat_activity WHERE datname = %s", (name_of(address),)
            )
            return found.fetchone() is None

        asyncio.run(until(is_free))


def test_a_read_that_ends_while_the_database_is_closed_leaves_no_connection(address: str) -> None:
    database = open_database(address)
    event.listen(database.engine, "checkin", lambda *_: database.close())
    with database.reading() as connection:
        connection.execute(text("SELECT 1"))
    wait_until_nobody_is_connected(address)


def test_a_landing_after_the_database_is_closed_leaves_no_connection(address: str) -> None:
    database = open_database(address)
    database.close()
    with database.landing() as driver:
        driver.execute("SELECT 1")
    wait_until_nobody_is_connected(address)


def test_listening_that_cannot_begin_leaves_no_connection() -> None:
    address = shared_postgres().new_database()  # Without tables.
    database = open_database(address)
    with pytest.raises(ProgrammingError):
        Watching(database, "us", lambda _: None)
    database.close()
    wait_until_nobody_is_connected(address)


def test_two_processes_may_begin_a_new_database_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the second stopped because the first had noted the form of the snapshots."""
    address = shared_postgres().new_database()

    def another_is_faster(connection: Connection) -> None:
        monkeypatch.undo()
        open_store(address).close()
        lock_log(connection)

    monkeypatch.setattr(store_address, "lock_log", another_is_faster)
    open_store(address).close()


def test_two_processes_at_once_leave_no_gap_and_break_no_chain(
    pair: tuple[SqlStore, SqlStore],
) -> None:
    def work(store: SqlStore, table: int) -> None:
        for n in range(30):
            moved = fact(("cage", -1), ("meter:big", 1))
            (landing,) = store.land([batch(f"table:{table}", n, f"{table}-{n}", moved)])
            assert isinstance(landing, Landed)

    threads = [threading.Thread(target=work, args=(pair[n % 2], n)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = pair[0].log()
    assert [record.position for record in log] == list(range(1, 121))
    assert pair[0].balance("meter:big") == 120
    assert pair[0].log_head().hash == log[-1].seal


def test_a_watcher_hears_at_once_what_others_land(pair: tuple[SqlStore, SqlStore]) -> None:
    ours, theirs = pair
    heard: Queue[str] = Queue()
    stop = ours.watch(heard.put)
    theirs.land([batch("table:1", 0, "c1"), batch("patron:ann b", 0, "c2")])
    assert {heard.get(), heard.get()} == {"table:1", "patron:ann b"}
    ours.land([batch("table:2", 0, "c3")])
    theirs.land([batch("table:3", 0, "c4")])
    assert heard.get() == "table:3"
    stop()
    theirs.land([batch("table:4", 0, "c5")])
    assert heard.empty()  # Its thread has ended: nothing more can arrive.
    stop()


def test_a_watcher_hears_nothing_that_was_not_stored(pair: tuple[SqlStore, SqlStore]) -> None:
    ours, theirs = pair
    heard: Queue[str] = Queue()
    stop = ours.watch(heard.put)
    theirs.land([batch("table:1", 5, "c1")])
    theirs.land([batch("table:2", 0, "c2")])
    assert heard.get() == "table:2"
    stop()


def test_landings_during_a_lost_connection_are_announced_later(
    address: str, pair: tuple[SqlStore, SqlStore]
) -> None:
    ours, theirs = pair
    theirs.land([batch("table:0", 0, "before")])
    heard: Queue[str] = Queue()
    stop = ours.watch(heard.put)
    shared_postgres().drop_connections(name_of(address))
    # Their connection is gone too, and it lands all the same.
    assert theirs.land([batch("table:1", 0, "c1")]) == [Landed("table:1", 0, 0)]
    assert moved_in(heard.get()) == []  # Anything may have moved meanwhile.
    assert heard.get() == "table:1"
    theirs.land([batch("table:2", 0, "c2")])
    assert heard.get() == "table:2"
    stop()


def test_a_connection_that_breaks_between_two_notices_of_a_landing_loses_neither(
    pair: tuple[SqlStore, SqlStore],
) -> None:
    """Regression: the first notice marked the whole landing as announced."""
    ours, theirs = pair
    heard: Queue[str] = Queue()
    breaks = ["once"]

    def hear(stream: str) -> None:
        if moved_in(stream) is not None:
            return
        heard.put(stream)
        if breaks:
            raise psycopg.OperationalError(breaks.pop())

    stop = ours.watch(hear)
    theirs.land([batch("table:1", 0, "c1"), batch("table:2", 0, "c2")])
    first = heard.get(timeout=60)
    assert {heard.get(timeout=60) for _ in range(2)} == {"table:1", "table:2"}
    assert first in ("table:1", "table:2")
    stop()


def test_a_watcher_hears_which_accounts_outside_the_tables_have_moved(
    pair: tuple[SqlStore, SqlStore],
) -> None:
    ours, theirs = pair
    heard: Queue[str] = Queue()
    stop = ours.watch(heard.put)
    theirs.land([batch("table:1", 0, "c1", fact(("outside", -5), ("table:1:tray", 5)))])
    assert moved_in(heard.get()) == ["outside"]
    assert heard.get() == "table:1"
    many = [(f"meter:{number:0100}", number) for number in range(100)]
    theirs.land([batch("table:1", 1, "c2", fact(("bank", -4950), *many))])
    assert moved_in(heard.get()) == []  # Too many to name.
    stop()


def test_a_dropped_connection_recovers_by_itself(address: str) -> None:
    store = open_store(address)
    store.land([batch("table:1", 0, "c1")])
    shared_postgres().drop_connections(name_of(address))
    assert store.land([batch("table:1", 1, "c2")]) == [Landed("table:1", 1, 1)]
    shared_postgres().drop_connections(name_of(address))
    assert store.head("table:1").count == 2
    store.close()


@pytest.mark.parametrize("committed", [False, True])
def test_a_connection_that_breaks_at_the_commit_lands_once(
    address: str, committed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(address)
    write = GroupRows.write  # It commits too.
    broken: list[bool] = []

    def break_it(rows: GroupRows, landed: Ground, notices: Collection[str]) -> None:
        if committed or broken:
            write(rows, landed, notices)
        if not broken:
            broken.append(True)
            rows.driver.close()
            raise psycopg.OperationalError("the server closed the connection")

    monkeypatch.setattr(GroupRows, "write", break_it)
    sent = [batch("table:1", 0, "c1", fact(("cage", -5), ("bank", 5))), batch("table:2", 3, "c2")]
    assert store.land(sent) == [Landed("table:1", 0, 0), Stale("table:2", -1)]
    assert broken == [True]
    assert store.log_head().count == 1
    assert store.balance("bank") == 5
    store.close()


def test_a_server_may_go_away_and_come_back() -> None:
    """Others land meanwhile: we hear of it whether or not we have reconnected by then."""
    with running_postgres() as server:
        address = server.new_database()
        store, other = open_store(address), open_store(address)
        heard: Queue[str] = Queue()
        stop = store.watch(heard.put)
        store.land([batch("table:1", 0, "c1")])
        server.stop(at_once=True)
        with pytest.raises(StoreUnavailable):
            store.land([batch("table:1", 1, "c2")])
        with pytest.raises(StoreUnavailable):
            store.head("table:1")
        server.start()
        assert other.land([batch("table:1", 1, "c2")]) == [Landed("table:1", 1, 1)]
        assert store.log_head().count == 2
        streams = (notice for notice in iter(heard.get, "") if moved_in(notice) is None)
        assert next(streams) == "table:1"
        stop()
        store.close()
        other.close()


def test_a_watcher_hears_of_a_lost_server() -> None:
    with running_postgres() as server:
        store = open_store(server.new_database())
        server.stop()
        with pytest.raises(StoreUnavailable):
            store.watch(lambda _: None)
        store.close()


def test_without_postgresql_the_tests_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.postgres.Path.glob", lambda *_: iter(()))
    monkeypatch.setattr("tests.postgres.shutil.which", lambda _: None)
    with pytest.raises(PostgresMissing, match="run scripts/system postgres"):
        binaries()


def test_a_reader_at_closing_time_leaves_no_connection_open(address: str) -> None:
    store = open_store(address)
    with store.database.reading() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        store.close()
    assert driver.closed
