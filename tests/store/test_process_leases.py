"""Processes sharing a PostgreSQL: leases, and nothing lands without one."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import text

from queenhigh.store.database import lock_log
from queenhigh.store.process_leases import LeaseLost, ProcessLeases
from queenhigh.store.records import Landed, Stale, StoreUnavailable
from queenhigh.store.sql import SqlStore
from queenhigh.store.store_address import open_store
from tests.stores import batch, new_postgres_address


@pytest.fixture
def address() -> str:
    return new_postgres_address()


@pytest.fixture
def store(address: str) -> Iterator[SqlStore]:
    with closing(open_store(address)) as store:
        yield store


def test_every_serving_process_knows_the_others(store: SqlStore) -> None:
    leases = ProcessLeases(store.database)
    one, two = leases.join("here", 1), leases.join("here", 2)
    assert set(leases.renewed(one)) == {one, two} == set(leases.renewed(two))


def test_a_lease_that_is_not_renewed_runs_out_and_is_lost(store: SqlStore) -> None:
    leases, none_left = ProcessLeases(store.database), ProcessLeases(store.database, 0)
    one, two = leases.join("here", 1), leases.join("here", 2)
    none_left.expel()
    for each in (one, two):
        with pytest.raises(LeaseLost):
            leases.renewed(each)
    again = leases.join("here", 1)
    assert leases.renewed(again) == (again,)


def test_a_process_that_lost_its_lease_lands_nothing_until_it_has_another(
    store: SqlStore,
) -> None:
    leases = ProcessLeases(store.database)
    one = leases.join("here", 1)
    store.process = one.id
    assert isinstance(store.land([batch("table:1", 0, "a")])[0], Landed)
    leases.expel([one.id])
    with pytest.raises(LeaseLost):
        store.land([batch("table:1", 1, "b"), batch("table:2", 0, "c")])
    assert store.head("table:1").count == 1
    assert store.head("table:2").count == 0
    store.process = leases.join("here", 1).id
    assert isinstance(store.land([batch("table:1", 1, "b")])[0], Landed)


def test_a_decision_made_before_another_process_landed_is_stale(
    store: SqlStore, address: str
) -> None:
    leases = ProcessLeases(store.database)
    store.process = leases.join("here", 1).id
    with closing(open_store(address)) as other:
        other.process = leases.join("here", 2).id
        assert isinstance(other.land([batch("table:1", 0, "theirs")])[0], Landed)
    [landing] = store.land([batch("table:1", 0, "ours")])
    assert isinstance(landing, Stale)


def test_a_process_paused_while_landing_blocks_the_others_only_briefly(
    store: SqlStore, address: str
) -> None:
    def pauses(paused: SqlStore) -> None:
        with paused.database.writing() as connection:
            lock_log(connection, 0.1)
            assert isinstance(store.land([batch("table:1", 0, "a")])[0], Landed)
            connection.execute(text("SELECT 1"))

    with closing(open_store(address)) as paused:
        with pytest.raises(StoreUnavailable):
            pauses(paused)
        assert isinstance(paused.land([batch("table:1", 1, "b")])[0], Landed)
