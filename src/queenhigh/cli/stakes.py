"""Bets and meters on the command line: `--bet KEY=AMOUNT`, `--meter [KEY=]AMOUNT`."""

import re
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from ..house.suggestion import did_you_mean
from ..wagers.document import SeatBets
from ..wagers.least_bets import least_of_each
from ..wagers.limits import limit_refusals
from .amount import cents

if TYPE_CHECKING:
    from ..house.model import House

T = TypeVar("T")
_PERCENT = re.compile(r"\d{1,3}(\.\d{1,6})?")
_NAMED = re.compile(r"([a-z][a-z0-9_]*)=(.+)")


def stakes(house: "House", bets: list[str] | None) -> dict[str, int]:
    """Cents by wager: by default the table's minimum of each; 0 leaves a bet out.

    Amounts that `check` would refuse are errors.
    """
    found = least_of_each(house)
    given: dict[str, int] = {}
    for text in bets or ():
        name, cents = _named("--bet", text)
        if name not in found:
            offered = ", ".join(found)
            near = did_you_mean(name, found)
            raise ValueError(f"--bet: {house.key} offers no {name}: there are {offered}{near}")
        put_once("--bet", given, name, cents)
    found |= given
    placed = {name: cents for name, cents in found.items() if cents}
    if not placed:
        raise ValueError("there is no bet")
    if refused := next(limit_refusals(house, SeatBets(1, placed)), None):
        raise ValueError(f"--bet: {refused.message}")
    return placed


def meters(house: "House", given: list[str] | None) -> dict[str, int]:
    """Cents by meter. The only meter of a house needs no name."""
    from ..maths.analysis.analysis import read_meters

    found: dict[str, int] = {}
    for text in given or ():
        if "=" not in text:
            read = read_meters(house, _amount("--meter", text))
        else:
            read = read_meters(house, None, dict([_named("--meter", text)]))
        for name, standing in read.items():
            put_once("--meter", found, name, standing)
    return found


def check_seats(house: "House", seats: int | None, dealt: int | None = None) -> None:
    """Refuse more seats than the house has, or fewer dealt in than bet."""
    for option, number in (("--seats", seats), ("--dealt", dealt)):
        if number is not None and not 1 <= number <= house.seats:
            raise ValueError(f"{option}: {house.key} has seats 1 to {house.seats}")
    if seats is not None and dealt is not None and dealt < seats:
        raise ValueError(f"--dealt: {dealt} is fewer than the {seats} seats that bet")


def shares(placed: dict[str, int], given: list[str] | None) -> dict[str, Fraction]:
    """`--uptake KEY=PERCENT`: in what share of rounds a bet is made."""
    found: dict[str, Fraction] = {}
    for text in given or ():
        name, _, share = text.strip().partition("=")
        if name not in placed or name == "ante":
            side = ", ".join(each for each in placed if each != "ante")
            raise ValueError(f"--uptake: {name} is not one of the side bets placed: {side}")
        if not _PERCENT.fullmatch(share) or Fraction(share) > 100:
            raise ValueError(f"--uptake: {share or text} is not a percentage of rounds, 0 to 100")
        put_once("--uptake", found, name, Fraction(share) / 100)
    return found


def put_once(option: str, found: dict[str, T], name: str, value: T) -> None:
    """Refuse a value given twice: it is unclear which one is meant."""
    if name in found:
        raise ValueError(f"{option}: {name} is given twice")
    found[name] = value


def _named(option: str, text: str) -> tuple[str, int]:
    matched = _NAMED.fullmatch(text.strip())
    if matched is None:
        raise ValueError(f"{option}: {text!r} is not KEY=AMOUNT, as in ante=$10 or ante=1000c")
    return matched[1], _amount(option, matched[2])


def _amount(option: str, text: str) -> int:
    try:
        return cents(text)
    except ValueError as error:
        raise ValueError(f"{option}: {error}") from None
