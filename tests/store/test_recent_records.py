"""The floor finds the same whether it follows from memory or from the log."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from queenhigh.floor.keyring import KEY_BYTES, KeyRing
from queenhigh.house.model import House
from queenhigh.money.setup import TableSetUp, house_of
from queenhigh.money.stream import TABLE, StreamName
from queenhigh.store import projections
from queenhigh.store.audit import verify
from queenhigh.store.chain import canonical
from queenhigh.store.database import Database, open_database
from queenhigh.store.deck_seal import DECKS, DeckSealer
from queenhigh.store.evidence import DatabaseEvidence
from queenhigh.store.migration import migrate
from queenhigh.store.projections import Projections, event_of
from queenhigh.store.recent_records import RecentRecords
from queenhigh.store.records import Batch, Fact, Landed
from queenhigh.store.sample import room
from queenhigh.store.sql import SqlStore
from queenhigh.table.evolve import evolve
from queenhigh.table.state import Table
from tests.floor.day import the_day
from tests.floor.landed import batches as of_the_day
from tests.stores import new_postgres_address

SEALER = DeckSealer(KeyRing(DECKS, bytes(range(KEY_BYTES))))
Wired = Callable[[], Database]


@pytest.fixture(params=["sqlite", "postgres"])
def wired(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Wired]:
    """Open connections of one process after the other to the same database."""
    address = new_postgres_address() if request.param == "postgres" else str(tmp_path / "log.db")
    opened: list[Database] = []

    def another() -> Database:
        opened.append(open_database(address))
        return opened[-1]

    migrate(another())
    yield another
    for database in opened:
        database.close()


@cache
def dealt_online() -> tuple[Batch, ...]:
    """Tables as a service lands them: with closed cards sealed, and each event at hand."""
    tables: dict[str, Table] = {}
    return tuple(
        replace(batch, facts=tuple(_as_sent(batch.stream, each, tables) for each in batch.facts))
        for batch in room("classic", "manual", "mics", rounds=4, seats=3, seed=5, snapshots=False)
    )


def _as_sent(stream: str, fact: Fact, tables: dict[str, Table]) -> Fact:
    kind, name = StreamName.parse(stream)
    before = tables.get(name)
    if kind != TABLE:
        return fact
    if before is None:
        setup = event_of(stream, 0, fact.event)
        assert isinstance(setup, TableSetUp)
        tables[name] = Table(house_of(setup))
        return fact
    event = event_of(stream, 1, fact.event)
    tables[name] = evolve(before, event)
    written = SEALER.sealed(before, name, event)
    return Fact(canonical(written), fact.postings, written)


@cache
def dealt_by_people() -> tuple[Batch, ...]:
    """A day with real cards, trouble and what the floor writes itself."""
    versions: dict[str, int] = {}
    return tuple(
        replace(batch, facts=tuple(_at_hand(batch.stream, each, versions) for each in batch.facts))
        for batch in of_the_day(the_day())
    )


def _at_hand(stream: str, fact: Fact, versions: dict[str, int]) -> Fact:
    version = versions[stream] = versions.get(stream, -1) + 1
    event = event_of(stream, version, fact.event)
    return replace(fact, happened=None if isinstance(event, TableSetUp) else event)


CAGE = House(key="house", name="The house")


class Process:
    """A process that lands, and may follow the log."""

    def __init__(self, database: Database, chance: random.Random):
        self.store, self.chance = SqlStore(database), chance
        self.store.recent = RecentRecords(chance.choice((40, 400, 10_000)))
        self.floor = Projections(
            database, CAGE, at_a_time=chance.choice((7, 60, 500)), recent=self.store.recent
        )

    def land(self, batch: Batch) -> None:
        assert all(isinstance(each, Landed) for each in self.store.land([batch]))

    def follow(self) -> None:
        if self.chance.random() < 0.1:
            with failing(self.floor), suppress(RuntimeError):
                self.floor.catch_up()
        if self.chance.random() < 0.5:
            self.floor.follow_on()
        else:
            self.floor.catch_up()


@contextmanager
def failing(floor: Projections) -> Iterator[None]:
    """Fail in the middle of the transaction, after the findings."""

    def broken(*_: object) -> None:
        raise RuntimeError("no more power")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(floor, "_write", broken)
        yield


def differences(database: Database) -> list[str]:
    """Return where the stored view is not what the log gives, and what is wrong with the log."""
    with database.reading() as connection:
        found = verify(DatabaseEvidence(connection, "the log"))
    return [each.message for each in found.findings]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("played", [dealt_online, dealt_by_people])
def test_gaps_crashes_and_other_processes_make_no_difference(
    wired: Wired, seed: int, played: Callable[[], tuple[Batch, ...]]
) -> None:
    chance = random.Random(seed)
    here, there = Process(wired(), chance), Process(wired(), chance)
    owner = here
    for batch in played():
        if chance.random() < 0.05:
            owner = chance.choice((here, there))  # Of all tables, from now on.
        owner.land(batch)
        if chance.random() < 0.02:  # A crash: what it had in memory is gone.
            crashed, here = here, Process(wired(), chance)
            owner = here if owner is crashed else owner
        if chance.random() < 0.1:
            chance.choice((here, here, here, there)).follow()
    last = chance.choice((here, there))
    assert last.floor.catch_up() == last.store.log_head().count
    assert differences(wired()) == []


@pytest.mark.parametrize("played", [dealt_online, dealt_by_people])
def test_what_this_process_landed_itself_is_not_read_again(
    wired: Wired, played: Callable[[], tuple[Batch, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Process(wired(), random.Random(2))
    process.store.recent = process.floor._recent = RecentRecords()

    def read(*_: object) -> None:
        raise AssertionError("the log was read")

    with monkeypatch.context() as patched:
        patched.setattr(projections, "_log", read)
        for number, batch in enumerate(played()):
            process.land(batch)
            if number % 9 == 0:
                process.floor.catch_up()
        assert process.floor.catch_up() == process.store.log_head().count
    assert differences(wired()) == []


def test_memory_counts_only_if_the_log_has_the_same(wired: Wired) -> None:
    """A server that took over may have lost what another one had promised."""
    process, other = Process(wired(), random.Random(1)), Process(wired(), random.Random(1))
    first, *rest = dealt_online()
    process.land(first)
    process.floor.catch_up()
    lost = rest[0]
    facts = (Fact(canonical({"type": "lost"}), happened="never landed"),)
    recent = process.store.recent
    other.land(lost)
    assert recent is not None
    assert other.store.recent is not None
    rows = [(*row[:-1], "another seal") for row, _ in other.store.recent.between(1, 99)]
    recent.landed(rows, [replace(lost, facts=facts)], [Landed(lost.stream, 0, len(rows) - 1)])
    for batch in rest[1:]:
        process.land(batch)
    process.floor.catch_up()
    assert differences(wired()) == []


def test_only_what_landed_now_is_kept_and_the_oldest_makes_room() -> None:
    store = SqlStore(open_database("memory"))
    migrate(store.database)
    store.recent = recent = RecentRecords(most=30)
    first, *rest = dealt_online()
    store.land([first])
    store.land([first, *rest[:3]])  # The first acts once.
    held = recent.between(0, 1_000)
    assert [row[0] for row, _ in held] == list(range(1, store.log_head().count + 1))
    for batch in rest[3:20]:
        store.land([batch])
    positions = [row[0] for row, _ in recent.between(0, 1_000)]
    head = store.log_head().count
    assert positions == list(range(positions[0], head + 1))
    assert 0 < len(positions) <= 30
    recent.forget(head - 1)
    assert positions[-1] == head
    recent.forget(head)
    assert recent.between(0, 1_000) == []
