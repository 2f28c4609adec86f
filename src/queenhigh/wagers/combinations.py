"""Which bets may stand together: what a wager needs beside it, its maximum relative to another."""

from collections.abc import Iterator

from ..house.model import House
from ..house.points import point
from ..house.words import plain_words
from .document import SeatBets
from .refusal import Refusal, RefusalCode, any_of, refusal

OPENING_BETS = point("bets.opening")
NO_OTHER_WAGERS = point("bets.offered")
NEEDS_ANOTHER = point("wager.needs")
NEEDS_ONE_MORE = point("wager.needs_further")


def combination_refusals(house: House, bets: SeatBets) -> Iterator[Refusal]:
    seat = bets.seat
    if not bets.wagers:
        free = [name for name in house.opening_bets if not needs_of(house, name)]
        choice = any_of(house, free) if len(free) < 3 else "a wager"
        both = ", or both" if len(free) == 2 else ""
        message = f"There is no bet: place {choice.replace(' or ', ', ')}{both}."
        yield refusal(seat, RefusalCode.NO_WAGER, message, house.cited(OPENING_BETS))
        return
    yield from offer_refusals(house, bets)
    for name in house.wagers:
        if name in bets.wagers:
            yield from _missing(house, bets, name)
    yield from _required(house, bets)
    yield from _too_high(house, bets)


def offer_refusals(house: House, bets: SeatBets) -> Iterator[Refusal]:
    for name in bets.wagers:
        if name not in house.opening_bets:
            cited = house.cited(NO_OTHER_WAGERS)
            message = offers_no(name)
            if name == "play":
                message = f"{house.title(name)} is bet with the decision, after the cards are seen."
            yield refusal(bets.seat, RefusalCode.NOT_OFFERED, message, cited, wager=name)


def offers_no(name: str) -> str:
    return f"This house offers no {plain_words(name)}."


def needs_of(house: House, name: str) -> tuple[tuple[str, ...], ...]:
    return () if name == "ante" else house.wagers[name].needs


def _missing(house: House, bets: SeatBets, name: str) -> Iterator[Refusal]:
    """Each group needs one of its bets. Groups within a failed one are not named."""
    failed: list[set[str]] = []
    title = house.title(name)
    for place, group in enumerate(needs_of(house, name)):
        if any(each in bets.wagers for each in group):
            continue
        if any(set(group) <= wider for wider in failed):
            continue
        failed.append(set(group))
        message = f"{title} needs {any_of(house, group)} beside it."
        because = NEEDS_ONE_MORE if place else NEEDS_ANOTHER
        cited = house.cited(because, wager=name) or house.cited(NEEDS_ANOTHER, wager=name)
        rulings = house.rulings_on(f"wagers.{name}.needs") if place else ()
        code = RefusalCode.needs(group)
        yield refusal(bets.seat, code, message, cited, rulings, wager=name)


def _required(house: House, bets: SeatBets) -> Iterator[Refusal]:
    required = [name for name in house.opening_bets if is_required(house, name)]
    missing = [name for name in required if name not in bets.wagers]
    if not missing:
        return
    if len(required) == 2:
        first, second = (house.title(name) for name in required)
        message = f"{first} and {second} are both required."
    else:
        message = f"{', '.join(house.title(name) for name in missing)}: required."
    cited = house.cited(_ratio_path(required[-1]))
    yield refusal(bets.seat, RefusalCode.BOTH_REQUIRED, message, cited)


def is_required(house: House, name: str) -> bool:
    return house.ante.required if name == "ante" else house.wagers[name].required


def at_most(house: House, name: str) -> dict[str, int]:
    """How many times another bet this one may be, by the other's key."""
    return house.ante.at_most if name == "ante" else house.wagers[name].at_most


def least_beside(house: House, other: str, times: int, cents: int) -> int:
    """The least on the other wager of which the amount is at most so many times."""
    step = house.limits(other).step_cents
    return -(-cents // (times * step)) * step


def _ratio_path(name: str) -> str:
    return "ante.at_most" if name == "ante" else f"wagers.{name}.at_most"


def _too_high(house: House, bets: SeatBets) -> Iterator[Refusal]:
    """Refuse a wager above its allowed multiple of another bet of the seat."""
    for name in house.opening_bets:
        for other, times in at_most(house, name).items():
            amount, base = bets.wagers.get(name, 0), bets.wagers.get(other, 0)
            required = is_required(house, name) or is_required(house, other)
            if amount <= times * base or (required and not (amount and base)):
                continue
            yield _above(house, bets, name, other, times)


def _above(house: House, bets: SeatBets, name: str, other: str, times: int) -> Refusal:
    cited = house.cited(_ratio_path(name))
    high, low = house.title(name), house.title(other)
    code = RefusalCode.below(other, name, times)
    if times > 2:
        message = f"{high} may be at most {times} times {low}."
    else:
        least = least_beside(house, other, times, bets.wagers[name])
        amount = house.money(bets.wagers[name])
        message = (
            f"A {high.lower()} of {amount} needs an {low.lower()} of at least {house.money(least)}."
        )
    return refusal(bets.seat, code, message, cited, wager=name)
