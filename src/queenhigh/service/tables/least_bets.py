"""The least that a seat can bet at a house: the ante, and whatever else the house asks for."""

from functools import lru_cache

from ...house.model import House

_ROUNDS = 20  # Of raising one wager for another; houses need one or two.


@lru_cache(maxsize=256)
def least_bets(house: House) -> tuple[tuple[str, int], ...]:
    """Amounts in the order in which they are placed: what others need comes first."""
    placed = _needed(house)
    amounts = {name: house.limits(name).first for name in placed}
    for _ in range(_ROUNDS):
        if not _raised(house, amounts):
            break
    return tuple(amounts.items())


def _needed(house: House) -> list[str]:
    """The ante, the wagers without which no seat plays, and what those need beside them."""
    wanted = ["ante", *(key for key, wager in house.wagers.items() if wager.required)]
    for name in wanted:
        for group in house.wagers[name].needs if name in house.wagers else ():
            if not any(each in wanted for each in group):
                wanted.append(group[0])
    return wanted


def _raised(house: House, amounts: dict[str, int]) -> bool:
    """Raises what another may be at most so many times of; whether anything was."""
    changed = False
    for name, amount in amounts.items():
        limits = house.ante.at_most if name == "ante" else house.wagers[name].at_most
        for other, times in limits.items():
            if other in amounts and amount > times * amounts[other]:
                step = house.limits(other).step_cents
                amounts[other] = -(-amount // (times * step)) * step
                changed = True
    return changed
