"""Limits and steps: how much may lie on a spot."""

from collections.abc import Iterator, Sequence

from ..house.citation import Cited
from ..house.model import House
from ..house.points import point
from .document import SeatBets
from .refusal import Refusal, RefusalCode, refusal

NOTICED_LATE = point("limits.noticed_late")


def limit_refusals(house: House, bets: SeatBets) -> Iterator[Refusal]:
    """Check each bet alone: the amounts of one seat need not be equal."""
    limits = house.limits_in_force
    for name in house.opening_bets:
        amount = bets.wagers.get(name, 0)
        if amount and not limits[name].take(amount):
            yield from _outside_the_limits(house, bets, name)
            yield from _off_the_steps(house, bets, name)


def player_limit_refusals(house: House, seats: Sequence[SeatBets]) -> Iterator[Refusal]:
    """Where limits are per player, count all positions of a player together."""
    if house.betting.limits_per == "position":
        return
    by_player: dict[str, list[SeatBets]] = {}
    for bets in seats:
        if bets.player:
            by_player.setdefault(bets.player, []).append(bets)
    for own in by_player.values():
        for name in house.opening_bets:
            total = sum(bets.wagers.get(name, 0) for bets in own)
            if len(own) > 1 and total > house.limits(name).most:
                yield _above(house, own[-1], name, total)


def limit_path(name: str) -> str:
    return "ante.limits" if name in ("ante", "play") else f"wagers.{name}.limits"


def _outside_the_limits(house: House, bets: SeatBets, name: str) -> Iterator[Refusal]:
    limits, amount, path = house.limits(name), bets.wagers[name], limit_path(name)
    if amount < limits.least and not _excused(house, bets, name):
        least, bet, title = house.money(limits.least), house.money(amount), house.title(name)
        message = f"The {title} minimum is {least}; {bet} was bet."
        cited = house.cited(f"{path}.minimum_cents")
        rulings = house.rulings_on(f"{path}.minimum_cents")
        yield refusal(bets.seat, RefusalCode.BELOW_MINIMUM, message, cited, rulings, name)
    if amount > limits.most:
        yield _above(house, bets, name, amount)


def _above(house: House, bets: SeatBets, name: str, amount: int) -> Refusal:
    path = limit_path(name)
    rulings = house.rulings_on(f"{path}.maximum_cents")
    if name == "ante":
        rulings += house.rulings_on("play.maximum")
    most = house.money(house.limits(name).most)
    message = f"The {house.title(name)} maximum is {most}; {house.money(amount)} was bet."
    cited = house.cited(f"{path}.maximum_cents")
    return refusal(bets.seat, RefusalCode.ABOVE_MAXIMUM, message, cited, rulings, name)


def _off_the_steps(house: House, bets: SeatBets, name: str) -> Iterator[Refusal]:
    limits, path = house.limits(name), limit_path(name)
    if limits.on_a_step(bets.wagers[name]):
        return
    counted = f" from {house.money(limits.least)}" if limits.steps_from == "minimum" else ""
    step = house.money(limits.step_cents)
    message = f"{house.title(name)} bets go in steps of {step}{counted}."
    rulings = house.rulings_on(f"{path}.steps_from")
    cited = house.cited(f"{path}.step_cents")
    yield refusal(bets.seat, RefusalCode.WRONG_STEP, message, cited, rulings, name)


def _excused(house: House, bets: SeatBets, name: str) -> bool:
    """Whether another bet that shares the minimum meets it, so this one may be lower."""
    shared = house.betting.minimum_shared_by
    if name not in shared:
        return False
    return any(
        bets.wagers.get(other, 0) >= house.limits(other).least for other in shared if other != name
    )


def notice_of(house: House, found: Refusal) -> Refusal:
    """The notice for an out-of-limits bet found after the deal.

    The bet stands as it is, or what is above the maximum goes back.
    """
    cited = house.cited(NOTICED_LATE) + Cited(found.clauses, found.departs_from or ())
    back = house.betting.late_limit_error == "return_excess"
    above = found.code == RefusalCode.ABOVE_MAXIMUM
    what = "What is above it goes back" if back and above else "It stands as bet"
    message = f"{found.message} {what}, and the player is told."
    rulings = house.rulings_on("betting.late_limit_error")
    return refusal(found.seat, found.code, message, cited, rulings)


def is_about_limits(found: Refusal) -> bool:
    return found.code in (
        RefusalCode.BELOW_MINIMUM,
        RefusalCode.ABOVE_MAXIMUM,
        RefusalCode.WRONG_STEP,
    )
