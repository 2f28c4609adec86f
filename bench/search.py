"""Search and reports over a million rounds: ``python -m bench.search``.

Rounds are played at tables of two houses and followed into a database; their rows are then copied,
with other dealers, patrons and days, until there are as many as asked for. Each search is set
beside looking at every row for the same conditions, in the same database.
"""

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table
from sqlalchemy import exists, func, select

from queenhigh.floor.reports import day_report, period_report
from queenhigh.floor.search import parse_query
from queenhigh.store.floor_schema import floor_rounds, floor_seats
from queenhigh.store.projections import Projections, cage_of
from queenhigh.store.round_search import _conditions
from queenhigh.store.sample import room
from queenhigh.store.store_address import open_store

PLAYED = 250  # Rounds at each table; all others are copies of these.
DEALERS, PATRONS = 60, 5_000
DEALERS_A_SHIFT = 4  # At each table.
MINUTES = 60  # Between one copy and the next.

QUERIES = (
    "dealer:d7 hand:straight_flush net>=$100",
    "patron:p123 won:pair_plus",
    "cards:AsKsQs",
    "net>=$300",
    "net>0 decision:fold",
    "hand:three_of_a_kind dealer_hand:pair",
    "clause:manual-payout-K",
    "clause:manual-pp-table patron:p42",
    "large:yes dealer:d3",
    "day:2026-01-20 hand:straight_flush",
    "from:2026-02-01 to:2026-02-01 lost:ante patron:p9",
    "dealer:nobody",
    "hand:pair dealer:d1 house:classic",
)


class Measured(msgspec.Struct):
    what: str
    milliseconds: float
    rounds: int  # Rounds found, or report lines made.
    scan_milliseconds: float | None = None  # Scanning every row.
    times: float | None = None


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.search", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000, help="default: 1000000")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "million.db"
        _fill(file, asked.rounds)
        measured = _measure(file)
        size = file.stat().st_size
    if asked.json:
        document = {"rounds": asked.rounds, "bytes": size, "measured": measured}
        print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
        return
    grid = Table(title=f"{asked.rounds:,} rounds, {size / 2**20:,.0f} MB")
    grid.add_column("What")
    for heading in ("Found", "ms", "every row, ms", "times"):
        grid.add_column(heading, justify="right")
    for each in measured:
        scan = "" if each.scan_milliseconds is None else f"{each.scan_milliseconds:,.0f}"
        times = "" if each.times is None else f"{each.times:,.0f}"
        grid.add_row(each.what, f"{each.rounds:,}", f"{each.milliseconds:,.1f}", scan, times)
    Console().print(grid)


# Making the rows


def _fill(file: Path, rounds: int) -> None:
    store = open_store(str(file))
    store.land(room("classic", "manual", rounds=PLAYED, seats=4, seed=3, snapshots=False))
    Projections(store.database, cage_of(store.database)).catch_up()
    store.close()
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -400000")
    copies = -(-rounds // (2 * PLAYED)) - 1
    connection.execute("CREATE TEMP TABLE copies AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL"
                       f" SELECT n + 1 FROM c WHERE n < {copies}) SELECT n FROM c")  # fmt: skip
    connection.execute("BEGIN")
    names = [row[1] for row in connection.execute("PRAGMA table_info(floor_rounds)")]
    step = connection.execute("SELECT MAX(position) FROM floor_rounds").fetchone()[0]
    changed = {
        "position": f"position + {step} * n",
        "first": f"first + {step} * n",
        "last": f"last + {step} * n",
        "dealer": f"'d' || (n % {DEALERS})",
        "began": _later("began"),
        "locked": _later("locked"),
        "ended": _later("ended"),
        "day": f"date(ended, '+' || (n * {MINUTES}) || ' minutes', '-6 hours')",
    }
    _copy(connection, "floor_rounds", names, changed)
    names = [row[1] for row in connection.execute("PRAGMA table_info(floor_seats)")]
    changed = {
        "position": f"position + {step} * n",
        "patron": f"'p' || ((n * 31 + seat) % {PATRONS})",
    }
    _copy(connection, "floor_seats", names, changed)
    _copy(connection, "floor_tags", ["tag", "position"], {"position": f"position + {step} * n"})
    _copy_totals(connection, copies)
    connection.execute("COMMIT")
    connection.execute("ANALYZE")
    connection.close()


def _later(column: str) -> str:
    shift = f"'+' || (n * {MINUTES}) || ' minutes'"
    return f"strftime('%Y-%m-%dT%H:%M:%f', {column}, {shift}) || '000Z'"


def _copy(
    connection: sqlite3.Connection, table: str, names: list[str], changed: dict[str, str]
) -> None:
    values = ", ".join(changed.get(name, name) for name in names)
    connection.execute(f"INSERT INTO {table} SELECT {values} FROM {table} CROSS JOIN temp.copies")


def _copy_totals(connection: sqlite3.Connection, copies: int) -> None:
    """Add totals for every day of the copies, with some dealers a shift; the sums do not matter."""
    days = copies * MINUTES // (24 * 60) + 1
    first = date(2026, 1, 5)
    rows = connection.execute("SELECT * FROM floor_totals").fetchall()
    made = [
        (
            *row[:3],
            f"d{(day * 12 + shift * 4 + turn) % DEALERS}",
            str(first + timedelta(days=day)),
            shift,
            row[6],
        )
        for row in rows
        for day in range(days)
        for shift in (1, 2, 3)
        for turn in range(DEALERS_A_SHIFT)
    ]
    connection.executemany("INSERT OR REPLACE INTO floor_totals VALUES (?, ?, ?, ?, ?, ?, ?)", made)


# Measuring


def _measure(file: Path) -> list[Measured]:
    store = open_store(str(file))
    kept = Projections(store.database, cage_of(store.database))
    found: list[Measured] = []
    for text in QUERIES:
        seconds, result = _timed(partial(kept.search, parse_query(text), 100))
        scan, _ = _timed(partial(_every_row, kept, text), repeats=1)
        found.append(
            Measured(
                text,
                seconds * 1000,
                len(result.rounds),
                scan * 1000,
                scan / seconds,
            )
        )
    day, at = date(2026, 1, 20), datetime(2026, 1, 21, 6, tzinfo=UTC)
    period_report(kept, day, day, "table", stakes="play")  # Warm the houses' exact figures.
    seconds, report = _timed(lambda: day_report(kept, kept.cage, day, at, stakes="play"))
    found.append(Measured(f"report of {day}", seconds * 1000, len(report.by["table"])))
    for by in ("table", "dealer", "day"):
        year = partial(period_report, kept, date(2026, 1, 1), date(2027, 1, 1), by, stakes="play")
        seconds, lines = _timed(year)
        found.append(Measured(f"report of the year by {by}", seconds * 1000, len(lines)))
    store.close()
    return found


def _timed(call: Callable[[], Any], repeats: int = 3) -> tuple[float, Any]:
    best, result = float("inf"), None
    for _ in range(repeats):
        began = time.perf_counter()
        result = call()
        best = min(best, time.perf_counter() - began)
    return best, result


def _every_row(kept: Projections, text: str) -> int:
    """Count the matching rounds without the help of an index."""
    conditions = list(_conditions(parse_query(text)))
    rounds = [each.plain for each in conditions if not each.of_seat]
    seats = [each.plain for each in conditions if each.of_seat]
    query = select(func.count()).select_from(floor_rounds).where(*rounds)
    if seats:
        same = floor_seats.c.position == floor_rounds.c.position
        query = query.where(exists().where(same, *seats))
    with kept.database.reading() as connection:
        return int(connection.execute(query).scalar_one())


if __name__ == "__main__":
    main()
