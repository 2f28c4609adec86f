"""A cardroom with a long history against a short one: opening it, and reporting on it."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from itertools import chain, islice
from pathlib import Path

from queenhigh.floor.reports import period_report
from queenhigh.service.cardroom import Cardroom
from queenhigh.store.projections import Projections, cage_of
from queenhigh.store.records import Batch, Store
from queenhigh.store.sample import money_for, played, without_snapshot
from queenhigh.store.store_address import open_store

from .ratio import Ratio, best, longer

_HOUSE, _SEATS = "classic", 7
_SHORT_EVENTS = 10_000
_GROUP = 512
_ROUNDS_BETWEEN_SNAPSHOTS = 10


def history(folder: Path, repeats: int, events: int) -> Iterator[Ratio]:
    long, short = folder / "long.db", folder / "short.db"
    for file, many in ((short, _SHORT_EVENTS), (long, events)):
        _fill(file, many)
    works: list[Callable[[], object]] = [partial(_opened, file) for file in (long, short)]
    mine, theirs = best(repeats, *works)
    against = f"the same with {_SHORT_EVENTS:,} events"
    yield longer(f"opening a cardroom with {events:,} events", against, mine, theirs, 3.0, 1.5)
    stores = [open_store(str(file)) for file in (long, short)]
    kept = [Projections(store.database, cage_of(store.database)) for store in stores]
    works = [partial(_report, each) for each in kept]
    for work in works:
        work()  # Compute the house's exact figures once, outside the timing.
    mine, theirs = best(5 * repeats, *works)
    for store in stores:
        store.close()
    yield longer(f"a report over {events:,} events", against, mine, theirs, 3.0, 1.5)


def _report(kept: Projections) -> None:
    period_report(kept, date(2026, 1, 1), date(2027, 1, 1), "table", stakes="play")


def _opened(file: Path) -> None:
    store = open_store(str(file))
    asyncio.run(_started(store))
    store.close()


async def _started(store: Store) -> None:
    room = Cardroom(store)
    await room.start()
    await room.stop()


def _fill(file: Path, events: int) -> None:
    """Play real rounds until the file holds this many events."""
    store = open_store(str(file))
    beginning = list(played(_HOUSE, "1", rounds=1, seats=_SEATS, seed=1))
    table = played(_HOUSE, "1", rounds=events, seats=_SEATS, seed=1)
    batches = _few_snapshots(chain(money_for([beginning]), table))
    landed = 0
    while landed < events:
        group = list(islice(batches, _GROUP))
        store.land(group)
        landed += sum(len(each.facts) for each in group)
    Projections(store.database, cage_of(store.database)).catch_up()
    store.close()


def _few_snapshots(batches: Iterator[Batch]) -> Iterator[Batch]:
    """Keep snapshots about as often as a service makes them."""
    rounds = 0
    for each in batches:
        rounds += each.snapshot is not None
        yield each if rounds % _ROUNDS_BETWEEN_SNAPSHOTS == 0 else without_snapshot(each)
