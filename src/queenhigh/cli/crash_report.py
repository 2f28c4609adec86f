"""`queenhigh crash-test`: runs of the crash test, with a progress bar and a report."""

import asyncio
import tempfile
from pathlib import Path

import msgspec

from ..faults.crash_test import Crashing, CrashPlan, CrashReport
from ..faults.trial_database import kind_of, trial_database
from .output import console, print_json
from .progress import progress
from .reliability_results import Part, ResultsFile, print_sum

_A_RUN = 50  # Deaths: coming up and being proved cost as much as ten.
_SUMMED = (
    "of_main",
    "starting",
    "acknowledged",
    "refused",
    "sent_again",
    "records",
    "rounds",
    "timed_out",
)


def crash_test(database: str | None, kills: int, workers: int, seed: int, *, json: bool) -> int:
    if database is not None and "://" not in database and Path(database).exists():
        raise ValueError(f"--database: {database} already exists; name a new one")
    with tempfile.TemporaryDirectory(prefix="queenhigh-crash-") as folder:
        plan = CrashPlan(database or f"{folder}/room.db", kills, seed, workers)
        with progress("deaths", quiet=json) as show:
            report = asyncio.run(Crashing(plan, Path(folder)).run(show))
    if json:
        print_json({"holds": report.holds, **msgspec.to_builtins(report)})
    else:
        _print(report)
    return 0 if report.holds else 1


class Wanted(msgspec.Struct, frozen=True):
    store: str  # sqlite, or the address of a PostgreSQL on which databases may be made.
    kills: int  # In all.
    workers: int
    first_seed: int
    minutes: float | None


def add_up(wanted: Wanted, results: str, *, json: bool) -> int:
    """Run a few deaths at a time, each run on a new database, until the file has enough."""
    file = ResultsFile(results)
    into = file.of("kills", kind_of(wanted.store), wanted.first_seed)

    def run(seed: int, missing: int) -> Part:
        with (
            tempfile.TemporaryDirectory(prefix="queenhigh-crash-") as folder,
            trial_database(wanted.store, f"crash_{seed}", empty=True) as database,
        ):
            plan = CrashPlan(database, min(_A_RUN, missing), seed, wanted.workers)
            report = asyncio.run(Crashing(plan, Path(folder)).run(lambda *_: None))
        sums = {name: getattr(report, name) for name in _SUMMED}
        failed = {} if report.holds else {seed: "; ".join(report.findings)}
        return Part(report.kills, sums, failed, seed + 1)

    with progress("deaths", quiet=json) as show:
        file.run_until(into, wanted.kills, wanted.minutes, run, show)
    return print_sum(into, "{:,} kills so far, {:,} runs failed.", json=json)


def _print(report: CrashReport) -> None:
    out = console()
    out.print(
        f"{report.kills:,} kills, {report.of_main:,} of the main process, "
        f"{report.starting:,} during a start; slowest restart {report.slowest_return:.1f} s.\n"
        f"{report.acknowledged:,} commands acknowledged, {report.refused:,} refused, "
        f"{report.sent_again:,} sent again.\n"
        f"{report.rounds:,} rounds in {report.records:,} records; "
        f"{report.timed_out:,} decisions timed out."
    )
    for finding in report.findings:
        out.print(finding, markup=False)
    if report.holds:
        out.print("No acknowledged command is missing and none took effect twice.")
        out.print("The chain is unbroken, and the money balances.")
