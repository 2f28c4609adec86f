"""The fields of a command or a request, taken from its type: what each holds, and its choices."""

from functools import cache
from typing import Final, Literal, get_args

import msgspec
from msgspec import inspect

FieldKind = Literal[
    "money", "number", "decimal", "text", "yes_no", "choice", "card", "cards", "chips", "seat",
    "seats", "place", "deck", "wager", "wagers", "person", "texts", "amounts",
]  # fmt: skip
FIELD_KINDS: Final[tuple[FieldKind, ...]] = get_args(FieldKind)
_BY_THE_SERVICE: Final = ("by", "at", "id")


class CommandField(msgspec.Struct, frozen=True):
    name: str
    required: bool
    kind: FieldKind
    choices: tuple[str, ...] = ()  # For a choice: the values that the command takes.
    least: float | None = None
    most: float | None = None
    longest: int | None = None  # Characters of a text.


@cache
def fields_of(asked: type[msgspec.Struct]) -> tuple[CommandField, ...]:
    """The fields that the caller fills in; the service knows who and when."""
    return tuple(
        CommandField(
            each.name, each.required, kind_of(each.type), _choices(each.type), *_bounds(each.type)
        )
        for each in msgspec.structs.fields(asked)
        if each.name not in _BY_THE_SERVICE
    )


def kind_of(annotation: object) -> FieldKind:
    return _kind(_present(annotation))


def is_text(annotation: object) -> bool:
    """Whether it is a single string of any kind."""
    return isinstance(_bare(annotation), inspect.StrType)


def _bounds(annotation: object) -> tuple[float | None, int | float | None, int | None]:
    """The least and the most that a number may be, and the length that a text may have."""
    match _bare(annotation):
        case inspect.IntType(ge=least, le=most) | inspect.FloatType(ge=least, le=most):
            return least, most, None
        case inspect.StrType(max_length=longest):
            return None, None, longest
        case _:
            return None, None, None


def _bare(annotation: object) -> inspect.Type:
    """The type without None, and without what is said about it."""
    found = _present(annotation)
    return found.type if isinstance(found, inspect.Metadata) else found


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
        case inspect.FloatType():
            return "decimal"
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
