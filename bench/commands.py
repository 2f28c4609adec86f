"""Benchmarks of the command line as a user starts it: `settle --lines`, and start-up."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from .ratio import Ratio, faster, longer
from .rounds import HOUSES, WAGERS, lines

_QUEENHIGH = str(Path(sys.executable).with_name("queenhigh"))
_SETTLE = [_QUEENHIGH, "settle", "--lines"]
_JOBS = 2
# The least any program can do with the same lines: read JSON, write JSON.
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


def settling(folder: Path, repeats: int, rounds: int) -> Iterator[Ratio]:
    for house in WAGERS:
        source = folder / f"{house}.jsonl"
        with source.open("wb") as file:
            file.writelines(lines(house, rounds))
        yield from _settled(house, source, repeats, rounds)


def _settled(house: str, source: Path, repeats: int, rounds: int) -> Iterator[Ratio]:
    """Measure processor time on one core, and wall time on two: the second core saves only that.

    The results are thrown away, so that no disk is measured, after a run in which all are checked.
    """
    result = source.with_suffix(".out")
    _run([*_SETTLE, f"--jobs={_JOBS}"], source, result)
    _check(result, rounds)
    commands = {"settling": _SETTLE, "two jobs": [*_SETTLE, f"--jobs={_JOBS}"], "bare loop": _BARE}
    clock: dict[str, list[float]] = {name: [] for name in commands}
    busy: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(repeats):  # Interleaved, so that a slow minute slows all of them.
        for name, command in commands.items():
            began, busy_before = time.perf_counter(), _processor_seconds_of_children()
            _run(command, source, Path(os.devnull))
            clock[name].append(time.perf_counter() - began)
            busy[name].append(_processor_seconds_of_children() - busy_before)
    what, ours, bare = f"settle --lines, {house}", min(busy["settling"]), min(busy["bare loop"])
    yield faster(what, "decoding and encoding the lines", ours, bare, 0.25, 0.5)
    both, alone = min(clock["two jobs"]), min(clock["settling"])
    yield faster(f"{what}, two jobs", "one", both, alone, 1.6, 1.9)


def _run(command: Sequence[str], source: Path, result: Path) -> None:
    with source.open("rb") as file, result.open("wb") as out:
        subprocess.run(command, stdin=file, stdout=out, env=_environment(), check=True)


def _processor_seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _check(result: Path, rounds: int) -> None:
    """Reject a run in which a line failed: it measures nothing."""
    with result.open("rb") as file:
        starts = [line[:9] for line in file]
    if len(starts) != rounds or b'{"error":' in starts:
        raise SystemExit(f"bench: {result.name}: not every line was settled")


def start_up(folder: Path, starts: int) -> Iterator[Ratio]:
    """Measure processor time: the best of interleaved runs, since the first one writes bytecode."""
    document = folder / "round.json"
    document.write_bytes(next(lines(HOUSES[-1], 1)))
    measured = {
        "queenhigh --help": ([_QUEENHIGH, "--help"], 6.0, 4.0),
        "queenhigh settle, one file": ([_QUEENHIGH, "settle", str(document)], 10.0, 7.0),
        "queenhigh rules": ([_QUEENHIGH, "rules", HOUSES[-1]], 12.0, 8.0),
    }
    times: dict[str, list[float]] = {name: [] for name in ("", *measured)}
    for _ in range(starts + 1):
        times[""].append(_timed(_NOTHING))
        for name, (command, _, _) in measured.items():
            times[name].append(_timed(command))
    python = min(times[""])
    for name, (_, must, aim) in measured.items():
        yield longer(name, "python -c pass", min(times[name]), python, must, aim)


def _timed(command: Sequence[str]) -> float:
    """Return the processor seconds the command takes."""
    began = _processor_seconds_of_children()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=_environment())
    return _processor_seconds_of_children() - began


def _environment() -> dict[str, str]:
    """Return an environment like a user's: Python writes bytecode, and output is buffered."""
    left_out = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    return {name: value for name, value in os.environ.items() if name not in left_out}
