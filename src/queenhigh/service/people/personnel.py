"""Changes to people: each lands in the log and in the people table in one transaction."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import TypedDict, TypeVar, Unpack, cast

from msgspec import UNSET
from msgspec.structs import replace
from sqlalchemy import Connection

from ...floor import personnel as p
from ...floor.settings import LINKS_STREAM, LinksPrinted, PrintLinks
from ...house.plain_data import carried_over
from ...house.words import plain_words
from ...store.credentials import Person, Session, Token
from ...store.invitations import FOR_EVER, NOBODY, Invitation
from ...store.people import People
from ...table.commands import Said
from ...table.event import Fields
from ...table.refusal import Refusal
from ...table.roles import Actor
from ..errors import RefusedField, accepted
from ..executor import Decided, Executor

_T = TypeVar("_T")


class _Changes(TypedDict, total=False):
    role: str | None
    display: str | None
    disabled: bool | None
    waits: tuple[str, ...] | None


class Personnel:
    """Makes changes to people; if the people table raises an error, nothing lands in the log."""

    def __init__(self, people: People, executor: Executor, now: Callable[[], datetime]) -> None:
        self.people, self._executor, self._now = people, executor, now

    async def add(self, by: str, person: Person, password_hash: str | None = None) -> None:
        command = p.AddPerson(
            **self._said(by), name=person.name, role=person.role, guest=person.guest
        )
        await self._done(
            command,
            p.PersonAdded,
            lambda c: self.people.add(person, password_hash, within=c),
            **_newcomer(person, password_hash),
        )

    async def accept(self, token_hash: str, person: Person, password_hash: str) -> Person:
        """Accept an invitation, for a new person or for a new password."""
        said, now = self._said(str(person.actor)), self._now()

        def accept(connection: Connection) -> Person:
            return self.people.accept(token_hash, person, password_hash, now, within=connection)

        if await asyncio.to_thread(self.people.find, person.name) is None:
            newcomer = p.AddPerson(**said, name=person.name, role=person.role)
            more = _newcomer(person, password_hash)
            return await self._done(newcomer, p.PersonAdded, accept, invitation=token_hash, **more)
        return await self._done(
            p.SetPassword(**said, name=person.name),
            p.PasswordSet,
            accept,
            password=p.trace_of(password_hash),
            invitation=token_hash,
            waits=person.waits or UNSET,
        )

    async def change(self, by: str, was: Person, **changes: Unpack[_Changes]) -> Person | None:
        given: Fields = {key: value for key, value in changes.items() if value is not None}
        asked = {key: value for key, value in given.items() if key != "waits"}
        return await self._done(
            p.ChangePerson(**self._said(by), name=was.name, **asked),
            p.PersonChanged,
            lambda c: self.people.change(was.name, **changes, within=c),
            **{"display": was.display, "role": was.role, "disabled": was.disabled, **given},
        )

    async def confirm(self, by: Person, person: Person, role: str, mark: str = "") -> Person:
        """Confirm a person in this role. Raises NotWaiting."""
        await self._done(
            p.ConfirmPerson(**self._said(str(by.actor)), name=person.name, role=role),
            p.PersonConfirmed,
            lambda c: self.people.confirm(person, mark, within=c),
        )
        return replace(person, waits=())

    async def make_account(self, guest: Person, sign_in: str, display: str, hashed: str) -> Person:
        """Give a guest an account; the name in log and books stays. Raises NameTaken, NoGuest."""
        await self._done(
            p.MakeAccount(**self._said(str(guest.actor)), name=guest.name, sign_in=sign_in),
            p.AccountMade,
            lambda c: self.people.make_account(guest.name, sign_in, display, hashed, within=c),
            display=display,
            password=p.trace_of(hashed),
        )
        return replace(guest, display=display, guest=False, sign_in=sign_in)

    async def change_sign_in(self, person: Person, sign_in: str) -> Person:
        """Change the sign-in name. Raises NameTaken."""
        await self._done(
            p.ChangeSignIn(**self._said(str(person.actor)), name=person.name, sign_in=sign_in),
            p.SignInChanged,
            lambda c: self.people.set_sign_in(person.name, sign_in, within=c),
        )
        return replace(person, sign_in=sign_in)

    async def set_password(self, by: str, name: str, password_hash: str) -> None:
        await self._done(
            p.SetPassword(**self._said(by), name=name),
            p.PasswordSet,
            lambda c: self.people.set_password(name, password_hash, within=c),
            password=p.trace_of(password_hash),
        )

    async def rehash(self, name: str, old: str, new: str) -> None:
        await self._done(
            p.SetPassword(**self._said("system"), name=name),
            p.PasswordSet,
            lambda c: self.people.rehash(name, old, new, within=c),
            password=p.trace_of(new),
            same=True,
        )

    async def invite(self, by: Person, token_hash: str, invitation: Invitation) -> None:
        await self._done(
            p.Invite(**self._said(str(by.actor)), name=by.name, invitation=token_hash),
            p.InvitationMade,
            lambda c: self.people.invite(token_hash, invitation, within=c),
            role=invitation.role,
            whom=invitation.name,
            expires_at=invitation.expires_at,
        )

    async def print_links(self, links: dict[str, str]) -> None:
        """Record the server's own invitations, which it prints, by hash.

        The first time, those of earlier versions are recorded too: any that the log lacks after
        that were not made by the server.
        """
        said, people = self._said("system"), self.people
        made = {each: Invitation(links[each], None, NOBODY, said["at"], FOR_EVER) for each in links}

        def decide() -> list[LinksPrinted]:
            if self._executor.has_begun(LINKS_STREAM):
                return [LinksPrinted(**said, links=links)] if links else []
            return [LinksPrinted(**said, links=links, earlier=people.links_of_the_server())]

        def invite(connection: Connection) -> None:
            for token_hash, invitation in made.items():
                people.invite(token_hash, invitation, within=connection)

        command = PrintLinks(**said, links=links)
        await self._executor.act(LINKS_STREAM, command, decide, beside=invite)

    async def withdraw(self, by: Person, token_hash: str) -> None:
        """Withdraw an invitation. Raises InvitationGone."""
        await self._done(
            p.WithdrawInvitation(**self._said(str(by.actor)), name=by.name, invitation=token_hash),
            p.InvitationWithdrawn,
            lambda c: self.people.withdraw(token_hash, within=c),
        )

    async def begin_session(self, session: Session) -> None:
        await self._begin(session, lambda c: self.people.open_session(session, within=c))

    async def enter(self, session: Session, password_hash: str, address: str) -> None:
        """Begin the session of somebody who gave the right password. Raises PasswordChanged."""
        await self._begin(
            session, lambda c: self.people.enter(session, password_hash, address, within=c)
        )

    async def _begin(self, session: Session, change: Callable[[Connection], None]) -> None:
        person = session.person
        said = self._said(str(person.actor))
        command = p.BeginSession(**said, name=person.name, session=session.token_hash)
        await self._done(command, p.SessionBegun, change)

    async def end_session(self, token_hash: str) -> None:
        """End a session; do nothing if it has already ended."""
        session = await asyncio.to_thread(self.people.session, token_hash, self._now())
        if session is None:
            return
        said = self._said(str(session.person.actor))
        await self._done(
            p.EndSession(**said, name=session.person.name, session=token_hash),
            p.SessionEnded,
            lambda c: self.people.end_session(token_hash, within=c),
        )

    async def make_token(self, by: str, token: Token) -> None:
        await self._done(
            p.MakeToken(**self._said(by), name=token.person, token=token.token_hash),
            p.TokenMade,
            lambda c: self.people.add_token(token, within=c),
            label=token.label,
            kept=p.TokenKept(token.scopes, token.expires_at),
        )

    async def remove_token(self, by: str, name: str, token_hash: str) -> None:
        await self._done(
            p.RemoveToken(**self._said(by), name=name, token=token_hash),
            p.TokenRemoved,
            lambda c: self.people.remove_token(name, token_hash, within=c),
        )

    async def take_over(self, streams: Callable[[str], list[str]]) -> None:
        """Record people admitted by an earlier version, once, if the log has nobody yet.

        A person who later appears in the table without a record in the log was not added by the
        service.
        """
        if await asyncio.to_thread(streams, f"{p.PERSON}:"):
            return
        kept = await asyncio.to_thread(self.people.all_kept)
        # Read after the table: another process may have added a person, row and event together.
        known = set(await asyncio.to_thread(streams, f"{p.PERSON}:"))
        for person, password_hash, tokens in kept:
            if p.person_stream(person.name) in known:
                continue
            command = p.TakeOverPerson(
                **self._said("system"), name=person.name, id=f"take-over:{person.name}"
            )
            await self._done(
                command,
                p.PersonTakenOver,
                lambda _: None,
                display=person.display,
                role=person.role,
                guest=person.guest,
                disabled=person.disabled,
                password=p.trace_of(password_hash),
                tokens={t.token_hash: p.TokenKept(t.scopes, t.expires_at) for t in tokens},
            )

    def _said(self, by: str) -> Said:
        return {"by": by, "at": self._now()}

    async def _done(
        self,
        command: p.PersonCommand,
        kind: type[p.PersonEvent],
        change: Callable[[Connection], _T],
        **more: object,
    ) -> _T:
        """Carry out a command. Its event has the command's fields and `more`."""
        event = carried_over(kind, command, **more)
        came_to: list[_T | None] = [None]

        def beside(connection: Connection) -> None:
            came_to[0] = change(connection)

        def decide() -> Decided:
            return self._refusal(command) or [event]

        stream = p.person_stream(command.name)
        accepted(await self._executor.act(stream, command, decide, beside=beside))
        return cast(_T, came_to[0])  # It landed, so it was called.

    def _refusal(self, command: p.PersonCommand) -> Refusal | None:
        if isinstance(command, p.ConfirmPerson):
            person = self.people.find(command.name)
            return refuse_to_confirm(person, command) if person else None
        return None


def refuse_to_confirm(person: Person, command: p.ConfirmPerson) -> Refusal | None:
    """Staff whom somebody else has admitted, promoted or given a password, in their role now."""
    if Actor.parse(command.by).name in (*person.waits, person.name):
        message = "They must be confirmed by someone who neither invited nor changed them."
        return RefusedField("people/own_change", message, status=409)
    if not person.waits:
        message = f"{person.name} is already confirmed."
        return RefusedField("people/not_waiting", message, status=409)
    if command.role != person.role:
        message = f"{person.name} is now {plain_words(person.role)}: look again."
        return RefusedField("people/look_again", message, status=409, path="role")
    return None


def _newcomer(person: Person, password_hash: str | None) -> dict[str, object]:
    """The fields of the event about a new person that the command does not have."""
    return {
        "display": person.display,
        "guest": person.guest,
        "password": p.trace_of(password_hash),
        "sign_in": person.sign_in or UNSET,
        "waits": person.waits or UNSET,
    }
