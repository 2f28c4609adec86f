"""Commands as clients send them."""

from datetime import datetime
from typing import Annotated, Any, Union

import msgspec

from ..table.command_fields import is_text, kind_of
from ..table.commands import COMMANDS, AnyCommand, Command
from ..table.roles import MAY

_BY_THE_SERVICE = ("by", "at")  # A client does not say who it is or what time it is.
# Nor does anybody choose the cards: only the system supplies the order of a deck. And it knows
# what a dealer did at other tables.
_BY_THE_SYSTEM = {
    "shuffle_deck": ("order", "nonce"),
    "buy_in": ("bought_elsewhere",),
    "confirm": ("won_elsewhere",),
    "confirm_group": ("won_elsewhere",),
}
_Version = int | None  # Types and values are `Any` below: fields of all commands.
# Without a colon: the ids of the service's own commands have one, and nobody takes them away.
Identity = Annotated[str, msgspec.Meta(max_length=100, pattern="^[A-Za-z0-9._~-]*$")]


PRINTED = "^[^\\x00-\\x08\\x0b-\\x1f\\x7f]*$"  # Of control characters only tabs and new lines.
# A name must be one that somebody can have; texts have a maximum length.
_Name = Annotated[str, msgspec.Meta(max_length=64, pattern="^[A-Za-z0-9._-]*$")]
_Text = Annotated[str, msgspec.Meta(max_length=300, pattern=PRINTED)]


def _field(each: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    kind = each.type
    if is_text(kind):
        kind = _Name if kind_of(kind) == "person" else _Text
    if each.default_factory is not msgspec.NODEFAULT:
        return each.name, kind, msgspec.field(default_factory=each.default_factory)
    if each.default is not msgspec.NODEFAULT:
        return each.name, kind, each.default
    return each.name, kind


def _left_out(type_: str) -> tuple[str, ...]:
    return (*_BY_THE_SERVICE, "id", *_BY_THE_SYSTEM.get(type_, ()))


def _wish(command: type[Command]) -> type[msgspec.Struct]:
    """A command as a client sends it."""
    fields: list[Any] = [
        _field(each)
        for each in msgspec.structs.fields(command)
        if each.name not in _left_out(str(command.__struct_config__.tag))
    ]
    fields.append(("id", Identity, ""))
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
_SET_BY_THE_SERVICE = {"open_table": ("meter", "reserve", "meters", "reserves", "guarded", "kind")}


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
    left_out = _left_out(str(move["type"]))
    return {name: value for name, value in move.items() if name not in left_out}


class Wished(msgspec.Struct, frozen=True, tag_field="type", tag="command"):
    """A command at this table, answered with its id."""

    command: AnyWish


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """Says that the client is still here."""


FromClient = Wished | Ping
Move = dict[str, Any]  # A command as a client sends it: {"type": "sit", "seat": 3}.
PING = '{"type":"ping"}'
_encode = msgspec.json.Encoder().encode


def command_text(wish: Move) -> str:
    return _encode({"type": "command", "command": wish}).decode()
