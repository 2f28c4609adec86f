"""When opening bets are locked: none may be made, raised or withdrawn after that."""

from collections.abc import Iterator

from ..house.model import House
from ..house.points import point
from .document import Moment, SeatBets
from .refusal import Refusal, RefusalCode, refusal

BY_THE_ANNOUNCEMENT = point("lock.announced")
BY_THE_FIRST_CARD = point("lock.first_card")


def is_locked(house: House, moment: Moment) -> bool:
    """Whether bets are locked: after the announcement, or only once the first card is out."""
    if moment == "announced":
        return house.betting.lock_event != "first_card"
    return moment == "first_card"


def lock_refusals(house: House, bets: SeatBets, moment: Moment) -> Iterator[Refusal]:
    if is_locked(house, moment):
        because = BY_THE_ANNOUNCEMENT if moment == "announced" else BY_THE_FIRST_CARD
        cited = house.cited(because) or house.cited(BY_THE_ANNOUNCEMENT)
        late = house.betting.lock_event == "first_card"
        since = "the first card" if late else f'"{house.announcements.no_more_bets}"'
        message = f"Bets have been locked since {since}: none may be made, raised or withdrawn."
        rulings = house.rulings_on("betting.lock_event")
        yield refusal(bets.seat, RefusalCode.LOCKED, message, cited, rulings)
