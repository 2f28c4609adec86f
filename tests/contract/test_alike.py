"""Whatever they are sent, all stores give the same answers and end with the same log."""

import random
from collections.abc import Iterator
from threading import Barrier, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from queenhigh.money.posting import Posting
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Batch, Changed, Fact, Landed, Stale, Store
from queenhigh.store.sql import SqlStore
from tests.contract.conftest import KINDS, new_store
from tests.stores import batch, event, fact

STREAMS = ("table:1", "table:2", "patron:ann")
ACCOUNTS = ("cage", "patron:ann", "table:1:stack:ann", "meter:big")

amounts = st.integers(-3, 5)
moves = st.tuples(st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), amounts)


@st.composite
def facts(draw: st.DrawFn) -> Fact:
    postings = [
        Posting(account, cents)
        for source, target, amount in draw(st.lists(moves, max_size=2))
        for account, cents in ((source, -amount), (target, amount))
    ]
    return Fact(event(text=draw(st.text(max_size=3))), tuple(postings))


@st.composite
def batches(draw: st.DrawFn) -> Batch:
    return Batch(
        draw(st.sampled_from(STREAMS)),
        draw(st.integers(0, 4)),
        f"c{draw(st.integers(0, 8))}",
        draw(st.sampled_from([b"{}", b'{"other":true}'])),
        tuple(draw(st.lists(facts(), max_size=3))),
        tuple(Posting(each, 0) for each in draw(st.lists(st.sampled_from(ACCOUNTS), max_size=1))),
        draw(st.none() | st.binary(max_size=3)),
    )


def told(store: Store) -> object:
    return (
        store.log(),
        store.log_head(),
        store.streams(),
        [store.head(stream) for stream in STREAMS],
        [store.commands(stream) for stream in STREAMS],
        [store.snapshot(stream) for stream in STREAMS],
        [store.postings(stream) for stream in STREAMS],
        store.balances(),
    )


@pytest.fixture(scope="module", params=KINDS[1:])
def kept(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SqlStore]:
    """One database for all examples: opening one takes longer than using it."""
    store = new_store(request.param, tmp_path_factory.mktemp("alike"))
    assert isinstance(store, SqlStore)
    yield store
    store.close()


def emptied(kept: SqlStore) -> SqlStore:
    """Return a new store on the same database: a store remembers where the log ends."""
    with kept.database.writing() as connection:
        for name in ("records", "postings", "commands", "heads", "balances", "snapshots"):
            connection.execute(text(f"DELETE FROM {name}"))
        connection.execute(text("UPDATE log_head SET count = 0, seal = ''"))
    return SqlStore(kept.database, alone=kept._alone)


@settings(max_examples=40)
@given(groups=st.lists(st.lists(batches(), max_size=6), max_size=4))
def test_every_store_gives_the_same_answers(groups: list[list[Batch]], kept: SqlStore) -> None:
    plain, other = MemoryStore(), emptied(kept)
    for group in groups:
        assert other.land(group) == plain.land(group)
    assert told(other) == told(plain)


def test_under_load_from_many_tables_no_cent_of_a_meter_is_lost_or_made(store: Store) -> None:
    """Some feed it, which commutes; some take it whole, which depends on the amount."""
    tables, rounds = 6, 20
    together = Barrier(tables)

    def play(table: int) -> None:
        chance = random.Random(table)
        stream, count = f"table:{table}", 0
        together.wait()
        for turn in range(rounds):
            while True:
                sent = _round(store, table, count, turn, takes=chance.random() < 0.2)
                (answer,) = store.land([sent])
                if isinstance(answer, Landed):
                    count = store.head(stream).count
                    break
                assert isinstance(answer, Changed | Stale)

    threads = [Thread(target=play, args=(table,)) for table in range(tables)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    balances = store.balances()
    assert sum(balances.values()) == 0
    assert store.log_head().count == tables * rounds
    fed = sum(-p.cents for p in _all_postings(store) if p.account == "cage")
    won = sum(balances.get(f"table:{table}:tray", 0) for table in range(tables))
    assert (
        fed == tables * rounds * 7 - sum(1 for r in store.log() if b'"takes":true' in r.event) * 7
    )
    assert balances["meter:big"] + won == fed
    assert [record.position for record in store.log()] == list(range(1, tables * rounds + 1))


def _round(store: Store, table: int, count: int, turn: int, *, takes: bool) -> Batch:
    stream, command = f"table:{table}", f"t{table}-{turn}"
    if not takes:
        fed = fact(("cage", -7), ("meter:big", 7))
        return batch(stream, count, command, fed)
    meter = store.balance("meter:big")
    won = fact(("meter:big", -meter), (f"{stream}:tray", meter), takes=True)
    return batch(stream, count, command, won, stands={"meter:big": meter})


def _all_postings(store: Store) -> list[Posting]:
    return [
        Posting(posted.account, posted.cents)
        for stream in store.streams()
        for posted in store.postings(stream)
    ]
