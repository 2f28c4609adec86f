"""The most that a round can cost the house: at one seat, and at a full table."""

from collections.abc import Mapping

import msgspec

from ...house.model import House
from ...wagers.document import SeatBets
from ..analysis.decisions import best_decisions
from ..analysis.prices import price_seat
from ..deals.deals import cells_of


class Exposure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Exposure in cents, with bets at their maximum and meters where they stand."""

    bets: dict[str, int]
    unlimited: tuple[str, ...] = ()  # Bets without a maximum, counted at their minimum.
    seat_cents: int  # The most that one seat's bets can win, net.
    meters_cents: int = 0  # The part paid by meters: their money, not the tray's.
    seats: int
    table_cents: int  # Upper bound for a round of a full table, envy included.
    aggregate_cents: int | None = None  # The house's aggregate payout limit, if it has one.


def exposure(house: House, meters: Mapping[str, int]) -> Exposure:
    """The exposure to seats that play best for the ante; a table's adds up its seats.

    Not all seats can hold the best hand of one deck, so the table's bound is never reached.
    """
    bets, unlimited = {}, []
    for name in house.opening_bets:
        limits = house.limits(name)
        if limits.maximum_cents is None:
            unlimited.append(name)
        bets[name] = limits.first if limits.maximum_cents is None else limits.maximum_cents
    seat = SeatBets(1, bets)
    most = of_meters = plain = 0
    for cell in cells_of(house, bets, best_decisions(house)):
        lines = list(price_seat(house, cell.deal, seat, cell.multiple, meters))
        net = sum(line.net for line in lines)
        from_meters = sum(line.paid for line in lines if line.meter is not None)
        plain = max(plain, net - from_meters)
        if net > most:
            most, of_meters = net, from_meters
    envy = _most_envy(house, bets)
    seats = house.seats
    table = max(most, plain) + (seats - 1) * max(plain, 0) + seats * (seats - 1) * envy
    return Exposure(
        bets=bets,
        unlimited=tuple(unlimited),
        seat_cents=most,
        meters_cents=of_meters,
        seats=seats,
        table_cents=table + sum(meters.values()) * bool(of_meters) - of_meters,
        aggregate_cents=house.payouts.aggregate_cents,
    )


def _most_envy(house: House, bets: Mapping[str, int]) -> int:
    """The most envy for one hand to one other seat."""
    wagers = [house.wagers[key] for key in bets if key in house.wagers]
    return sum(max((row.envy_cents for row in each.pays.values()), default=0) for each in wagers)
