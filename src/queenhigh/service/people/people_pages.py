"""What clients send about people, and what they get."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ...store.credentials import DEFAULT_SCOPES
from ...wire.messages import PersonShown
from ..rights import PersonRole, Scope
from .passwords import LONGEST

_Name = Annotated[
    str, Meta(max_length=64, description="3 to 32 of a-z, 0-9, dot, dash, underscore;"
              " case does not matter.", examples=["ann"])
]  # fmt: skip
_Password = Annotated[
    str, Meta(max_length=4 * LONGEST, description="10 to 200 characters, and not the name.",
              examples=["three cards and a queen"])
]  # fmt: skip
_Display = Annotated[
    str, Meta(max_length=200, description="Shown to others; not the sign-in name."
              " If it is empty, one is chosen.", examples=["Ann"])
]  # fmt: skip


class _Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client sends; an unknown field is an error."""


class Login(_Asked, frozen=True):
    name: _Name
    password: _Password


class PasswordChange(_Asked, frozen=True):
    old: _Password
    new: _Password


class SignInWanted(_Asked, frozen=True):
    name: _Name
    password: _Password


class TakeUp(_Asked, frozen=True):
    """The name may be left out if the invitation is for an existing person."""

    password: _Password
    name: _Name = ""
    display: _Display = ""


class AccountWanted(_Asked, frozen=True):
    """The account that a guest wants."""

    name: _Name
    password: _Password
    display: _Display = ""


class InvitationWanted(_Asked, frozen=True):
    """Either a role for somebody new, or the person who gets a new password."""

    role: Annotated[PersonRole | None, Meta(examples=["dealer"])] = None
    name: Annotated[str, Meta(max_length=64)] | None = None


class NewPerson(_Asked, frozen=True):
    name: _Name
    password: _Password
    role: Annotated[PersonRole, Meta(examples=["dealer"])]
    display: _Display = ""


class PersonChange(_Asked, frozen=True):
    role: Annotated[PersonRole | UnsetType, Meta(examples=["floor"])] = UNSET
    display: _Display | UnsetType = UNSET
    disabled: Annotated[
        bool | UnsetType,
        Meta(description="Whether the account is disabled, with immediate effect."),
    ] = UNSET


class Confirmation(_Asked, frozen=True):
    role: Annotated[PersonRole, Meta(description="The role you saw.", examples=["floor"])]
    mark: Annotated[
        str, Meta(max_length=64, description="The mark you saw; refused if it has changed.")
    ] = ""


class TokenWanted(_Asked, frozen=True):
    label: Annotated[str, Meta(max_length=200, description="What it is for.", examples=["bot"])]
    days: Annotated[int, Meta(ge=1, le=366, description="How long it is valid.")] = 90
    scopes: Annotated[
        tuple[Scope, ...],
        Meta(
            min_length=1, max_length=6, description="Its scopes; never more than your own rights."
        ),
    ] = DEFAULT_SCOPES


class SessionShown(msgspec.Struct, frozen=True):
    """Who is asking; null without a session."""

    person: PersonShown | None


class Visit(SessionShown, frozen=True):
    currency: Annotated[str, Meta(examples=["USD"])]  # Of purses, the cage and reports.
    figures: Annotated[bool, Meta(description="Whether odds and advice are installed here.")]
    rights: Annotated[
        list[str], Meta(description="What you may do here.", examples=[["tables.list"]])
    ]
    acts_for: Annotated[
        list[str],
        Meta(description="Roles whose steps you may confirm at a table.", examples=[["floor"]]),
    ]
    may_invite: Annotated[
        list[PersonRole],
        Meta(description="Roles that you may invite people to.", examples=[["player"]]),
    ]


class PersonListed(PersonShown, frozen=True, kw_only=True):
    role: Annotated[PersonRole, Meta(examples=["player"])]
    disabled: bool
    waits_for_you: Annotated[bool, Meta(description="You may confirm this member of staff.")]
    mark: Annotated[
        str, Meta(description="Send it with the confirmation; it changes with the password.")
    ] = ""
    created_at: datetime


class InvitationMade(msgspec.Struct, frozen=True):
    """The token is shown only once."""

    token: Annotated[str, Meta(examples=["pZ5mEo0cYv4m0x2cX3nBq0gQ2m1bYt5vM1s7aVZcKqo"])]
    role: Annotated[str, Meta(examples=["dealer"])]
    name: str | None
    expires_at: datetime
    id: Annotated[str, Meta(examples=["9f86d081884c7d65"])]


class LinkShown(msgspec.Struct, frozen=True):
    """An invitation that is still valid, without its token."""

    id: Annotated[str, Meta(examples=["9f86d081884c7d65"])]
    role: Annotated[str, Meta(examples=["dealer"])]
    name: Annotated[str | None, Meta(description="The person who gets a new password with it.")]
    made_by: Annotated[str, Meta(description="Empty if the server printed it.")]
    created_at: datetime
    expires_at: Annotated[datetime | None, Meta(description="Null until it is used.")]


class InvitationShown(msgspec.Struct, frozen=True):
    role: Annotated[str, Meta(examples=["dealer"])]
    name: str | None


class TokenShown(msgspec.Struct, frozen=True):
    id: Annotated[str, Meta(examples=["9f86d081884c7d65"])]
    label: Annotated[str, Meta(examples=["bot"])]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    scopes: list[str]


class TokenMade(TokenShown, frozen=True):
    """The token itself is shown only once."""

    token: Annotated[str, Meta(examples=["qh_vM1s7aVZcKqoQ2m1bYt5pZ5mEo0cYv4m0x2cX3nBq0g"])]
