"""Checks that bets are possible in this house, whatever its limits."""

import msgspec

from ..house.model import House
from ..house.points import point
from .document import DocumentError, SeatBets, not_offered
from .match_play import PLACED_ON_THE_LAYOUT, spot_of
from .tokes import NO_TOKE_THERE, takes_tokes

NO_OTHER_WAGERS = point("document.wagers")
ANTE_MUST_BE_DECIDED = point("decision.required")
AMOUNT_OF_PLAY = point("play.amount")


def check_bets(house: House, bets: SeatBets, path: str) -> None:
    if not bets.wagers:
        raise DocumentError(f"{path}.wagers", "a seat has at least one wager")
    for name in bets.wagers:
        if name == "play":
            several = house.play.multiples != (1,)
            amount = "is the ante times multiple" if several else "equals the ante"
            message = f"the play wager is not listed: it is made by the decision and {amount}"
            raise DocumentError(f"{path}.wagers.play", message)
        if name not in house.opening_bets:
            because = house.clauses(NO_OTHER_WAGERS)
            raise DocumentError(f"{path}.wagers.{name}", not_offered(house, name), because)
    if bets.ante and not bets.decision:
        because = house.clauses(ANTE_MUST_BE_DECIDED)
        raise DocumentError(f"{path}.decision", "is missing: the seat has an ante", because)
    if bets.decision and not bets.ante:
        because = house.clauses(ANTE_MUST_BE_DECIDED)
        message = "there is none to make: the seat has no ante"
        raise DocumentError(f"{path}.decision", message, because)
    _check_multiple(house, bets, f"{path}.multiple")
    if bets.tokes is not msgspec.UNSET:
        _check_tokes(house, bets, f"{path}.tokes")
    if bets.match_play is not msgspec.UNSET:
        _check_coupons(house, bets, f"{path}.match_play")
    for name in bets.unclaimed:
        if name not in bets.wagers:
            raise DocumentError(f"{path}.unclaimed", f"the seat has no {name}")


def _check_multiple(house: House, bets: SeatBets, path: str) -> None:
    if bets.multiple is msgspec.UNSET:
        return
    if bets.decision != "play":
        raise DocumentError(path, "there is no play wager: the hand was not played")
    if bets.multiple not in house.play.multiples:
        allowed = ", ".join(map(str, house.play.multiples))
        because = house.clauses(AMOUNT_OF_PLAY)
        raise DocumentError(path, f"play is {allowed} times the ante, not {bets.multiple}", because)


def _check_tokes(house: House, bets: SeatBets, path: str) -> None:
    for name, _ in bets.placed_tokes():
        if not house.offers(name):
            raise DocumentError(f"{path}.{name}", f"{house.key} takes no toke there")
        if not takes_tokes(house, name):
            because = house.clauses(NO_TOKE_THERE, wager=name)
            raise DocumentError(f"{path}.{name}", f"no toke on the {house.title(name)}", because)
        if name in ("ante", "play") and not bets.ante:
            raise DocumentError(f"{path}.{name}", "the seat has no ante")


def _check_coupons(house: House, bets: SeatBets, path: str) -> None:
    for name, _ in bets.placed_coupons():
        if name not in house.match_play.spots:
            message = f"{house.key} takes no match-play coupons"
            if house.takes_coupons():
                message = f"coupons are taken on {', '.join(house.match_play.spots)} only"
            because = house.clauses(PLACED_ON_THE_LAYOUT) + house.rulings_on("match_play")
            raise DocumentError(f"{path}.{name}", message, because)
        if not bets.stake(spot_of(name)):
            raise DocumentError(f"{path}.{name}", "there are no chips on that spot")
