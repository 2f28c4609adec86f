"""Rate-limit buckets in memory shared by all processes of one service.

Each process maps a file of fixed size, whose slots are found by a hash of the bucket's key. A
process locks the file for one access at a time; if it dies, the system releases the lock.
"""

import fcntl
import mmap
import os
import struct
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Final

_SLOT: Final = struct.Struct("<16sdd")  # The key's hash, the level, and its time.
_NEIGHBOURS: Final = 8  # Slots that one key may use; if all are taken, the oldest goes.
_EMPTY: Final = bytes(16)

Change = Callable[[tuple[float, float] | None], tuple[float, float]]


class SharedBuckets:
    """Buckets shared through a file; without one they belong to this process alone."""

    def __init__(self, file: str | None = None, slots: int = 1 << 16) -> None:
        self._slots, size = slots, slots * _SLOT.size
        self._file: int | None = None
        if file is None:
            self._memory = mmap.mmap(-1, size)
            return
        self._file = os.open(file, os.O_RDWR)
        if os.fstat(self._file).st_size < size:
            os.ftruncate(self._file, size)
        self._memory = mmap.mmap(self._file, size)

    def change(self, key: tuple[str, str], change: Change) -> None:
        """Update a bucket's level and time with `change`, which gets None for a new bucket."""
        whose = blake2b("\0".join(key).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        with self._locked():
            at, found = self._slot(whose)
            _SLOT.pack_into(self._memory, at, whose, *change(found))

    def _slot(self, whose: bytes) -> tuple[int, tuple[float, float] | None]:
        start = int.from_bytes(whose[:8], "little")
        oldest = (float("inf"), 0)
        for step in range(_NEIGHBOURS):
            at = (start + step) % self._slots * _SLOT.size
            owner, level, then = _SLOT.unpack_from(self._memory, at)
            if owner == whose:
                return at, (level, then)
            oldest = min(oldest, (-1.0 if owner == _EMPTY else then, at))
        return oldest[1], None

    @contextmanager
    def _locked(self) -> Iterator[None]:
        if self._file is None:
            yield
            return
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)


def new_file() -> str:
    """Create a file that only its owner can read; the caller removes it."""
    opened, name = tempfile.mkstemp(prefix="queenhigh-limits-")
    os.close(opened)
    return name
