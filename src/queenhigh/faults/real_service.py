"""A real service in separate processes, to be killed."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import httpx

from ..house.toml_text import as_toml
from .service_forks import Child, Nursery

Victim = Literal["worker", "main", "both"]

_COMMAND = [sys.executable, "-c", "from queenhigh.cli import main; main()"]
_SECONDS_TO_START = 180.0  # A slow start on a busy machine is not a failure.
_SECONDS_TO_STOP = 120.0


class DidNotStart(Exception):
    """The service did not start; carries its last output."""


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


class Served:
    """A service; `settings` are those of the configuration file, `tables` its tables.

    It starts faster from a `nursery`.
    """

    def __init__(
        self,
        folder: Path,
        database: str,
        tables: Sequence[Mapping[str, object]] = (),
        nursery: Nursery | None = None,
        **settings: object,
    ) -> None:
        self.folder, self.database = folder, database
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / "service.log"
        self._config = folder / "service.toml"
        settings = {"database": database, "port": self.port, "rate_limit": 0, **settings}
        if tables:
            settings["tables"] = tables
        self._config.write_text(as_toml(settings), "utf-8")
        self._nursery = nursery
        self._process: subprocess.Popen[bytes] | Child | None = None

    def start(self) -> None:
        arguments = ["serve", "--json", "--config", str(self._config)]
        if self._nursery is not None:
            self._process = self._nursery.start(arguments, self.log)
            return
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*_COMMAND, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    async def ready(self, seconds: float = _SECONDS_TO_START) -> None:
        """Wait until the service and its store answer."""
        # Not asked to verify: reading all certificates takes longer than the answer.
        async with httpx.AsyncClient(
            base_url=self.address, trust_env=False, verify=False
        ) as client:
            last = asyncio.get_running_loop().time() + seconds
            while not await _answers(client):
                self._check_that_it_runs()
                if asyncio.get_running_loop().time() > last:
                    raise DidNotStart(self.said())
                await asyncio.sleep(0.05)

    def _check_that_it_runs(self) -> None:
        if self._process is not None and self._process.poll() is not None:
            raise DidNotStart(f"ended with {self._process.returncode}: {self.said()}")

    def said(self) -> str:
        return self.log.read_text("utf-8", "replace")[-2_000:] if self.log.exists() else ""

    # Ending it

    def kill(self, victim: Victim) -> int:
        """Kill without warning and return how many processes were killed.

        If the main process was killed, the caller restarts it.
        """
        if self._process is None:
            return 0
        main = self._process.pid
        workers, killed = self.workers(), 0
        if victim != "main":
            for worker in workers if victim == "both" else workers[:1]:
                killed += _kill(worker)
        if victim != "worker":
            killed += self._process.poll() is None and _kill(main)
            self._process.wait()
            self._process = None
        return killed

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def workers(self) -> list[int]:
        """The processes that answer requests."""
        if self._process is None:
            return []
        main = self._process.pid
        try:
            told = Path(f"/proc/{main}/task/{main}/children").read_text()
        except OSError:
            return []
        return [int(each) for each in told.split()]

    def stop(self) -> int:
        """Stop as an administrator would, and return the exit status."""
        if self._process is None:
            return 0
        self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(_SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            self.kill("both")
            return -9
        finally:
            self._process = None


async def _answers(client: httpx.AsyncClient) -> bool:
    try:
        return (await client.get("/ready")).is_success
    except httpx.TransportError:
        return False


def _kill(pid: int) -> bool:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False  # It had already ended.
    return True
