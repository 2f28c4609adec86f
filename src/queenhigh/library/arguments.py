"""What a program gives to the library: checked here, so that errors name the argument."""

import os
from collections.abc import Mapping
from typing import Any, Final

from ..house.model import House

_MOST_SEED: Final = 2**64 - 1


def house_of(house: object) -> House:
    """A house as it is, or the one of that key, file or folder."""
    if isinstance(house, House):
        return house
    if isinstance(house, str | os.PathLike):
        return House.load(house)
    raise TypeError(f"house is a qh.House, a key or a path, not {house!r}")


def check_whole(name: str, number: object) -> None:
    """Raises TypeError for what is not a whole number."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"{name} is a whole number, not {number!r}")


def check_name(name: str, given: object) -> None:
    """Raises TypeError for what is not text."""
    if not isinstance(given, str):
        raise TypeError(f"{name} is a name, not {given!r}")


def check_cents(name: str, cents: object) -> None:
    """Raises TypeError for what is not a whole number of cents."""
    if not isinstance(cents, int) or isinstance(cents, bool):
        raise TypeError(f"{name} is {cents!r}; amounts are whole cents, as integers")


def check_seed(seed: object) -> None:
    """Different seeds are different runs: so none that would be taken for another."""
    check_whole("seed", seed)
    if not 0 <= seed <= _MOST_SEED:  # type: ignore[operator]  # A whole number by now.
        raise ValueError(f"seed is 0 to {_MOST_SEED}, not {seed}")


def as_dict(name: str, given: Mapping[str, Any] | None) -> dict[str, Any]:
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"{name} is a dictionary, not {given!r}")
    return dict(given or {})
