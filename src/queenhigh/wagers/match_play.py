"""Match-play coupons: placed beside chips of at least their value, and paid even money once."""

from collections.abc import Iterator

from ..house.citation import NOTHING
from ..house.model import House
from ..house.points import point
from .document import SeatBets
from .outcome import Line, Outcome
from .refusal import Refusal, RefusalCode, refusal

PLACED_ON_THE_LAYOUT = point("match_play.placed")


def spot_of(name: str) -> str:
    """The spot whose chips back a coupon."""
    return "ante" if name == "play" else name


def settle_coupon(house: House, spot: str, face: int, outcome: Outcome) -> Line:
    """Settle a coupon with the wager it lies on; it is never money, so its stake is 0."""
    result = outcome.result
    if result == "push" and house.match_play.on_push == "taken":
        result = "lose"
    won = result == "win"
    title = house.title(spot)
    return Line(
        "match_play",
        0,
        result,
        "1 to 1" if won else None,
        face if won else 0,
        0,
        house.clauses(PLACED_ON_THE_LAYOUT),
        _why(title, result, house.money(face)),
        on=spot,
        face=face,
        rulings=house.rulings_on("match_play"),
    )


def _why(title: str, result: str, face: str) -> str:
    match result:
        case "win":
            return f"{title} wins, so the coupon beside it pays {face}."
        case "push":
            return f"{title} is returned, and the coupon stays with it."
        case _:
            return why_taken_with(title)


def why_taken_with(title: str) -> str:
    return f"The coupon is taken with {title}."


def coupon_refusals(house: House, bets: SeatBets) -> Iterator[Refusal]:
    seat, placed = bets.seat, bets.placed_coupons()
    cited, rulings = house.cited(PLACED_ON_THE_LAYOUT), house.rulings_on("match_play")
    if placed and not house.takes_coupons():
        message = "This house takes no match-play coupons."
        yield refusal(seat, RefusalCode.COUPON_NOT_TAKEN, message, NOTHING, rulings)
        return
    if len(placed) > 1:
        message = "Only one match-play coupon per round."
        yield refusal(seat, RefusalCode.COUPON_MORE_THAN_ONE, message, cited, rulings)
    spots = house.match_play.spots
    for spot, face in sorted(placed, key=lambda each: ("ante", "play", each[0]).index(each[0])):
        if spot not in spots:
            titles = ", ".join(house.title(each) for each in spots)
            message = f"Coupons are taken on {titles} only."
            yield refusal(seat, RefusalCode.COUPON_WRONG_SPOT, message, cited, rulings)
        elif face > bets.stake(spot):
            least, title = house.money(face), house.title(spot)
            message = f"A coupon of {least} needs chips of at least that on {title}."
            yield refusal(seat, RefusalCode.COUPON_EXCEEDS_CHIPS, message, cited, rulings)
