"""Chips and notes by denomination."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Annotated

import msgspec

from ..house.model import House

_MOST = 1_000_000  # The most chips of one value: far more than a tray or a box holds.


class Chips(msgspec.Struct, frozen=True):
    """Chips of one value, or notes."""

    value: Annotated[int, msgspec.Meta(ge=1, le=10**9)]  # In cents.
    count: Annotated[int, msgspec.Meta(ge=0, le=_MOST)]


Stacks = tuple[Chips, ...]


def total_cents(stacks: Iterable[Chips]) -> int:
    return sum(each.value * each.count for each in stacks)


def in_order(stacks: Stacks) -> Stacks:
    """Highest value first, without empty stacks."""
    return tuple(sorted((each for each in stacks if each.count), key=lambda each: -each.value))


@lru_cache(maxsize=4096)
def chips_for(house: House, cents: int) -> tuple[Chips, ...]:
    """The fewest of the table's chips that make an amount; any remainder is in cents."""
    found = []
    for value in (*sorted(house.betting.chips_cents, reverse=True), 1):
        count, cents = divmod(cents, value)
        if count:
            found.append(Chips(value, count))
    return tuple(found)


_NOTES = (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00)
_NOTES_OF = {
    "EUR": (500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00),
    "GBP": (50_00, 20_00, 10_00, 5_00),
}


def notes_of(currency: str) -> tuple[int, ...]:
    """The notes that a drop box may hold, in cents."""
    return _NOTES_OF.get(currency, _NOTES)


def in_words(stacks: Stacks, money: Callable[[int], str]) -> str:
    """``40 of $25, 10 of $100``: the chips by their value."""
    return ", ".join(f"{each.count} of {money(each.value)}" for each in stacks)
