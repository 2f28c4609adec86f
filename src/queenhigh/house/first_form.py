"""House files of the first form, in which wagers were tables of their own."""

from typing import Any


def is_first_form(raw: dict[str, Any]) -> bool:
    return False


def new_key_of(raw: dict[str, Any]) -> tuple[str, str]:
    return "", ""
