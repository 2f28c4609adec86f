"""The processes that serve: started, replaced when they die, and stopped by the main process."""

import ctypes
import faulthandler
import logging
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from multiprocessing import Process
from multiprocessing.connection import wait
from typing import Final

from .config import Config

_PR_SET_PDEATHSIG = 1  # An option of Linux's prctl.
# After that, a process that has not stopped is killed. Nothing is lost either way.
SECONDS_TO_STOP: Final = 10
SECONDS_BETWEEN_STARTS: Final = 1.0  # Of one that takes another's place.
COULD_NOT_START: Final = 3  # The exit status of a process whose service did not come up.
_ASKING: Final = (signal.SIGINT, signal.SIGTERM)
logger = logging.getLogger(__name__)


class WorkerProcesses:
    """Processes that share a listening socket, as long as the main process runs."""

    def __init__(self, config: Config, listening: socket.socket, limits_file: str) -> None:
        """`limits_file` holds the rate limits that they share."""
        self._arguments = config, listening, limits_file
        self._config, self._listening = config, listening
        self._running: list[Process] = []
        self._last_start = 0.0

    def run(self) -> int:
        """Serve until asked to stop; return the exit status."""
        waker, woken = socket.socketpair()
        waker.setblocking(False)  # If it is full, the main process has been asked often enough.

        def asked(*_: object) -> None:
            with suppress(OSError):  # It is ending already, or full.
                waker.send(b".")

        with waker, woken:
            for number in _ASKING:
                signal.signal(number, asked)
            for _ in range(self._config.workers):
                self._start()
            status = self._kept_running(woken)
            self._stop()
        return status

    def _kept_running(self, woken: socket.socket) -> int:
        """Replace what dies until asked to stop, or until one could not start."""
        while woken not in wait([woken, *(each.sentinel for each in self._running)]):
            if any(each.exitcode == COULD_NOT_START for each in self._running):
                return 1
            self._replace_dead(woken)
        return 0

    def _start(self) -> None:
        process = Process(target=_worked, args=(os.getpid(), *self._arguments))
        process.start()
        self._running.append(process)
        self._last_start = time.monotonic()

    def _replace_dead(self, woken: socket.socket) -> None:
        for each in [each for each in self._running if not each.is_alive()]:
            logger.error("process %s ended with %s: starting another", each.pid, each.exitcode)
            self._running.remove(each)
            # One that dies as soon as it starts must not keep the machine busy.
            pause = self._last_start + SECONDS_BETWEEN_STARTS - time.monotonic()
            if wait([woken], max(0.0, pause)):
                return
            self._start()

    def _stop(self) -> None:
        self._listening.close()
        for each in self._running:
            each.terminate()
        until = time.monotonic() + SECONDS_TO_STOP
        for each in self._running:
            each.join(max(0.0, until - time.monotonic()))
            if each.is_alive():
                logger.error("process %s did not stop in time: killing it", each.pid)
                each.kill()
                each.join()


def _worked(main: int, config: Config, listening: socket.socket, limits_file: str) -> None:
    """Do the work as a process of `main`, which may be gone already."""
    for number in _ASKING:
        signal.signal(number, signal.SIG_DFL)
    end_with_parent(main)
    work(config, listening, limits_file)


def work(config: Config, listening: socket.socket, limits_file: str) -> None:
    """Serve in this process until the main one asks it to stop."""
    from .app import application
    from .running_service import RunningService
    from .web_server import WebServer

    with suppress(RuntimeError, ValueError, OSError):  # Raised if there is no stderr.
        faulthandler.enable()  # Shows where compiled code crashed.
    parts = RunningService(config, limits_file=limits_file)
    WebServer(application(parts), parts.let_go).run([listening])


def end_with_parent(parent: int) -> None:
    """Have this process killed when its main process dies, or end it if that has happened.

    Otherwise it would hold the port and the file for ever. Nothing is lost.

    It also gets its own process group, so that Ctrl-C at a terminal reaches only the main process,
    which then sends the one signal that lets this one finish.
    """
    if sys.platform == "linux":
        os.setpgid(0, 0)
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
