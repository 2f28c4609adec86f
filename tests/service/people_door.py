"""A cardroom with only its door: the routes of people, on an in-memory database."""

from datetime import UTC, datetime, timedelta
from random import SystemRandom
from typing import Any

import httpx
from argon2 import PasswordHasher
from litestar import Litestar, WebSocket, get, post, websocket
from litestar.di import Provide
from litestar.testing import TestClient

from queenhigh.service.client_address import Addresses
from queenhigh.service.errors import EXCEPTION_HANDLERS
from queenhigh.service.executor import Executor
from queenhigh.service.metrics import Metrics
from queenhigh.service.people.front_desk import DeskSettings, FrontDesk, first_invitations
from queenhigh.service.people.passwords import Passwords
from queenhigh.service.people.personnel import Personnel
from queenhigh.service.people.routes import CONTROLLERS
from queenhigh.service.people.sessions import (
    CSRF_COOKIE,
    CSRF_HEADER,
    SESSION_COOKIE,
    Authentication,
    Sessions,
    SessionSettings,
)
from queenhigh.service.rate_limits import AddressLimit, PersonLimit, RateLimits, RateSettings
from queenhigh.service.request_scope import CageCurrency
from queenhigh.service.rights import needs
from queenhigh.service.strict_request import StrictRequest
from queenhigh.store.credentials import Person
from queenhigh.store.database import open_database
from queenhigh.store.migration import migrate
from queenhigh.store.people import People
from queenhigh.store.sql import SqlStore
from queenhigh.store.writer import Writer

PASSWORD = "three cards and a queen"
OTHER = "another three cards"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ADDRESS = "http://cards.test"


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 5, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def seconds(self) -> float:
        return self.now.timestamp()

    def passes(self, **time: float) -> None:
        self.now += timedelta(**time)


@post("/api/floor", guards=[needs("tables.add")])
async def for_the_floor() -> dict[str, bool]:
    return {"done": True}


@get("/api/fault", guards=[needs("site.see")])
async def fault() -> None:
    raise RuntimeError("the password is hunter2")


@websocket("/api/live", guards=[needs("tables.watch")])
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    await socket.send_json({"name": socket.user.name})
    await socket.close()


class _Routes:
    """The application, which takes long to build: one door after the other uses it."""

    def __init__(self, door: "Door") -> None:
        self.address_limit = AddressLimit(door.limits, door.addresses)
        self.authentication = Authentication(door.sessions)
        self.person_limit = PersonLimit(door.limits)
        self.desk = door.desk
        self.app = Litestar(
            [*CONTROLLERS, for_the_floor, fault, live],
            dependencies={
                "desk": Provide(lambda: self.desk, sync_to_thread=False),
                "cage_currency": Provide(lambda: CageCurrency(lambda: "USD"), sync_to_thread=False),
            },
            exception_handlers=EXCEPTION_HANDLERS,
            request_class=StrictRequest,
            middleware=[self.address_limit, self.authentication, self.person_limit],
            openapi_config=None,
        )

    def lead_to(self, door: "Door") -> None:
        self.address_limit.limits = self.person_limit.limits = door.limits
        self.address_limit.addresses = door.addresses
        self.authentication.sessions = door.sessions
        self.desk = door.desk


_UNUSED: list[_Routes] = []


class Door:
    def __init__(
        self,
        database: str = "memory",
        *,
        desk: DeskSettings | None = None,
        rates: RateSettings | None = None,
        settings: SessionSettings | None = None,
        addresses: Addresses | None = None,
    ) -> None:
        self.clock = Clock()
        self.database = open_database(database)
        migrate(self.database)
        self.people = People(self.database)
        self.passwords = Passwords(QUICK)
        self.addresses = addresses or Addresses()
        self.sessions = Sessions(self.people, self.addresses, settings, self.clock)
        self.store = SqlStore(self.database)
        self.writer = Writer(self.store)
        executor = Executor(self.store, self.writer, SystemRandom(), Metrics())
        self.desk = FrontDesk(
            Personnel(self.people, executor, self.clock),
            self.passwords,
            self.sessions,
            desk or DeskSettings(beat=0),
        )
        self.limits = RateLimits(rates or RateSettings(enabled=False), self.clock.seconds)
        self._routes = _UNUSED.pop() if _UNUSED else _Routes(self)
        self._routes.lead_to(self)
        self.app = self._routes.app
        self.client = TestClient(self.app, base_url=ADDRESS, raise_server_exceptions=False)

    def visitor(self) -> "Browser":
        return Browser(self)

    def links(self) -> dict[str, str]:
        """The links that the server prints when it starts, by role."""
        with self.client.portal() as portal:
            return portal.call(first_invitations, self.desk.personnel)

    def confirm(self, name: str, role: str) -> None:
        """Confirm a member of staff as an auditor, who conflicts with nobody."""
        vera = Person("vera", "Vera", "auditor", self.clock.now)
        with self.client.portal() as portal:
            portal.call(self.desk.confirm, vera, name, role)

    def __enter__(self) -> "Door":
        self.client.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.client.__exit__(*error)
        _UNUSED.append(self._routes)
        self.passwords.close()
        self.writer.close()
        self.database.close()


class Browser:
    """Keeps cookies, and repeats the anti-forgery cookie as our front end does."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.cookies = httpx.Cookies()

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        headers = dict(more.pop("headers", {}))
        csrf = self.cookies.get(CSRF_COOKIE)
        if csrf and method not in ("GET", "HEAD"):
            headers.setdefault(CSRF_HEADER, csrf)
        if body is not None:
            more["json"] = body
        self.door.client.cookies = self.cookies
        answer = self.door.client.request(method, path, headers=headers, **more)
        self.cookies = httpx.Cookies(self.door.client.cookies)
        return answer

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return self.ask("POST", path, body, **more)

    def me(self) -> Any:
        return self.get("/api/session").json()["person"]

    def log_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        return self.post("/api/login", {"name": name, "password": password})

    @property
    def secret(self) -> str | None:
        return self.cookies.get(SESSION_COOKIE)

    def forget(self) -> None:
        self.cookies.clear()

    def become_administrator(self, name: str = "boss") -> None:
        token = self.door.links()["administrator"]
        answer = self.post(f"/api/invitations/{token}", {"name": name, "password": PASSWORD})
        assert answer.status_code == 201, answer.text

    def add(self, name: str, role: str = "player", password: str = PASSWORD) -> str:
        """Add a person; return the name used in log and books. They sign in with `name`."""
        body = {"name": name, "role": role, "password": password}
        answer = self.post("/api/people", body)
        assert answer.status_code == 201, answer.text
        added = answer.json()
        if added["waits"]:
            self.door.confirm(added["name"], role)
        return str(added["name"])


def code(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the error code; every error has the same shape."""
    body = answer.json()
    assert set(body) == {"code", "message", "clauses", "path"}, body
    assert body["message"].endswith(".")
    return answer.status_code, body["code"]


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}
