"""Bets and meters as the command line takes them: `--bet KEY=CENTS`, `--meter [KEY=]CENTS`."""

import re
from typing import TYPE_CHECKING

from ..wagers.document import SeatBets
from ..wagers.limits import limit_refusals

if TYPE_CHECKING:
    from ..house.model import House

_NAMED = re.compile(r"([a-z][a-z0-9_]*)=([0-9]+)")


def stakes(house: "House", bets: list[str]) -> dict[str, int]:
    """Cents by wager: the table's minimum of each where nothing is said; 0 leaves a bet out.

    Amounts that `check` would refuse are errors.
    """
    found = {name: house.limits(name).first for name in house.opening_bets}
    for text in bets:
        name, cents = _named("--bet", text)
        if name not in found:
            offered = ", ".join(found)
            raise ValueError(f"--bet: {house.key} offers no {name}: there are {offered}")
        found[name] = cents
    placed = {name: cents for name, cents in found.items() if cents}
    if not placed:
        raise ValueError("nothing is bet")
    if refused := next(limit_refusals(house, SeatBets(1, placed)), None):
        raise ValueError(f"--bet: {refused.message}")
    return placed


def meters(house: "House", given: list[str]) -> dict[str, int]:
    """Cents by meter. The only meter of a house needs no name."""
    from ..maths.analysis import read_meters

    found: dict[str, int] = {}
    for text in given:
        if text.isdecimal():
            found |= read_meters(house, int(text))
        else:
            found |= read_meters(house, None, dict([_named("--meter", text)]))
    return found


def _named(option: str, text: str) -> tuple[str, int]:
    matched = _NAMED.fullmatch(text.strip())
    if matched is None:
        raise ValueError(f"{option}: {text!r} is not KEY=CENTS, as in ante=1000")
    return matched[1], int(matched[2])
