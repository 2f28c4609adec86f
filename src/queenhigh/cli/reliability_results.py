"""Results of long trials, added up in one file: stopped at any time, they go on where they were."""

import os
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from .. import __version__


class Sum(msgspec.Struct, kw_only=True):
    """What all trials of one kind came to; seeds go up by one from `first_seed`."""

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


class ResultsFile:
    def __init__(self, file: str) -> None:
        self._file = Path(file)
        self.results = Results()
        if self._file.exists():
            self.results = msgspec.json.decode(self._file.read_bytes(), type=Results)

    def of(self, kind: str, store: str, first_seed: int) -> Sum:
        filed: dict[str, Sum] = getattr(self.results, kind)
        return filed.setdefault(store, Sum(first_seed=first_seed, next_seed=first_seed))

    def add(
        self, into: Sum, done: int, sums: dict[str, int], failed: dict[int, str], next_seed: int
    ) -> None:
        into.done += done
        for name, value in sums.items():
            into.sums[name] = into.sums.get(name, 0) + value
        into.failed |= failed
        into.next_seed = next_seed
        into.last_run = datetime.now(UTC).date().isoformat()
        if __version__ not in into.versions:
            into.versions.append(__version__)
        self._save()

    def _save(self) -> None:
        """Whole or not at all."""
        # Builtins first: keys that are numbers, the seeds, cannot be sorted by the encoder.
        plain = msgspec.to_builtins(self.results, str_keys=True)
        written = msgspec.json.format(msgspec.json.encode(plain, order="sorted"), indent=2)
        unfinished = self._file.with_name(f".{self._file.name}.{os.getpid()}")
        unfinished.write_bytes(written + b"\n")
        unfinished.replace(self._file)
