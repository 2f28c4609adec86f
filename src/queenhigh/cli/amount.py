"""Money on the command line: `$5`, `$2.50`, `500c`; a bare number is in the option's own unit."""

import re

_DOLLARS = re.compile(r"[$€£]([0-9]{1,12})(?:\.([0-9]{2}))?")
_CENTS = re.compile(r"([0-9]{1,14})c")
_LONG = re.compile(r"[$€£]?[0-9]{13,}(?:\.[0-9]{2}|c)?")


def cents(text: str, *, bare: int = 1) -> int:
    """Read an amount in cents; `bare` is what 1 without a unit is in cents."""
    text = text.strip()
    if found := _DOLLARS.fullmatch(text):
        return int(found[1]) * 100 + int(found[2] or 0)
    if found := _CENTS.fullmatch(text):
        return int(found[1])
    if text.isdecimal() and len(text) <= 14:
        return int(text) * bare
    if _LONG.fullmatch(text):
        raise ValueError(f"{text} is too large")
    raise ValueError(f"{text!r} is not an amount: write $5, $2.50 or 500c")


def some_cents(text: str) -> int:
    """Read an amount above 0; a bare number is in cents."""
    return _some(cents(text))


def some_dollars(text: str) -> int:
    """Read an amount above 0 in cents; a bare number is in dollars."""
    return _some(cents(text, bare=100))


def _some(found: int) -> int:
    if not found:
        raise ValueError("the amount must be more than zero")
    return found
