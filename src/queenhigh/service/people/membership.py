"""Coming in: guests, logins, passwords, invitations, the list of people, tokens for programs."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import msgspec

from ...store.keys import Person, Token
from ...store.people import (
    ADMINISTRATOR,
    FAILURES_KEPT,
    FOR_EVER,
    NOBODY,
    Invitation,
    InvitationGone,
    LastAdministrator,
    NameTaken,
    NoGuest,
    PasswordChanged,
    People,
)
from ..errors import ServiceError
from ..rights import DEFAULT_SCOPES, PERSON_ROLES, SCOPES, Scope, require
from . import display_names
from .passwords import Passwords, complaint
from .personnel import Personnel, speaks
from .sessions import TOKEN_PREFIX, Begun, Credential, Sessions, hash_of

_log = logging.getLogger(__name__)
_FREE_FAILURES: Final = 5
_FIRST_LOCK: Final = timedelta(seconds=30)
_LONGEST_LOCK: Final = timedelta(hours=1)
_TRIES: Final = 8  # For a guest's name.
_STRANGERS: Final = 10_000
_ID: Final = 16  # Characters of a token's hash, to name it by.


class DeskSettings(msgspec.Struct, frozen=True, kw_only=True):
    guests: bool = True
    invitation: timedelta = timedelta(days=7)
    most_tokens: int = 20
    # A refused login is answered at full beats of this many seconds, so that how long it took
    # does not tell whether the name exists.
    beat: float = 0.25


class Invited(msgspec.Struct, frozen=True):
    secret: str
    invitation: Invitation


class NewToken(msgspec.Struct, frozen=True):
    secret: str
    token: Token


def lock_for(failures: int) -> timedelta | None:
    """Five wrong passwords are free; then 30 s, a minute, two, four ... an hour."""
    if failures < _FREE_FAILURES:
        return None
    return min(_LONGEST_LOCK, _FIRST_LOCK * (1 << min(failures - _FREE_FAILURES, 16)))


def first_invitation(people: People, now: datetime) -> str | None:
    """The token of a one-time link for the first administrator, while there is none.

    One is made at each start; all of them are good until one has been used.
    """
    if people.has_administrator():
        return None
    secret = secrets.token_urlsafe(32)
    people.invite(hash_of(secret), Invitation(ADMINISTRATOR, None, NOBODY, now, FOR_EVER))
    return secret


def token_id(token: Token) -> str:
    return token.token_hash[:_ID]


class FrontDesk:
    """`welcome` is called with every new person before they come in, for their first money."""

    def __init__(
        self,
        personnel: Personnel,
        passwords: Passwords,
        sessions: Sessions,
        settings: DeskSettings | None = None,
        welcome: Callable[[Person], Awaitable[None]] | None = None,
    ) -> None:
        self.personnel, self.people = personnel, personnel.people
        self.passwords, self.sessions = passwords, sessions
        self.settings = settings or DeskSettings()
        self._welcome = welcome
        self._strangers = _Strangers()

    # Coming and going

    async def become_guest(self, before: Credential | None) -> Begun:
        if not self.settings.guests:
            raise ServiceError("guests/closed", "Guests cannot come in here.", 403)
        for tries in range(_TRIES):
            name = display_names.guest_name(tries // 2)
            person = Person(name, name, "player", self.sessions.now(), guest=True)
            try:
                await self.personnel.add(speaks(person), person)
            except NameTaken:
                continue
            return await self._come_in(person, before, new=True)
        raise ServiceError("guests/full", "No guest's name is free just now: try again.", 503)

    async def make_account(self, guest: Person, name: str, password: str, display: str) -> Begun:
        """Chips, seats and rounds stay where they are: the guest's name in log and books is kept.

        One signs in by the chosen name. All sessions end, this one too; a new one begins.
        """
        chosen = display_names.new_name(name)
        shown = display_names.shown(display, name.strip())
        _refuse_weak(password, chosen, "password")
        with self.passwords.place():
            hashed = await self.passwords.hash(password)
        try:
            person = await self.personnel.make_account(guest, chosen, shown, hashed)
        except NameTaken:
            raise _taken(chosen) from None
        except NoGuest:
            raise ServiceError("people/no_guest", "You have an account already.", 409) from None
        _log.info("%s made an account", guest.name)
        return await self._begin(person)

    async def log_in(
        self, name: str, password: str, address: str, before: Credential | None
    ) -> Begun:
        """`address` is where the person asks from: wrong passwords count for it and the name."""
        began = asyncio.get_running_loop().time()
        try:
            begun = await self._log_in(name, password, address)
        except ServiceError as error:
            if error.status in (401, 429):
                await self._beat(began)
            raise
        await self._end(before)
        return begun

    async def log_out(self, credential: Credential | None) -> None:
        await self._end(credential)

    async def change_password(self, person: Person, old: str, new: str, address: str) -> Begun:
        """All sessions end, this one too; the one who asks has a new one."""
        _refuse_weak(new, person.name, "new")
        with self.passwords.place():
            try:
                await self._verified(person.name, old, address)
            except ServiceError as error:
                if error.status != 401:  # That would say that nobody is logged in.
                    raise
                message = "The old password is wrong."
                raise ServiceError("password/wrong", message, 403, path="old") from None
            password_hash = await self.passwords.hash(new)
        await self.personnel.set_password(speaks(person), person.name, password_hash)
        _log.info("password of %s changed", person.name)
        return await self._begin(person)

    # Invitations

    async def invite(self, by: Person, role: str | None, name: str | None) -> Invited:
        """For a new person of this role; or, with a name, for a new password of that person."""
        if (role is None) == (name is None):
            message = "An invitation is for a role, or for the name of somebody here."
            raise ServiceError("invitation/for_whom", message, 400, path="role")
        if name is not None:
            require(by, "people.manage")
            person = await self.find(name)
            if person.guest:
                raise ServiceError("people/guest", "A guest has no password.", 409, path="name")
            role, name = person.role, person.name
        elif role != "player":
            require(by, "people.manage")
        now, secret = self.sessions.now(), secrets.token_urlsafe(32)
        invitation = Invitation(
            _known_role(role or ""), name, by.name, now, now + self.settings.invitation
        )
        await self.personnel.invite(by, hash_of(secret), invitation)
        _log.info("%s invited %s", by.name, name or f"a {role}")
        return Invited(secret, invitation)

    async def invitation(self, secret: str) -> Invitation:
        now = self.sessions.now()
        found = await asyncio.to_thread(self.people.invitation, hash_of(secret), now)
        if found is None:
            raise _gone()
        return found

    async def take_up(
        self, secret: str, name: str, password: str, display: str, before: Credential | None
    ) -> Begun:
        invitation = await self.invitation(secret)
        chosen = display_names.new_name(name) if invitation.name is None else invitation.name
        if invitation.name is not None and display_names.lower(name) not in (None, invitation.name):
            message = f"This invitation is for {invitation.name}."
            raise ServiceError("invitation/for_whom", message, 400, path="name")
        now = self.sessions.now()
        person = Person(chosen, display_names.shown(display, name.strip()), invitation.role, now)
        _refuse_weak(password, chosen, "password")
        with self.passwords.place():
            password_hash = await self.passwords.hash(password)
        try:
            person = await self.personnel.accept(hash_of(secret), person, password_hash)
        except NameTaken:
            raise _taken(chosen) from None
        except InvitationGone:
            raise _gone() from None
        _log.info("%s came in as %s by invitation", person.name, person.role)
        return await self._come_in(person, before, new=invitation.name is None)

    async def withdraw(self, by: Person, secret: str) -> None:
        try:
            await self.personnel.withdraw(by, hash_of(secret))
        except InvitationGone:
            raise _gone() from None

    # The list of people

    async def find(self, name: str) -> Person:
        kept = display_names.lower(name)
        person = await asyncio.to_thread(self.people.find, kept) if kept else None
        if person is None:
            raise ServiceError("people/unknown", "Nobody here has that name.", 404, path="name")
        return person

    async def everyone(self, after: str, limit: int, guests: bool) -> list[Person]:
        start = display_names.lower(after) or ""
        return await asyncio.to_thread(
            lambda: self.people.everyone(after=start, limit=limit, guests=guests)
        )

    async def add(self, by: Person, name: str, password: str, display: str, role: str) -> Person:
        chosen, now = display_names.new_name(name), self.sessions.now()
        shown = display_names.shown(display, name.strip())
        person = Person(chosen, shown, _known_role(role), now)
        _refuse_weak(password, chosen, "password")
        with self.passwords.place():
            password_hash = await self.passwords.hash(password)
        try:
            await self.personnel.add(speaks(by), person, password_hash)
        except NameTaken:
            raise _taken(chosen) from None
        _log.info("%s added %s as %s", by.name, chosen, role)
        if self._welcome is not None:
            await self._welcome(person)
        return person

    async def change(
        self,
        by: Person,
        name: str,
        *,
        role: str | None = None,
        display: str | None = None,
        disabled: bool | None = None,
    ) -> Person:
        person = await self.find(name)
        if person.guest and role not in (None, person.role):
            raise ServiceError("people/guest", "A guest stays a guest.", 409, path="role")
        role = None if role is None else _known_role(role)
        shown = None if display is None else display_names.shown(display, person.name)
        try:
            changed = await self.personnel.change(
                speaks(by), person, role=role, display=shown, disabled=disabled
            )
        except LastAdministrator:
            message = "That is the last administrator: make another one first."
            raise ServiceError("people/last_administrator", message, 409) from None
        now = changed or person
        _log.info("%s changed %s: %s, disabled %s", by.name, now.name, now.role, now.disabled)
        return now

    # Tokens for programs

    async def make_token(
        self, person: Person, label: str, days: int, scopes: tuple[Scope, ...] = DEFAULT_SCOPES
    ) -> NewToken:
        now = self.sessions.now()
        shown = display_names.shown(label, "", "label")
        if not shown:
            raise ServiceError("token/label", "Say what it is for.", 400, path="label")
        if len(await self.tokens(person)) >= self.settings.most_tokens:
            message = f"Nobody has more than {self.settings.most_tokens} tokens: remove one first."
            raise ServiceError("token/too_many", message, 409)
        secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
        expires_at = now + timedelta(days=days)
        kept = tuple(scope for scope in SCOPES if scope in scopes)
        token = Token(hash_of(secret), person.name, shown, now, expires_at, None, kept)
        await self.personnel.make_token(speaks(person), token)
        _log.info("%s made a token", person.name)
        return NewToken(secret, token)

    async def tokens(self, person: Person) -> list[Token]:
        return await asyncio.to_thread(self.people.tokens_of, person.name, self.sessions.now())

    async def remove_token(self, person: Person, identity: str) -> None:
        for token in await self.tokens(person):
            if token_id(token) == identity:
                by, name = speaks(person), person.name
                await self.personnel.remove_token(by, name, token.token_hash)
                return
        raise ServiceError("token/not_found", "You have no such token.", 404, path="id")

    # Inside

    async def _come_in(self, person: Person, before: Credential | None, *, new: bool) -> Begun:
        if new and self._welcome is not None:
            await self._welcome(person)
        begun = await self._begin(person)
        await self._end(before)
        return begun

    async def _begin(self, person: Person) -> Begun:
        begun = self.sessions.prepare(person)
        await self.personnel.begin_session(begun.session)
        return begun

    async def _end(self, credential: Credential | None) -> None:
        if credential is not None and credential.kind == "session":
            await self.personnel.end_session(credential.token_hash)

    async def _log_in(self, name: str, password: str, address: str) -> Begun:
        with self.passwords.place():
            person, password_hash, new_hash = await self._verified(name, password, address)
        if person.disabled:
            message = "This account has been closed: ask an administrator."
            raise ServiceError("login/closed", message, 403)
        begun = self.sessions.prepare(person)
        try:
            await self.personnel.enter(begun.session, password_hash, address)
        except PasswordChanged:
            raise _refused() from None
        if new_hash is not None:
            with suppress(PasswordChanged):
                await self.personnel.rehash(person.name, password_hash, new_hash)
        return begun

    async def _verified(
        self, name: str, password: str, address: str
    ) -> tuple[Person, str, str | None]:
        """Whose password that is, its hash, and one by today's parameters. Raises ServiceError."""
        now, kept = self.sessions.now(), display_names.lower(name)
        attempt = None
        if kept is not None:
            attempt = await asyncio.to_thread(self.people.attempt, kept, address, now, lock_for)
        if attempt is not None:
            locked_until = attempt.locked_until
        else:
            locked_until = self._strangers.attempt(name, address, now)
        if locked_until is not None:
            _log.warning("login locked for %s", kept)
            raise _locked((locked_until - now).total_seconds())
        password_hash = attempt.password_hash if attempt else None
        verdict = await self.passwords.verify(password_hash, password)
        if not (verdict.right and attempt and password_hash):
            _log.info("login refused for %s", kept)
            raise _refused()
        return attempt.person, password_hash, verdict.new_hash

    async def _beat(self, began: float) -> None:
        if self.settings.beat > 0:
            gone = asyncio.get_running_loop().time() - began
            await asyncio.sleep(self.settings.beat - gone % self.settings.beat)


class _Strangers:
    """Names that nobody has are locked like others: being locked must not tell who exists."""

    def __init__(self) -> None:
        self._failures: OrderedDict[tuple[str, str], tuple[int, datetime]] = OrderedDict()

    def attempt(self, name: str, address: str, now: datetime) -> datetime | None:
        key = name.strip().lower()[:64], address
        failures, failed_at = self._failures.pop(key, (0, now))
        locked_until = failed_at + (lock_for(failures) or timedelta())
        if locked_until > now:
            self._failures[key] = (failures, failed_at)
            return locked_until
        counts = failed_at > now - FAILURES_KEPT
        self._failures[key] = (failures + 1 if counts else 1, now)
        if len(self._failures) > _STRANGERS:
            self._failures.popitem(last=False)
        return None


def _known_role(role: str) -> str:
    if role not in PERSON_ROLES:
        message = f"There is no role {role!r} (there are {', '.join(PERSON_ROLES)})."
        raise ServiceError("people/role", message, 400, path="role")
    return role


def _refuse_weak(password: str, name: str, path: str) -> None:
    if wrong := complaint(password, name):
        raise ServiceError("password/weak", wrong, 400, path=path)


def _refused() -> ServiceError:
    return ServiceError("login/refused", "The name or the password is wrong.", 401)


def _locked(seconds: float) -> ServiceError:
    wait = max(1, round(seconds + 0.5))
    message = f"Too many wrong passwords for this name from here: wait {wait} s."
    return ServiceError("login/locked", message, 429, headers={"retry-after": str(wait)})


def _taken(name: str) -> ServiceError:
    return ServiceError("name/taken", f"Somebody has the name {name}.", 409, path="name")


def _gone() -> ServiceError:
    message = "This invitation has been used, has expired, or never was."
    return ServiceError("invitation/gone", message, 404)
