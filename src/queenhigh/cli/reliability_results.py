"""Results of long trials, added up in one file: a trial that was stopped continues there.

Commands for different kinds of trials may add to one file at the same time.
"""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from .. import __version__
from .output import console, print_json


class Sum(msgspec.Struct, kw_only=True):
    """The results of all trials of one kind; seeds go up by one from `first_seed`."""

    first_seed: int
    next_seed: int
    done: int = 0  # Worlds, or deaths.
    sums: dict[str, int] = {}
    failed: dict[int, str] = {}  # By seed: what was found.
    versions: list[str] = []
    last_run: str = ""


class Results(msgspec.Struct, kw_only=True):
    worlds: dict[str, Sum] = {}  # By store.
    kills: dict[str, Sum] = {}


class Part(NamedTuple):
    """What one run adds to a sum."""

    done: int
    sums: dict[str, int]
    failed: dict[int, str]
    next_seed: int


def print_sum(found: Sum, words: str, *, json: bool) -> int:
    """Print a sum, in words with its numbers done and failed; the exit status."""
    if json:
        print_json(found)
    else:
        console().print(words.format(found.done, len(found.failed)))
    return 1 if found.failed else 0


class ResultsFile:
    def __init__(self, file: str) -> None:
        self._file = Path(file)
        self._ours: dict[tuple[str, str], Sum] = {}  # By kind and store.

    def of(self, kind: str, store: str, first_seed: int) -> Sum:
        filed: dict[str, Sum] = getattr(self._read(), kind)
        ours = filed.get(store) or Sum(first_seed=first_seed, next_seed=first_seed)
        return self._ours.setdefault((kind, store), ours)

    def run_until(
        self,
        into: Sum,
        wanted: int,
        minutes: float | None,
        run: Callable[[int, int], Part],
        show: Callable[[int, int], None],
    ) -> None:
        """Continue until the file has as many as wanted, or the time is up.

        `run` makes the next part, given its first seed and how many are missing.
        """
        last = None if minutes is None else time.monotonic() + 60 * minutes
        while into.done < wanted and (last is None or time.monotonic() < last):
            self.add(into, run(into.next_seed, wanted - into.done))
            show(into.done, wanted)

    def add(self, into: Sum, part: Part) -> None:
        into.done += part.done
        for name, value in part.sums.items():
            into.sums[name] = into.sums.get(name, 0) + value
        into.failed |= part.failed
        into.next_seed = part.next_seed
        into.last_run = datetime.now(UTC).date().isoformat()
        if __version__ not in into.versions:
            into.versions.append(__version__)
        with self._alone():
            results = self._read()
            for (kind, store), ours in self._ours.items():
                getattr(results, kind)[store] = ours
            self._save(results)

    def _read(self) -> Results:
        if not self._file.exists():
            return Results()
        return msgspec.json.decode(self._file.read_bytes(), type=Results)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other commands from the file; its folder is locked, since the file is replaced."""
        folder = os.open(self._file.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _save(self, results: Results) -> None:
        """Write the file whole or not at all."""
        # Builtins first: keys that are numbers, the seeds, cannot be sorted by the encoder.
        plain = msgspec.to_builtins(results, str_keys=True)
        written = msgspec.json.format(msgspec.json.encode(plain, order="sorted"), indent=2)
        unfinished = self._file.with_name(f".{self._file.name}.{os.getpid()}")
        unfinished.write_bytes(written + b"\n")
        unfinished.replace(self._file)
