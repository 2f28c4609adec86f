"""PDFs made in a separate process, which frees its memory at the end and has a time limit. Few are
made at a time and few wait; further requests are asked to try again. A paper whose client has left
is not made.
"""

import logging
import math
import pickle
import resource
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from ..floor.abandoned_work import ended_by, go_on
from ..floor.paper_document import Paper, as_pdf
from .errors import ServiceError

logger = logging.getLogger(__name__)
_SECONDS: Final = 60
_BYTES: Final = 2 * 1024**3  # Address space; typst and matplotlib take about a quarter.
_EXTRA_MISSING: Final = 3  # Exit status if the packages for drawing are missing,
_TOO_LARGE: Final = 4  # if the memory did not suffice,
_FAILED: Final = 5  # and after any other failure. A limit may also end the process by a signal.
_LOOK_SECONDS: Final = 0.2  # How often a waiting request checks that its client is still there.


class Turns:
    """Limits how many papers are made at once, and how many wait."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._turns = threading.BoundedSemaphore(at_once)
        self._places = threading.BoundedSemaphore(at_once + waiting)

    @contextmanager
    def taken(self, seconds: float) -> Iterator[None]:
        """Wait up to `seconds` for a turn, while the client waits. Raises ServiceError if busy."""
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


# The floor has three threads (`reports.report_pool`), so one is always left for other work.
_FLOOR: Final = Turns(2, 0)


def pdf_of(paper: Paper, *, seconds: float = _SECONDS, most_bytes: int = _BYTES) -> bytes:
    """Make the PDF of one of the floor's papers."""
    return made_apart(as_pdf, paper, turns=_FLOOR, seconds=seconds, most_bytes=most_bytes)


def made_apart(
    write: Callable[..., bytes],
    *args: object,
    turns: Turns,
    seconds: float = _SECONDS,
    most_bytes: int = _BYTES,
) -> bytes:
    """Run `write` in its own process, within limits of time and memory. Call it in a thread.

    Raises ServiceError if a limit is exceeded or no turn is free. The process is killed when the
    client disconnects.
    """
    command = [sys.executable, "-m", __name__, str(math.ceil(seconds)), str(most_bytes)]
    with turns.taken(seconds), _started(command) as process, ended_by(process.kill):
        try:
            written, errors = process.communicate(pickle.dumps((write, args)), seconds)
        except subprocess.TimeoutExpired:
            message = (
                f"The document was not finished after {seconds:g} s: ask for a shorter period."
            )
            raise ServiceError("paper/too_long", message, 503) from None
    if process.returncode == _EXTRA_MISSING:
        write(*args)  # Raises the error that names the missing extra.
    if process.returncode == _FAILED:
        logger.error("a document could not be created: %s", errors.decode(errors="replace"))
        message = "The document could not be created; see the log of the service."
        raise ServiceError("paper/failed", message, 500)
    if process.returncode:
        message = "The document needs too much memory or time: ask for a shorter period."
        raise ServiceError("paper/too_large", message, 503)
    return written


@contextmanager
def _started(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process, and kill it at the end of the block."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield process
        finally:
            process.kill()


def _busy() -> ServiceError:
    message = "The service is creating other documents: try again in a moment."
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
    except MemoryError:
        return _TOO_LARGE
    except Exception:
        traceback.print_exc()
        return _FAILED
    sys.stdout.buffer.write(written)
    return 0


if __name__ == "__main__":
    sys.exit(main())
