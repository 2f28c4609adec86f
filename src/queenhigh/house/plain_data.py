"""Data as TOML and JSON have it, before a type has read it or after; a struct made of another."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

# For who only writes it or passes it on.
Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"

# For who takes it apart: `Any`, because the type of each part follows from its key.
Document = dict[str, Any]  # JSON.
SettingValue = Any  # Of a house, as TOML gives it; the model checks it.
Raw = dict[str, SettingValue]  # A house file, or a part of one.

# What msgspec takes for a type: often a union, for which mypy has no type.
MsgspecType = Any

_Made = TypeVar("_Made", bound=msgspec.Struct)


def json_document(document: object) -> bytes:
    """As people read it: indented, and with an end to its last line."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def carried_over(kind: type[_Made], source: msgspec.Struct, **more: object) -> _Made:
    """Make a struct from the source's fields of the same names, and the given ones.

    An event has most of its command's fields; a missing or unknown one raises a TypeError.
    """
    known = set(kind.__struct_fields__)
    same = {name: getattr(source, name) for name in source.__struct_fields__ if name in known}
    return kind(**(same | more))
