"""Loads all of the service with the packages that this Python has, starts it, and visits it.

A page, a guest's first calls, and the end; whatever is missing on the way fails.
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
import urllib.request
from http.cookiejar import CookieJar
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import queenhigh.floor
import queenhigh.service
import queenhigh.store
from queenhigh.service.people.sessions import CSRF_COOKIE, CSRF_HEADER

# What would make this prove nothing.
FOR_DEVELOPERS = ("hypothesis", "pytest", "playwright", "psycopg")

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
        if ".migrations." not in module.name  # Those run only within a migration.
    ]
    for name in names:
        import_module(name)
    return len(names)


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
    practice = visitor.post("/api/practice", {"house": "classic"})
    visitor.get(f"/api/tables/{practice['id']}/house")


def main() -> None:
    for name in FOR_DEVELOPERS:
        if find_spec(name):
            sys.exit(f"this environment has {name}, which the service does not ask for")
    print(f"{load_everything()} modules load")
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
