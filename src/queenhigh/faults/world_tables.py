"""The tables and purses of a simulated world, and replay of a table from the log."""

from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import TypedDict

from ..house.loader import built_in, built_in_keys, with_settings
from ..house.model import House
from ..house.plain_data import Document
from ..money.links import SetUpLink, terms_of
from ..money.setup import TableSetUp, as_data, book_data, house_of
from ..store.chain import canonical
from ..store.credentials import Person
from ..store.records import Batch, Fact, Store
from ..store.snapshots import thaw
from ..store.upcasts import table_event
from ..table.evolve import evolve
from ..table.instructions import steps_of
from ..table.state import Table
from .audit_money import Breach
from .process import Process, read_set_up_once

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
MONEY = 400_00  # Enough to play, too little to be careless at two tables.
_LINK = "tower"  # The meter shared by the linked tables.
_LINKED = "linked"
_NAMES = ("ann", "bob", "cy", "dee", "eve")


def with_meter() -> str:
    """Return the first built-in house with exactly one meter."""
    return next(key for key in built_in_keys() if len(built_in(key).meters) == 1)


def without_meters() -> list[str]:
    return [key for key in built_in_keys() if not built_in(key).meters]


@cache
def _limited(key: str, limit_cents: int) -> House:
    house = built_in(key)
    limits = {f"meters.{name}.limit_cents": limit_cents for name in house.meters}
    return with_settings(house, limits) if limits else house


class _Written(TypedDict):
    house: Document
    book: Document


@cache
def _written(key: str, limit_cents: int) -> _Written:
    house = _limited(key, limit_cents)
    return {"house": as_data(house), "book": book_data(house)}


class Furniture:
    """Tables and people; with `rush`, all tables share one link near its limit, and play fast."""

    def __init__(self, chance: Random, *, rush: bool = False) -> None:
        tables = 4 if rush else chance.randint(2, 3)
        linked = [f"{_LINKED}-{n}" for n in range(1, tables + 1)]
        self.tables = linked if rush else [*linked, chance.choice(without_meters())]
        # The meter's limit, reached after a few bets.
        self._limit = 100_100 if rush else chance.choice([0, 100_100])
        self._betting_seconds = 1 if rush else 4

    def people(self) -> list[Person]:
        return [Person(name, name.title(), "player", START) for name in _NAMES]

    async def bring_in(self, process: Process) -> None:
        terms = terms_of(self._house(with_meter()))
        link = SetUpLink(
            by="system", at=START, id="link", link=_LINK, kind="linked", stakes="play", terms=terms
        )
        await process.lobby.links.act(link)
        for table in self.tables:
            asked = canonical({"type": "set_up", "table": table})
            facts = (Fact(canonical(self._setup(table))),)
            batch = Batch(f"table:{table}", 0, f"set-up-{table}", asked, facts)
            await process.cardroom.executor.land_batch(batch)
            await process.cardroom.added(table)
            await process.lobby.open(table)
        for person in self.people():
            await process.lobby.patrons.grant(person.name, MONEY)

    def _house(self, key: str) -> House:
        return _limited(key, self._limit)

    def _setup(self, table: str) -> TableSetUp:
        key = with_meter() if table.startswith(_LINKED) else table
        return TableSetUp(
            table=table,
            name=table,
            **_written(key, self._limit),
            stakes="play",
            link=_LINK if table.startswith(_LINKED) else "",
            automation=tuple(sorted(steps_of(self._house(key)))),
            betting_seconds=self._betting_seconds,
            decision_seconds=6,
            by="system",
            at=START,
        )


def replayed(store: Store, table: str) -> Table:
    """Replay the table from the start of its log, and check its snapshot against that."""
    first, *records = store.records(f"table:{table}")
    house = house_of(read_set_up_once(first.event))
    snapshot = store.snapshot(f"table:{table}")
    told = Table(house)
    for record in records:
        told = evolve(told, table_event(record.event))
        if snapshot and snapshot.version == told.version and thaw(house, snapshot.body) != told:
            raise Breach(f"the snapshot of {table} at {told.version} is not what happened")
    return told
