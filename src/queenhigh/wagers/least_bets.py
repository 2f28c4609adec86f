"""The least that can be bet: on each wager alone, and on those that must be bet together."""

from functools import lru_cache

from ..house.model import House
from .combinations import at_most, is_required, least_beside, needs_of

_ROUNDS = 20  # How often wagers are raised for one another; houses need one or two passes.


def least_of_each(house: House) -> dict[str, int]:
    """The smallest amount of each opening bet by itself."""
    return {name: house.limits(name).first for name in house.opening_bets}


@lru_cache(maxsize=256)
def least_bets(house: House) -> tuple[tuple[str, int], ...]:
    """The ante and all other required wagers, in the order of placing them.

    Wagers that others need come first.
    """
    placed = _needed(house)
    amounts = {name: house.limits(name).first for name in placed}
    for _ in range(_ROUNDS):
        if not _raised(house, amounts):
            break
    return tuple(amounts.items())


def _needed(house: House) -> list[str]:
    """The ante, the required wagers, and the wagers that those need in turn."""
    wanted = ["ante", *(key for key in house.wagers if is_required(house, key))]
    for name in wanted:
        for group in needs_of(house, name):
            if not any(each in wanted for each in group):
                wanted.append(group[0])
    return wanted


def _raised(house: House, amounts: dict[str, int]) -> bool:
    """Raise wagers that limit another to a multiple of them; return whether any was raised."""
    changed = False
    for name, amount in amounts.items():
        for other, times in at_most(house, name).items():
            if other in amounts and amount > times * amounts[other]:
                amounts[other] = least_beside(house, other, times, amount)
                changed = True
    return changed
