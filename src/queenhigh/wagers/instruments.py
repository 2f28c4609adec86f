"""What a wager may be made with: chips and plaques on the layout, not words or foreign money."""

from collections.abc import Iterator

from ..house.model import House
from ..house.points import point
from .document import SeatBets
from .refusal import Refusal, RefusalCode, refusal

CHIPS_ON_THE_LAYOUT = point("bets.chips")
NO_VERBAL_BETS = point("bets.verbal")
NO_FOREIGN_MONEY = point("money.foreign")
NOT_THE_HOUSES = "Chips, coins and notes that are not the house's are not taken."


def instrument_refusals(house: House, bets: SeatBets) -> Iterator[Refusal]:
    """Where a book is silent, do as the others: no foreign money is bet."""
    match bets.offered_as:
        case "chips":
            return
        case "verbal_with_cash" if house.betting.verbal_with_cash == "taken":
            return
        case "verbal_with_cash":
            message = "A spoken bet with cash is not a wager: buy chips and place them."
            cited = house.cited(NO_VERBAL_BETS)
            yield refusal(bets.seat, RefusalCode.VERBAL, message, cited)
        case "foreign_money":
            cited = house.cited(NO_FOREIGN_MONEY)
            yield refusal(bets.seat, RefusalCode.FOREIGN_MONEY, NOT_THE_HOUSES, cited)
        case "cash":
            if not house.betting.cash_plays:
                message = "Cash is not a bet: buy chips with it."
                cited = house.cited(CHIPS_ON_THE_LAYOUT)
                rulings = house.rulings_on("betting.cash_plays")
                yield refusal(bets.seat, RefusalCode.CASH, message, cited, rulings)
