"""The seats of a table, by number."""

from typing import Annotated, Final

from msgspec import Meta

MOST_SEATS: Final = 9

SeatNumber = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
SeatOrDealer = Annotated[int, Meta(ge=0, le=MOST_SEATS)]  # 0 is the dealer.
