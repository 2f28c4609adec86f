"""Tokes: bets for the dealer, where they may lie and how high they may be."""

from collections.abc import Iterable, Iterator

import msgspec

from ..house.citation import NOTHING
from ..house.model import House
from ..house.points import point
from ..house.wager import TokeLimits
from ..house.words import plain_words
from .document import SeatBets
from .outcome import Line
from .refusal import Refusal, RefusalCode, any_of, refusal

NO_TOKE_THERE = point("wager.no_toke")
BESIDE_ONES_OWN_BET = point("toke.beside_own")
PLAY_NEEDS_ANTE = point("toke.play_needs_ante")
NEEDS = point("wager.toke_needs")
CAP = point("toke.cap")
OWN_CAP = point("wager.toke_cap")
EXCESS_IS_A_DIRECT_TOKE = point("toke.excess")


def takes_tokes(house: House, name: str) -> bool:
    match name:
        case "ante":
            return house.ante.tokes
        case "play":
            return house.play.tokes
        case _:
            return bool(house.wagers[name].tokes)


def toke_refusals(house: House, bets: SeatBets) -> Iterator[Refusal]:
    for name, amount in sorted(bets.placed_tokes(), key=lambda each: _place(house, each[0])):
        found = _where_it_may_lie(house, bets, name) or _how_high(house, bets, name, amount)
        if found:
            yield found


def _place(house: House, name: str) -> int:
    """The order of tokes: ante, play, then the wagers as listed."""
    order = ("ante", "play", *house.wagers)
    return order.index(name) if name in order else len(order)


def _where_it_may_lie(house: House, bets: SeatBets, name: str) -> Refusal | None:
    seat = bets.seat
    if not house.offers(name):
        message = f"This house takes no toke on {plain_words(name)}."
        rulings = house.rulings_on("tokes.cap")
        return refusal(seat, RefusalCode.TOKE_NOT_TAKEN, message, NOTHING, rulings)
    title = house.title(name)
    if not takes_tokes(house, name):
        cited = house.cited(NO_TOKE_THERE, wager=name)
        if cited.clauses:
            message = f"No toke may be bet on the {title.lower()}."
            code = RefusalCode.toke_on(name)
            return refusal(seat, code, message, cited)
        message = f"This house takes no toke on {title}."
        rulings = house.rulings_on("tokes.cap")
        return refusal(seat, RefusalCode.TOKE_NOT_TAKEN, message, NOTHING, rulings)
    own = _own_limits(house, name)
    if own and own.needs:
        for group in own.needs:
            if not any(bets.stake(each) for each in group):
                message = f"A {title} toke needs {any_of(house, group)} bet."
                cited = house.cited(NEEDS, wager=name)
                rulings = house.rulings_on(f"wagers.{name}.tokes.needs")
                return refusal(seat, RefusalCode.TOKE_NEEDS_OWN_BET, message, cited, rulings)
    elif not bets.stake(name):
        message = f"A toke on {title} needs the player's own bet beside it."
        cited = house.cited(BESIDE_ONES_OWN_BET)
        return refusal(seat, RefusalCode.TOKE_NEEDS_OWN_BET, message, cited)
    if name == "play":
        return _on_play(house, bets)
    return None


def _on_play(house: House, bets: SeatBets) -> Refusal | None:
    tokes = dict(bets.placed_tokes())
    play, ante = house.title("play"), house.title("ante")
    if house.tokes.play_needs_ante and "ante" not in tokes:
        message = f"A toke on {play} needs a toke on {ante}."
        cited = house.cited(PLAY_NEEDS_ANTE)
        return refusal(bets.seat, RefusalCode.TOKE_PLAY_NEEDS_ANTE, message, cited)
    if house.tokes.play == "equals_ante_toke" and tokes["play"] != tokes.get("ante", 0):
        message = f"A toke on {play} must equal the toke on {ante}."
        cited = house.cited("tokes.play")
        rulings = house.rulings_on("tokes.play")
        return refusal(bets.seat, RefusalCode.TOKE_PLAY_NOT_EQUAL, message, cited, rulings)
    return None


def _how_high(house: House, bets: SeatBets, name: str, amount: int) -> Refusal | None:
    title, tokes = house.title(name), house.tokes
    if amount % tokes.step_cents:
        message = f"Tokes go in steps of {house.money(tokes.step_cents)}."
        rulings = house.rulings_on("tokes.cap")
        return refusal(bets.seat, RefusalCode.TOKE_WRONG_STEP, message, NOTHING, rulings)
    own = _own_limits(house, name)
    least = (own.minimum_cents if own else None) or tokes.minimum_cents
    if least is not None and amount < least:
        message = f"The least that may be bet for the dealer on {title} is {house.money(least)}."
        rulings = house.rulings_on("tokes.minimum_cents")
        return refusal(bets.seat, RefusalCode.TOKE_BELOW_MINIMUM, message, NOTHING, rulings)
    most = toke_cap(house, name, bets.stake(name))
    if amount <= most:
        return None
    special = own is not None and own.maximum_cents is not None
    cited = house.cited(OWN_CAP, wager=name) if special else house.cited(CAP)
    message = f"The most that may be bet for the dealer on {title} here is {house.money(most)}."
    rulings = house.rulings_on(f"wagers.{name}.tokes.cap" if special else "tokes.cap")
    if tokes.excess is None:
        return refusal(bets.seat, RefusalCode.TOKE_ABOVE_MAXIMUM, message, cited, rulings)
    rest = house.money(amount - most)
    message += f" The dealer may take {rest} as a direct toke and deal to the rest."
    cited += house.cited(EXCESS_IS_A_DIRECT_TOKE)
    found = refusal(bets.seat, RefusalCode.TOKE_ABOVE_MAXIMUM, message, cited, rulings)
    return msgspec.structs.replace(found, dealt_to=most, direct_toke=amount - most)


def _own_limits(house: House, name: str) -> TokeLimits | None:
    wager = house.wagers.get(name)
    return wager.tokes if wager and isinstance(wager.tokes, TokeLimits) else None


def taken_down(house: House, tokes: Iterable[Line]) -> int:
    """What goes into the tip container: stake and payoff of each winning toke; none rides."""
    results = ("win", "push") if house.tokes.on_push == "dealer" else ("win",)
    return sum(toke.paid + toke.returned for toke in tokes if toke.result in results)


def toke_cap(house: House, name: str, own_bet: int) -> int:
    """The highest toke on a spot, in whole steps, given the player's own bet there."""
    maximum = house.limits(name).most
    most = maximum
    if house.tokes.cap == "combined_110":
        most = min(maximum + maximum // 10 - own_bet, maximum)
    elif house.tokes.cap == "ten_percent_flat":
        most = maximum // 10
    own = _own_limits(house, name)
    if own and own.maximum_cents is not None:
        fixed = own.maximum_cents
        most = min(fixed, most) if own.cap == "lower_of_both" else fixed
    return max(most - most % house.tokes.step_cents, 0)
