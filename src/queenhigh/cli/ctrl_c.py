"""Ctrl-C reaches every process of a terminal; only the main one answers it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """Hold Ctrl-C back until this is over. Processes and threads started meanwhile never get it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
