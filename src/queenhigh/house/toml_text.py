"""Settings written as TOML: a house, or the configuration of a service."""

import datetime
import json
import re

from .plain_data import Raw

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def as_toml(raw: Raw) -> str:
    """Write settings first, then tables; a nested table gets its own heading."""
    lines = [
        f"{_key(name)} = {_value(value)}" for name, value in raw.items() if not _is_table(value)
    ]
    for name, value in raw.items():
        if _is_table(value):
            lines += _table([name], value)
    return "\n".join(lines).lstrip("\n") + "\n"


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _table(path: list[str], table: Raw) -> list[str]:
    """Write pay tables with one row a line; other tables of tables are split up."""
    plain = {name: value for name, value in table.items() if not _is_table(value)}
    nested = {name: value for name, value in table.items() if _is_table(value)}
    if path[-1] == "pays" or len(path) > 2:
        plain, nested = table, {}
    lines = []
    if plain or not nested:
        lines = ["", f"[{'.'.join(map(_key, path))}]"]
        lines += [f"{_key(name)} = {_value(value)}" for name, value in plain.items()]
    for name, value in nested.items():
        lines += _table([*path, name], value)
    return lines


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name)


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case datetime.date():
            return value.isoformat()
        case dict():
            return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_value, value)) + "]"
        case _:
            return json.dumps(str(value), ensure_ascii=False)
