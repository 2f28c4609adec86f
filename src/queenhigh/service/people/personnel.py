"""Changes to people: each lands in the log and in the people table in one transaction."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar, cast

from msgspec import UNSET
from msgspec.structs import replace
from sqlalchemy import Connection

from ...floor import personnel as p
from ...floor.settings import LINKS_STREAM, LinksPrinted, PrintLinks
from ...store.invitations import FOR_EVER, NOBODY, Invitation
from ...store.keys import Person, Session, Token
from ...store.people import People
from ...table.commands import Command
from ...table.event import carried_over
from ...table.refusal import Refusal
from ...table.roles import Actor
from ..executor import Executor

_T = TypeVar("_T")


def speaks(person: Person) -> str:
    return str(Actor(person.role, person.name))


class Personnel:
    """Makes changes to people; if the people table raises an error, nothing lands in the log."""

    def __init__(self, people: People, executor: Executor, now: Callable[[], datetime]) -> None:
        self.people, self._executor, self._now = people, executor, now

    async def add(self, by: str, person: Person, password_hash: str | None = None) -> None:
        said = self._said(by)
        command = p.AddPerson(**said, name=person.name, role=person.role, guest=person.guest)
        event = _added(said, person, password_hash)
        await self._done(command, event, lambda c: self.people.add(person, password_hash, within=c))

    async def accept(self, token_hash: str, person: Person, password_hash: str) -> Person:
        """Accept an invitation, for a new person or for a new password."""
        said, now = self._said(speaks(person)), self._now()
        event: Any
        if await asyncio.to_thread(self.people.find, person.name) is None:
            command: Command = p.AddPerson(**said, name=person.name, role=person.role)
            event = replace(_added(said, person, password_hash), invitation=token_hash)
        else:
            command = p.SetPassword(**said, name=person.name)
            trace = p.trace_of(password_hash)
            event = p.PasswordSet(
                **said,
                name=person.name,
                password=trace,
                invitation=token_hash,
                waits=person.waits or UNSET,
            )
        return await self._done(
            command,
            event,
            lambda c: self.people.accept(token_hash, person, password_hash, now, within=c),
        )

    async def change(self, by: str, was: Person, **changes: Any) -> Person | None:
        said = self._said(by)
        given = {key: value for key, value in changes.items() if value is not None}
        told = {"display": was.display, "role": was.role, "disabled": was.disabled, **given}
        asked = {key: value for key, value in given.items() if key != "waits"}
        command = p.ChangePerson(**said, name=was.name, **asked)
        event = p.PersonChanged(**said, name=was.name, **told)
        return await self._done(
            command, event, lambda c: self.people.change(was.name, **changes, within=c)
        )

    async def confirm(self, by: Person, person: Person, mark: str = "") -> Person:
        """Confirm a person. Raises NotWaiting."""
        said: dict[str, Any] = {**self._said(speaks(by)), "name": person.name}
        await self._done(
            p.ConfirmPerson(**said, role=person.role),
            p.PersonConfirmed(**said, role=person.role),
            lambda c: self.people.confirm(person, mark, within=c),
        )
        return replace(person, waits=())

    async def make_account(self, guest: Person, sign_in: str, display: str, hashed: str) -> Person:
        """Give a guest an account; the name in log and books stays. Raises NameTaken, NoGuest."""
        said, name = self._said(speaks(guest)), guest.name
        event = p.AccountMade(
            **said, name=name, sign_in=sign_in, display=display, password=p.trace_of(hashed)
        )
        await self._done(
            p.MakeAccount(**said, name=name, sign_in=sign_in),
            event,
            lambda c: self.people.make_account(name, sign_in, display, hashed, within=c),
        )
        return replace(guest, display=display, guest=False, sign_in=sign_in)

    async def change_sign_in(self, person: Person, sign_in: str) -> Person:
        """Change the sign-in name. Raises NameTaken."""
        said: dict[str, Any] = {**self._said(speaks(person)), "name": person.name}
        await self._done(
            p.ChangeSignIn(**said, sign_in=sign_in),
            p.SignInChanged(**said, sign_in=sign_in),
            lambda c: self.people.set_sign_in(person.name, sign_in, within=c),
        )
        return replace(person, sign_in=sign_in)

    async def set_password(self, by: str, name: str, password_hash: str) -> None:
        said = self._said(by)
        event = p.PasswordSet(**said, name=name, password=p.trace_of(password_hash))
        await self._done(
            p.SetPassword(**said, name=name),
            event,
            lambda c: self.people.set_password(name, password_hash, within=c),
        )

    async def rehash(self, name: str, old: str, new: str) -> None:
        said = self._said("system")
        event = p.PasswordSet(**said, name=name, password=p.trace_of(new), same=True)
        await self._done(
            p.SetPassword(**said, name=name),
            event,
            lambda c: self.people.rehash(name, old, new, within=c),
        )

    async def invite(self, by: Person, token_hash: str, invitation: Invitation) -> None:
        said = self._said(speaks(by))
        event = p.InvitationMade(
            **said,
            name=by.name,
            invitation=token_hash,
            role=invitation.role,
            whom=invitation.name,
            expires_at=invitation.expires_at,
        )
        await self._done(
            p.Invite(**said, name=by.name, invitation=token_hash),
            event,
            lambda c: self.people.invite(token_hash, invitation, within=c),
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
        said = self._said(speaks(by))
        await self._done(
            p.WithdrawInvitation(**said, name=by.name, invitation=token_hash),
            p.InvitationWithdrawn(**said, name=by.name, invitation=token_hash),
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
        said, name = self._said(speaks(session.person)), session.person.name
        about: dict[str, Any] = {"name": name, "session": session.token_hash}
        await self._done(p.BeginSession(**said, **about), p.SessionBegun(**said, **about), change)

    async def end_session(self, token_hash: str) -> None:
        """End a session; do nothing if it has already ended."""
        session = await asyncio.to_thread(self.people.session, token_hash, self._now())
        if session is None:
            return
        said, name = self._said(speaks(session.person)), session.person.name
        about: dict[str, Any] = {"name": name, "session": token_hash}
        await self._done(
            p.EndSession(**said, **about),
            p.SessionEnded(**said, **about),
            lambda c: self.people.end_session(token_hash, within=c),
        )

    async def make_token(self, by: str, token: Token) -> None:
        said, name = self._said(by), token.person
        kept = p.TokenKept(token.scopes, token.expires_at)
        event = p.TokenMade(**said, name=name, token=token.token_hash, label=token.label, kept=kept)
        await self._done(
            p.MakeToken(**said, name=name, token=token.token_hash),
            event,
            lambda c: self.people.add_token(token, within=c),
        )

    async def remove_token(self, by: str, name: str, token_hash: str) -> None:
        said = self._said(by)
        await self._done(
            p.RemoveToken(**said, name=name, token=token_hash),
            p.TokenRemoved(**said, name=name, token=token_hash),
            lambda c: self.people.remove_token(name, token_hash, within=c),
        )

    async def take_over(self, streams: Callable[[str], list[str]]) -> None:
        """Record people admitted by an earlier version, once, as long as the log knows nobody.

        A person who later appears in the table without a record in the log was not added by the
        service.
        """
        if await asyncio.to_thread(streams, f"{p.PERSON}:"):
            return
        kept = await asyncio.to_thread(self.people.all_kept)
        # Read after the table: another process may have added somebody, row and event together.
        known = set(await asyncio.to_thread(streams, f"{p.PERSON}:"))
        for person, password_hash, tokens in kept:
            if p.person_stream(person.name) in known:
                continue
            said = self._said("system")
            event = carried_over(
                p.PersonTakenOver,
                person,
                password=p.trace_of(password_hash),
                tokens={t.token_hash: p.TokenKept(t.scopes, t.expires_at) for t in tokens},
                **said,
            )
            command = p.TakeOverPerson(**said, name=person.name, id=f"take-over:{person.name}")
            await self._done(command, event, lambda _: None)

    def _said(self, by: str) -> dict[str, Any]:
        return {"by": by, "at": self._now()}

    async def _done(self, command: Any, event: Any, change: Callable[[Connection], _T]) -> _T:
        came_to: list[_T | None] = [None]

        def beside(connection: Connection) -> None:
            came_to[0] = change(connection)

        stream = p.person_stream(command.name)
        answer = await self._executor.act(stream, command, lambda: [event], beside=beside)
        if isinstance(answer, Refusal):
            raise RuntimeError(answer.message)
        return cast(_T, came_to[0])


def _added(said: dict[str, Any], person: Person, password_hash: str | None) -> p.PersonAdded:
    return carried_over(
        p.PersonAdded,
        person,
        password=p.trace_of(password_hash),
        sign_in=person.sign_in or UNSET,
        waits=person.waits or UNSET,
        **said,
    )
