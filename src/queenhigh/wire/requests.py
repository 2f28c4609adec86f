"""Commands as clients send them."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Union

import msgspec

from ..house.plain_data import Document
from ..table.command_fields import is_text, kind_of
from ..table.command_rules import MAY
from ..table.commands import COMMANDS, AnyCommand, Command

_BY_THE_SERVICE = ("by", "at")  # A client does not say who it is or what time it is.
# Nor can it choose cards: only the system supplies the order of a deck, and what a dealer did at
# other tables.
_BY_THE_SYSTEM = {
    "shuffle_deck": ("order", "nonce"),
    "buy_in": ("bought_elsewhere",),
    "confirm": ("won_elsewhere",),
    "confirm_group": ("won_elsewhere",),
}
_Version = int | None
# Without a colon: the ids of the service's own commands have one, and clients cannot use those.
Identity = Annotated[str, msgspec.Meta(max_length=100, pattern="^[A-Za-z0-9._~-]*$")]


PRINTED = "^[^\\x00-\\x08\\x0b-\\x1f\\x7f]*$"  # Of control characters only tabs and new lines.
# A name must be possible as a person's name; texts have a maximum length.
_Name = Annotated[str, msgspec.Meta(max_length=64, pattern="^[A-Za-z0-9._-]*$")]
_Text = Annotated[str, msgspec.Meta(max_length=300, pattern=PRINTED)]


_Field = tuple[str, object] | tuple[str, object, object]  # Name, type, default.


def _field(each: msgspec.structs.FieldInfo) -> _Field:
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
    fields = [
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


# Fields that only the system supplies cannot be sent.
_SENT = tuple(each for each in COMMANDS if MAY[str(each.__struct_config__.tag)] != ("system",))
WISHES: tuple[type[msgspec.Struct], ...] = tuple(map(_wish, _SENT))
if TYPE_CHECKING:
    AnyWish = msgspec.Struct
else:
    AnyWish = Union[WISHES]  # noqa: UP007 - made of a list.
_COMMAND_OF = {wish.__struct_config__.tag: each for wish, each in zip(WISHES, _SENT, strict=True)}
_SET_BY_THE_SERVICE = {"open_table": ("meter", "reserve", "meters", "reserves", "guarded", "kind")}


Move = Document  # A command as a client sends it: {"type": "sit", "seat": 3}.


def command_of(wish: msgspec.Struct, by: str, at: datetime) -> tuple[AnyCommand, int | None]:
    """The command, and the version of the table that the client had before it."""
    told = {name: getattr(wish, name) for name in wish.__struct_fields__}
    expected = told.pop("expected_version")
    tag = str(wish.__struct_config__.tag)
    for name in _SET_BY_THE_SERVICE.get(tag, ()):
        told.pop(name, None)
    command: Any = _COMMAND_OF[tag](by=by, at=at, **told)  # One of them, by its tag.
    return command, expected


def move_of(command: AnyCommand) -> Move:
    """A command that would be accepted, as the client would send it."""
    move: Move = msgspec.to_builtins(command)
    left_out = _left_out(str(move["type"]))
    return {name: value for name, value in move.items() if name not in left_out}


class Wished(msgspec.Struct, frozen=True, tag_field="type", tag="command"):
    """A command at this table, answered with its id."""

    command: AnyWish


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """Says that the client is still here."""


FromClient = Wished | Ping
PING = '{"type":"ping"}'
_encode = msgspec.json.Encoder().encode


def command_text(wish: Move) -> str:
    return _encode({"type": "command", "command": wish}).decode()
