"""Signing in: guests, logins, passwords, invitations, the list of people."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from datetime import timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from ...store.credentials import Person
from ...store.invitations import NOBODY, Invitation, InvitationGone, Link
from ...store.people import LastAdministrator, NameTaken, NoGuest, NotWaiting, PasswordChanged
from ..errors import ServiceError
from ..rights import may, require
from . import display_names
from .desk_refusals import (
    gone,
    known_role,
    locked,
    refuse_weak,
    refuse_while_playing,
    refused,
    taken,
)
from .login_locks import Strangers, lock_for
from .passwords import Passwords
from .personnel import Personnel
from .program_tokens import ProgramTokens
from .sessions import Begun, Credential, Sessions, hash_of

_log = logging.getLogger(__name__)
_TRIES: Final = 8  # To find a free generated name.


class DeskSettings(msgspec.Struct, frozen=True, kw_only=True):
    guests: bool = True
    invitation: timedelta = timedelta(days=7)
    most_tokens: int = 20
    # Refused logins are answered only at multiples of this many seconds, so that the response time
    # does not reveal whether the name exists.
    beat: float = 0.25


class Invited(msgspec.Struct, frozen=True):
    secret: str
    link: Link


async def first_invitations(personnel: Personnel) -> dict[str, str]:
    """Make the server's own one-time invitations, by role.

    They are for the first administrator, and for an auditor as long as nobody could confirm the
    staff that an administrator admits. New ones are made at each start; all of a role are valid
    until one has been used.
    """
    lacking = await asyncio.to_thread(personnel.people.lacks)
    made = {role: secrets.token_urlsafe(32) for role in lacking}
    await personnel.print_links({hash_of(secret): role for role, secret in made.items()})
    return made


class FrontDesk:
    """Admits people and manages their accounts.

    `welcome` is called with every new person before they sign in, for their first money. `seated`
    returns the names of those now sitting at tables, `plays_at` the money tables where somebody
    sits.
    """

    def __init__(
        self,
        personnel: Personnel,
        passwords: Passwords,
        sessions: Sessions,
        settings: DeskSettings | None = None,
        welcome: Callable[[Person], Awaitable[None]] | None = None,
        seated: Callable[[], Collection[str]] = tuple,
        plays_at: Callable[[str], Collection[str]] = lambda name: (),
    ) -> None:
        self.personnel, self.people = personnel, personnel.people
        self.passwords, self.sessions = passwords, sessions
        self.settings = settings or DeskSettings()
        self._welcome, self._seated, self._plays_at = welcome, seated, plays_at
        self.tokens = ProgramTokens(personnel, sessions, self.settings.most_tokens)
        self._strangers = Strangers()

    # Signing in and out

    async def become_guest(self, before: Credential | None) -> Begun:
        if not self.settings.guests:
            raise ServiceError("guests/closed", "This cardroom does not admit guests.", 403)

        def guest(tries: int) -> Person:
            name = display_names.guest_name(tries)
            return Person(name, name, "player", self.sessions.now(), guest=True)

        async def add(person: Person) -> Person:
            await self.personnel.add(str(person.actor), person)
            return person

        return await self._come_in(await _named(guest, add), before, new=True)

    async def make_account(self, guest: Person, name: str, password: str, display: str) -> Begun:
        """Turn a guest into an account with a sign-in name and a password.

        Chips, seats and rounds are kept, as the guest's name in log and books stays the same. All
        sessions end, including this one; a new one begins.
        """
        chosen = display_names.new_name(name)
        otherwise = display_names.called(guest.name)
        shown = display_names.shown(display, otherwise, sign_in=chosen)
        await self._refuse_to_pass_for(display, guest.name)
        refuse_weak(password, chosen, "password")
        with self.passwords.place():
            hashed = await self.passwords.hash(password)
        try:
            person = await self.personnel.make_account(guest, chosen, shown, hashed)
        except NameTaken:
            raise taken(chosen) from None
        except NoGuest:
            raise ServiceError("people/no_guest", "You already have an account.", 409) from None
        _log.info("%s made an account", guest.name)
        return await self._begin(person)

    async def log_in(
        self, name: str, password: str, address: str, before: Credential | None
    ) -> Begun:
        """Log somebody in. Wrong passwords count for the name together with the `address`."""
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
        """Change a password and end all sessions, including this one; the caller gets a new one."""
        refuse_weak(new, person.login, "new")
        with self.passwords.place():
            await self._repeated(person, old, address, "old")
            password_hash = await self.passwords.hash(new)
        await self.personnel.set_password(str(person.actor), person.name, password_hash)
        _log.info("password of %s changed", person.name)
        return await self._begin(person)

    async def change_sign_in(
        self, person: Person, name: str, password: str, address: str
    ) -> Person:
        """Change the sign-in name; the name in the log, the books and on screen stays."""
        chosen = display_names.new_name(name)
        display_names.shown(person.display, "", "name", sign_in=chosen)
        with self.passwords.place():
            await self._repeated(person, password, address, "password")
        try:
            changed = await self.personnel.change_sign_in(person, chosen)
        except NameTaken:
            raise taken(chosen) from None
        _log.info("%s has a new sign-in name", person.name)
        return changed

    # Invitations

    async def invite(self, by: Person, role: str | None, name: str | None) -> Invited:
        """Invite a new person to a role, or the person of this name to set a new password."""
        if (role is None) == (name is None):
            message = "Name either a role, or somebody who has an account."
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
            known_role(role or ""), name, by.name, now, now + self.settings.invitation
        )
        link = Link(hash_of(secret), invitation)
        await self.personnel.invite(by, link.token_hash, invitation)
        _log.info("%s invited %s", by.name, name or f"a {role}")
        return Invited(secret, link)

    async def for_whom(self, invitation: Invitation) -> str | None:
        """The sign-in name of the person invited to set a new password; None for a new person."""
        return None if invitation.name is None else (await self.find(invitation.name)).login

    async def invitation(self, secret: str) -> Invitation:
        now = self.sessions.now()
        found = await asyncio.to_thread(self.people.invitation, hash_of(secret), now)
        if found is None:
            raise gone()
        return found

    async def take_up(
        self, secret: str, name: str, password: str, display: str, before: Credential | None
    ) -> Begun:
        invitation = await self.invitation(secret)
        whom = await self.for_whom(invitation)
        chosen = display_names.new_name(name) if whom is None else whom
        if whom is not None and display_names.lower(name) not in (None, whom):
            message = f"This invitation is for {whom}."
            raise ServiceError("invitation/for_whom", message, 400, path="name")
        refuse_weak(password, chosen, "password")
        maker = invitation.made_by
        newcomer = self._newcomer(chosen, display, invitation.role)
        await self._refuse_to_pass_for(display, invitation.name or "")
        with self.passwords.place():
            password_hash = await self.passwords.hash(password)

        async def accept(person: Person) -> Person:
            return await self.personnel.accept(hash_of(secret), person, password_hash)

        async def accept_new(person: Person) -> Person:
            return await accept(replace(person, waits=_waits_for(person, person.role, maker)))

        try:
            if invitation.name is None:
                person = await _named(newcomer, accept_new)
            else:
                known = await self.find(invitation.name)
                person = await accept(replace(known, waits=_without_makers_of(known, maker)))
        except InvitationGone:
            raise gone() from None
        _log.info("%s came in as %s by invitation", person.name, person.role)
        return await self._come_in(person, before, new=invitation.name is None)

    async def open_links(self, by: Person) -> list[Link]:
        """The valid links of the kinds that this person may make, by anybody."""
        links = await asyncio.to_thread(self.people.open_invitations, self.sessions.now())
        return [link for link in links if may(by, _right_to_make(link.invitation))]

    async def withdraw(self, by: Person, told: str) -> None:
        """Withdraw an invitation, named by its token or by its id in the list."""
        for link in await self.open_links(by):
            if told == link.id or hash_of(told) == link.token_hash:
                try:
                    return await self.personnel.withdraw(by, link.token_hash)
                except InvitationGone:
                    break
        raise gone()

    # The list of people

    async def find(self, name: str) -> Person:
        """Find a person by the name in log and books, or by their sign-in name.

        For administrators, who see both.
        """
        return await self._found(self.people.look_up, name)

    async def find_in_books(self, name: str) -> Person:
        """Find a person by the name in log and books.

        A sign-in name finds nobody: whoever guessed one would learn whose it is.
        """
        return await self._found(self.people.find, name)

    async def _found(self, find: Callable[[str], Person | None], name: str) -> Person:
        kept = display_names.lower(name)
        person = await asyncio.to_thread(find, kept) if kept else None
        if person is None:
            raise ServiceError(
                "people/unknown", "There is no account with that name.", 404, path="name"
            )
        return person

    async def known_as(self, person: Person) -> str:
        """The text that identifies a person who must not be mistaken for another. It is the display
        name, with the name in the books if another person's display name looks like it, or if it
        has brackets itself.
        """
        in_full = f"{person.display} ({person.name})"
        look = display_names.looks_like(person.display)
        for name, display in await asyncio.to_thread(self.people.display_names):
            others = display_names.looks_like(display), display_names.looks_like(name)
            if name != person.name and look in others:
                return in_full
        return in_full if "(" in person.display else person.display

    async def everyone(self, after: str, limit: int, guests: bool, like: str) -> list[Person]:
        start = display_names.lower(after) or ""
        return await asyncio.to_thread(
            lambda: self.people.everyone(after=start, limit=limit, guests=guests, like=like)
        )

    async def add(self, by: Person, name: str, password: str, display: str, role: str) -> Person:
        """Add a person, who waits to be confirmed because `by` knows the password."""
        chosen = display_names.new_name(name)
        newcomer = self._newcomer(chosen, display, known_role(role))
        await self._refuse_to_pass_for(display)
        refuse_weak(password, chosen, "password")
        with self.passwords.place():
            password_hash = await self.passwords.hash(password)

        async def add(newcomer: Person) -> Person:
            person = replace(newcomer, waits=_without_makers_of(newcomer, by.name))
            await self.personnel.add(str(by.actor), person, password_hash)
            return person

        person = await _named(newcomer, add)
        _log.info("%s added %s as %s", by.name, person.name, role)
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
            raise ServiceError(
                "people/guest", "A guest's role cannot be changed.", 409, path="role"
            )
        role = None if role is None else known_role(role)
        waits = shown = None
        if role not in (None, person.role):
            refuse_while_playing(person, self._plays_at(person.name))
            waits = _waits_for(person, role or "", by.name)
        if display is not None:
            otherwise = display_names.called(person.name)
            shown = display_names.shown(display, otherwise, sign_in=person.sign_in)
            await self._refuse_to_pass_for(display, person.name)
        try:
            changed = await self.personnel.change(
                str(by.actor), person, role=role, display=shown, disabled=disabled, waits=waits
            )
        except LastAdministrator:
            message = "That is the last administrator: create another one first."
            raise ServiceError("people/last_administrator", message, 409) from None
        now = changed or person
        _log.info("%s changed %s: %s, disabled %s", by.name, now.name, now.role, now.disabled)
        return now

    async def marks(self, people: Collection[Person]) -> dict[str, str]:
        """Marks of the passwords of people to be confirmed, which a confirmation sends back."""
        waiting = [each.name for each in people if each.waits]
        return await asyncio.to_thread(self.people.password_marks, waiting) if waiting else {}

    async def confirm(self, by: Person, name: str, role: str, mark: str = "") -> Person:
        """Confirm somebody who waits, in this role.

        With the `mark` that was seen, only if the password is the same since.
        """
        person = await self.find_in_books(name)
        try:
            confirmed = await self.personnel.confirm(by, person, role, mark)
        except NotWaiting:
            message = f"{person.name} has been changed since you looked: look again."
            raise ServiceError("people/look_again", message, 409) from None
        _log.info("%s confirmed %s as %s", by.name, person.name, role)
        return confirmed

    # Internals

    def _newcomer(self, sign_in: str, display: str, role: str) -> Callable[[int], Person]:
        """Make a new person whose name in log and books is not their sign-in name."""
        shown = display_names.shown(display, "", sign_in=sign_in)
        now = self.sessions.now()

        def newcomer(tries: int) -> Person:
            name = display_names.kept_name(shown, tries)
            return Person(name, shown or display_names.called(name), role, now, sign_in=sign_in)

        return newcomer

    async def _refuse_to_pass_for(self, display: str, own: str = "") -> None:
        """Refuse a display name that could be mistaken for staff or for somebody at a table."""
        wanted = display_names.looks_like(display)
        others = await asyncio.to_thread(self.people.called, self._seated()) if wanted else []
        for other in others:
            names = display_names.looks_like(other.display), display_names.looks_like(other.name)
            if other.name != own and wanted in names:
                message = (
                    "That is too similar to somebody else's name: choose another display name."
                )
                raise ServiceError("name/in_use", message, 409, path="display")

    async def _repeated(self, person: Person, password: str, address: str, path: str) -> None:
        """Require the password again, in case a stranger is using an open session."""
        try:
            await self._verified(person.login, password, address)
        except ServiceError as error:
            if error.status != 401:  # A 401 would mean that nobody is logged in.
                raise
            raise ServiceError("password/wrong", "The password is wrong.", 403, path=path) from None

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
            raise refused() from None
        if new_hash is not None:
            with suppress(PasswordChanged):
                await self.personnel.rehash(person.name, password_hash, new_hash)
        return begun

    async def _verified(
        self, name: str, password: str, address: str
    ) -> tuple[Person, str, str | None]:
        """The person, the password's hash, and a new hash if its parameters are outdated.

        Raises ServiceError if the name or the password is wrong, or the name is locked.
        """
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
            raise locked((locked_until - now).total_seconds())
        password_hash = attempt.password_hash if attempt else None
        verdict = await self.passwords.verify(password_hash, password)
        if not (verdict.right and attempt and password_hash):
            _log.info("login refused for %s", kept)
            raise refused()
        return attempt.person, password_hash, verdict.new_hash

    async def _beat(self, began: float) -> None:
        if self.settings.beat > 0:
            gone = asyncio.get_running_loop().time() - began
            await asyncio.sleep(self.settings.beat - gone % self.settings.beat)


async def _named(
    person: Callable[[int], Person], add: Callable[[Person], Awaitable[Person]]
) -> Person:
    """Add a new person under a generated name, trying longer ones while it is taken."""
    for tries in range(_TRIES):
        made = person(tries)
        try:
            return await add(made)
        except NameTaken as found:
            if made.sign_in is not None and made.sign_in in found.args:
                raise taken(made.sign_in) from None
    raise ServiceError("people/full", "No name is available at the moment: try again.", 503)


def _waits_for(person: Person, role: str, maker: str) -> tuple[str, ...]:
    """Who may not confirm a person in that role after this change.

    Players need no confirmation, unless they already wait for one: somebody else may know their
    password.
    """
    return () if role == "player" and not person.waits else _without_makers_of(person, maker)


def _without_makers_of(person: Person, maker: str) -> tuple[str, ...]:
    return () if maker == NOBODY else tuple(dict.fromkeys((*person.waits, maker)))


def _right_to_make(invitation: Invitation) -> str:
    for_a_player = invitation.name is None and invitation.role == "player"
    return "people.invite_players" if for_a_player else "people.manage"
