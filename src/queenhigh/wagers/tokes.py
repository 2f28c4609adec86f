"""Tokes: bets for the dealer, where they may lie and how high they may be."""

from collections.abc import Iterable, Iterator

import msgspec

from ..house.dollars import dollars
from ..house.model import House
from ..house.points import point
from .document import SeatBets
from .limits import NAMES, spot_limit
from .outcome import Line
from .refusal import Refusal, RefusalCode, refusal

NO_TOKE = point("wager.no_toke")
BESIDE_ONES_OWN_BET = point("toke.beside_own")
PLAY_NEEDS_ANTE = point("toke.play_needs_ante")
NEEDS = point("wager.toke_needs")
CAP = point("toke.cap")
OWN_CAP = point("wager.toke_cap")
EXCESS_IS_A_DIRECT_TOKE = point("toke.excess")


def toke_refusals(house: House, bets: SeatBets) -> Iterator[Refusal]:
    for name, amount in bets.placed_tokes():
        found = _where_it_may_lie(house, bets, name) or _how_high(house, bets, name, amount)
        if found:
            yield found


def _where_it_may_lie(house: House, bets: SeatBets, name: str) -> Refusal | None:
    seat, wagers, title = bets.seat, bets.wagers, NAMES[name]
    if name == "progressive":
        clauses = house.clauses(NO_TOKE, name)
        message = "No toke may be bet on the progressive."
        return refusal(seat, RefusalCode.TOKE_ON_PROGRESSIVE, message, clauses)
    if name not in house.tokes.allowed_on or (name != "play" and name not in house.wagers):
        message = f"{house.name} takes no toke on {title}."
        rulings = house.rulings_on("toke_cap")
        return refusal(seat, RefusalCode.TOKE_NOT_TAKEN, message, (), rulings)
    if name == "six_card_bonus":
        either = house.options.six_card_toke_requires == "ante_or_pair_plus"
        if not (wagers.pair_plus or (either and wagers.ante)):
            message = f"A 6 Card Bonus toke needs {'an ante or ' if either else ''}a pair plus bet."
            clauses = house.clauses(NEEDS, name)
            rulings = house.rulings_on("six_card_toke_requires")
            return refusal(seat, RefusalCode.TOKE_NEEDS_OWN_BET, message, clauses, rulings)
    elif not _own_bet(bets, name):
        message = f"A toke on {title} lies beside the player's own bet, and there is none."
        clauses = house.clauses(BESIDE_ONES_OWN_BET)
        return refusal(seat, RefusalCode.TOKE_NEEDS_OWN_BET, message, clauses)
    ante_toke = bets.tokes is not msgspec.UNSET and bets.tokes.ante
    if name == "play" and house.tokes.play_needs_ante and not ante_toke:
        message = "A toke on Play needs a toke on Ante."
        clauses = house.clauses(PLAY_NEEDS_ANTE)
        return refusal(seat, RefusalCode.TOKE_PLAY_NEEDS_ANTE, message, clauses)
    return None


def _how_high(house: House, bets: SeatBets, name: str, amount: int) -> Refusal | None:
    title = NAMES[name]
    if amount % house.tokes.step_cents:
        message = f"Tokes go in steps of {dollars(house.tokes.step_cents)}."
        rulings = house.rulings_on("toke_cap")
        return refusal(bets.seat, RefusalCode.TOKE_WRONG_STEP, message, (), rulings)
    most = toke_cap(house, name, _own_bet(bets, name))
    if amount <= most:
        return None
    six_card = name == "six_card_bonus"
    clauses = house.clauses(OWN_CAP, name) if six_card else house.clauses(CAP)
    message = f"The most that may be bet for the dealer on {title} here is {dollars(most)}."
    rulings = house.rulings_on("six_card_toke_cap" if six_card else "toke_cap")
    if house.tokes.excess is None:
        return refusal(bets.seat, RefusalCode.TOKE_ABOVE_MAXIMUM, message, clauses, rulings)
    message += (
        f" The dealer may take {dollars(amount - most)} as a direct toke and deal to the rest."
    )
    clauses += house.clauses(EXCESS_IS_A_DIRECT_TOKE)
    found = refusal(bets.seat, RefusalCode.TOKE_ABOVE_MAXIMUM, message, clauses, rulings)
    return msgspec.structs.replace(found, dealt_to=most, direct_toke=amount - most)


def taken_down(tokes: Iterable[Line]) -> int:
    """What goes into the tip container: wager and payoff of each winning toke; none rides."""
    return sum(toke.paid + toke.returned for toke in tokes if toke.result == "win")


def toke_cap(house: House, name: str, own_bet: int) -> int:
    """The highest toke on a spot, given the player's own bet there; whole steps."""
    maximum = spot_limit(house, name).maximum_cents
    most = maximum
    if house.options.toke_cap == "combined_110":
        most = min(maximum + maximum // 10 - own_bet, maximum)
    elif house.options.toke_cap == "ten_percent_flat":
        most = maximum // 10
    if name == "six_card_bonus":
        fixed = house.tokes.six_card_maximum_cents
        most = min(fixed, most) if house.options.six_card_toke_cap == "min_of_both" else fixed
    return max(most - most % house.tokes.step_cents, 0)


def _own_bet(bets: SeatBets, name: str) -> int:
    """The player's own bet on the spot; on play it will be the ante's amount."""
    return int(getattr(bets.wagers, "ante" if name == "play" else name))
