"""A private, temporary PostgreSQL without a network, for tests and benchmarks.

    with running_postgres() as server:
        address = server.new_database()

It is made each time from the binaries of the machine's package (scripts/system installs them),
listens on a socket in its own folder, and is deleted afterwards.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

MISSING = (
    "PostgreSQL is needed here and is not installed: run scripts/system postgres"
    " (Debian, Ubuntu: sudo apt-get install postgresql)"
)
_READY = b"ready to accept connections"
# A test may kill the server but not the machine: no need to wait for the disk.
_QUICK = ("fsync=off", "full_page_writes=off")


class PostgresMissing(Exception):
    pass


def binaries() -> Path:
    """Return the folder of postgres and initdb; the newest, if there are several."""
    packaged = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    if packaged:
        return max(packaged, key=lambda folder: float(folder.parent.name))
    if found := shutil.which("postgres"):
        return Path(found).resolve().parent
    raise PostgresMissing(MISSING)


def _owner() -> str | None:
    """Return the user to run it as: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Server:
    def __init__(self, folder: Path, *, durable: bool = False):
        self.folder, self.durable = folder, durable
        self._bin, self._owner = binaries(), _owner()
        self._group = pwd.getpwnam(self._owner).pw_gid if self._owner else None
        self._data = folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0

    def make(self) -> None:
        folder = self.folder
        if self._owner:
            account = pwd.getpwnam(self._owner)
            os.chown(folder, account.pw_uid, account.pw_gid)
        self._run(
            self._bin / "initdb",
            *("--pgdata", self._data, "--username", "queenhigh", "--auth", "trust"),
            *("--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"),
        )

    def start(self) -> None:
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}"]
        if not self.durable:
            settings += _QUICK
        options = [word for setting in settings for word in ("-c", setting)]
        # The server dies with this process, however it ends.
        leash = ["setpriv", "--pdeathsig", "INT"] if shutil.which("setpriv") else []
        command = [*leash, str(self._bin / "postgres"), "-D", str(self._data), *options]
        self._process = subprocess.Popen(
            command,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            user=self._owner,
            group=self._group,
            extra_groups=[] if self._owner else None,
        )
        self._wait_until_it_answers(self._process)

    def stop(self, *, at_once: bool = False) -> None:
        """Stop as an administrator would; or, at once, as if the power had failed."""
        if self._process is None:
            return
        process, self._process = self._process, None
        process.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
        self._reader.join()  # Returns when the last of its processes has closed stderr.
        with process:
            process.wait()

    def new_database(self, template: str = "template1") -> str:
        self._made += 1
        name = f"q{self._made}"
        with self.connection() as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.address(name)

    def address(self, name: str) -> str:
        return f"postgresql://queenhigh@/{name}?host={self.folder}"

    def connection(self, name: str = "postgres") -> "psycopg.Connection[tuple[object, ...]]":
        return psycopg.connect(self.address(name), autocommit=True)

    def drop_connections(self, name: str) -> None:
        """Drop them from the server's side, without warning."""
        with self.connection() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = %s AND pid <> pg_backend_pid()",
                (name,),
            )

    def _run(self, *command: object) -> None:
        done = subprocess.run(
            [str(word) for word in command],
            capture_output=True,
            text=True,
            cwd=self.folder,
            check=False,
            user=self._owner,
            group=self._group,
            extra_groups=[] if self._owner else None,
        )
        if done.returncode:
            raise RuntimeError(done.stderr or done.stdout)

    def _wait_until_it_answers(self, process: "subprocess.Popen[bytes]") -> None:
        said, ready = [], threading.Event()

        def read() -> None:
            assert process.stderr is not None
            for line in process.stderr:
                said.append(line.decode(errors="replace"))
                if _READY in line:
                    ready.set()
            ready.set()  # Its stderr is closed: it will never be ready.

        self._reader = threading.Thread(target=read, daemon=True)
        self._reader.start()
        ready.wait()
        if not any(_READY.decode() in line for line in said):
            self.stop()
            raise RuntimeError("".join(said))


@contextmanager
def running_postgres(*, durable: bool = False) -> Iterator[Server]:
    # Not in pytest's folders: those are private to our user, and the server runs as another.
    with tempfile.TemporaryDirectory(prefix="queenhigh-postgres-") as folder:
        server = Server(Path(folder), durable=durable)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
