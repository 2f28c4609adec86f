"""The cardroom over HTTP: signing in, the lobby, commands, and access to live tables."""

import asyncio
import secrets
from collections.abc import Mapping
from typing import TypeVar
from urllib.parse import quote, urlencode

import httpx
import msgspec

from ..wire.api_version import versioned
from ..wire.messages import CommandAnswer, ErrorBody, FloorTable, Purse, TableShown
from ..wire.messages import PersonShown as Person
from ..wire.requests import Move
from .closable import Closable
from .errors import ClientError, Refused, Unreachable
from .live_room import LiveRoom
from .live_table import LiveTable
from .move import Wish, as_move
from .reconnection import Connection, LiveConnection
from .shown_table import Snapshot

_CSRF_COOKIE, _CSRF_HEADER = "queenhigh_csrf", "x-csrf-token"
_AGAIN_SECONDS = 0.3
_BUSY = (502, 503, 504)  # A proxy without a backend, or a service that cannot write now.

T = TypeVar("T")  # What an answer is decoded as.
R = TypeVar("R", TableShown, FloorTable)


class _Session(msgspec.Struct, frozen=True):
    person: Person | None


class Client(Closable):
    """One person at one cardroom, for one event loop.

    Sign in first: `become_guest`, `log_in`, or a token passed in here. While the service is away,
    requests that are safe to repeat are retried for `patience` seconds.
    """

    def __init__(
        self,
        address: str = "http://localhost:8030",
        *,
        token: str = "",
        patience: float = 10.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.address = address.rstrip("/")
        self.person: Person | None = None
        self.patience = patience
        self._token = token
        headers = {"authorization": f"Bearer {token}"} if token else {"origin": self.address}
        self._http = httpx.AsyncClient(
            base_url=self.address, headers=headers, timeout=30.0, transport=transport
        )
        self._live: list[LiveConnection] = []

    async def close(self) -> None:
        for live in self._live:
            await live.close()
        await self._http.aclose()

    # Signing in

    async def become_guest(self) -> Person:
        """Become a player with play money, known only by the session."""
        return self._is(await self.post("/api/guests", _Session))

    async def log_in(self, name: str, password: str) -> Person:
        return self._is(await self.post("/api/login", _Session, name=name, password=password))

    async def take_up(self, invitation: str, name: str, password: str) -> Person:
        """Use a one-time link: `invitation` is the part after its last slash."""
        path = f"/api/invitations/{quote(invitation, safe='')}"
        return self._is(await self.post(path, _Session, name=name, password=password))

    async def log_out(self) -> None:
        await self.post("/api/logout", object)
        self.person = None

    async def who_am_i(self) -> Person | None:
        self.person = (await self.get("/api/session", _Session)).person
        return self.person

    def _is(self, session: _Session) -> Person:
        if session.person is None:
            raise ClientError("the service does not recognise that token or session")
        self.person = session.person
        return session.person

    # The lobby, and money

    async def lobby(self) -> list[TableShown]:
        return await self.get("/api/tables", list[TableShown])

    async def practice(self, house: str, bots: int = 0) -> TableShown:
        """Open a private table with play money."""
        return await self.post("/api/practice", TableShown, house=house, bots=bots)

    async def purse(self) -> Purse:
        return await self.get("/api/me/purse", Purse)

    async def live_lobby(self, seconds: float = 30.0) -> LiveRoom[TableShown]:
        """Follow the lobby's tables over a connection that reconnects automatically."""
        return await self._room("the lobby", TableShown, "/api/lobby/live", seconds)

    async def live_pit(self, seconds: float = 30.0) -> LiveRoom[FloorTable]:
        """Follow every table as the floor sees it, and the meters; for those who run the pit."""
        return await self._room("the pit", FloorTable, "/api/floor/live", seconds)

    async def _room(self, what: str, kind: type[R], path: str, seconds: float) -> LiveRoom[R]:
        live = LiveRoom(what, kind, lambda: self._socket(path))
        self._live.append(live)
        return await live.start(seconds)

    # Tables

    async def table(
        self, table: str, *, role: str = "", seconds: float = 30.0, entropy: bool = False
    ) -> LiveTable:
        """Open a live connection that reconnects automatically.

        With `entropy` it contributes to the shuffles of the system, as a browser does.
        """
        person = self.person or await self.who_am_i()

        async def connect(after: int | None) -> Connection:
            return await self.connect(table, after, role=role)

        live = LiveTable(table, person.name if person else "", connect, _new_id)
        self._live.append(live)
        await live.start(seconds)
        if entropy:
            live.add_entropy()
        return live

    async def connect(self, table: str, after: int | None = None, *, role: str = "") -> Connection:
        """Open a single connection, for callers who handle reconnection themselves."""
        known = {"after": str(after)} if after is not None else {}
        taken = {"as": role} if role else {}
        return await self._socket(f"/api/tables/{quote(table, safe='')}/live", known | taken)

    async def snapshot(self, table: str) -> Snapshot:
        """Return the table as you see it now, without a live connection."""
        return await self.get(f"/api/tables/{quote(table, safe='')}", Snapshot)

    async def give(
        self,
        table: str,
        wish: Wish,
        *,
        identity: str = "",
        expected: int | None = None,
        **fields: object,
    ) -> CommandAnswer:
        """Send a command without a live connection, retrying with the same id until answered."""
        move: Move = as_move(wish, fields)
        move["id"] = identity or move.get("id") or _new_id()
        if expected is not None:
            move["expected_version"] = expected
        path = f"/api/tables/{quote(table, safe='')}/commands"
        return await self._patiently("POST", path, CommandAnswer, move)

    # Requests

    async def get(self, path: str, kind: type[T], **query: str | int) -> T:
        """Get any address of the service, such as ``/api/tables``, decoded as `kind`."""
        return await self._patiently("GET", path, kind, None, query)

    async def post(self, path: str, kind: type[T], **fields: object) -> T:
        """Post once: only the caller knows whether it may be repeated."""
        return await self._ask("POST", path, kind, fields)

    async def _patiently(
        self,
        method: str,
        path: str,
        kind: type[T],
        body: object,
        query: Mapping[str, str | int] | None = None,
    ) -> T:
        loop = asyncio.get_running_loop()
        last = loop.time() + self.patience
        while True:
            try:
                return await self._ask(method, path, kind, body, query)
            except Unreachable:
                if loop.time() > last:
                    raise
                await asyncio.sleep(_AGAIN_SECONDS)

    async def _ask(
        self,
        method: str,
        path: str,
        kind: type[T],
        body: object = None,
        query: Mapping[str, str | int] | None = None,
    ) -> T:
        csrf = self._http.cookies.get(_CSRF_COOKIE)
        headers = {_CSRF_HEADER: csrf} if csrf and not self._token else {}
        try:
            response = await self._http.request(
                method, versioned(path), json=body or None, params=query or None, headers=headers
            )
        except httpx.TransportError as error:
            raise Unreachable(f"{self.address}: {str(error) or type(error).__name__}") from None
        if response.is_success:
            return _decoded(response, kind)
        raise _problem(response)

    async def _socket(self, path: str, query: Mapping[str, str] | None = None) -> Connection:
        from .sockets import open_socket

        scheme, _, rest = self.address.partition("://")
        asked = urlencode(query or {})
        address = f"{scheme.replace('http', 'ws')}://{rest}{versioned(path)}?{asked}".rstrip("?")
        return await open_socket(address, self._socket_headers())

    def _socket_headers(self) -> dict[str, str]:
        if self._token:
            return {"authorization": f"Bearer {self._token}"}
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        return {"origin": self.address, "cookie": cookies}


def _decoded(response: httpx.Response, kind: type[T]) -> T:
    if not response.content:  # 204: there is no content.
        return None  # type: ignore[return-value]  # They ask for object.
    try:
        return msgspec.json.decode(response.content, type=kind)
    except msgspec.MsgspecError as error:
        raise ClientError(f"{response.url}: an answer that cannot be read: {error}") from error


def _problem(response: httpx.Response) -> ClientError:
    try:
        body = msgspec.json.decode(response.content, type=ErrorBody)
    except msgspec.MsgspecError:
        body = ErrorBody("service/unknown", f"The service answers {response.status_code}.")
    if response.status_code in _BUSY:
        return Unreachable(f"{body.message} ({body.code})")
    return Refused(body.code, body.message, body.clauses, body.path, response.status_code)


def _new_id() -> str:
    return secrets.token_hex(16)
