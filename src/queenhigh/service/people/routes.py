"""Signing in and out, invitations, the list of people, tokens for programs."""

import asyncio
from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, Request, Response, delete, patch, post
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader, State
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import UNSET

from ...extras import has_figures
from ...store.credentials import Person, Token
from ...store.invitations import FOR_EVER, Link
from ...wire.messages import PersonShown
from ..errors import ServiceError
from ..request_scope import TheCurrency
from ..rights import act, acts_for, create, may, needs, read, rights_of, roles_to_invite
from . import people_pages as pages
from .front_desk import FrontDesk
from .program_tokens import token_id
from .sessions import SESSION_COOKIE, Begun, Credential

Desk = NamedDependency[FrontDesk]  # The app provides it as "desk".
Visitor = Request[Person | None, Credential | None, State]

_Path = Annotated[str, PathParameter(max_length=64, description="The person's name.")]
_Secret = Annotated[str, PathParameter(max_length=200, description="From the invitation's link.")]


async def by_session(
    connection: ASGIConnection[BaseRouteHandler, object, object, State], _: BaseRouteHandler
) -> None:
    """A guard: a stolen token must not make other tokens, or take over the account."""
    credential: Credential | None = connection.scope.get("auth")
    if credential is not None and credential.kind != "session":
        raise ServiceError("session/needed", "Log in to do that: a token is not enough.", 403)


class Private(Controller):
    """Answers must not be cached, and requests are small."""

    cache_control = CacheControlHeader(no_store=True)
    request_max_body_size = 16_384


class Coming(Private):
    path = "/api"
    tags = ("session",)

    @read("/session", "session.see", "Who am I?")
    async def session(self, request: Visitor, cage_currency: TheCurrency) -> pages.Visit:
        """The person behind the cookie or token, or null.

        Also what you may do, the currency of money amounts, and whether odds and advice are
        installed.
        """
        currency = await asyncio.to_thread(cage_currency.read)
        return pages.Visit(
            _session(request.user).person,
            currency,
            has_figures(),
            rights_of(request.user),
            acts_for(request.user),
            roles_to_invite(request.user),
        )

    @create("/guests", "session.begin", "Become a guest", limit="guests")
    async def guest(self, request: Visitor, desk: Desk) -> Response[pages.SessionShown]:
        """A player with play money, known only by the session's cookie. No account is needed."""
        return _in(request, desk, await desk.become_guest(request.auth))

    @act("/login", "session.begin", "Log in", limit="login")
    async def log_in(
        self, request: Visitor, desk: Desk, data: JSONBody[pages.Login]
    ) -> Response[pages.SessionShown]:
        """Five wrong passwords lock the name: for 30 s at first, then longer each time."""
        address = _address(request, desk)
        begun = await desk.log_in(data.name, data.password, address, request.auth)
        return _in(request, desk, begun)

    @post("/account", guards=[needs("account.make"), by_session], summary="Stop being a guest",
          status_code=200, opt={"limit": "login"})  # fmt: skip
    async def account(
        self, request: Visitor, desk: Desk, data: JSONBody[pages.AccountWanted]
    ) -> Response[pages.SessionShown]:
        """The account keeps the guest's chips, seats and rounds, on every device."""
        guest = _known(request)
        begun = await desk.make_account(guest, data.name, data.password, data.display)
        return _in(request, desk, begun)

    @post("/logout", guards=[needs("session.end")], summary="Log out",
          status_code=204)  # fmt: skip
    async def log_out(self, request: Visitor, desk: Desk) -> Response[None]:
        """This session ends and its cookie is removed. Other devices stay signed in."""
        await desk.log_out(request.auth)
        return Response(None, status_code=204, cookies=desk.sessions.no_cookies(request.scope))

    @act("/password", "password.change", "Change the password", limit="login", first=[by_session])
    async def password(
        self, request: Visitor, desk: Desk, data: JSONBody[pages.PasswordChange]
    ) -> Response[pages.SessionShown]:
        """Every other session ends, on every device; this one gets a new cookie."""
        begun = await desk.change_password(
            _known(request), data.old, data.new, _address(request, desk)
        )
        return _in(request, desk, begun)

    @act(
        "/sign-in", "password.change", "Change your sign-in name", limit="login", first=[by_session]
    )
    async def sign_in(
        self, request: Visitor, desk: Desk, data: JSONBody[pages.SignInWanted]
    ) -> pages.SessionShown:
        """For accounts of earlier versions, which sign in with the name that others see.

        That name stays the same for others, in the log and in the books.
        """
        person, address = _known(request), _address(request, desk)
        return _session(await desk.change_sign_in(person, data.name, data.password, address))


class Invitations(Private):
    path = "/api/invitations"
    tags = ("people",)

    @create("/", "people.invite_players", "Invite somebody")
    async def invite(
        self, request: Visitor, desk: Desk, data: JSONBody[pages.InvitationWanted]
    ) -> pages.InvitationMade:
        """Makes a one-time link's token. Only administrators invite staff or reset passwords."""
        invited = await desk.invite(_known(request), data.role, data.name)
        link, told = invited.link, invited.link.invitation
        return pages.InvitationMade(invited.secret, told.role, told.name, told.expires_at, link.id)

    @read("/", "people.invite_players", "Open invitations")
    async def open_links(self, request: Visitor, desk: Desk) -> list[pages.LinkShown]:
        """Valid invitations of the kinds that you may make; the first to expire come first.

        Administrators see all; others see those for new players.
        """
        return [_link(each) for each in await desk.open_links(_known(request))]

    @read("/{secret:str}", "session.begin", "Is an invitation still valid?", limit="invitations")
    async def look(self, desk: Desk, secret: _Secret) -> pages.InvitationShown:
        """What it is for, so a page can say so.

        Answers 404 if it has been used or withdrawn, or has expired.
        """
        invitation = await desk.invitation(secret)
        return pages.InvitationShown(invitation.role, await desk.for_whom(invitation))

    @create("/{secret:str}", "session.begin", "Accept an invitation", limit="invitations")
    async def take_up(
        self, request: Visitor, desk: Desk, secret: _Secret, data: JSONBody[pages.TakeUp]
    ) -> Response[pages.SessionShown]:
        """Choose a name and a password, and be logged in. It works once."""
        begun = await desk.take_up(secret, data.name, data.password, data.display, request.auth)
        return _in(request, desk, begun)

    @delete("/{secret:str}", guards=[needs("people.invite_players")],
            summary="Withdraw an invitation")  # fmt: skip
    async def withdraw(
        self,
        request: Visitor,
        desk: Desk,
        secret: Annotated[
            str, PathParameter(max_length=200, description="Its token, or its id in the list.")
        ],
    ) -> None:
        """Its link stops working at once. A person who has already used it stays.

        You may withdraw the kinds that you may make.
        """
        await desk.withdraw(_known(request), secret)


def _link(link: Link) -> pages.LinkShown:
    told = link.invitation
    expires_at = None if told.expires_at == FOR_EVER else told.expires_at
    return pages.LinkShown(link.id, told.role, told.name, told.made_by, told.created_at, expires_at)


class ListOfPeople(Private):
    path = "/api/people"
    tags = ("people",)

    @read("/", "people.see", "People, by name")
    async def people(
        self,
        request: Visitor,
        desk: Desk,
        after: Annotated[
            str, QueryParameter(max_length=64, description="Names after this one.")
        ] = "",
        limit: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
        guests: FromQuery[bool] = False,
        like: Annotated[
            str,
            QueryParameter(max_length=64, description="Part of the name or display name."),
        ] = "",
    ) -> list[pages.PersonListed]:
        """In pages: `after` is the last name of the previous page. Guests only on request.

        Sign-in names are shown only to the person and to those who manage people.
        """
        asker = _known(request)
        found = await desk.everyone(after, limit, guests, like.strip())
        marks = await desk.marks(found)
        return [_listed(person, asker, marks.get(person.name, "")) for person in found]

    @create("/", "people.manage", "Add somebody")
    async def add(
        self, request: Visitor, desk: Desk, data: JSONBody[pages.NewPerson]
    ) -> pages.PersonListed:
        """Adds a person with a role and a first password, without an invitation."""
        by = _known(request)
        added = await desk.add(by, data.name, data.password, data.display, data.role)
        return _listed(added, by)

    @patch("/{name:str}", guards=[needs("people.manage")], summary="Change a person")
    async def change(
        self, request: Visitor, desk: Desk, name: _Path, data: JSONBody[pages.PersonChange]
    ) -> pages.PersonListed:
        """Changing the role or disabling the account ends all of the person's sessions at once."""
        given = {key: value for key in data.__struct_fields__
                 if (value := getattr(data, key)) is not UNSET}  # fmt: skip
        by = _known(request)
        changed = await desk.change(by, name, **given)
        return _listed(changed, by, (await desk.marks([changed])).get(changed.name, ""))

    @act(
        "/{name:str}/confirmation",
        "people.confirm",
        "Confirm a member of staff",
        first=[by_session],
    )
    async def confirm(
        self, request: Visitor, desk: Desk, name: _Path, data: JSONBody[pages.Confirmation]
    ) -> pages.PersonListed:
        """Confirms that the person is who the administrator says, in that role.

        New staff, and anybody to whom somebody else gave a password, a staff role or a link for a
        new password, can do nothing until then. The person who made that change cannot confirm it.
        """
        by = _known(request)
        return _listed(await desk.confirm(by, name, data.role, data.mark), by)


class Tokens(Private):
    path = "/api/tokens"
    tags = ("session",)
    guards = (by_session,)

    @read("/", "tokens.own", "Your tokens")
    async def tokens(self, request: Visitor, desk: Desk) -> list[pages.TokenShown]:
        """When each token was made, was last used, and expires.

        The token itself is shown only once, when it is made.
        """
        return [pages.TokenShown(*_token(each)) for each in await desk.tokens.of(_known(request))]

    @create("/", "tokens.own", "Make a token for a program")
    async def make(
        self, request: Visitor, desk: Desk, data: JSONBody[pages.TokenWanted]
    ) -> pages.TokenMade:
        """It may do what its scopes and your rights allow, but it cannot change your password or
        make other tokens.

        Send it as `Authorization: Bearer`. It is shown only once. Guests have no tokens: a program
        that keeps a guest's cookie can play as that guest.
        """
        made = await desk.tokens.make(_known(request), data.label, data.days, data.scopes)
        return pages.TokenMade(*_token(made.token), made.secret)

    @delete("/{identity:str}", guards=[needs("tokens.own")], summary="Remove a token")
    async def remove(
        self,
        request: Visitor,
        desk: Desk,
        identity: Annotated[str, PathParameter(max_length=64, description="The token's id.")],
    ) -> None:
        """Programs that use it are refused at once, and their live connections end."""
        await desk.tokens.remove(_known(request), identity)


CONTROLLERS: Final = (Coming, Invitations, ListOfPeople, Tokens)

# For the `components` of the API's description.
SECURITY: Final = Components(
    security_schemes={
        "session": SecurityScheme(
            type="apiKey", security_scheme_in="cookie", name=SESSION_COOKIE,
            description="Set by logging in. Requests that change something also need the"
            " header x-csrf-token with the value of the cookie queenhigh_csrf.",
        ),
        "token": SecurityScheme(
            type="http", scheme="bearer",
            description="For programs; made at /api/v1/tokens. Guests have none.",
        ),
    }
)  # fmt: skip


def _known(request: Visitor) -> Person:
    """The guard has let nobody else through."""
    if request.user is None:
        raise ServiceError("session/missing", "Log in first.", 401)
    return request.user


def _shown(person: Person) -> PersonShown:
    return PersonShown(
        person.name,
        person.display,
        person.role,
        person.guest,
        sign_in=None if person.guest else person.login,
        waits=bool(person.waits),
    )


def _address(request: Visitor, desk: FrontDesk) -> str:
    return desk.sessions.addresses.caller(request.scope).address


def _in(request: Visitor, desk: FrontDesk, begun: Begun) -> Response[pages.SessionShown]:
    cookies = desk.sessions.cookies(begun, request.scope)
    return Response(_session(begun.session.person), cookies=cookies)


def _session(person: Person | None) -> pages.SessionShown:
    if person is None:
        return pages.SessionShown(None)
    return pages.SessionShown(_shown(person))


def _listed(person: Person, asker: Person, mark: str = "") -> pages.PersonListed:
    yours = person.waits and asker.name not in (*person.waits, person.name)
    shown = pages.PersonListed(
        **msgspec.structs.asdict(_shown(person)),
        disabled=person.disabled,
        created_at=person.created_at,
        waits_for_you=bool(yours) and may(asker, "people.confirm"),
        mark=mark if yours else "",
    )
    told = asker.name == person.name or may(asker, "people.manage")
    return shown if told else msgspec.structs.replace(shown, sign_in=None)


def _token(
    token: Token,
) -> tuple[str, str, datetime, datetime | None, datetime | None, list[str]]:
    times = token.created_at, token.expires_at, token.last_used_at
    return token_id(token), token.label, *times, list(token.reach)
