"""Ctrl-C reaches all processes of a terminal; the main one alone answers it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """It comes when this is over. Processes and threads that begin meanwhile do not get it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
