"""Measures what the design says about speed and prints it as one table or as JSON.

Everything is a ratio within this run. `--only engine,store` measures some sections alone.
"""

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from .ratio import Ratio
from .rounds import SEED

_WIDTH_OF_A_FILE = 120


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


# Import a section's needs (numba, a C compiler, PokerKit, a service) only when it runs.


def _settle(asked: argparse.Namespace, folder: Path) -> Iterator[Ratio]:
    from .commands import settling

    return settling(folder, asked.repeat, asked.rounds)


def _start(asked: argparse.Namespace, folder: Path) -> Iterator[Ratio]:
    from .commands import start_up

    return start_up(folder, asked.starts)


def _simulation(asked: argparse.Namespace, folder: Path) -> Iterator[Ratio]:
    from .kernels import simulation

    return simulation(folder, asked.repeat)


def _analysis(asked: argparse.Namespace, folder: Path) -> Iterator[Ratio]:
    from .kernels import analysis

    return analysis(folder, asked.repeat)


def _engine(asked: argparse.Namespace, folder: Path) -> Iterator[Ratio]:
    from .engine import engine

    return engine(folder, asked.repeat)


def _store(asked: argparse.Namespace, folder: Path) -> Iterator[Ratio]:
    from .durable import durable

    return durable(folder, asked.repeat)


def _service(asked: argparse.Namespace, folder: Path) -> Iterator[Ratio]:
    from .service import service

    return service(folder, asked.seconds)


def _crowd(asked: argparse.Namespace, folder: Path) -> Iterator[Ratio]:
    from .service import crowd

    return crowd(folder, asked.seconds, asked.tables)


def _history(asked: argparse.Namespace, folder: Path) -> Iterator[Ratio]:
    from .history import history

    return history(folder, asked.repeat, asked.events)


_SECTIONS: dict[str, Callable[[argparse.Namespace, Path], Iterator[Ratio]]] = {
    "simulation": _simulation,
    "analysis": _analysis,
    "settle": _settle,
    "engine": _engine,
    "service": _service,
    "store": _store,
    "crowd": _crowd,
    "start": _start,
    "history": _history,
}


def main(arguments: Sequence[str] | None = None) -> None:
    asked = _arguments().parse_args(arguments)
    former = _former(asked.against) if asked.against else {}
    found: list[Ratio] = []
    for section in asked.only:
        print(f"{section} ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            for each in _SECTIONS[section](asked, Path(folder)):
                found.append(each)
                print(f"  {each.what}: {each.ratio:,.2f}", file=sys.stderr, flush=True)
    machine = Machine(platform.python_version(), platform.system(), os.cpu_count() or 1)
    report = Report(machine, SEED, asked.rounds, asked.repeat, found)
    document = msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"
    if asked.output:
        Path(asked.output).write_bytes(document)
    if asked.json:
        print(document.decode(), end="")
    else:
        _print(report, former)


def _former(file: str) -> dict[str, float]:
    """Read the ratios of an earlier run from its JSON."""
    try:
        report = msgspec.json.decode(Path(file).read_bytes(), type=Report)
    except (OSError, msgspec.DecodeError) as error:
        raise SystemExit(f"bench: {file}: {error}") from None
    return {each.what: each.ratio for each in report.ratios}


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    add = parser.add_argument
    all_of_them = ",".join(_SECTIONS)
    add("--only", type=_sections, default=[*_SECTIONS], metavar="SECTIONS", help=all_of_them)
    add("--repeat", type=_positive, default=3, help="runs of each; the best counts (default: 3)")
    add(
        "--rounds", type=_positive, default=1_000_000, help="settle: rounds each (default: 1000000)"
    )
    add("--starts", type=_positive, default=20, help="start: starts of each command (default: 20)")
    add("--seconds", type=_positive, default=60, help="service, crowd: each load (default: 60)")
    add("--tables", type=_positive, default=1_000, help="crowd: full tables (default: 1000)")
    add("--events", type=_positive, default=1_000_000, help="history: events (default: 1000000)")
    add("--against", metavar="FILE", help="a former run's JSON to compare with")
    add("--output", metavar="FILE", help="write the JSON here too")
    add("--json", action="store_true", help="print one JSON document")
    return parser


def _sections(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in _SECTIONS:
            known = ", ".join(_SECTIONS)
            raise argparse.ArgumentTypeError(f"{name!r} is no section (there are {known})")
    return names


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


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
