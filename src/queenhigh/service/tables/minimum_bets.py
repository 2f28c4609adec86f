"""The least that a seat can bet at a house: the ante and all other required wagers."""

from functools import lru_cache

from ...house.model import House

_ROUNDS = 20  # Passes of raising one wager for another; houses need one or two.


@lru_cache(maxsize=256)
def least_bets(house: House) -> tuple[tuple[str, int], ...]:
    """Amounts in the order of placing them: wagers that others need come first."""
    placed = _needed(house)
    amounts = {name: house.limits(name).first for name in placed}
    for _ in range(_ROUNDS):
        if not _raised(house, amounts):
            break
    return tuple(amounts.items())


def _needed(house: House) -> list[str]:
    """The ante, the required wagers, and the wagers that those need in turn."""
    wanted = ["ante", *(key for key, wager in house.wagers.items() if wager.required)]
    for name in wanted:
        for group in house.wagers[name].needs if name in house.wagers else ():
            if not any(each in wanted for each in group):
                wanted.append(group[0])
    return wanted


def _raised(house: House, amounts: dict[str, int]) -> bool:
    """Raise wagers that limit another to a multiple of them; return whether any was raised."""
    changed = False
    for name, amount in amounts.items():
        limits = house.ante.at_most if name == "ante" else house.wagers[name].at_most
        for other, times in limits.items():
            if other in amounts and amount > times * amounts[other]:
                step = house.limits(other).step_cents
                amounts[other] = -(-amount // (times * step)) * step
                changed = True
    return changed
