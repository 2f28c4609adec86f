"""People of the service according to the log: who was let in, by whom, in which role.

Each person is a stream, `person:ann`. The table of people is the result of these events, and an
audit compares the two. Sessions and invitations are stored separately and compared as well. Of a
password the log has a hash of the stored hash; tokens, sessions and invitations are named by their
stored hashes.
"""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Final, assert_never

import msgspec
from msgspec import UNSET, UnsetType

from ..money.stream import StreamName
from ..table.commands import Command
from ..table.events import Event

PERSON: Final = "person"  # The kind of the streams.


def person_stream(name: str) -> str:
    return str(StreamName(PERSON, name))


def trace_of(password_hash: str | None) -> str:
    """The log's trace of a password: enough to see that it has changed."""
    return sha256(password_hash.encode()).hexdigest() if password_hash else ""


# Commands


class PersonCommand(Command, frozen=True):
    name: str  # Whose stream it goes to.


class AddPerson(PersonCommand, frozen=True, tag="add_person"):
    role: str
    guest: bool = False


class ChangePerson(PersonCommand, frozen=True, tag="change_person"):
    role: str | None = None
    display: str | None = None
    disabled: bool | None = None


class ConfirmPerson(PersonCommand, frozen=True, tag="confirm_person"):
    """Confirm a member of staff; not by the person who added them or changed their role."""

    role: str


class SetPassword(PersonCommand, frozen=True, tag="set_password"):
    pass


class MakeAccount(PersonCommand, frozen=True, tag="make_account"):
    """A guest makes an account, under the same name in log and books."""

    sign_in: str


class ChangeSignIn(PersonCommand, frozen=True, tag="change_sign_in"):
    sign_in: str


class MakeToken(PersonCommand, frozen=True, tag="make_token"):
    token: str


class RemoveToken(PersonCommand, frozen=True, tag="remove_token"):
    token: str


class BeginSession(PersonCommand, frozen=True, tag="begin_session"):
    session: str


class EndSession(PersonCommand, frozen=True, tag="end_session"):
    session: str


class Invite(PersonCommand, frozen=True, tag="invite"):
    invitation: str


class WithdrawInvitation(PersonCommand, frozen=True, tag="withdraw_invitation"):
    invitation: str


class TakeOverPerson(PersonCommand, frozen=True, tag="take_over_person"):
    """A person admitted by an old version, which kept people outside the log."""


# Events


class PersonEvent(Event, frozen=True):
    name: str  # Whose stream it is in.


class TokenKept(msgspec.Struct, frozen=True):
    scopes: tuple[str, ...] | None
    expires_at: datetime | None


class PersonAdded(PersonEvent, frozen=True, tag="person_added"):
    display: str
    role: str
    guest: bool
    password: str  # Its trace.
    invitation: str | UnsetType = UNSET  # The one used.
    sign_in: str | UnsetType = UNSET  # The name used to sign in; unset: the person's name.
    waits: tuple[str, ...] | UnsetType = UNSET  # The people who may not confirm it.


class PersonTakenOver(PersonEvent, frozen=True, tag="person_taken_over"):
    display: str
    role: str
    guest: bool
    disabled: bool
    password: str
    tokens: dict[str, TokenKept]


class PersonChanged(PersonEvent, frozen=True, tag="person_changed"):
    display: str
    role: str
    disabled: bool
    waits: tuple[str, ...] | UnsetType = UNSET  # Unset: unchanged.


class PersonConfirmed(PersonEvent, frozen=True, tag="person_confirmed"):
    role: str


class PasswordSet(PersonEvent, frozen=True, tag="password_set"):
    password: str
    same: bool = False  # The same password, hashed with today's parameters.
    invitation: str | UnsetType = UNSET  # The one used.
    waits: tuple[str, ...] | UnsetType = UNSET  # Unset: unchanged.


class AccountMade(PersonEvent, frozen=True, tag="account_made"):
    """No longer a guest. Log and books keep their name; the person signs in with another."""

    sign_in: str
    display: str
    password: str  # Its trace.


class SignInChanged(PersonEvent, frozen=True, tag="sign_in_changed"):
    sign_in: str


class TokenMade(PersonEvent, frozen=True, tag="token_made"):
    token: str
    label: str
    kept: TokenKept


class TokenRemoved(PersonEvent, frozen=True, tag="token_removed"):
    token: str


class SessionBegun(PersonEvent, frozen=True, tag="session_begun"):
    session: str


class SessionEnded(PersonEvent, frozen=True, tag="session_ended"):
    """By the person; others end by time, with a new password or role."""

    session: str


class InvitationMade(PersonEvent, frozen=True, tag="invitation_made"):
    """By the person named."""

    invitation: str
    role: str
    whom: str | None  # An existing person who gets a new password; None: a new person.
    expires_at: datetime


class InvitationWithdrawn(PersonEvent, frozen=True, tag="invitation_withdrawn"):
    """By the person named."""

    invitation: str


AnyPersonEvent = (
    PersonAdded
    | PersonTakenOver
    | PersonChanged
    | PersonConfirmed
    | PasswordSet
    | AccountMade
    | SignInChanged
    | TokenMade
    | TokenRemoved
    | SessionBegun
    | SessionEnded
    | InvitationMade
    | InvitationWithdrawn
)


class TakenUp(msgspec.Struct, frozen=True):
    invitation: str
    role: str | None  # Of the new person; None: it gave a new password.
    at: datetime


class Standing(msgspec.Struct, frozen=True):
    """The state of a person after all their events."""

    display: str
    role: str
    guest: bool
    disabled: bool = False
    password: str = ""
    tokens: Mapping[str, TokenKept] = {}
    sessions: frozenset[str] = frozenset()  # Begun, and not ended by the person.
    invited: Mapping[str, InvitationMade] = {}  # Invitations made by the person.
    taken_up: tuple[TakenUp, ...] = ()
    taken_over: bool = False  # From a version that kept people outside the log.
    gone: frozenset[str] = frozenset()  # Invitations withdrawn by the person.
    since: datetime | None = None  # When the first session or invitation was logged.
    sign_in: str | None = None  # None: the person's name.
    waits: tuple[str, ...] = ()  # Who may not confirm the person; empty: confirmed.


def _taken_up(event: PersonAdded | PasswordSet) -> tuple[TakenUp, ...]:
    if not isinstance(event.invitation, str):
        return ()
    role = event.role if isinstance(event, PersonAdded) else None
    return (TakenUp(event.invitation, role, event.at),)


_OF_KEYS: Final = (SessionBegun, SessionEnded, InvitationMade, InvitationWithdrawn)


class NobodyYet(ValueError):
    """An event about a person who was never admitted."""


def follow_person(standing: Standing | None, event: AnyPersonEvent) -> Standing | None:
    """Apply an event. Raises NobodyYet. Sessions of a person never let in leave no standing."""
    change = msgspec.structs.replace
    match event:
        case PersonAdded(display=display, role=role, guest=guest, password=password):
            return Standing(
                display,
                role,
                guest,
                password=password,
                taken_up=_taken_up(event),
                sign_in=event.sign_in or None,
                waits=event.waits or (),
            )
        case PersonTakenOver(display=display, role=role, guest=guest):
            more = event.disabled, event.password, event.tokens
            return Standing(display, role, guest, *more, taken_over=True)
        case _:
            pass
    if standing is None and isinstance(event, _OF_KEYS):
        return None
    if standing is None:
        raise NobodyYet(f"{event.name} was never admitted")
    match event:
        case PersonChanged(display=display, role=role, disabled=disabled):
            stays = role == standing.role and not disabled
            kept = {} if stays else {"tokens": {}, "sessions": frozenset[str]()}
            kept["waits"] = standing.waits if event.waits is UNSET else event.waits
            return change(standing, display=display, role=role, disabled=disabled, **kept)
        case PersonConfirmed():
            return change(standing, waits=())
        case PasswordSet(password=password, same=same):
            kept = {} if same else {"tokens": {}, "sessions": frozenset[str]()}
            kept["waits"] = standing.waits if event.waits is UNSET else event.waits
            taken_up = standing.taken_up + _taken_up(event)
            return change(standing, password=password, taken_up=taken_up, **kept)
        case AccountMade(display=display, password=password, sign_in=sign_in):
            entry = {"password": password, "sign_in": sign_in, "sessions": frozenset[str]()}
            return change(standing, display=display, guest=False, **entry)
        case SignInChanged(sign_in=sign_in):
            return change(standing, sign_in=sign_in)
        case TokenMade(token=token, kept=kept):
            return change(standing, tokens={**standing.tokens, token: kept})
        case TokenRemoved(token=token):
            left = {each: kept for each, kept in standing.tokens.items() if each != token}
            return change(standing, tokens=left)
        case SessionBegun(session=session):
            since = standing.since or event.at
            return change(standing, sessions=standing.sessions | {session}, since=since)
        case SessionEnded(session=session):
            return change(standing, sessions=standing.sessions - {session})
        case InvitationMade(invitation=invitation):
            since = standing.since or event.at
            invited = {**standing.invited, invitation: event}
            return change(standing, invited=invited, since=since)
        case InvitationWithdrawn(invitation=invitation):
            return change(standing, gone=standing.gone | {invitation})
        case _:
            assert_never(event)
