"""People of the service as the log knows them: who was let in, by whom, as what.

Each person is a stream, `person:ann`. The table of people is what these events add up to, and an
audit compares the two. Of a password, and of a token, the log has a hash of what is kept, which is
a hash itself.
"""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Final, assert_never

import msgspec

from ..table.commands import Command
from ..table.events import Event

PERSON: Final = "person"  # The kind of the streams.


def person_stream(name: str) -> str:
    return f"{PERSON}:{name}"


def trace_of(password_hash: str | None) -> str:
    """What the log says of a password: enough to see that it is another."""
    return sha256(password_hash.encode()).hexdigest() if password_hash else ""


# Wishes


class AddPerson(Command, frozen=True, tag="add_person"):
    name: str
    role: str
    guest: bool = False


class ChangePerson(Command, frozen=True, tag="change_person"):
    name: str
    role: str | None = None
    display: str | None = None
    disabled: bool | None = None


class SetPassword(Command, frozen=True, tag="set_password"):
    name: str


class MakeAccount(Command, frozen=True, tag="make_account"):
    """A guest who wants to come back: under the same name in log and books."""

    name: str
    sign_in: str


class MakeToken(Command, frozen=True, tag="make_token"):
    name: str
    token: str


class RemoveToken(Command, frozen=True, tag="remove_token"):
    name: str
    token: str


class TakeOverPerson(Command, frozen=True, tag="take_over_person"):
    """Somebody whom a version let in that kept people beside the log."""

    name: str


# Facts


class TokenKept(msgspec.Struct, frozen=True):
    scopes: tuple[str, ...] | None
    expires_at: datetime | None


class PersonAdded(Event, frozen=True, tag="person_added"):
    name: str
    display: str
    role: str
    guest: bool
    password: str  # Its trace.


class PersonTakenOver(Event, frozen=True, tag="person_taken_over"):
    name: str
    display: str
    role: str
    guest: bool
    disabled: bool
    password: str
    tokens: dict[str, TokenKept]


class PersonChanged(Event, frozen=True, tag="person_changed"):
    name: str
    display: str
    role: str
    disabled: bool


class PasswordSet(Event, frozen=True, tag="password_set"):
    name: str
    password: str
    same: bool = False  # The same password, hashed by today's parameters.


class AccountMade(Event, frozen=True, tag="account_made"):
    """A guest no more. Log and books keep the name that they have; one signs in by another."""

    name: str
    sign_in: str
    display: str
    password: str  # Its trace.


class TokenMade(Event, frozen=True, tag="token_made"):
    name: str
    token: str
    label: str
    kept: TokenKept


class TokenRemoved(Event, frozen=True, tag="token_removed"):
    name: str
    token: str


AnyPersonEvent = (
    PersonAdded
    | PersonTakenOver
    | PersonChanged
    | PasswordSet
    | AccountMade
    | TokenMade
    | TokenRemoved
)


class Standing(msgspec.Struct, frozen=True):
    """A person as all events together leave one."""

    display: str
    role: str
    guest: bool
    disabled: bool = False
    password: str = ""
    tokens: Mapping[str, TokenKept] = {}


class NobodyYet(ValueError):
    """Something happened to a person who was never let in."""


def follow_person(standing: Standing | None, event: AnyPersonEvent) -> Standing:
    """Raises NobodyYet."""
    change = msgspec.structs.replace
    match event:
        case PersonAdded(display=display, role=role, guest=guest, password=password):
            return Standing(display, role, guest, password=password)
        case PersonTakenOver(display=display, role=role, guest=guest):
            more = event.disabled, event.password, event.tokens
            return Standing(display, role, guest, *more)
        case _:
            pass
    if standing is None:
        raise NobodyYet(f"{event.name} was never let in")
    match event:
        case PersonChanged(display=display, role=role, disabled=disabled):
            stays = role == standing.role and not disabled
            tokens = standing.tokens if stays else {}
            return change(standing, display=display, role=role, disabled=disabled, tokens=tokens)
        case PasswordSet(password=password, same=same):
            tokens = standing.tokens if same else {}
            return change(standing, password=password, tokens=tokens)
        case AccountMade(display=display, password=password):
            return change(standing, display=display, guest=False, password=password)
        case TokenMade(token=token, kept=kept):
            return change(standing, tokens={**standing.tokens, token: kept})
        case TokenRemoved(token=token):
            left = {each: kept for each, kept in standing.tokens.items() if each != token}
            return change(standing, tokens=left)
        case _:
            assert_never(event)
