"""Runs the measurements and prints them as one table or as JSON."""

import argparse
import os
import platform
import resource
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
from .rounds import HOUSES, SEED, WAGERS, lines

_QUEENHIGH = str(Path(sys.executable).with_name("queenhigh"))
_SETTLE = [_QUEENHIGH, "settle", "--lines"]
_JOBS = 2
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
_NOTHING = [sys.executable, "-c", "pass"]
_POLL_SECONDS = 0.05
_WIDTH_OF_A_FILE = 100


class Machine(msgspec.Struct):
    python: str
    system: str
    cores: int


class Report(msgspec.Struct):
    machine: Machine
    seed: int
    rounds: int
    repeats: int
    ratios: list[Ratio]


def main() -> None:
    asked = _arguments().parse_args()
    former = _former(asked.against) if asked.against else {}
    with _progress(quiet=asked.json) as progress, tempfile.TemporaryDirectory() as folder:
        found = [
            each
            for house in WAGERS
            for each in _settling(house, asked.rounds, asked.repeat, Path(folder), progress)
        ]
        found += _start_up(asked.starts, Path(folder), progress)
        if not asked.only_settle:
            found += _ratios(asked.repeat, Path(folder), progress)
    machine = Machine(platform.python_version(), platform.system(), os.cpu_count() or 1)
    report = Report(machine, SEED, asked.rounds, asked.repeat, found)
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        _print(report, former)


def _former(file: str) -> dict[str, float]:
    """The ratios of a former run, from its JSON."""
    try:
        report = msgspec.json.decode(Path(file).read_bytes(), type=Report)
    except (OSError, msgspec.DecodeError) as error:
        raise SystemExit(f"bench: {file}: {error}") from None
    return {each.what: each.ratio for each in report.ratios}


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--rounds", type=_positive, default=200_000, help="rounds a house (default: 200000)"
    )
    parser.add_argument(
        "--repeat", type=_positive, default=3, help="runs of each; the best counts (default: 3)"
    )
    parser.add_argument(
        "--starts",
        type=_positive,
        default=20,
        help="starts of each command; the best counts (default: 20)",
    )
    parser.add_argument(
        "--only-settle", action="store_true", help="settle --lines and start-up, no more"
    )
    parser.add_argument("--against", metavar="FILE", help="a former run's JSON to compare with")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def _settling(
    house: str, rounds: int, repeats: int, folder: Path, progress: Progress
) -> list[Ratio]:
    """On one core by processor time; on two by the clock, which is what they save."""
    source, result = folder / f"{house}.jsonl", folder / f"{house}.out"
    task = progress.add_task(f"{house}: dealing", total=rounds)
    with source.open("wb") as file:
        for number, line in enumerate(lines(house, rounds)):
            file.write(line)
            if number % 1000 == 0:
                progress.update(task, completed=number)
    progress.update(task, completed=rounds)
    commands = {"settling": _SETTLE, "two jobs": [*_SETTLE, f"--jobs={_JOBS}"], "bare loop": _BARE}
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for turn in range(1, repeats + 1):  # In turns, so that a slow minute slows all of them.
        for name, command in commands.items():
            title = f"{house}: {name}, {turn} of {repeats}"
            times[name].append(_timed_over_file(command, source, result, progress, title))
            if command is not _BARE:
                _check(result, rounds)
    clock = {name: min(seconds for seconds, _ in found) for name, found in times.items()}
    busy = {name: min(seconds for _, seconds in found) for name, found in times.items()}
    ours, bare = busy["settling"], busy["bare loop"]
    alone, both = clock["settling"], clock["two jobs"]
    what = f"settle --lines, {house}"
    return [
        Ratio(what, "decoding and encoding the lines", ours, bare, bare / ours, 0.25, 0.5),
        Ratio(f"{what}, two jobs", "one", both, alone, alone / both, 1.6, 1.9),
    ]


def _timed_over_file(
    command: Sequence[str], source: Path, result: Path, progress: Progress, title: str
) -> tuple[float, float]:
    """From start to exit: seconds, and seconds of the processor.

    The bar shows how far the command has read its input: the two share the file's offset.
    """
    task = progress.add_task(title, total=source.stat().st_size)
    with source.open("rb") as file, result.open("wb") as out:
        began, processor_began = time.perf_counter(), _processor_seconds_of_children()
        with subprocess.Popen(command, stdin=file, stdout=out, env=_environment()) as process:
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


def _start_up(runs: int, folder: Path, progress: Progress) -> list[Ratio]:
    """By processor time, in turns; the least of each, and the first run makes bytecode."""
    document = folder / "round.json"
    document.write_bytes(next(lines(HOUSES[-1], 1)))
    measured = {
        "queenhigh --help": ([_QUEENHIGH, "--help"], 6.0, 4.0),
        "queenhigh settle, one file": ([_QUEENHIGH, "settle", str(document)], 10.0, 7.0),
        "queenhigh rules": ([_QUEENHIGH, "rules", HOUSES[-1]], 12.0, 8.0),
    }
    task = progress.add_task("start-up", total=runs)
    times: dict[str, list[float]] = {name: [] for name in ("", *measured)}
    for _ in range(runs + 1):
        times[""].append(_timed(_NOTHING))
        for name, (command, _, _) in measured.items():
            times[name].append(_timed(command))
        progress.advance(task)
    python = min(times[""])
    return [
        Ratio(
            name,
            "python -c pass",
            (ours := min(times[name])),
            python,
            ours / python,
            must,
            aim,
            True,
        )
        for name, (_, must, aim) in measured.items()
    ]


def _ratios(repeats: int, folder: Path, progress: Progress) -> list[Ratio]:
    """What needs numba, a C compiler and PokerKit is imported for it alone."""
    from .ratios import ratios

    task = progress.add_task("ratios", total=5)

    def advance(title: str) -> None:
        progress.update(task, description=title, advance=1)

    return ratios(folder, repeats, advance)


def _timed(command: Sequence[str]) -> float:
    """Seconds of the processor."""
    began = _processor_seconds_of_children()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=_environment())
    return _processor_seconds_of_children() - began


def _environment() -> dict[str, str]:
    """As a user's: Python keeps its bytecode, and output is buffered."""
    left_out = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    return {name: value for name, value in os.environ.items() if name not in left_out}


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Progress]:
    """On standard error, and only where somebody can see it."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description:<28}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal) as progress:
        yield progress


def _print(report: Report, former: dict[str, float]) -> None:
    out = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH_OF_A_FILE)
    title = "Theirs to ours, above 1 is faster; with * ours to theirs, which is to stay low"
    table = Table(title=title, title_justify="left")
    for heading in ("What", "Against"):
        table.add_column(heading)
    for heading in ("Ours", "Theirs", "Ratio", "Must", "Aim", "Meets"):
        table.add_column(heading, justify="right", no_wrap=True)
    if former:
        table.add_column("Former", justify="right", no_wrap=True)
    for each in report.ratios:
        times = (f"{seconds * 1000:,.2f} ms" for seconds in (each.ours_seconds, each.their_seconds))
        mark = "*" if each.at_most else ""
        figures = (f"{mark}{each.ratio:,.2f}", f"{each.must:,.2f}", f"{each.aim:,.2f}")
        row = [each.what, each.against, *times, *figures, each.standing]
        if former:
            row.append(f"{former[each.what]:,.2f}" if each.what in former else "")
        table.add_row(*row)
    out.print(table)
    machine = report.machine
    out.print(
        f"Python {machine.python}, {machine.system}, {machine.cores} cores; "
        f"best of {report.repeats}"
    )
