"""Equality apart from added fields, to compare today's answers with frozen ones."""

from typing import Any

_MISSING = object()


def differences(frozen: Any, now: Any, path: str = "") -> list[str]:
    """List the parts of the frozen answer that are missing or different now, with their paths.

    Every key of a frozen object must be present with an equal value; further keys may be present
    too, at any depth. Lists are equal in length and order. 1, 1.0 and true are three values.
    """
    kind = type(frozen)
    if kind is not type(now):
        return [_told(path, frozen, now)]
    if kind is dict:
        found = []
        for key, was in frozen.items():
            new = now.get(key, _MISSING)
            if not _same_scalar(was, new):
                found += _at(f"{path}.{key}" if path else str(key), was, new)
        return found
    if kind is list:
        if len(frozen) != len(now):
            lengths = f"was {len(frozen)} long, is {len(now)} long"
            return [f"{path or 'the list'}: {lengths}: {_shown(frozen)} is now {_shown(now)}"]
        found = []
        for number, (was, new) in enumerate(zip(frozen, now, strict=True)):
            if not _same_scalar(was, new):
                found += differences(was, new, f"{path}[{number}]")
        return found
    return [] if frozen == now else [_told(path, frozen, now)]


def _same_scalar(was: Any, new: Any) -> bool:
    """Compare the most common values quickly."""
    kind = type(was)
    return (kind is str or kind is int) and kind is type(new) and was == new


def _at(path: str, was: Any, new: Any) -> list[str]:
    if new is _MISSING:
        return [f"{path}: was {_shown(was)}, is missing"]
    return differences(was, new, path)


def _told(path: str, was: Any, new: Any) -> str:
    return f"{path or 'the answer'}: was {_shown(was)}, is {_shown(new)}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 300 else text[:297] + "..."
