"""Arguments of the library's functions, checked here so that errors name them."""

import os
from collections.abc import Mapping
from typing import Final, TypeVar

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
    """Raises TypeError for anything but a whole number."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"{name} is a whole number, not {number!r}")


def check_name(name: str, given: object) -> None:
    """Raises TypeError for anything but text."""
    if not isinstance(given, str):
        raise TypeError(f"{name} is a name, not {given!r}")


def check_cents(name: str, cents: object) -> None:
    """Raises TypeError for anything but a whole number of cents."""
    if not isinstance(cents, int) or isinstance(cents, bool):
        raise TypeError(f"{name} is {cents!r}; amounts are whole cents, as integers")


def check_seed(seed: object) -> None:
    """Different seeds must give different runs, so refuse a seed that would count as another."""
    check_whole("seed", seed)
    if not 0 <= seed <= _MOST_SEED:  # type: ignore[operator]  # A whole number by now.
        raise ValueError(f"seed is 0 to {_MOST_SEED}, not {seed}")


_Value = TypeVar("_Value")


def as_dict(name: str, given: Mapping[str, _Value] | None) -> dict[str, _Value]:
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"{name} is a dictionary, not {given!r}")
    return dict(given or {})
