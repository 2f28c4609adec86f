"""The whole service in memory, and people who use it over HTTP."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

from litestar.di import Provide
from litestar.testing import TestClient

from queenhigh.service.app import application, middleware
from queenhigh.service.config import Config
from queenhigh.service.people import passwords
from queenhigh.service.people.front_desk import FrontDesk, first_invitations
from queenhigh.service.rate_limits import RateLimits
from queenhigh.service.running_service import RunningService
from queenhigh.service.tables.lobby import Lobby
from queenhigh.store.credentials import Person
from queenhigh.store.people import People
from queenhigh.store.sql import SqlStore
from queenhigh.store.store_address import open_store
from tests.service.rooms import NOON, Clock

PASSWORD = "three cards and a queen"


def hashed(password: str) -> str:
    hashing = passwords.Passwords()
    try:
        return asyncio.run(hashing.hash(password))
    finally:
        hashing.close()


class House:
    """A running service, with a browser for each person."""

    def __init__(
        self, client: TestClient[Any], store: SqlStore, clock: Clock, password_hash: str
    ) -> None:
        self.client, self.store, self.clock = client, store, clock
        self._hash = password_hash

    @property
    def lobby(self) -> Lobby:
        """What the running service holds in memory."""
        given = self.client.app.dependencies["lobby"].dependency
        found: Lobby = asyncio.run(given())
        return found

    def links(self) -> dict[str, str]:
        """The links that the server prints when it starts, by role."""
        desk: FrontDesk = asyncio.run(self.client.app.dependencies["desk"].dependency())
        with self.client.portal() as portal:
            return portal.call(first_invitations, desk.personnel)

    def anybody(self) -> "Browser":
        return Browser(self.client)

    def guest(self) -> "Browser":
        browser = Browser(self.client)
        browser.person = browser.post("/api/guests").json()["person"]
        return browser

    def person(self, role: str, name: str = "") -> "Browser":
        """Return a logged-in person with that role."""
        name = name or role.replace("_", "-")
        people = People(self.store.database)
        if people.find(name) is None:
            people.add(Person(name, name, role, NOON), self._hash)
        browser = Browser(self.client)
        answer = browser.post("/api/login", {"name": name, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        browser.person = answer.json()["person"]
        return browser


class Browser:
    """Keeps its own cookies and sends the header that goes with them."""

    def __init__(self, client: TestClient[Any]):
        self._client = client
        self._cookies: dict[str, str] = {}
        self.person: dict[str, Any] = {}

    def get(self, path: str, **query: Any) -> Any:
        return self._sent("GET", path, params=query)

    def head(self, path: str) -> Any:
        return self._sent("HEAD", path)

    def post(self, path: str, body: Any = None) -> Any:
        return self._sent("POST", path, json=body if body is not None else {})

    def request(self, method: str, path: str) -> Any:
        return self._sent(method, path)

    def post_text(self, path: str, text: str) -> Any:
        """Post a body verbatim, for text that Python would write differently."""
        return self._sent("POST", path, content=text.encode())

    def put(self, path: str, body: Any) -> Any:
        return self._sent("PUT", path, json=body)

    def patch(self, path: str, body: Any) -> Any:
        return self._sent("PATCH", path, json=body)

    def live_headers(self) -> dict[str, str]:
        """Headers for a WebSocket, as our page sends them."""
        self._client.cookies.clear()
        return {**self._cookie(), "origin": str(self._client.base_url)}

    def _cookie(self) -> dict[str, str]:
        if not self._cookies:
            return {}
        return {"cookie": "; ".join(f"{k}={v}" for k, v in self._cookies.items())}

    def _sent(self, method: str, path: str, **what: Any) -> Any:
        headers = {"x-csrf-token": self._cookies.get("queenhigh_csrf", ""), **self._cookie()}
        self._client.cookies.clear()
        answer = self._client.request(method, path, headers=headers, **what)
        self._cookies |= dict(answer.cookies)
        return answer

    def done(self, table: str, **command: Any) -> Any:
        answer = self.post(f"/api/tables/{table}/commands", command)
        assert answer.status_code == 200, answer.text
        return answer.json()


@contextmanager
def quick_passwords() -> Iterator[None]:
    """Make password hashes quick; their cost has its own test."""
    with patch.multiple(passwords, _MEMORY_KIB=8, _PASSES=1):
        yield


class _Application:
    """An application takes longer to build than most tests take: one is used again and again."""

    def __init__(self, parts: RunningService) -> None:
        self._parts = parts
        with patch("queenhigh.service.app.Provide", lambda part, **_: Provide(part)):  # Not cached.
            self.app = application(parts)

    def use(self, parts: RunningService) -> None:
        vars(self._parts.headers).update(vars(parts.headers))
        vars(self._parts).update(vars(parts) | {"headers": self._parts.headers})
        for mine, theirs in zip(self.app.middleware, middleware(parts), strict=True):
            vars(mine).update(vars(theirs))


_UNUSED: list[_Application] = []


def _limits_by(clock: Clock) -> Callable[..., RateLimits]:
    """Limits that a slow machine does not fill up between two requests."""
    return partial(RateLimits, seconds=lambda: clock().timestamp())


@contextmanager
def cardroom(database: str = "memory", **settings: Any) -> Iterator[House]:
    clock = Clock()
    store = open_store(database)
    usual: dict[str, Any] = {"rate_limit": 0, "login_limit": 10_000, "hosts": ("testserver.local",)}
    config = Config(database=database, **(usual | settings))
    try:
        with (
            quick_passwords(),
            patch("queenhigh.service.running_service.RateLimits", _limits_by(clock)),
        ):
            parts, password_hash = RunningService(config, store, clock), hashed(PASSWORD)
        reused = _UNUSED.pop() if _UNUSED and "web" not in settings else _Application(parts)
        reused.use(parts)
        with TestClient(reused.app) as client:
            yield House(client, store, clock, password_hash)
        if "web" not in settings:  # The folder of the site is part of the routes.
            _UNUSED.append(reused)
    finally:
        store.close()
