"""Match-play coupons: beside chips of at least their value, paid even money once."""

from collections.abc import Iterator

from ..house.dollars import dollars
from ..house.model import House
from ..house.points import point
from .document import SeatBets
from .limits import NAMES
from .outcome import Line, Outcome
from .refusal import Refusal, RefusalCode, refusal

PLACED_ON_THE_LAYOUT = point("match_play.placed")
SPOT_OF = {"ante": "ante", "play": "ante", "pair_plus": "pair_plus"}  # Whose chips back a coupon.


def settle_coupon(house: House, spot: str, face: int, outcome: Outcome) -> Line:
    """The coupon follows the wager it lies on; it is never money itself, so its stake is 0."""
    result = outcome.result
    if result == "push" and house.options.match_play.on_push == "taken":
        result = "lose"
    won = result == "win"
    return Line(
        "match_play",
        0,
        result,
        "1 to 1" if won else None,
        face if won else 0,
        0,
        house.clauses(PLACED_ON_THE_LAYOUT),
        on=spot,
        face=face,
        rulings=house.rulings_on("match_play"),
    )


def coupon_refusals(house: House, bets: SeatBets) -> Iterator[Refusal]:
    seat, placed = bets.seat, bets.placed_coupons()
    clauses, rulings = house.clauses(PLACED_ON_THE_LAYOUT), house.rulings_on("match_play")
    if placed and not house.takes_coupons():
        message = f"{house.name} takes no match-play coupons."
        yield refusal(seat, RefusalCode.COUPON_NOT_TAKEN, message, (), rulings)
        return
    if len(placed) > 1:
        message = "One match-play coupon a round."
        yield refusal(seat, RefusalCode.COUPON_MORE_THAN_ONE, message, clauses, rulings)
    spots = house.options.match_play.spots
    for spot, face in placed:
        chips = getattr(bets.wagers, SPOT_OF[spot])
        if spot not in spots:
            message = f"Coupons are taken on {', '.join(NAMES[each] for each in spots)} only."
            yield refusal(seat, RefusalCode.COUPON_WRONG_SPOT, message, clauses, rulings)
        elif face > chips:
            message = f"A coupon of {dollars(face)} needs chips of at least that on {NAMES[spot]}."
            yield refusal(seat, RefusalCode.COUPON_EXCEEDS_CHIPS, message, clauses, rulings)
