"""The real service as a separate process, which can be killed and restarted."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

PATIENCE = 600.0  # Seconds until an answer counts as missing: a busy machine is not a broken one.

# Many people share one address here, unlike at a real door.
SETTINGS = {"QUEENHIGH_LOGIN_LIMIT": "100000", "QUEENHIGH_RATE_LIMIT": "1000000"}
# If a process crashes in the server's own code, its log says where.
TRACES = {"RUST_BACKTRACE": "1"}


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


class Service:
    """A cardroom on a database file; its port survives a restart."""

    def __init__(self, folder: Path, config: str = "") -> None:
        self.folder = folder
        self.database = folder / "queenhigh.db"
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.administrator = ""  # The path of the one-time link, while there is one.
        self.auditor = ""  # The same for the person who confirms staff.
        self._config = folder / "queenhigh.toml"
        self._config.write_text(config, "utf-8")
        self._process: subprocess.Popen[str] | None = None
        self._workers: list[str] = []

    def start(self) -> None:
        command = [
            _script(), "serve", "--config", str(self._config), "--database", str(self.database),
            "--host", "127.0.0.1", "--port", str(self.port), "--json",
        ]  # fmt: skip
        # Do not inherit the tester's settings, except for another build of the pages.
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("QUEENHIGH_") or name == "QUEENHIGH_WEB"
        }
        with (self.folder / "stderr.log").open("a", encoding="utf-8") as errors:
            self._process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=kept | SETTINGS | TRACES,
                cwd=self.folder,
                start_new_session=True,  # So that its workers can be killed with it.
            )
        try:
            assert self._process.stdout is not None
            told = json.loads(self._process.stdout.readline() or "{}")
            address = str(told.get("address", ""))
            self.administrator = str(told.get("administrator", "")).removeprefix(address)
            self.auditor = str(told.get("auditor", "")).removeprefix(address)
            self._wait_until_ready()
            self._workers = self._children()
        except BaseException:
            self.kill()
            raise

    def _wait_until_ready(self) -> None:
        while True:
            try:
                with urllib.request.urlopen(f"{self.origin}/ready", timeout=PATIENCE):
                    return
            except OSError:  # Not listening yet, or already ended.
                with suppress(subprocess.TimeoutExpired):
                    assert self._process is not None
                    self._process.wait(0.05)
                    raise RuntimeError(f"the service did not start:\n{self.log()}") from None

    def kill(self) -> None:
        """Kill all its processes at once without warning, like a power cut."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._wait_for_end()

    def stop(self) -> None:
        process = self._process
        ended = process.poll() if process is not None else None
        if process is not None and ended is None:
            process.terminate()
        self._wait_for_end()
        if ended is not None:
            raise RuntimeError(f"the service had ended by itself, with {ended}:\n{self.log()}")

    def _wait_for_end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with process:  # Closes its output.
                process.wait(PATIENCE)

    def deaths(self) -> list[str]:
        """List the workers that died since the last call; replacements start silently."""
        if self._process is None:
            return []
        before, self._workers = self._workers, self._children()
        gone = [pid for pid in before if pid not in self._workers]
        return [f"process {pid} of the service died by itself" for pid in gone]

    def _children(self) -> list[str]:
        """List the processes that answer requests, where the system shows them."""
        process = self._process
        if process is None:
            return []
        told = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        try:
            return told.read_text("utf-8").split()
        except OSError:
            return []

    def log(self) -> str:
        return (self.folder / "stderr.log").read_text("utf-8")[-20_000:]

    def get(self, path: str) -> Any:
        """Return what the API tells anybody."""
        with urllib.request.urlopen(self.origin + path, timeout=PATIENCE) as answer:
            return json.loads(answer.read())


def _script() -> str:
    found = shutil.which("queenhigh", path=str(Path(sys.executable).parent))
    if found is None:
        raise RuntimeError("queenhigh is not installed beside this Python")
    return found
