"""Who may do what with the service: the one table of rights, and its guards.

Actions *at* a table (bets, steps, rulings) are governed by the game's own table,
`table.command_rules.MAY`; `speaker` says in which role a person acts there.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, get_args

from litestar import Litestar, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler
from litestar.routes import ASGIRoute, HTTPRoute, WebSocketRoute
from litestar.types import Guard

from ..floor import compliance, conduct
from ..house.words import plain_words
from ..store.credentials import Person
from ..store.invitations import CONFIRMERS, INVITERS, MANAGERS
from ..table.roles import FLOOR, Actor, may_act_for
from ..table.roles import ROLES as TABLE_ROLES
from .errors import ServiceError, refusal_to

PersonRole = Literal[
    "player", "dealer", "floor", "pit_manager", "shift_manager", "cage", "count", "surveillance",
    "auditor", "management", "administrator", "device",
]  # fmt: skip
PERSON_ROLES: Final[tuple[PersonRole, ...]] = get_args(PersonRole)

# Who can be named in the table below: roles, a guest (a play-money player without a password),
# and anyone at all, signed in or not.
Who = Literal[PersonRole, "guest", "anyone"]

_ANYONE: Final[tuple[Who, ...]] = ("anyone",)
# A device, such as a shoe that reads cards, signs in like a person but may see nothing.
_PEOPLE: Final[tuple[Who, ...]] = tuple(role for role in PERSON_ROLES if role != "device")
_KNOWN: Final[tuple[Who, ...]] = PERSON_ROLES
_INSIDE: Final[tuple[Who, ...]] = ("guest", *_PEOPLE)
_WATCHERS: Final[tuple[Who, ...]] = ("surveillance", "auditor")
_SERVING: Final[tuple[Who, ...]] = ("dealer", *FLOOR, "cage", "count", "surveillance")

# An administrator runs the service and admits people, but has no part in the game or its money. The
# cage moves money but does not count it; the count team moves none and does not see the books; the
# floor does neither alone.
RIGHTS: Final[dict[str, tuple[Who, ...]]] = {
    # The service itself
    "site.see": _ANYONE,  # The front end, the API's description, health.
    "metrics.read": ("management", "administrator", *_WATCHERS),
    # Signing in
    "session.see": _ANYONE,
    "session.begin": _ANYONE,  # Log in, become a guest, take up an invitation.
    "session.end": _ANYONE,
    "password.change": _KNOWN,
    "account.make": ("guest",),  # To return with a name and a password.
    "tokens.own": _KNOWN,
    # People
    "people.see": (*FLOOR, *_WATCHERS, "administrator"),
    "people.invite_players": INVITERS,
    "people.manage": MANAGERS,  # Staff, roles, disabling accounts, new passwords.
    "people.confirm": CONFIRMERS,  # Staff whom somebody else admitted or changed.
    # Rule books and mathematics
    "houses.read": _ANYONE,
    "analysis.run": _INSIDE,
    "books.see": ("management", "administrator", "auditor"),  # Drafts and their history.
    "books.upload": ("management", "administrator"),  # Uploader and approver differ;
    "books.approve": ("management", "administrator"),  # `floor.book_editions` ensures that.
    # Tables
    "tables.list": _ANYONE,
    "tables.watch": _INSIDE,
    "tables.play": _INSIDE,  # To send commands at all; `table.command_rules.MAY` says which.
    "tables.serve": _SERVING,  # To send them as staff, away from one's own practice table.
    "cards.read": ("device",),  # What a shoe or a camera has read.
    "tables.add": FLOOR,
    "tables.open": FLOOR,
    "practice.make": _INSIDE,
    "results.own": _INSIDE,
    # The pit, the cage, the log
    "floor.see": ("dealer", *FLOOR, "cage", "count", *_WATCHERS),
    "cage.see": (*FLOOR, "cage", *_WATCHERS),  # Slips and inventories.
    "cage.move": ("cage",),
    "cash_outs.own": ("player",),  # Ask for one's own money: the cage pays what others ask for.
    "cash_outs.ask": FLOOR,  # For patrons.
    "patrons.see": (*FLOOR, "cage", *_WATCHERS),  # Other people's money.
    "audit.seal": _ANYONE,  # The log's last seal: reveals nothing, useful as proof later.
    # The floor's papers: besides roles, `floor` decides on each request.
    "notices.see": ("dealer", *FLOOR, "surveillance"),  # And acknowledge their own.
    "disputes.see": ("player", "dealer", *FLOOR, *_WATCHERS),  # A player: their own.
    "disputes.speak": ("player", "dealer", *FLOOR, "surveillance"),  # Open one, make statements.
    "disputes.decide": ("pit_manager", "shift_manager", "management"),
    "disputes.countersign": (*FLOOR, "surveillance"),  # Payments that somebody else decided.
    "dossiers.read": (*FLOOR, *_WATCHERS),  # They show every hand of a round.
    "compliance.see": (*FLOOR, "cage", *_WATCHERS),
    "compliance.record": FLOOR,
    "identity.see": FLOOR,
    "conduct.see": ("dealer", *FLOOR, *_WATCHERS),
    "conduct.record": ("dealer", *FLOOR, "surveillance"),
    "school.learn": ("dealer", *FLOOR),  # Drills and exams, and their own results.
    "school.see": (*FLOOR, "auditor"),  # Everybody's results.
    "rounds.search": (*FLOOR, *_WATCHERS),
    "alerts.see": ("pit_manager", "shift_manager", "management", *_WATCHERS),
    "alerts.set": ("management",),  # Thresholds; the log and the alerts say who set them.
    "reports.read": (*FLOOR, *_WATCHERS),
}

# What a token may be limited to. A right outside all scopes needs a session.
Scope = Literal["read", "play", "floor", "cage", "people", "books"]
SCOPES: Final[dict[Scope, tuple[str, ...]]] = {
    "read": (
        "site.see", "metrics.read", "session.see", "people.see", "houses.read", "analysis.run",
        "books.see", "tables.list", "tables.watch", "results.own", "floor.see", "patrons.see",
        "cage.see", "audit.seal", "disputes.see", "dossiers.read",
        "compliance.see", "conduct.see", "rounds.search", "alerts.see", "reports.read",
        "school.see",
    ),
    "play": (
        "tables.list", "tables.watch", "tables.play", "practice.make", "results.own",
        "cards.read",
    ),
    "floor": (
        "tables.list", "tables.watch", "tables.play", "tables.serve", "tables.add", "tables.open",
        "notices.see", "disputes.speak", "disputes.decide", "compliance.record", "conduct.record",
        "school.learn",
    ),
    "cage": ("cage.move", "patrons.see", "identity.see"),
    "people": ("people.see", "people.invite_players", "people.manage"),
    "books": ("books.see", "books.upload", "books.approve"),
}  # fmt: skip
_ALWAYS: Final = ("session.see", "session.begin", "session.end")  # However they signed in.
_UNCONFIRMED: Final = ("password.change",)  # The only further rights of unconfirmed staff.

# The role in which a person acts at a table; auditors and administrators have none there.
_VOICES: Final[dict[str, str]] = {
    role: role for role in PERSON_ROLES if role in TABLE_ROLES
}  # "system" is reserved for the service itself.


# Commands of the floor that need more than a right: each right with the roles of its commands.
_COMMANDS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "compliance.record": compliance.MAY,
    "conduct.record": conduct.MAY,
}

_WAITS: Final = (
    "Your account is not confirmed yet: surveillance, an auditor or another administrator "
    "must confirm it."
)


def may(person: Person | None, right: str) -> bool:
    """Whether the person has the right. An unknown right is a bug and raises KeyError."""
    allowed = RIGHTS[right]
    if person is not None and not _in_scope(person, right):
        return False
    if "anyone" in allowed:
        return True
    if person is None or person.disabled or (person.waits and right not in _UNCONFIRMED):
        return False
    return ("guest" if person.guest else person.role) in allowed


def rights_of(person: Person | None) -> list[str]:
    """All rights of the person and, as `compliance.file_report`, the commands that need more."""
    rights = [right for right in RIGHTS if may(person, right)]
    if person is None:
        return rights
    held = (each for each in _COMMANDS.items() if each[0] in rights)
    commands = [
        f"{right.partition('.')[0]}.{command}"
        for right, roles_of in held
        for command, roles in roles_of.items()
        if person.role in roles
    ]
    return rights + commands


def acts_for(person: Person | None) -> list[str]:
    """The roles whose steps the person may confirm at a table."""
    if person is None or not may(person, "tables.serve"):
        return []
    return [role for role in TABLE_ROLES if may_act_for(person.role, role)]


def roles_to_invite(person: Person | None) -> list[PersonRole]:
    """The roles that the person may let others in to."""
    if may(person, "people.manage"):
        return list(PERSON_ROLES)
    return ["player"] if may(person, "people.invite_players") else []


def _in_scope(person: Person, right: str) -> bool:
    """Whether the right is within the scopes of the token that the person used, if any."""
    if person.scopes is None or right in _ALWAYS:
        return True
    named = (rights for scope, rights in SCOPES.items() if scope in person.scopes)
    return any(right in rights for rights in named)


def require(person: Person | None, right: str) -> None:
    if lacking := lacks(person, right):
        raise lacking


def lacks(person: Person | None, right: str) -> ServiceError | None:
    """Why the person may not do that; None if they may."""
    if may(person, right):
        return None
    if person is None:
        return ServiceError("session/missing", "Log in first.", 401)
    if not _in_scope(person, right):
        scopes = " or ".join(scope for scope, rights in SCOPES.items() if right in rights)
        wanted = f"it needs the scope {scopes}" if scopes else "log in for that"
        message = f"This token does not allow that: {wanted}."
        return ServiceError("token/scope", message, 403)
    if person.waits:
        return ServiceError("rights/unconfirmed", _WAITS, 403)
    return ServiceError("rights/missing", f"{as_whom(person)} may not do that.", 403)


def has_voice(person: Person) -> bool:
    """Whether people of this role act at tables and in disputes at all."""
    return person.role in _VOICES


def no_voice(person: Person) -> ServiceError:
    return ServiceError("rights/no_voice", f"{as_whom(person)} may not act at a table.", 403)


def speaker(person: Person, table_role: str | None = None, *, practice: bool = False) -> str:
    """The `by` of this person's commands at a table; made here, never taken from a client.

    People act in their own role: ``player:ann``, ``dealer:ben``, ``pit_manager:cleo``; a guest as a
    player. Auditors and administrators may not act. Nobody takes another role at a table
    (`table_role` may only name their own), so checks between dealer and floor are made by two
    people. A practice table is private and for play money: its owner may take any role but the
    system's, by default the player's.
    """
    if practice:
        role = table_role or "player"
        if role in TABLE_ROLES and role != "system":
            return str(Actor(role, person.name))
        raise ServiceError("rights/no_voice", f"There is no {plain_words(role)} at a table.", 403)
    own = _VOICES.get(person.role)
    if own is None or person.disabled:
        raise no_voice(person)
    if table_role not in (None, own):
        message = f"{as_whom(person)} may not act as {plain_words(table_role or '')} at a table."
        raise ServiceError("rights/no_voice", message, 403)
    return str(Actor(own, person.name))


def right_to_act(person: Person, *, practice: bool = False) -> str:
    """The right that a person needs to act at a table: staff do not play."""
    return "tables.serve" if person.role in _SERVING and not practice else "tables.play"


class Needs:
    """A guard that admits only those who have this right."""

    def __init__(self, right: str) -> None:
        if right not in RIGHTS:
            raise ValueError(f"no right is called {right!r}")
        self.right = right

    async def __call__(
        self,
        connection: ASGIConnection[BaseRouteHandler, object, object, State],
        _: BaseRouteHandler,
    ) -> None:
        try:
            require(connection.scope.get("user"), self.right)
        except ServiceError as error:
            raise refusal_to(connection.scope, error) from None


def needs(right: str) -> Needs:
    """Make a guard for the `guards` of a route, a controller or a router."""
    return Needs(right)


def read(path: str, right: str, summary: str, *, in_thread: bool = False, limit: str = "") -> get:
    """A GET route; a handler that is not async says whether it runs in a thread."""
    return get(
        path,
        guards=[needs(right)],
        summary=summary,
        sync_to_thread=in_thread or None,
        opt=_limited(limit),
    )


def create(path: str, right: str, summary: str, *, limit: str = "") -> post:
    """A POST route that makes something new. `limit`: the rate limit that it counts towards."""
    return post(path, guards=[needs(right)], summary=summary, opt=_limited(limit))


def act(
    path: str, right: str, summary: str, *, limit: str = "", first: Sequence[Guard] = ()
) -> post:
    """A POST route that acts on something existing, and so answers with 200, not 201.

    `first`: guards that are checked before the right.
    """
    return post(
        path,
        guards=[*first, needs(right)],
        status_code=200,
        summary=summary,
        opt=_limited(limit),
    )


def _limited(limit: str) -> dict[str, str]:
    return {"limit": limit} if limit else {}


def paper(path: str, right: str, media_type: str, summary: str) -> get:
    """A route that answers with a file."""
    return get(path, guards=[needs(right)], media_type=media_type, summary=summary)


def rights_of_routes(app: Litestar) -> Iterator[tuple[str, str]]:
    """Every route, as ``GET /api/tables``, with each right it requires; "" if it has none."""
    for route in app.routes:
        for handler in _handlers(route):
            methods = sorted(getattr(handler, "http_methods", ())) or [route.scope_type.value]
            rights = [each.right for each in handler.resolve_guards() if isinstance(each, Needs)]
            for right in rights or [""]:
                yield f"{' '.join(methods).upper()} {route.path}", right


def _handlers(route: object) -> list[BaseRouteHandler]:
    if isinstance(route, HTTPRoute):
        # Litestar adds OPTIONS automatically; it answers with the methods and nothing else.
        return [each for each in route.route_handlers if each.http_methods != {"OPTIONS"}]
    if isinstance(route, WebSocketRoute | ASGIRoute):
        return [route.route_handler]
    raise TypeError(f"an unknown kind of route: {route!r}")


def as_whom(person: Person) -> str:
    role = "guest" if person.guest else person.role
    if role in ("management", "surveillance", "floor"):
        return role.capitalize()
    if role in ("cage", "count"):
        return f"The {role}"
    return f"{'An' if role[0] in 'aeiou' else 'A'} {plain_words(role)}"
