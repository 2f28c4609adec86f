"""The hold of a table: seats share the dealer's hand, so they win and lose together."""

from collections.abc import Mapping
from math import sqrt

import msgspec

from ..house.model import House
from ..wagers.document import SeatBets
from .seat_round import SeatRound
from .table_round import (
    BATCHES,
    PERCENTILES,
    RoundFigures,
    TableSpan,
    round_figures,
    table_round,
    table_span,
)

ROUNDS = (100, 1_000, 10_000, 100_000)
SHIFT = 320  # Rounds: eight hours of forty.
DEALT = BATCHES << 14  # Of a sheet: a few tenths of a second.
Z_90 = 1.644854


class HoldBand(msgspec.Struct, frozen=True):
    """Normal: nine of ten results lie in it. Of the opening bets."""

    rounds: int
    lowest: float
    highest: float


class SeatsHold(msgspec.Struct, frozen=True):
    seats: int
    expected_cents: float  # The house's win of a round.
    deviation_cents: float  # Of a round,
    independent_cents: float  # and what it would be, had each seat a dealer of its own.
    hold: float
    bands: tuple[HoldBand, ...]


class TableShape(msgspec.Struct, frozen=True):
    """How a table's win is distributed: of a round, and of a shift."""

    one_round: RoundFigures
    shift: TableSpan


class TableHold(msgspec.Struct, frozen=True):
    bets: tuple[str, ...]
    correlation: float  # Of two seats.
    between_seats: dict[str, dict[str, float]]  # Of a bet at one seat and a bet at another.
    by_seats: tuple[SeatsHold, ...]
    shapes: tuple[TableShape, ...]  # Of one seat, two, and all.


def table_hold(house: House, bets: Mapping[str, int]) -> TableHold | None:
    """Of seats that bet alike and decide as is best for the ante; meters pay nothing here."""
    if not bets.get("ante"):
        return None
    seat = SeatRound(house, SeatBets(1, dict(bets), decision="play"), {})
    opening = sum(bets.values())
    rows = tuple(_at_seats(seat, n, opening) for n in range(1, house.seats + 1))
    between = seat.correlations()
    correlation = float(seat.covariance() / seat.variance) if seat.variance else 0.0
    shapes = tuple(_shape(house, bets, each) for each in rows if each.seats in (1, 2, house.seats))
    return TableHold(tuple(between), correlation, between, rows, shapes)


def _shape(house: House, bets: Mapping[str, int], known: SeatsHold) -> TableShape:
    """A sample is moved and stretched to the exact mean and deviation."""
    found = table_round(house, bets, seats=known.seats, dealt=DEALT)
    fees = house.fee.amount_cents * known.seats
    shift = table_span(
        found,
        SHIFT,
        PERCENTILES,
        mean_cents=-known.expected_cents - fees,
        deviation_cents=known.deviation_cents,
    )
    return TableShape(round_figures(found), shift)


def _at_seats(seat: SeatRound, seats: int, opening: int) -> SeatsHold:
    spread = float(seat.table_variance(seats))
    of_seat = sum(seat.means.values(), seat.envy(seats))
    expected, staked = -float(of_seat) * seats, opening * seats
    bands = (
        HoldBand(
            rounds,
            (expected - Z_90 * sqrt(spread / rounds)) / staked,
            (expected + Z_90 * sqrt(spread / rounds)) / staked,
        )
        for rounds in ROUNDS
    )
    alone = sqrt(float(seat.variance) * seats)
    return SeatsHold(seats, expected, sqrt(spread), alone, expected / staked, tuple(bands))
