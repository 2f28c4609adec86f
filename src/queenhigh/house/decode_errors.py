"""Errors from msgspec in plain words, with the path as a person would write it."""

import re
from collections.abc import Iterator
from contextlib import suppress
from enum import EnumType
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec

from .plain_data import MsgspecType
from .suggestion import did_you_mean

Decoded = Any  # Data of any shape.
_AT = re.compile(r" - at `(?:key in )?\$(?P<path>[^`]*)`$")
_EXPECTED = re.compile(r"Expected `(?P<expected>[^`]+)`, got `(?P<got>[^`]+)`")
_BOUND = re.compile(r"Expected `int` (?P<relation>[<>]=) (?P<bound>-?\d+)")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>[^`]*)`")
_NO_TIME = re.compile(r"Invalid RFC3339 encoded (?P<kind>datetime|date)")
_TIMES = {
    "datetime": "must be a time, as in 2026-01-05T12:00:00Z",
    "date": "must be a date, as in 2026-01-05",
}
_MISSING = re.compile(r"Object missing required field `(?P<name>[^`]*)`")
_BYTE = re.compile(r"\(byte (?P<byte>\d+)\)$")
_PARTS = re.compile(r"\.?[^.\[\]]+|\[\d+\]|\[\.\.\.\]")
_TOKEN = re.compile(rb'(?P<key>"(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]')
UNKNOWN = "is not known here"
_MOST_LISTED = 12
_KINDS = {
    "int": "a whole number",
    "float": "a number with a fraction",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "null": "null",
    "date": "a date",
}
_GOT = {"float": "a number with a fraction or an exponent"}  # 1e3 is one, whatever its value.


def not_json(error: Exception) -> str:
    """Say why a text cannot be read as JSON at all."""
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8 at byte {error.start}"
    if isinstance(error, RecursionError):
        return "not JSON: it is nested too deeply"
    if found := _BYTE.search(str(error)):
        return f"not JSON at byte {found['byte']}"
    return "not JSON: it ends too early"


def doubled_key(document: bytes) -> str | None:
    """Return the first duplicate key in an object of a JSON document: it is ambiguous.

    The document is known to be JSON. Re-encoding removes duplicates, so an equal number of colons
    means that there were none; an escape may hide a colon.
    """
    if b"\\u" not in document:
        with suppress(msgspec.ValidationError):  # A number out of range: its reader says so.
            again = msgspec.json.encode(msgspec.json.decode(document))
            if document.count(b":") == again.count(b":"):
                return None
    seen: list[set[str]] = []
    for token in _TOKEN.finditer(document):
        if token["key"]:
            key = msgspec.json.decode(token["key"], type=str)
            if key in seen[-1]:
                return key
            seen[-1].add(key)
        elif token[0] == b"{":
            seen.append(set())
        elif token[0] == b"}":
            seen.pop()
    return None


def sentence(path: str, reason: str, *, otherwise: str = "The request") -> str:
    """Join path and reason into a sentence; `otherwise` stands in for an empty path."""
    said = f"{path or otherwise}: {reason}"
    return said if said.endswith("?") else f"{said}."


def explain(error: msgspec.ValidationError, *, table: str = "a table") -> tuple[str, str]:
    """Return the path (``seats[1].wagers.ante``) and the error; JSON calls a table an object."""
    text = str(error)
    at = _AT.search(text)
    path = at["path"].removeprefix(".") if at else ""
    reason = _AT.sub("", text)
    if unknown := _UNKNOWN.fullmatch(reason):
        return join(path, unknown["name"]), UNKNOWN
    if missing := _MISSING.fullmatch(reason):
        return join(path, missing["name"]), "is missing"
    if expected := _EXPECTED.fullmatch(reason):
        kinds = {**_KINDS, "object": table}
        wanted = " or ".join(
            kinds.get(kind, kind) for kind in expected["expected"].split(" | ") if kind != "null"
        )
        given = {**kinds, **_GOT}.get(expected["got"], expected["got"])
        return path, f"must be {wanted}, not {given}"
    if bound := _BOUND.fullmatch(reason):
        relation = "at least" if bound["relation"] == ">=" else "at most"
        return path, f"must be {relation} {int(bound['bound']):,}"
    if no_time := _NO_TIME.fullmatch(reason):
        return path, _TIMES[no_time["kind"]]
    return path, reason[0].lower() + reason[1:]


def explain_as(
    error: msgspec.ValidationError, kind: object, raw: object, *, table: str = "a table"
) -> tuple[str, str]:
    """Explain an error, adding the allowed values or what was probably meant.

    `raw` is the decoded data, and `kind` the type it should have become.
    """
    path, message = explain(error, table=table)
    if "[...]" in path:
        path = with_keys(path, raw, kind)
    around, _, name = path.rpartition(".")
    if message == UNKNOWN:
        message += did_you_mean(name, _keys(_kind_at(kind, raw, around)))
    elif message.startswith("invalid enum value"):
        message = f"is not one of {', '.join(_allowed_values(_kind_at(kind, raw, path)))}"
    elif message.startswith("invalid value "):
        said, known = message.removeprefix("invalid value "), _tags(_kind_at(kind, raw, around))
        listed = f" (there are {', '.join(known)})" if len(known) <= _MOST_LISTED else ""
        message = f"{said} {UNKNOWN}" + did_you_mean(said.strip("'"), known, otherwise=listed)
    return path, message


def explain_json(
    error: msgspec.ValidationError, kind: object, document: bytes | str
) -> tuple[str, str]:
    """Explain an error in a JSON document, which may be malformed after the error."""
    try:
        raw = msgspec.json.decode(document)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raw = None
    return explain_as(error, kind, raw, table="an object")


def with_keys(path: str, raw: Decoded, kind: object) -> str:
    """Fill in the keys that msgspec leaves out, ``wagers.lucky`` for ``wagers[...]``.

    `raw` is the decoded data, and `kind` the type it should have become.
    """
    written = ""
    for part in _PARTS.findall(path):
        name = part.strip(".[]") or _failing(raw, kind)
        written = f"{written}{part}" if part[1:-1].isdigit() else join(written, name)
        kind = _kind_below(kind, name)
        try:
            raw = raw[int(name)] if isinstance(raw, list) else raw[name]
        except (KeyError, IndexError, TypeError, ValueError):
            raw = None
    return written


def _failing(raw: object, kind: object) -> str:
    """Return the key of the first invalid value."""
    below = _kind_below(kind, "")
    for key, value in raw.items() if isinstance(raw, dict) else ():
        try:
            msgspec.convert(value, below)
        except msgspec.ValidationError:
            return str(key)
    return "..."


def _kind_below(kind: object, name: str) -> MsgspecType:
    """Return the type of a struct's, dictionary's or list's member."""
    origin = get_origin(kind)
    if origin in (list, tuple):
        return get_args(kind)[0]
    if origin is dict or hasattr(kind, "__struct_fields__"):
        return field_kind(kind, name)
    found = (_kind_below(each, name) for each in get_args(kind))
    return next((each for each in found if each is not None), None)


def join(path: str, name: str) -> str:
    return f"{path}.{name}" if path and name else path or name


def _allowed_values(kind: object) -> list[str]:
    """Return the values of a Literal or an enum; empty if it is neither."""
    found = (str(value) for each in _unfolded(kind) for value in _values(each))
    return list(dict.fromkeys(found))


def _keys(kind: object) -> list[str]:
    return [
        field
        for each in _unfolded(kind)
        if each is not None
        for field in getattr(each, "__struct_encode_fields__", ())
    ]


def _tags(kind: object) -> list[str]:
    """Return the tags of a union's structs."""
    structs = [each for each in _unfolded(kind) if hasattr(each, "__struct_config__")]
    return [str(each.__struct_config__.tag) for each in structs]


def _kind_at(kind: object, raw: object, path: str) -> MsgspecType:
    """Return the type at a path; in a union of structs, the one that the tag selects."""
    for part in _PARTS.findall(path):
        name = part.strip(".[]")
        if part.startswith("["):
            raw = raw[int(name)] if isinstance(raw, list) and name.isdigit() else None
            continue
        kind = field_kind(_by_tag(kind, raw), name)
        raw = raw.get(name) if isinstance(raw, dict) else None
    return _by_tag(kind, raw)


def _by_tag(kind: object, raw: Decoded) -> MsgspecType:
    for each in _unfolded(kind) if isinstance(raw, dict) else ():
        config = getattr(each, "__struct_config__", None)
        if config is not None and config.tag_field and raw.get(config.tag_field) == config.tag:
            return each
    return kind


def field_kind(kind: object, name: str) -> MsgspecType:
    """Return the type of a struct's field or a dictionary's values, or None."""
    if get_origin(kind) is dict:
        return get_args(kind)[1]
    for struct in _unfolded(kind):
        if hasattr(struct, "__struct_fields__") and name in _field_types(struct):
            return _field_types(struct)[name]
        if get_origin(struct) is dict:
            return get_args(struct)[1]
    return None


@cache
def _field_types(struct: MsgspecType) -> dict[str, MsgspecType]:
    return {field.encode_name: field.type for field in msgspec.structs.fields(struct)}


def _unfolded(kind: object) -> Iterator[object]:
    """Yield the members of unions and the items of lists, down to single types."""
    if get_origin(kind) in (None, Literal, dict):
        yield kind
    else:
        for each in get_args(kind):
            yield from _unfolded(each)


def _values(kind: object) -> Iterator[object]:
    if get_origin(kind) is Literal:
        yield from get_args(kind)
    elif isinstance(kind, EnumType):
        yield from kind
    elif kind is bool:
        yield from ("true", "false")
    elif kind is int:
        yield "a whole number"
