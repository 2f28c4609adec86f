"""`queenhigh simulate-faults`: many worlds, on all cores, with a bar and a report."""

import gc
import itertools
import os
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context

import msgspec

from ..faults.trial_database import kind_of, trial_database
from ..faults.world import Outcome, Plan, World
from .ctrl_c import ctrl_c_blocked
from .output import console, print_json
from .progress import progress
from .reliability_results import Part, ResultsFile, print_sum

_SHOWN = 40  # Lines of a failing world's trace.
_PART = 20  # Worlds, after which results are written down.
_GARBAGE = 50_000  # Objects, after which it is looked for.
SUMMED = ("records", "rounds", "jackpots", "deaths", "acted", "refused", "unanswered")


class Wanted(msgspec.Struct, frozen=True):
    first: int
    seeds: int
    minutes: float | None
    storm_seconds: float
    cores: int | None
    store: str = ""  # Where the log is kept; see `trial_database`.

    def all_seeds(self) -> Iterator[int]:
        if self.minutes is None:
            return iter(range(self.first, self.first + self.seeds))
        return itertools.count(self.first)


class Failed(msgspec.Struct, frozen=True):
    seed: int
    breach: str
    trace: list[str]


class Totals(msgspec.Struct):
    worlds: int = 0
    records: int = 0
    rounds: int = 0
    jackpots: int = 0
    deaths: int = 0
    acted: int = 0
    refused: int = 0
    unanswered: int = 0
    failed: list[Failed] = []

    def add(self, outcome: Outcome) -> None:
        self.worlds += 1
        for name in SUMMED:
            setattr(self, name, getattr(self, name) + getattr(outcome, name))
        if outcome.breach:
            failed = Failed(outcome.seed, outcome.breach, outcome.trace[-_SHOWN:])
            self.failed.append(failed)


def simulate(wanted: Wanted, *, trace: bool, json: bool, results: str | None = None) -> int:
    if trace:
        return _trace(wanted, json=json)
    if results is not None:
        return _added_up(wanted, ResultsFile(results), json=json)
    totals = Totals()
    with progress("worlds", quiet=json) as show, _pool(wanted) as pool:
        for outcome in _outcomes(wanted, pool):
            totals.add(outcome)
            show(totals.worlds, wanted.seeds if wanted.minutes is None else totals.worlds + 1)
    if json:
        print_json(totals)
    else:
        _print(totals)
    return 1 if totals.failed else 0


def _added_up(wanted: Wanted, file: ResultsFile, *, json: bool) -> int:
    """Continue from the results file, one batch at a time."""
    into = file.of("worlds", kind_of(wanted.store), wanted.first)
    with progress("worlds", quiet=json) as show, _pool(wanted) as pool:

        def run(seed: int, missing: int) -> Part:
            number, totals = min(_PART, missing), Totals()
            part = msgspec.structs.replace(wanted, first=seed, seeds=number, minutes=None)
            for outcome in _outcomes(part, pool):
                totals.add(outcome)
            sums = {name: getattr(totals, name) for name in SUMMED}
            failed = {each.seed: each.breach for each in totals.failed}
            return Part(totals.worlds, sums, failed, seed + number)

        file.run_until(into, wanted.seeds, wanted.minutes, run, show)
    return print_sum(into, "{:,} worlds so far, {:,} of them failed.", json=json)


def run_world(plan: Plan, store: str = "") -> Outcome:
    """Run one world. Its trace is large to send between processes: only a failed one has it."""
    with trial_database(store, str(plan.seed)) as database:
        outcome = World(msgspec.structs.replace(plan, database=database)).run()
    return outcome if outcome.breach else msgspec.structs.replace(outcome, trace=[])


@contextmanager
def _pool(wanted: Wanted) -> Iterator[ProcessPoolExecutor]:
    """Use one pool for all parts: starting a process takes as long as a world."""
    pool = ProcessPoolExecutor(_cores(wanted), get_context("spawn"), _hold_still)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _hold_still() -> None:
    """Freeze loaded modules: the collector's scans of them took a sixth of the run time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GARBAGE, 20, 100)


def _cores(wanted: Wanted) -> int:
    return wanted.cores or os.cpu_count() or 1


def _outcomes(wanted: Wanted, pool: ProcessPoolExecutor) -> Iterator[Outcome]:
    plans = (Plan(seed, storm_seconds=wanted.storm_seconds) for seed in wanted.all_seeds())
    last = None if wanted.minutes is None else time.monotonic() + 60 * wanted.minutes
    running: set[Future[Outcome]] = set()
    for plan in plans:
        if last is not None and time.monotonic() > last:
            break
        with ctrl_c_blocked():  # What is started here inherits that.
            running.add(pool.submit(run_world, plan, wanted.store))
        if len(running) > 2 * _cores(wanted):
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    yield from (each.result() for each in running)


def _trace(wanted: Wanted, *, json: bool) -> int:
    plan = Plan(wanted.first, storm_seconds=wanted.storm_seconds)
    with trial_database(wanted.store, str(plan.seed)) as database:
        outcome = World(msgspec.structs.replace(plan, database=database)).run()
    if json:
        print_json(outcome)
    else:
        for line in outcome.trace:
            print(line)
        print(outcome.breach or "all is well")
    return 1 if outcome.breach else 0


def _print(totals: Totals) -> None:
    out = console()
    out.print(
        f"{totals.worlds:,} worlds: {totals.rounds:,} rounds, {totals.records:,} records, "
        f"{totals.jackpots:,} jackpots, {totals.deaths:,} killed processes.\n"
        f"{totals.acted:,} commands took effect, {totals.refused:,} were refused, "
        f"{totals.unanswered:,} were sent more than once."
    )
    for failed in totals.failed:
        out.print(f"\nSeed {failed.seed}: {failed.breach}", markup=False)
        out.print("\n".join(failed.trace), markup=False)
    if not totals.failed:
        out.print("No invariant was broken.")
