"""Freezes logs: tables that are played now, as the store of today keeps them."""

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from queenhigh.money.setup import Stakes
from queenhigh.store.evidence import DatabaseEvidence, StoreEvidence
from queenhigh.store.export import export
from queenhigh.store.memory import MemoryStore
from queenhigh.store.opening import open_store, open_to_read
from queenhigh.store.records import Batch, Landed, Store
from queenhigh.table.events import EVENTS
from tests.model.documents import HOUSES
from tests.oracle import command, storage
from tests.oracle.evenings import Evening, batches, shared_evening, wild_evening, written_evening
from tests.oracle.logs import story, told_again
from tests.table.machine import Broken

Entry = dict[str, Any]

SEEDS = 40  # Wild evenings of each house to choose from.
# What an audit says of the place it looked at, and of snapshots, which a later version drops.
OF_ONE_VERSION = ("source", "snapshots", "snapshots_of_other_versions")


def freeze_logs() -> None:
    """Of each house an evening as written, and wild ones until every kind of event has happened."""
    written = {house: written_evening(house) for house in HOUSES}
    ends = [_log(f"{house}-written.jsonl", each, "money") for house, each in written.items()]
    shared = shared_evening()
    ends.append(_log("manual-shared.jsonl", shared, "money"))
    missing = {str(kind.__struct_config__.tag) for kind in EVENTS}
    missing = missing.difference(*map(_kinds, [*written.values(), shared]))
    wild = {(house, seed): _wild(house, seed) for seed in range(SEEDS) for house in HOUSES}
    waiting = set(HOUSES)
    while missing or waiting:
        left = {name: each for name, each in wild.items() if not waiting or name[0] in waiting}
        name = max(left, key=lambda name: _worth(left[name], missing))
        if not waiting and not _kinds(wild[name]) & missing:
            break
        evening = wild.pop(name)
        missing -= _kinds(evening)
        waiting.discard(name[0])
        ends.append(_log(f"{name[0]}-wild-{name[1]}.jsonl", evening, "play"))
    print(f"  events that are in no log: {', '.join(sorted(missing)) or 'none'}")
    ends.append(_database(["classic", "manual"]))
    size = storage.write("logs/ends", ends)
    print(f"logs/ends: {len(ends):,} in {size:,} bytes")


def _wild(house: str, seed: int) -> Evening:
    try:
        return wild_evening(house, seed)
    except Broken as error:
        print(f"  {house}, wild evening {seed}: {error}")
        return written_evening(house)


def _worth(evening: Evening, missing: set[str]) -> float:
    """What is new in it, for its length."""
    length = sum(len(led_to) for _, led_to in evening[1])
    return (0.5 + len(_kinds(evening) & missing)) / (200 + length)


def _kinds(evening: Evening) -> set[str]:
    return {str(each.__struct_config__.tag) for _, led_to in evening[1] for each in led_to}


def _log(name: str, evening: Evening, stakes: Stakes) -> Entry:
    store, out = MemoryStore(), BytesIO()
    _land(store, batches(evening, stakes=stakes))
    export(StoreEvidence(store), out, datetime(2026, 1, 6, tzinfo=UTC))
    size = storage.write_bytes(f"logs/{name}", out.getvalue())
    print(f"logs/{name}: {store.log_head().count:,} records in {size:,} bytes")
    return {"log": name, "told": told_again(out.getvalue())}


def _database(houses: list[str]) -> Entry:
    """The evenings of some houses in one room, in a database of SQLite."""
    with TemporaryDirectory() as folder:
        file = str(Path(folder, "room.db"))
        store = open_store(file)
        _land(store, batches(*map(written_evening, houses), stakes="play"))
        entry: Entry = {
            "log": "room.db",
            "balances": store.balances(),
            "heads": {name: msgspec.structs.astuple(store.head(name)) for name in store.streams()},
            "postings": [
                msgspec.structs.astuple(each)
                for stream in store.streams()
                for each in store.postings(stream)
            ],
        }
        store.close()
        size = storage.write_bytes("logs/room.db", Path(file).read_bytes())
        proved = msgspec.json.decode(command.run("audit", "verify", file, "--json").out)
        for name in OF_ONE_VERSION:
            del proved[name]
        database = open_to_read(file)
        with database.reading() as connection:
            told = story(DatabaseEvidence(connection, "room"))
        database.close()
    print(f"logs/room.db: {size:,} bytes")
    return {**entry, "proved": proved, "told": told}


def _land(store: Store, found: list[Batch]) -> None:
    for landing in store.land(found):
        if not isinstance(landing, Landed):
            raise TypeError(f"this does not land: {landing}")
