"""What goes over the wire: wishes as clients send them, and what they are told."""

from datetime import datetime
from typing import Annotated, Any, Literal, Union

import msgspec

from ..table.commands import COMMANDS, AnyCommand, Command
from ..table.roles import MAY
from ..table.views import Seen, TableView
from .pace import Deadline

_BY_THE_SERVICE = ("by", "at")  # A client does not say who it is or what time it is.
_Version = int | None
# Without a colon: the ids of the service's own commands have one, and nobody takes them away.
_Identity = Annotated[str, msgspec.Meta(max_length=100, pattern="^[A-Za-z0-9._~-]*$")]


def _field(each: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    if each.default_factory is not msgspec.NODEFAULT:
        return each.name, each.type, msgspec.field(default_factory=each.default_factory)
    if each.default is not msgspec.NODEFAULT:
        return each.name, each.type, each.default
    return each.name, each.type


def _wish(command: type[Command]) -> type[msgspec.Struct]:
    """A command as a client sends it."""
    fields: list[Any] = [
        _field(each)
        for each in msgspec.structs.fields(command)
        if each.name not in (*_BY_THE_SERVICE, "id")
    ]
    fields.append(("id", _Identity, ""))
    fields.append(("expected_version", _Version, None))
    wish: type[msgspec.Struct] = msgspec.defstruct(
        f"{command.__name__}Wish",
        fields,
        tag_field="type",
        tag=command.__struct_config__.tag,
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        module=__name__,
        namespace={"__doc__": command.__doc__ or ""},
    )
    return wish


# What only the system says, nobody can send.
_SENT = tuple(each for each in COMMANDS if MAY[str(each.__struct_config__.tag)] != ("system",))
WISHES: tuple[type[msgspec.Struct], ...] = tuple(map(_wish, _SENT))
AnyWish: Any = Union[WISHES]  # noqa: UP007 - made of a list.
_COMMAND_OF = {wish.__struct_config__.tag: each for wish, each in zip(WISHES, _SENT, strict=True)}
_SET_BY_THE_SERVICE = {"open_table": ("meter", "reserve", "meters", "reserves")}


def command_of(wish: msgspec.Struct, by: str, at: datetime) -> tuple[AnyCommand, int | None]:
    """The command, and the version of the table that the client had before it."""
    told = {name: getattr(wish, name) for name in wish.__struct_fields__}
    expected = told.pop("expected_version")
    tag = str(wish.__struct_config__.tag)
    for name in _SET_BY_THE_SERVICE.get(tag, ()):
        told.pop(name, None)
    command: Any = _COMMAND_OF[tag](by=by, at=at, **told)
    return command, expected


def move_of(command: AnyCommand) -> dict[str, Any]:
    """A command that would be accepted, as the client would send it."""
    move: dict[str, Any] = msgspec.to_builtins(command)
    return {name: value for name, value in move.items() if name not in (*_BY_THE_SERVICE, "id")}


class Snapshot(msgspec.Struct, frozen=True, tag_field="type", tag="snapshot", kw_only=True):
    """A table as this viewer sees it now."""

    version: int
    view: TableView
    moves: list[dict[str, Any]]
    now: datetime  # The service's clock, to count the deadline by.
    deadline: Deadline | None = None
    meters: dict[str, int] = {}  # What each meter of the house stands at, by its key.
    balance: int | None = None


class Changed(msgspec.Struct, frozen=True, tag_field="type", tag="change", kw_only=True):
    """What happened, and the table after it."""

    version: int
    events: list[Seen]
    view: TableView
    moves: list[dict[str, Any]]
    now: datetime
    deadline: Deadline | None = None
    meters: dict[str, int] = {}
    balance: int | None = None


class Answered(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    id: str
    version: int
    repeated: bool = False


class WishRefused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    id: str
    code: str
    message: str
    clauses: tuple[str, ...] = ()
    path: str = ""


class MeterMoved(msgspec.Struct, frozen=True, tag_field="type", tag="meter"):
    """Another table of the link has fed or won one that this table shows."""

    meters: dict[str, int]


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    now: datetime


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    """The connection ends; come back and go on from the last version."""

    reason: Literal["slow", "restart", "signed_out"]


class Wished(msgspec.Struct, frozen=True, tag_field="type", tag="command"):
    command: AnyWish


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    pass


ToClient = Snapshot | Changed | Answered | WishRefused | MeterMoved | Pong | Bye
FromClient = Wished | Ping


class CommandAnswer(msgspec.Struct, frozen=True):
    """The command has acted; what came of it, as its sender may see it."""

    version: int
    events: list[Seen]
    repeated: bool = False


class Preview(msgspec.Struct, frozen=True):
    """What would happen; nothing has."""

    events: list[Seen]


class LimitShown(msgspec.Struct, frozen=True):
    minimum: int
    maximum: int | None  # None where the house sets none.
    step: int


class SeatShown(msgspec.Struct, frozen=True):
    seat: int
    player: str


class TableShown(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby."""

    id: str
    name: str
    house: str
    house_name: str
    phase: str
    stakes: Literal["play", "money"]
    automated: bool
    practice: bool
    owner: str
    dealer: str
    round: int
    places: int
    seats: list[SeatShown]
    limits: dict[str, LimitShown]
    currency: str
    titles: dict[str, str]  # Of the bets, as the house calls them.
    meters: dict[str, int]  # By key; none where the house has none.
    stopped: str = ""
