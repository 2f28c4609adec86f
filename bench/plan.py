"""What many tables take, and how long commands wait at the one place that they share: the log.

    python -m bench.plan --tables 100000 --cardroom 500

A cardroom has one log, and a commit is one lock for all its processes: whatever has come in while
one group was written goes into the next. That is simulated here, from a seed; all other needs are
proportional, and worked out.
"""

import argparse
import math
import random
from collections.abc import Iterator

import msgspec
from rich.console import Console
from rich.table import Table

SEATS = 7
COMMANDS = 2 * SEATS  # Per round: a bet and a decision for each seat.
_LARGEST_GROUP = 512  # The same limit as in `store.writer`.


class Measured(msgspec.Struct, frozen=True):
    """What `bench.load` and `bench` measured on the machine the plan is for."""

    round_ms: float  # The service's processor time for a round with seven viewers.
    table_mb: float
    process_mb: float
    commit_ms: float  # Per group, however small: the wait for the disk.
    command_ms: float  # Per command in the group.


class Waits(msgspec.Struct, frozen=True):
    p50_ms: float
    p99_ms: float
    busy: float  # The fraction of time spent writing the log.


def waits(
    tables: int, pace_seconds: float, measured: Measured, *, seconds: float, seed: int = 1
) -> Waits:
    """Return the waits, each from a command's arrival until its group is committed."""
    arrivals = list(_arrivals(tables * COMMANDS / pace_seconds, seconds, random.Random(seed)))
    found, free_at, busy_ms, place = [], 0.0, 0.0, 0
    while place < len(arrivals):
        begins = max(free_at, arrivals[place])
        end = place + 1
        while end < len(arrivals) and arrivals[end] <= begins and end - place < _LARGEST_GROUP:
            end += 1
        took_ms = measured.commit_ms + measured.command_ms * (end - place)
        free_at, busy_ms = begins + took_ms / 1000, busy_ms + took_ms
        found += [1000 * (free_at - arrived) for arrived in arrivals[place:end]]
        place = end
    found.sort()
    last = max(free_at, seconds)
    return Waits(found[len(found) // 2], found[len(found) * 99 // 100], busy_ms / 1000 / last)


def _arrivals(a_second: float, seconds: float, chance: random.Random) -> Iterator[float]:
    at = chance.expovariate(a_second)
    while at < seconds:
        yield at
        at += chance.expovariate(a_second)


class Needs(msgspec.Struct, frozen=True):
    cardrooms: int
    cores: int
    processes: int  # One per core.
    gigabytes: int
    connections: int
    commands_a_second: int


def needs(
    tables: int, cardroom: int, pace_seconds: float, measured: Measured, *, spare: float
) -> Needs:
    """Work out the plan; `spare` is the fraction of each core to leave idle."""
    cardrooms = math.ceil(tables / cardroom)
    of_a_core = (1 - spare) * pace_seconds * 1000 / measured.round_ms
    processes = cardrooms * math.ceil(cardroom / of_a_core)
    megabytes = processes * measured.process_mb + tables * measured.table_mb
    return Needs(
        cardrooms,
        processes,
        processes,
        math.ceil(megabytes / 1024),
        tables * SEATS,
        round(tables * COMMANDS / pace_seconds),
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.plan", description=__doc__)
    add = parser.add_argument
    add("--tables", type=int, default=100_000)
    add("--cardroom", type=int, default=500, help="tables that share a log (default: 500)")
    add("--pace", type=float, default=60.0, help="seconds a round (default: 60)")
    add("--spare", type=float, default=0.5, help="of each core (default: 0.5)")
    add("--round-ms", type=float, default=80.0, help="processor time of a round (default: 80)")
    add("--table-mb", type=float, default=1.6)
    add("--process-mb", type=float, default=170.0)
    add("--commit-ms", type=float, default=3.0, help="a group's wait for the disk (default: 3)")
    add("--command-ms", type=float, default=0.45, help="of each command in it (default: 0.45)")
    add("--seconds", type=float, default=60.0, help="how long to simulate (default: 60)")
    asked = parser.parse_args()
    names = Measured.__struct_fields__
    measured = Measured(**{name: getattr(asked, name) for name in names})
    found = needs(asked.tables, asked.cardroom, asked.pace, measured, spare=asked.spare)
    out = Console(highlight=False)
    for name in Needs.__struct_fields__:
        out.print(f"{name.replace('_', ' ')}: {getattr(found, name):,}")
    grid = Table(title="The log of one cardroom")
    for heading in ("Tables", "commands/s", "busy", "p50 ms", "p99 ms"):
        grid.add_column(heading, justify="right")
    for size in sorted({100, asked.cardroom, 1_000, 2_000, 5_000, 10_000, asked.tables}):
        wait = waits(size, asked.pace, measured, seconds=asked.seconds)
        rate = f"{size * COMMANDS / asked.pace:,.0f}"
        row = (rate, f"{wait.busy:.0%}", f"{wait.p50_ms:,.1f}", f"{wait.p99_ms:,.1f}")
        grid.add_row(f"{size:,}", *row)
    out.print(grid)


if __name__ == "__main__":
    main()
