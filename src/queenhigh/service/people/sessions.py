"""Session cookies, tokens for programs, and identifying the caller of every request.

- The session cookie is HttpOnly and SameSite=Lax, and Secure if the service is reached by https.
  The database has only its hash. Every login makes a new one; a change of role, a new password and
  disabling the account end it.
- A request with a session that changes something (not GET, HEAD or OPTIONS) must carry the header
  `x-csrf-token` with the value of the cookie `queenhigh_csrf`, which belongs to that session alone.
  A browser's `Origin` must be our own, with or without a session, so that a foreign page cannot log
  somebody in as somebody else either.
- In a browser a WebSocket cannot send such a header, so a session there needs our own `Origin`.
- A program sends `Authorization: Bearer TOKEN` and needs neither. A token in an address is
  refused, because addresses end up in logs, histories and referrers.
"""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, Literal
from urllib.parse import parse_qsl

import msgspec
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ...store.credentials import Person, Session
from ...store.people import People
from ...store.records import StoreUnavailable
from ..client_address import Addresses, Caller, header_values
from ..errors import ServiceError, refusal_to
from ..steady_clock import utc_now

SESSION_COOKIE: Final = "queenhigh_session"
CSRF_COOKIE: Final = "queenhigh_csrf"
CSRF_HEADER: Final = "x-csrf-token"
TOKEN_PREFIX: Final = "qh_"  # Makes leaked tokens recognisable.
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_LONGEST_SECRET: Final = 200  # Ours have at most 46 characters.
_STEPS: Final = 24  # A session is extended at most once per this fraction of its length.
_NOTED: Final = timedelta(minutes=1)  # The precision of a token's recorded last use.


class SessionSettings(msgspec.Struct, frozen=True, kw_only=True):
    idle: timedelta = timedelta(hours=12)
    longest: timedelta = timedelta(days=30)
    guest_idle: timedelta = timedelta(days=30)  # Guests cannot sign in again: no password.
    secure: bool | None = None  # None: if the service is reached by https.


class Credential(msgspec.Struct, frozen=True):
    """How somebody is signed in: `request.auth`."""

    kind: Literal["session", "token"]
    token_hash: str


class Begun(msgspec.Struct, frozen=True):
    session: Session
    secret: str  # Only for the cookie.


class Visit(msgspec.Struct, frozen=True):
    person: Person | None = None
    credential: Credential | None = None
    cookies: tuple[Cookie, ...] = ()


def hash_of(secret: str) -> str:
    """Hash a secret; as ours are 256 random bits, a fast hash is as good as a slow one."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class Sessions:
    def __init__(
        self,
        people: People,
        addresses: Addresses | None = None,
        settings: SessionSettings | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self.people, self.now = people, now
        self.addresses = addresses or Addresses()
        self.settings = settings or SessionSettings()

    def prepare(self, person: Person) -> Begun:
        """Make a session for a person, without storing it."""
        now, secret = self.now(), secrets.token_urlsafe(32)
        csrf = secrets.token_urlsafe(32)
        expires_at = self._end(person, now, now)
        return Begun(Session(person, hash_of(secret), csrf, now, expires_at), secret)

    async def still(self, credentials: Collection[Credential]) -> dict[Credential, Person]:
        """The people whose credentials are still valid, for rechecking long-lived connections."""
        hashes = [each.token_hash for each in credentials]
        found = await asyncio.to_thread(self.people.still_good, hashes, self.now())
        return {each: found[each.token_hash] for each in credentials if each.token_hash in found}

    def cookies(self, begun: Begun, scope: Scope) -> list[Cookie]:
        caller = self.addresses.caller(scope)
        return self._cookies(begun.secret, begun.session, caller)

    def no_cookies(self, scope: Scope) -> list[Cookie]:
        caller = self.addresses.caller(scope)
        return [
            self._cookie(SESSION_COOKIE, "", 0, caller, hidden=True),
            self._cookie(CSRF_COOKIE, "", 0, caller, hidden=False),
        ]

    async def recognise(self, scope: Scope) -> Visit:
        """Identify the caller. Raises ServiceError if the request must not be answered."""
        caller = self.addresses.caller(scope)
        _refuse_token_in_address(scope)
        token = _bearer(scope)
        if token is not None:
            return await self._by_token(token)
        secret = _only_cookie(scope, SESSION_COOKIE)
        session = None
        if secret is not None:
            session = await asyncio.to_thread(self.people.session, hash_of(secret), self.now())
        self._refuse_foreign(scope, caller, session)
        if session is None or secret is None:
            return Visit()
        _refuse_without_csrf(scope, session)
        cookies = await self._moved_on(scope, secret, session, caller)
        return Visit(session.person, Credential("session", session.token_hash), cookies)

    async def _by_token(self, token: str) -> Visit:
        now, token_hash = self.now(), hash_of(token)
        known = await asyncio.to_thread(self.people.token, token_hash, now)
        if known is None:
            message = "This token is unknown or no longer valid."
            headers = {"www-authenticate": "Bearer"}
            raise ServiceError("token/unknown", message, 401, headers=headers)
        person, kept = known
        if kept.last_used_at is None or now - kept.last_used_at > _NOTED:
            with suppress(StoreUnavailable):
                await asyncio.to_thread(self.people.note_use, token_hash, now)
        return Visit(person, Credential("token", token_hash))

    def _refuse_foreign(self, scope: Scope, caller: Caller, session: Session | None) -> None:
        is_socket = scope["type"] == ScopeType.WEBSOCKET
        if not is_socket and not _may_change(scope):
            return
        origins = header_values(scope, b"origin")
        if any(not self.addresses.is_ours(origin, caller) for origin in origins):
            message = "This request comes from another site."
            raise ServiceError("origin/foreign", message, 403)
        if is_socket and session is not None and not origins:
            message = "A live connection with a session needs an Origin header."
            raise ServiceError("origin/missing", message, 403)

    async def _moved_on(
        self, scope: Scope, secret: str, session: Session, caller: Caller
    ) -> tuple[Cookie, ...]:
        """Extend a session in use; return its cookies if they are new or were missing."""
        expires_at = self._end(session.person, session.created_at, self.now())
        due = expires_at - session.expires_at > self._idle(session.person) / _STEPS
        if not due and _only_cookie(scope, CSRF_COOKIE) == session.csrf:
            return ()
        if due:
            with suppress(StoreUnavailable):
                await asyncio.to_thread(self.people.extend_session, session.token_hash, expires_at)
            session = msgspec.structs.replace(session, expires_at=expires_at)
        return tuple(self._cookies(secret, session, caller))

    def _idle(self, person: Person) -> timedelta:
        return self.settings.guest_idle if person.guest else self.settings.idle

    def _end(self, person: Person, begun_at: datetime, now: datetime) -> datetime:
        end = now + self._idle(person)
        return end if person.guest else min(end, begun_at + self.settings.longest)

    def _cookies(self, secret: str, session: Session, caller: Caller) -> list[Cookie]:
        seconds = max(0, int((session.expires_at - self.now()).total_seconds()))
        return [
            self._cookie(SESSION_COOKIE, secret, seconds, caller, hidden=True),
            self._cookie(CSRF_COOKIE, session.csrf, seconds, caller, hidden=False),
        ]

    def _cookie(
        self, name: str, value: str, seconds: int, caller: Caller, *, hidden: bool
    ) -> Cookie:
        secure = caller.secure if self.settings.secure is None else self.settings.secure
        return Cookie(
            name, "/", value, max_age=seconds, secure=secure, httponly=hidden, samesite="lax"
        )


class Authentication(ASGIMiddleware):
    """Sets `user` (a Person or None) and `auth` (a Credential or None) on every connection."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)
    exclude_opt_key = "without_session"  # For routes that must work without the database.

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        try:
            visit = await self.sessions.recognise(scope)
        except ServiceError as error:
            raise refusal_to(scope, error) from None
        scope["user"], scope["auth"] = visit.person, visit.credential
        await next_app(scope, receive, _with_cookies(send, visit.cookies))


def _with_cookies(send: Send, cookies: tuple[Cookie, ...]) -> Send:
    """Add cookies to the answer, unless the route has set its own."""
    if not cookies:
        return send

    async def send_with_cookies(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            own = [value for name, value in headers if name.lower() == b"set-cookie"]
            missing = (
                cookie.to_encoded_header()
                for cookie in cookies
                if not any(value.startswith(f"{cookie.key}=".encode()) for value in own)
            )
            message["headers"] = [*headers, *missing]
        await send(message)

    return send_with_cookies


def _may_change(scope: Scope) -> bool:
    return scope["type"] == ScopeType.HTTP and scope["method"] not in _SAFE


def _refuse_token_in_address(scope: Scope) -> None:
    query = scope.get("query_string", b"").decode("latin-1")
    if any(name.lower() in ("token", "access_token") for name, _ in parse_qsl(query, True)):
        message = (
            "Do not put a token in an address, which is kept in logs and histories: send it as"
            " Authorization: Bearer."
        )
        raise ServiceError("token/in_address", message, 400, path="token")


def _bearer(scope: Scope) -> str | None:
    """The bearer token, if any; other schemes are ignored, as they may be a proxy's."""
    given = header_values(scope, b"authorization")
    tokens = [
        token.strip()
        for scheme, _, token in (each.partition(" ") for each in given)
        if scheme.lower() == "bearer"
    ]
    if len(tokens) > 1 or any(len(each) > _LONGEST_SECRET for each in tokens):
        raise ServiceError("token/unknown", "Send one token, exactly as it was issued.", 401)
    return tokens[0] if tokens else None


def _only_cookie(scope: Scope, name: str) -> str | None:
    """The cookie's value; None if there are two different ones, a trick by a sibling site."""
    pairs = (
        pair.partition("=")
        for header in header_values(scope, b"cookie")
        for pair in header.split(";")
    )
    values = {value.strip() for key, _, value in pairs if key.strip() == name}
    only = values.pop() if len(values) == 1 else ""
    return only if only and len(only) <= _LONGEST_SECRET else None


def _refuse_without_csrf(scope: Scope, session: Session) -> None:
    if not _may_change(scope):
        return
    given = header_values(scope, CSRF_HEADER.encode())
    if not given:
        message = f"The header {CSRF_HEADER} is missing: copy the cookie {CSRF_COOKIE} into it."
        raise ServiceError("csrf/missing", message, 403)
    if not all(hmac.compare_digest(each.encode(), session.csrf.encode()) for each in given):
        message = f"The header {CSRF_HEADER} does not match this session's {CSRF_COOKIE}."
        raise ServiceError("csrf/wrong", message, 403)
