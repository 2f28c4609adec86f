"""Notices of disputes: nobody moves a patron's money without immediate notice to others."""

from typing import Final

from .disputes import DisputeCountersigned, DisputeProposed
from .notices import Notice
from .paper import Currency

TOLD: Final = ("surveillance", "management")


def notice_of_dispute(event: DisputeProposed | DisputeCountersigned, version: int) -> Notice:
    """Make the notice that a dispute would move money, or of whether it did."""
    proposed = event if isinstance(event, DisputeProposed) else event.proposed
    way = "to" if proposed.cents > 0 else "from"
    money = Currency(proposed.currency).text(abs(proposed.cents))
    detail = f"dispute {event.dispute}: {money} {way} {proposed.patron}, by {proposed.by}"
    if isinstance(event, DisputeProposed):
        became = "it waits for a second signature"
    else:
        became = f"{'signed' if event.confirmed else 'declined'} by {event.by}"
    return Notice(
        id=f"dispute:{event.dispute}@{version}",
        table=proposed.table,
        round=proposed.round,
        about="dispute",
        at=event.at,
        told=TOLD,
        detail=f"{detail}; {became}",
        seat=proposed.seat,
        clauses=event.clauses,
    )
