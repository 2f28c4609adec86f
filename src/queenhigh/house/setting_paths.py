"""Settings changed by path, as a layer on top of a house."""

from collections.abc import Mapping
from typing import Final

from .errors import HouseError, Problem
from .plain_data import Raw
from .suggestion import did_you_mean

_OWN_KEYS: Final = {"wagers": "wager", "meters": "meter"}


def layer_of(changed: Mapping[str, object], raw: Raw) -> Raw:
    """Return the changes as nested tables; `raw` is the house under them."""
    if not isinstance(changed, Mapping):
        raise TypeError(f"settings are a dictionary of values by path, not {changed!r}")
    _check_names(changed)
    for path in changed:
        _check_path(path, changed, raw)
    return nested(changed)


def nested(settings: Mapping[str, object]) -> Raw:
    """Return settings by path as tables within tables."""
    found: Raw = {}
    for path, value in settings.items():
        *parents, name = path.split(".")
        table = found
        for parent in parents:
            table = table.setdefault(parent, {})
        table[name] = value
    return found


def _check_names(table: Mapping[str, object]) -> None:
    for name, value in table.items():
        if not isinstance(name, str):
            raise TypeError(f"settings are named by text, not {name!r}")
        if isinstance(value, Mapping):
            _check_names(value)


def _check_path(path: str, changed: Mapping[str, object], raw: Raw) -> None:
    parts = path.split(".")
    if not all(parts):
        raise HouseError(Problem(repr(path), "is not the path of a setting, such as ante.tie"))
    if parts[0] == "options":
        raise HouseError(Problem(path, "change the settings that it sets, such as ante.tie"))
    above = (".".join(parts[:length]) for length in range(1, len(parts)))
    if given := next((each for each in above if each in changed), None):
        raise HouseError(Problem(path, f"{given} is given too, and holds it: give one of the two"))
    if parts[0] in _OWN_KEYS and len(parts) > 2 and parts[1] not in (raw.get(parts[0]) or {}):
        table, kind, name = parts[0], _OWN_KEYS[parts[0]], parts[1]
        whole = f"; give a new {kind} as one table, {table}.{name}"
        hint = did_you_mean(name, raw.get(table) or {}, otherwise=whole)
        raise HouseError(Problem(path, f"the house has no {kind} {name}{hint}"))
