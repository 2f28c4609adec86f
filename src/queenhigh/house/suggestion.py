"""Suggestions for unknown names."""

from collections.abc import Iterable

_LONGEST = 60  # Longer names are not typos, and comparing takes time.


def did_you_mean(name: str, known: Iterable[str], *, otherwise: str = "") -> str:
    """Return the nearest known name, as words to add to a message."""
    from difflib import get_close_matches

    near = get_close_matches(name, known, 1) if len(name) <= _LONGEST else []
    return f"; did you mean {near[0]}?" if near else otherwise
