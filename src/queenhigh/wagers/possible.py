"""What cannot be a round of this house at all, whatever its limits."""

import msgspec

from ..house.model import House
from ..house.points import point
from .document import DocumentError, SeatBets
from .match_play import PLACED_ON_THE_LAYOUT, SPOT_OF

NO_OTHER_WAGERS = point("document.wagers")
ANTE_MUST_BE_DECIDED = point("decision.required")
NO_TOKE = point("wager.no_toke_to_settle")


def check_bets(house: House, bets: SeatBets, path: str) -> None:
    wagers = bets.wagers
    if not (wagers.ante or wagers.pair_plus or wagers.six_card_bonus or wagers.progressive):
        raise DocumentError(f"{path}.wagers", "a seat has at least one wager")
    for name in ("pair_plus", "six_card_bonus", "progressive"):
        if getattr(wagers, name) and name not in house.wagers:
            because = house.clauses(NO_OTHER_WAGERS)
            raise DocumentError(f"{path}.wagers.{name}", f"{house.key} does not offer it", because)
    decided = bets.decision is not msgspec.UNSET
    if wagers.ante and not decided:
        because = house.clauses(ANTE_MUST_BE_DECIDED)
        raise DocumentError(f"{path}.decision", "is missing: the seat has an ante", because)
    if decided and not wagers.ante:
        because = house.clauses(ANTE_MUST_BE_DECIDED)
        message = "there is none to make: the seat has no ante"
        raise DocumentError(f"{path}.decision", message, because)
    if bets.tokes is not msgspec.UNSET:
        _check_tokes(house, bets, f"{path}.tokes")
    if bets.match_play is not msgspec.UNSET:
        _check_coupons(house, bets, f"{path}.match_play")


def _check_tokes(house: House, bets: SeatBets, path: str) -> None:
    for name, _ in bets.placed_tokes():
        if name == "progressive":
            because = house.clauses(NO_TOKE, name)
            raise DocumentError(f"{path}.{name}", "no toke on the progressive", because)
        if name not in house.tokes.allowed_on or not house.offers(name):
            raise DocumentError(f"{path}.{name}", f"{house.key} takes no toke there")
        if name in ("ante", "play") and not bets.wagers.ante:
            raise DocumentError(f"{path}.{name}", "the seat has no ante")


def _check_coupons(house: House, bets: SeatBets, path: str) -> None:
    for name, _ in bets.placed_coupons():
        if name not in house.options.match_play.spots:
            message = f"coupons are taken on {', '.join(house.options.match_play.spots)} only"
            because = house.clauses(PLACED_ON_THE_LAYOUT) + house.rulings_on("match_play")
            raise DocumentError(f"{path}.{name}", message, because)
        if not getattr(bets.wagers, SPOT_OF[name]):
            raise DocumentError(f"{path}.{name}", "there are no chips on that spot")
