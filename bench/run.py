"""Runs the measurements and prints them as a table or as JSON."""

import argparse
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from .ratio import Ratio
from .rounds import SEED, WAGERS, lines

MUST = 20_000  # Rounds of one seat a second, on one core.
AIM = 100_000

_QUEENHIGH = str(Path(sys.executable).with_name("queenhigh"))
_SETTLE = [_QUEENHIGH, "settle", "--lines"]
# The least that a program can do with the same lines: read JSON, write JSON.
_BARE_LOOP = """
import sys, msgspec
decode, encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
write = sys.stdout.buffer.write
for line in sys.stdin.buffer:
    write(encode(decode(line)))
    write(b"\\n")
"""
_BARE = [sys.executable, "-c", _BARE_LOOP]
_HELP = [_QUEENHIGH, "--help"]
_NOTHING = [sys.executable, "-c", "pass"]
_POLL_SECONDS = 0.05
_WIDTH_OF_A_FILE = 100


class Settling(msgspec.Struct):
    """`settle --lines` on one house, and the bare loop on the same lines in the same run."""

    house: str
    wagers: list[str]
    rounds: int
    seconds: float
    busy: float  # Of that time, the share of one core that the command had.
    rounds_per_second: float
    of_must: float
    of_aim: float
    bare_seconds: float
    bare_rounds_per_second: float
    of_bare: float


class StartUp(msgspec.Struct):
    runs: int
    help_seconds: float
    python_seconds: float
    times_python: float


class Machine(msgspec.Struct):
    python: str
    system: str
    cores: int


class Report(msgspec.Struct):
    machine: Machine
    seed: int
    repeats: int
    must_rounds_per_second: int
    aim_rounds_per_second: int
    settle: list[Settling]
    start_up: StartUp
    ratios: list[Ratio]


def main() -> None:
    asked = _arguments().parse_args()
    with _progress(quiet=asked.json) as progress, tempfile.TemporaryDirectory() as folder:
        report = Report(
            Machine(platform.python_version(), platform.system(), os.cpu_count() or 1),
            SEED,
            asked.repeat,
            MUST,
            AIM,
            [
                _settling(house, asked.rounds, asked.repeat, Path(folder), progress)
                for house in WAGERS
            ],
            _start_up(asked.starts, progress),
            [] if asked.only_settle else _ratios(asked.repeat, Path(folder), progress),
        )
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        _print(report)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--rounds", type=_positive, default=200_000, help="rounds a house (default: 200000)"
    )
    parser.add_argument(
        "--repeat", type=_positive, default=3, help="runs of each; the best counts (default: 3)"
    )
    parser.add_argument(
        "--starts", type=_positive, default=20, help="starts to take the median of (default: 20)"
    )
    parser.add_argument(
        "--only-settle", action="store_true", help="settle --lines and start-up, no more"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def _settling(house: str, rounds: int, repeats: int, folder: Path, progress: Progress) -> Settling:
    source, result = folder / f"{house}.jsonl", folder / f"{house}.out"
    task = progress.add_task(f"{house}: dealing", total=rounds)
    with source.open("wb") as file:
        for number, line in enumerate(lines(house, rounds)):
            file.write(line)
            if number % 1000 == 0:
                progress.update(task, completed=number)
    progress.update(task, completed=rounds)
    settled, bare = [], []
    for turn in range(1, repeats + 1):  # In turns, so that a slow minute slows both.
        title = f"{house}: settling, {turn} of {repeats}"
        settled.append(_timed_over_file(_SETTLE, source, result, progress, title))
        _check(result, rounds)
        title = f"{house}: bare loop, {turn} of {repeats}"
        bare.append(_timed_over_file(_BARE, source, result, progress, title))
    (seconds, processor_seconds), (bare_seconds, _) = min(settled), min(bare)
    rate = rounds / seconds
    return Settling(
        house=house,
        wagers=list(WAGERS[house]),
        rounds=rounds,
        seconds=seconds,
        busy=processor_seconds / seconds,
        rounds_per_second=rate,
        of_must=rate / MUST,
        of_aim=rate / AIM,
        bare_seconds=bare_seconds,
        bare_rounds_per_second=rounds / bare_seconds,
        of_bare=bare_seconds / seconds,
    )


def _timed_over_file(
    command: Sequence[str], source: Path, result: Path, progress: Progress, title: str
) -> tuple[float, float]:
    """From start to exit: seconds, and seconds of the processor.

    The bar shows how far the command has read its input: the two share the file's offset.
    """
    task = progress.add_task(title, total=source.stat().st_size)
    with source.open("rb") as file, result.open("wb") as out:
        began, processor_began = time.perf_counter(), _processor_seconds_of_children()
        with subprocess.Popen(command, stdin=file, stdout=out) as process:
            while not _ends_soon(process):
                progress.update(task, completed=os.lseek(file.fileno(), 0, os.SEEK_CUR))
        seconds = time.perf_counter() - began
    if process.returncode:
        raise SystemExit(f"bench: {command[0]} ended with status {process.returncode}")
    progress.update(task, completed=source.stat().st_size)
    return seconds, _processor_seconds_of_children() - processor_began


def _ends_soon(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(timeout=_POLL_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return True


def _processor_seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _check(result: Path, rounds: int) -> None:
    """A run in which a line failed measures nothing."""
    with result.open("rb") as file:
        starts = [line[:9] for line in file]
    if len(starts) != rounds or b'{"error":' in starts:
        raise SystemExit(f"bench: {result.name}: not every line was settled")


def _start_up(runs: int, progress: Progress) -> StartUp:
    task = progress.add_task("start-up", total=runs)
    helped, nothing = [], []
    for _ in range(runs):
        helped.append(_timed(_HELP))
        nothing.append(_timed(_NOTHING))
        progress.advance(task)
    ours, python = statistics.median(helped), statistics.median(nothing)
    return StartUp(runs, ours, python, ours / python)


def _ratios(repeats: int, folder: Path, progress: Progress) -> list[Ratio]:
    """What needs numba, a C compiler and PokerKit is imported for it alone."""
    from .ratios import ratios

    task = progress.add_task("ratios", total=5)

    def advance(title: str) -> None:
        progress.update(task, description=title, advance=1)

    return ratios(folder, repeats, advance)


def _timed(command: Sequence[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Progress]:
    """On standard error, and only where somebody can see it."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description:<28}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal) as progress:
        yield progress


def _table_of(ratios: Sequence[Ratio]) -> Table:
    table = Table(title="Ratios, theirs to ours: above 1 is faster", title_justify="left")
    for heading in ("What", "Against"):
        table.add_column(heading)
    for heading in ("Ours", "Theirs", "Ratio", "Must", "Aim"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in ratios:
        times = (f"{seconds * 1000:,.2f} ms" for seconds in (each.ours_seconds, each.their_seconds))
        figures = (f"{value:,.2f}" for value in (each.ratio, each.must, each.aim))
        table.add_row(each.what, each.against, *times, *figures)
    return table


def _print(report: Report) -> None:
    out = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH_OF_A_FILE)
    table = Table(title="settle --lines, rounds of one seat", title_justify="left")
    table.add_column("House", no_wrap=True)
    table.add_column("Wagers", justify="right", no_wrap=True)
    for heading in ("Rounds/s", f"/ {MUST:,}", f"/ {AIM:,}", "Bare loop/s", "/ bare loop", "Busy"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in report.settle:
        table.add_row(
            each.house,
            str(len(each.wagers)),
            f"{each.rounds_per_second:,.0f}",
            f"{each.of_must:.2f}",
            f"{each.of_aim:.2f}",
            f"{each.bare_rounds_per_second:,.0f}",
            f"{each.of_bare:.2f}",
            f"{each.busy:.0%}",
        )
    out.print(table)
    if report.ratios:
        out.print(_table_of(report.ratios))
    start = report.start_up
    out.print(
        f"queenhigh --help: {start.help_seconds * 1000:.0f} ms, "
        f"{start.times_python:.1f} times python -c pass ({start.python_seconds * 1000:.0f} ms)"
    )
    machine = report.machine
    out.print(
        f"Python {machine.python}, {machine.system}, {machine.cores} cores; "
        f"best of {report.repeats}"
    )
