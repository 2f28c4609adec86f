"""Limits and steps: how much may lie on a spot."""

from collections.abc import Iterator

from ..house.dollars import dollars
from ..house.model import House, Limit, OpeningWager
from ..house.points import point
from .document import SeatBets
from .refusal import Refusal, RefusalCode, refusal

NAMES: dict[str, str] = {
    "ante": "Ante",
    "play": "Play",
    "pair_plus": "Pair Plus",
    "six_card_bonus": "6 Card Bonus",
    "progressive": "Progressive",
}

NOTICED_LATE = point("limits.noticed_late")

_ONE_DOLLAR = 100


def limit_refusals(house: House, bets: SeatBets) -> Iterator[Refusal]:
    """Each bet is judged alone: the amounts of one seat need not be equal."""
    for name in house.wagers:
        if getattr(bets.wagers, name) and not _is_the_single_dollar(house, bets, name):
            yield from _outside_the_limits(house, bets, name)
            yield from _off_the_steps(house, bets, name)


def _is_the_single_dollar(house: House, bets: SeatBets, name: OpeningWager) -> bool:
    """One reading of the 6 Card Bonus takes a single dollar beside the multiples of five."""
    reading = house.options.six_card_steps == "one_or_multiples"
    return reading and name == "six_card_bonus" and bets.wagers.six_card_bonus == _ONE_DOLLAR


def _outside_the_limits(house: House, bets: SeatBets, name: OpeningWager) -> Iterator[Refusal]:
    limit, amount, title = house.limit(name), getattr(bets.wagers, name), NAMES[name]
    clauses = house.clauses_for(f"limits.{name}")
    if amount < limit.minimum_cents and not _excused(house, bets, name):
        least, rulings = dollars(limit.minimum_cents), _contested_minimum(house, name)
        message = f"The {title} minimum is {least}; {dollars(amount)} was bet."
        yield refusal(bets.seat, RefusalCode.BELOW_MINIMUM, message, clauses, rulings)
    if amount > limit.maximum_cents:
        rulings = house.rulings_on("ante_play_max") if name == "ante" else ()
        message = (
            f"The {title} maximum is {dollars(limit.maximum_cents)}; {dollars(amount)} was bet."
        )
        yield refusal(bets.seat, RefusalCode.ABOVE_MAXIMUM, message, clauses, rulings)


def _off_the_steps(house: House, bets: SeatBets, name: OpeningWager) -> Iterator[Refusal]:
    limit, amount = house.limit(name), getattr(bets.wagers, name)
    from_minimum = name == "six_card_bonus" and house.options.six_card_steps == "from_minimum"
    counted_from = limit.minimum_cents if from_minimum else 0
    if (amount - counted_from) % limit.step_cents:
        step = dollars(limit.step_cents)
        message = f"{NAMES[name]} bets go in steps of {step}{_from(counted_from)}."
        clauses, rulings = house.clauses_for(f"limits.{name}"), _contested_minimum(house, name)
        yield refusal(bets.seat, RefusalCode.WRONG_STEP, message, clauses, rulings)


def _contested_minimum(house: House, name: OpeningWager) -> tuple[str, ...]:
    return house.rulings_on("six_card_min") if name == "six_card_bonus" else ()


def _from(cents: int) -> str:
    return f" from {dollars(cents)}" if cents else ""


def _excused(house: House, bets: SeatBets, name: OpeningWager) -> bool:
    """Where one of ante and pair plus meeting its minimum is enough, the other may be lower."""
    other: OpeningWager = "pair_plus" if name == "ante" else "ante"
    if house.options.minimum_applies == "each_bet" or name not in ("ante", "pair_plus"):
        return False
    amount: int = getattr(bets.wagers, other)
    return house.offers(other) and amount >= house.limit(other).minimum_cents


def notice_of(house: House, found: Refusal) -> Refusal:
    """A bet outside the limits that was noticed only when the cards were out stands as it is."""
    clauses = house.clauses(NOTICED_LATE) + found.clauses
    message = f"{found.message} It stands as bet, and the player is told."
    return refusal(found.seat, found.code, message, clauses, house.rulings_on("late_limit_error"))


def is_about_limits(found: Refusal) -> bool:
    return found.code in (
        RefusalCode.BELOW_MINIMUM,
        RefusalCode.ABOVE_MAXIMUM,
        RefusalCode.WRONG_STEP,
    )


def spot_limit(house: House, name: str) -> Limit:
    """The limit of a spot; play's is the ante's."""
    match name:
        case "pair_plus":
            return house.limit("pair_plus")
        case "six_card_bonus":
            return house.limit("six_card_bonus")
        case _:
            return house.limit("ante")
