"""`queenhigh crash-test`: a run of `crash` with a bar and a report."""

import asyncio
import tempfile
from pathlib import Path

import msgspec

from ..faults.crash_test import Crashing, CrashPlan, CrashReport
from .backup import progress
from .output import console, print_json


def crash_test(database: str | None, kills: int, workers: int, seed: int, *, json: bool) -> int:
    if database is not None and "://" not in database and Path(database).exists():
        raise ValueError(f"--database: {database} is there already; this needs a new one")
    with tempfile.TemporaryDirectory(prefix="queenhigh-crash-") as folder:
        plan = CrashPlan(database or f"{folder}/room.db", kills, seed, workers)
        with progress("deaths", quiet=json) as show:
            report = asyncio.run(Crashing(plan, Path(folder)).run(show))
    if json:
        print_json({"holds": report.holds, **msgspec.to_builtins(report)})
    else:
        _print(report)
    return 0 if report.holds else 1


def _print(report: CrashReport) -> None:
    out = console()
    out.print(
        f"{report.kills:,} deaths, {report.of_main:,} of them of the main process; "
        f"back after at most {report.slowest_return:.1f} s.\n"
        f"{report.acknowledged:,} commands acknowledged, {report.refused:,} refused, "
        f"{report.sent_again:,} sent again.\n"
        f"{report.rounds:,} rounds in {report.records:,} records; "
        f"{report.timed_out:,} times the clock decided."
    )
    for finding in report.findings:
        out.print(finding, markup=False)
    if report.holds:
        out.print("Nothing acknowledged is missing, nothing acted twice, chain and money hold.")
