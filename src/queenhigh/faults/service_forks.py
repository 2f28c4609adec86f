"""Fast starts of the service: a process that has loaded the program forks one on request.

A service that is killed a thousand times would spend most of its time on loading. The fork runs
`queenhigh serve` itself, in its own process, as after a cold start.
"""

import asyncio
import gc
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import msgspec

# The program is passed in here: nothing in this package knows the command line.
_STARTED = """
import sys
from queenhigh.cli import main
from queenhigh.faults.service_forks import tend
tend(sys.stdin, sys.stdout, main)
"""


class Birth(msgspec.Struct, frozen=True):
    """A request to the nursery: start a service with these arguments that logs to this file."""

    arguments: list[str]
    log: str


class Child:
    """A process that is not our own child, with the needed parts of `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        try:
            self._handle = os.pidfd_open(pid)
        except ProcessLookupError:  # It has already ended.
            self._handle, self.returncode = -1, 1

    def poll(self) -> int | None:
        if self.returncode is None and select.select([self._handle], [], [], 0)[0]:
            self._end()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._handle], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("queenhigh serve", timeout or 0.0)
            self._end()
        return self.returncode or 0

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._handle, number)

    def _end(self) -> None:
        """Record the end; only its parent knows the exit status."""
        os.close(self._handle)
        self.returncode = 0


class Nursery:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _STARTED], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def start(self, arguments: list[str], log: Path) -> Child:
        """Start `queenhigh` with these arguments."""
        into, out_of = self._process.stdin, self._process.stdout
        assert into is not None
        assert out_of is not None
        into.write(msgspec.json.encode(Birth(arguments, str(log))) + b"\n")
        into.flush()
        return Child(int(out_of.readline()))

    def close(self) -> None:
        self._process.communicate()


def tend(asked: TextIO, answers: TextIO, program: Callable[[], object]) -> None:
    """Run the nursery: fork a process for each line of input until the input ends."""
    from ..service import server, web_server, worker_processes

    del server, web_server  # Imported only to be loaded.
    _rehearse()
    gc.collect()
    gc.freeze()  # Keeps memory shared with the forks.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # Nothing here waits for them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # It stops when its input ends.
    nursery = os.getpid()
    for line in asked:
        birth = msgspec.json.decode(line, type=Birth)
        if (pid := os.fork()) == 0:
            worker_processes.end_with_parent(nursery)
            _be_born(birth)
            sys.argv = ["queenhigh", *birth.arguments]
            program()
            os._exit(0)
        print(pid, file=answers, flush=True)


def _rehearse() -> None:
    """Start and stop a service in memory, so that no fork loads what only a start loads."""
    from ..service.app import make_app
    from ..service.config import MEMORY, Config
    from ..store.store_address import open_store

    store = open_store(MEMORY)
    app = make_app(Config(), store)

    async def live() -> None:
        async with app.lifespan():
            pass

    asyncio.run(live())
    store.close()


def _be_born(birth: Birth) -> None:
    """Set up the streams and signals of an independently started process."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing = os.open(os.devnull, os.O_RDONLY)
    log = os.open(birth.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for ours, its in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(ours, its)
