"""PDFs in a process of their own: its memory goes with it, and a long one ends in time.

Few are made at a time, and few wait; further requests are asked to try again. A paper that
nobody waits for any more is not made.
"""

import math
import pickle
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from ..floor.paper import Paper, as_pdf
from .asker import go_on, when_gone
from .errors import ServiceError

_SECONDS: Final = 60
_BYTES: Final = 2 * 1024**3  # Of address space; typst and matplotlib take about a quarter.
_EXTRA_MISSING: Final = 3  # The status of a process that lacks what draws.
_LOOK_SECONDS: Final = 0.2  # How often a waiting request checks that its client is still there.


class Turns:
    """How many papers are made at once, and how many wait."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._turns = threading.BoundedSemaphore(at_once)
        self._places = threading.BoundedSemaphore(at_once + waiting)

    @contextmanager
    def taken(self, seconds: float) -> Iterator[None]:
        """Waits for a turn as long as it is asked for; raises ServiceError where there is none."""
        if not self._places.acquire(blocking=False):
            raise _busy()
        try:
            until = time.monotonic() + seconds
            while not self._turns.acquire(timeout=min(seconds, _LOOK_SECONDS)):
                go_on()
                if time.monotonic() > until:
                    raise _busy()
            try:
                yield
            finally:
                self._turns.release()
        finally:
            self._places.release()


# The floor has three threads (`reports.report_pool`): one is always left for other work.
_FLOOR: Final = Turns(2, 0)


def pdf_of(paper: Paper, *, seconds: float = _SECONDS, most_bytes: int = _BYTES) -> bytes:
    """A paper of the floor."""
    return made_apart(as_pdf, paper, turns=_FLOOR, seconds=seconds, most_bytes=most_bytes)


def made_apart(
    write: Callable[..., bytes],
    *args: Any,
    turns: Turns,
    seconds: float = _SECONDS,
    most_bytes: int = _BYTES,
) -> bytes:
    """Called in a thread. Raises ServiceError where it takes too long, too much, or its turn.

    The process is killed when its client disconnects.
    """
    command = [sys.executable, "-m", __name__, str(math.ceil(seconds)), str(most_bytes)]
    with turns.taken(seconds), _started(command) as process, when_gone(process.kill):
        try:
            written, _ = process.communicate(pickle.dumps((write, args)), seconds)
        except subprocess.TimeoutExpired:
            message = f"The paper was not finished after {seconds:g} s: ask for a shorter span."
            raise ServiceError("paper/too_long", message, 503) from None
    if process.returncode == _EXTRA_MISSING:
        write(*args)  # Says which extra is missing, in this process.
    if process.returncode:
        message = "The paper takes more memory or time than there is: ask for a shorter span."
        raise ServiceError("paper/too_large", message, 503)
    return written


@contextmanager
def _started(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that does not outlast what it is for."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield process
        finally:
            process.kill()


def _busy() -> ServiceError:
    message = "Other papers are being made: try again."
    return ServiceError("paper/busy", message, 503, headers={"retry-after": "5"})


def main() -> int:
    seconds, most_bytes = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    try:
        write, args = pickle.load(sys.stdin.buffer)
        written = write(*args)
    except ImportError:
        return _EXTRA_MISSING
    sys.stdout.buffer.write(written)
    return 0


if __name__ == "__main__":
    sys.exit(main())
