"""The fields of each command, taken from its type: what each holds, and its choices."""

from functools import cache
from typing import Final, Literal, get_args

import msgspec
from msgspec import inspect

from .commands import Command

FieldKind = Literal[
    "money", "number", "text", "yes_no", "choice", "card", "cards", "chips", "seat", "seats",
    "place", "deck", "wager", "wagers", "person", "texts", "amounts",
]  # fmt: skip
FIELD_KINDS: Final[tuple[FieldKind, ...]] = get_args(FieldKind)
_BY_THE_SERVICE: Final = ("by", "at", "id")


class CommandField(msgspec.Struct, frozen=True):
    name: str
    required: bool
    kind: FieldKind
    choices: tuple[str, ...] = ()  # For a choice: the values that the command takes.


@cache
def fields_of(command: type[Command]) -> tuple[CommandField, ...]:
    """The fields that the caller fills in; the service knows who and when."""
    return tuple(
        CommandField(each.name, each.required, kind_of(each.type), _choices(each.type))
        for each in msgspec.structs.fields(command)
        if each.name not in _BY_THE_SERVICE
    )


def kind_of(annotation: object) -> FieldKind:
    return _kind(_present(annotation))


def is_text(annotation: object) -> bool:
    """Whether it is a single string of any kind."""
    found = _present(annotation)
    return isinstance(found.type if isinstance(found, inspect.Metadata) else found, inspect.StrType)


def _choices(annotation: object) -> tuple[str, ...]:
    found = _present(annotation)
    return tuple(map(str, found.values)) if isinstance(found, inspect.LiteralType) else ()


def _present(annotation: object) -> inspect.Type:
    """The type without None."""
    found = inspect.type_info(annotation)
    if not isinstance(found, inspect.UnionType):
        return found
    (present,) = (each for each in found.types if not isinstance(each, inspect.NoneType))
    return present


def _kind(found: inspect.Type) -> FieldKind:
    match found:
        case inspect.Metadata(extra={"kind": kind}) if kind in FIELD_KINDS:
            return kind  # type: ignore[no-any-return]  # One of KINDS.
        case inspect.Metadata(type=inner):
            return _kind(inner)
        case inspect.LiteralType():
            return "choice"
        case inspect.BoolType():
            return "yes_no"
        case inspect.IntType():
            return "number"
        case inspect.StrType():
            return "text"
        case inspect.StructType():
            return "chips"
        case inspect.DictType():
            return "amounts"
        case inspect.VarTupleType(item_type=item):
            one = _kind(item)
            # Each kind of item has its plural in the list.
            return one if one == "chips" else f"{one}s"  # type: ignore[return-value]
        case _:
            raise TypeError(f"a command has a field of an unnamed kind: {found}")
