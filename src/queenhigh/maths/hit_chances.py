"""Exact chances that a seat hits each meter in a round."""

from collections.abc import Mapping
from fractions import Fraction

from ..house.model import House
from ..wagers.document import SeatBets
from .deals import cells_of
from .hand_tables import Array
from .prices import price_seat

_FULL = 10**6  # Amount in every meter here, so that a payout reveals the meter's share.


def hit_chances(
    house: House, wagers: Mapping[str, int], decisions: Array
) -> dict[str, tuple[Fraction, Fraction]]:
    """Return, by meter, the chance of a hit and the share of the meter it takes."""
    every, bets, full = 0, SeatBets(1, dict(wagers)), dict.fromkeys(house.meters, _FULL)
    many: dict[str, int] = {}
    taken: dict[str, int] = {}
    if not house.meters:
        return {}
    for cell in cells_of(house, wagers, decisions):
        every += cell.deals
        for line in price_seat(house, cell.deal, bets, cell.multiple, full):
            if line.meter is not None:
                many[line.meter] = many.get(line.meter, 0) + cell.deals
                taken[line.meter] = taken.get(line.meter, 0) + cell.deals * line.paid
    return {
        name: (Fraction(hits, every), Fraction(taken[name], hits * _FULL))
        for name, hits in many.items()
    }
