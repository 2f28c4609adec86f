"""Load the whole service from the wheel installed in this Python, start it, and visit it.

Fetches a page, makes a guest's first calls, and stops; anything missing on the way fails.
"""

import json
import pkgutil
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import queenhigh.floor
import queenhigh.service
import queenhigh.store
from queenhigh.house.parsed_files import SUFFIX
from queenhigh.service.people.sessions import CSRF_COOKIE, CSRF_HEADER

# Packages that would make this prove nothing: developers' tools, and those of other extras.
NOT_ASKED_FOR = (
    "hypothesis",
    "pytest",
    "playwright",
    "psycopg",
    "matplotlib",
    "numba",
    "pydantic",
    "typst",
)
MOST_MEGABYTES = 150
_BLOCK = 4096  # A file fills whole blocks of a disk.
_OF_ANY_ENVIRONMENT = ("pip", "setuptools", "pkg_resources", "hatchling", "uv")

_ROOT = Path(__file__).parents[1]
PATIENCE = 300.0  # Seconds until a start counts as failed: a busy machine is not a broken one.


class Visitor:
    def __init__(self, address: str) -> None:
        self._address, self._cookies = address, CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self._cookies)
        )

    def get(self, path: str) -> bytes:
        with self._opener.open(self._address + path) as answer:
            return bytes(answer.read())

    def refused(self, path: str) -> Any:
        try:
            self.get(path)
        except urllib.error.HTTPError as answer:
            return json.loads(answer.read())
        raise AssertionError(f"{path} was answered")

    def post(self, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json", "Origin": self._address}
        for cookie in self._cookies:
            if cookie.name == CSRF_COOKIE:
                headers[CSRF_HEADER] = cookie.value or ""
        content = json.dumps(body).encode() if body is not None else b""
        request = urllib.request.Request(self._address + path, content, headers)
        with self._opener.open(request) as answer:
            return json.loads(answer.read())


def load_everything() -> int:
    names = [
        module.name
        for package in (queenhigh.floor, queenhigh.service, queenhigh.store)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if ".migrations." not in module.name  # Migrations import only while a migration runs.
    ]
    for name in names:
        import_module(name)
    return len(names)


def check_licences(notices: str) -> None:
    """Check that the front end's dependencies ship with their licences."""
    asked_for = json.loads((_ROOT / "web" / "package.json").read_text("utf-8"))["dependencies"]
    for name, version in asked_for.items():
        assert f"\n{name} {version}\n" in notices, f"{name} goes out without its licence"
    for text in ("SIL OPEN FONT LICENSE", "Permission is hereby granted"):
        assert text in notices


def check_wheel() -> float:
    """Check for a typed wheel that fits a small machine; return its installed size in megabytes.

    The size is what `du` reports for everything pip installed, bytecode included, as in
    docs/operating/running.md: pip and setuptools are not counted, as they were there before.
    """
    package = Path(queenhigh.__path__[0])
    assert (package / "py.typed").is_file(), "type checkers would not see the types"
    assert (package / "web" / "index.html").is_file(), "the front end is not in the wheel"
    check_licences((package / "web" / "third-party.txt").read_text("utf-8"))
    assert (package / "house" / "clause_tests.json").is_file(), "no clause would name its tests"
    for file in package.rglob("*.toml"):
        assert file.with_name(file.name + SUFFIX).is_file(), f"{file} is parsed at every start"
    return sum(
        -(-file.stat().st_size // _BLOCK) * _BLOCK / 2**20 if file.is_file() else _BLOCK / 2**20
        for part in package.parent.iterdir()
        if part.name.partition("-")[0] not in _OF_ANY_ENVIRONMENT
        for file in (part, *part.rglob("*"))
    )


def wait_until_ready(address: str, service: "subprocess.Popen[bytes]") -> None:
    last = time.monotonic() + PATIENCE
    while True:
        try:
            Visitor(address).get("/ready")
            return
        except OSError:
            if service.poll() is not None or time.monotonic() > last:
                raise
            time.sleep(0.05)


def visit(address: str) -> None:
    visitor = Visitor(address)
    page = visitor.get("/").decode()
    [script, *_] = re.findall(r'src="(/[^"]+\.js)"', page)
    assert visitor.get(script), "the page's script is empty"
    assert visitor.post("/api/guests")["person"]["guest"] is True
    tables = json.loads(visitor.get("/api/tables"))
    assert tables, "there is no table"
    for table in tables:
        visitor.get(f"/api/tables/{table['id']}")
    practice = visitor.post("/api/practice", {"house": "classic", "bots": 2})
    visitor.get(f"/api/tables/{practice['id']}/house")
    assert json.loads(visitor.get("/api/session"))["figures"] is False
    with ThreadPoolExecutor() as several:  # In parallel: all of them lack the same package.
        answers = several.map(visitor.refused, ["/api/houses/classic/analysis"] * 8)
        codes = {(each["code"], each["message"]) for each in answers}
    assert codes == {("service/extra_missing", "Not available here.")}, codes


def main() -> None:
    for name in NOT_ASKED_FOR:
        if find_spec(name):
            sys.exit(f"this environment has {name}, which the service does not ask for")
    if (size := check_wheel()) >= MOST_MEGABYTES:
        sys.exit(f"the service takes {size:.0f} MB, and may take {MOST_MEGABYTES}")
    print(f"{size:.0f} MB; {load_everything()} modules load")
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port = trial.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="queenhigh-service-") as folder:
        command = [sys.executable, "-m", "queenhigh", "serve", "--json", "--port", str(port)]
        command += ["--database", str(Path(folder) / "queenhigh.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=folder) as service:
            try:
                assert service.stdout is not None
                address = json.loads(service.stdout.readline())["address"]
                wait_until_ready(address, service)
                visit(address)
                print(f"{address} serves")
            finally:
                service.send_signal(signal.SIGINT)
                status = service.wait()
    sys.exit(status)


if __name__ == "__main__":
    main()
