"""Durable commands: the writer with its group commit against plain inserts into SQLite.

Both write the same rows of the same rounds in groups of the same size, and both wait for the disk
(WAL, full sync). Ours also checks versions, ids and balances, hashes and seals; the plain inserts
get their rows ready-made.
"""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

from queenhigh.store.records import Batch, Landed, Landing
from queenhigh.store.sample import room
from queenhigh.store.store_address import open_store
from queenhigh.store.writer import Writer

from .ratio import Ratio, faster

TABLES, ROUNDS, SEATS = 100, 4, 7
# The append-only tables and their columns.
_ADDED = {"records": 9, "postings": 4, "commands": 6}


def durable(folder: Path, repeats: int, tables: int = TABLES) -> Iterator[Ratio]:
    """Measure wall time: waiting for the disk is part of it."""
    batches = room(*["classic"] * tables, rounds=ROUNDS, seats=SEATS, snapshots=False)
    ours, theirs = [], []
    for turn in range(repeats):
        file = folder / f"ours-{turn}.db"
        seconds, groups = _ours(file, batches)
        ours.append(seconds)
        theirs.append(_bare(folder / f"bare-{turn}.db", file, groups))
    what = f"durable commands on SQLite, {tables} tables at once"
    against = "plain inserts of the same rows in groups of the same size"
    each = len(batches)
    yield faster(what, against, min(ours) / each, min(theirs) / each, 0.75, 0.9)


class _Table:
    """Sends its next command once the previous one has landed, as people do."""

    def __init__(self, writer: Writer, batches: list[Batch]):
        self._writer, self._left = writer, iter(batches)
        self.done = Event()
        self.failed: list[object] = []

    def send(self, landed: Landing | Exception | None = None) -> None:
        if landed is not None and not isinstance(landed, Landed):
            self.failed.append(landed)
        batch = next(self._left, None)
        if batch is None or self.failed:
            self.done.set()
            return
        self._writer.submit(batch, self.send)


def _ours(file: Path, batches: list[Batch]) -> tuple[float, list[int]]:
    """Return the seconds taken and the number of commands in each group."""
    store = open_store(str(file))
    groups: list[int] = []
    land = store.land

    def noted(group: Sequence[Batch]) -> list[Landing]:
        groups.append(len(group))
        return land(group)

    store.land = noted  # type: ignore[method-assign, assignment]
    writer = Writer(store)
    streams: dict[str, list[Batch]] = {}
    for batch in batches:
        streams.setdefault(batch.stream, []).append(batch)
    first = [_Table(writer, each) for name, each in streams.items() if not name.startswith("table")]
    tables = [_Table(writer, each) for name, each in streams.items() if name.startswith("table")]
    began = time.perf_counter()
    for group in (first, tables):  # Deposits must land before anybody plays.
        for table in group:
            table.send()
        for table in group:
            table.done.wait()
    took = time.perf_counter() - began
    writer.close()
    store.close()
    if failed := [each for table in (*first, *tables) for each in table.failed]:
        raise SystemExit(f"bench: a command did not land: {failed[0]}")
    return took, groups


def _bare(file: Path, source: Path, groups: list[int]) -> float:
    """Insert the same rows into the same tables, group by group."""
    open_store(str(file)).close()
    commands = iter(_rows_by_command(source))
    grouped = [_together(list(islice(commands, size))) for size in groups]
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    inserts = {
        name: f"INSERT INTO {name} VALUES ({', '.join('?' * columns)})"
        for name, columns in _ADDED.items()
    }
    began = time.perf_counter()
    for group in grouped:
        connection.execute("BEGIN")
        for name, rows in group.items():
            connection.executemany(inserts[name], rows)
        connection.execute("COMMIT")
    took = time.perf_counter() - began
    connection.close()
    return took


def _together(commands: list[dict[str, list[Any]]]) -> dict[str, list[Any]]:
    return {name: [row for each in commands for row in each[name]] for name in _ADDED}


def _rows_by_command(source: Path) -> list[dict[str, list[Any]]]:
    connection = sqlite3.connect(source)
    found: dict[str, dict[str, list[Any]]] = {}
    of: dict[int, str] = {}
    for row in connection.execute("SELECT * FROM records ORDER BY position"):
        of[row[0]] = row[3]
        found.setdefault(row[3], {name: [] for name in _ADDED})["records"].append(row)
    for row in connection.execute("SELECT * FROM postings ORDER BY position, leg"):
        found[of[row[0]]]["postings"].append(row)
    for row in connection.execute("SELECT * FROM commands"):
        found[row[1]]["commands"].append(row)
    connection.close()
    return list(found.values())
