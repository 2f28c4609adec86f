"""The scripted day in a store, as a service would have landed it."""

from itertools import groupby
from pathlib import Path

from queenhigh.store.chain import canonical
from queenhigh.store.records import Batch, Fact, Landed
from queenhigh.store.sql import SqlStore
from queenhigh.store.store_address import open_store
from tests.floor.day import Day, Recorded
from tests.stores import new_postgres_address


def batches(day: Day) -> list[Batch]:
    """Return a batch for each run of records of the same stream."""
    found: list[Batch] = []
    counts: dict[str, int] = {}
    for number, (stream, stretch) in enumerate(groupby(day.floor.records(), key=_stream)):
        facts = tuple(Fact(canonical(each.event), each.postings) for each in stretch)
        asked = canonical({"type": "note", "id": f"c-{number}"})
        found.append(Batch(stream, counts.get(stream, 0), f"c-{number}", asked, facts))
        counts[stream] = counts.get(stream, 0) + len(facts)
    return found


def _stream(record: Recorded) -> str:
    return record.stream


def new_store(kind: str, folder: Path) -> SqlStore:
    address = new_postgres_address() if kind == "postgres" else str(folder / "log.db")
    return open_store(address)


def land(store: SqlStore, found: list[Batch]) -> None:
    for landing in store.land(found):
        assert isinstance(landing, Landed), landing
