"""PDFs in a process of their own: its memory goes with it, and a long one ends in time.

At most two are made at a time, and few wait; whoever comes after them is told to come again.
"""

import pickle
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ..floor.paper import Paper, as_pdf
from .errors import ServiceError

_AT_ONCE: Final = 2
_WAITING: Final = 6
_SECONDS: Final = 60
_BYTES: Final = 2 * 1024**3  # Of address space; typst and matplotlib take about a quarter.
_EXTRA_MISSING: Final = 3  # The status of a process that lacks what draws.

_turns = threading.BoundedSemaphore(_AT_ONCE)
_places = threading.BoundedSemaphore(_AT_ONCE + _WAITING)


def pdf_of(paper: Paper, *, seconds: float = _SECONDS, most_bytes: int = _BYTES) -> bytes:
    """Called in a thread. Raises ServiceError where it takes too long, too much, or its turn."""
    with _turn(seconds):
        command = [sys.executable, "-m", __name__, str(int(seconds)), str(most_bytes)]
        try:
            done = subprocess.run(
                command,
                input=pickle.dumps(paper),
                capture_output=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            message = f"The paper was not done after {seconds:g} s: ask for a shorter span."
            raise ServiceError("paper/too_long", message, 503) from None
    if done.returncode == _EXTRA_MISSING:
        as_pdf(paper)  # Says which extra is missing, in this process.
    if done.returncode:
        message = "The paper takes more memory or time than there is: ask for a shorter span."
        raise ServiceError("paper/too_large", message, 503)
    return done.stdout


@contextmanager
def _turn(seconds: float) -> Iterator[None]:
    busy = ServiceError(
        "paper/busy", "Other papers are being made: try again.", 503, headers={"retry-after": "5"}
    )
    if not _places.acquire(blocking=False):
        raise busy
    try:
        if not _turns.acquire(timeout=seconds):
            raise busy
        try:
            yield
        finally:
            _turns.release()
    finally:
        _places.release()


def main() -> int:
    seconds, most_bytes = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    paper: Paper = pickle.load(sys.stdin.buffer)
    try:
        written = as_pdf(paper)
    except ImportError:
        return _EXTRA_MISSING
    sys.stdout.buffer.write(written)
    return 0


if __name__ == "__main__":
    sys.exit(main())
