"""The hold of a table: seats share the dealer's hand, so they win and lose together."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

import msgspec

from ..house.model import House
from .table_round import (
    BATCHES,
    PERCENTILES,
    RoundFigures,
    TableSpan,
    round_figures,
    table_round,
    table_span,
)
from .table_win import ENVY, TableWin, table_win

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
    found = table_win(house, bets, seats=max(house.seats, 2), rounds_an_hour=1, hours=(1,))
    variance = Fraction(found.seat_deviation_cents) ** 2
    opening = sum(bets.values())
    rows = tuple(_at_seats(found, n, variance, opening) for n in range(1, house.seats + 1))
    between = found.between_seats
    shapes = tuple(_shape(house, bets, each) for each in rows if each.seats in (1, 2, house.seats))
    return TableHold(tuple(between), found.correlation, between, rows, shapes)


def _shape(house: House, bets: Mapping[str, int], known: SeatsHold) -> TableShape:
    """A sample is moved to the exact mean; it is stretched to the deviation only without envy."""
    found = table_round(house, bets, seats=known.seats, dealt=DEALT)
    fees = house.fee.amount_cents * known.seats
    envied = any(key in house.wagers and house.wagers[key].envy for key in bets)
    shift = table_span(
        found,
        SHIFT,
        PERCENTILES,
        mean_cents=-known.expected_cents - fees,
        deviation_cents=None if envied else known.deviation_cents,
    )
    return TableShape(round_figures(found), shift)


def _at_seats(found: TableWin, seats: int, variance: Fraction, opening: int) -> SeatsHold:
    spread = float(variance) * seats * (1 + (seats - 1) * found.correlation)
    of_seat = sum(each.value for name, each in found.win_a_round.items() if name != ENVY)
    envy = found.win_a_round.get(ENVY)
    of_envy = envy.value * (seats - 1) / (found.seats - 1) if envy else 0.0
    expected, staked = (of_seat + of_envy) * seats, opening * seats
    bands = (
        HoldBand(
            rounds,
            (expected - Z_90 * sqrt(spread / rounds)) / staked,
            (expected + Z_90 * sqrt(spread / rounds)) / staked,
        )
        for rounds in ROUNDS
    )
    alone = sqrt(float(variance) * seats)
    return SeatsHold(seats, expected, sqrt(spread), alone, expected / staked, tuple(bands))
