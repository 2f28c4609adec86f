"""What a distribution means for the house over time: its hold, and its theoretical win."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from .exact import Exact, exact
from .rounds import ManyRounds, many_rounds

HOLD_INTERVALS = (0.5, 0.9, 0.95, 0.99)


class HoldInterval(msgspec.Struct, frozen=True):
    """The house's win over what was bet at the opening lies in here this often."""

    probability: float
    lowest: float
    highest: float


class Hold(msgspec.Struct, frozen=True):
    rounds: int
    method: str
    error: float
    expected: Exact
    house_wins: float  # The probability that the house is ahead.
    intervals: tuple[HoldInterval, ...]


def hold(totals: Mapping[int, int], *, opening_cents: int, rounds: int) -> Hold:
    """Per unit of the opening bets of one seat. Drop is not known here, so it is not per drop."""
    found = many_rounds(totals, rounds)
    every = sum(totals.values())
    net = sum(cents * combinations for cents, combinations in totals.items())
    return Hold(
        rounds,
        found.method,
        found.error,
        exact(-net, every * opening_cents),
        min(found.probability_at_most(-1), 1.0),  # Rounding may carry a sum past one.
        tuple(_hold_interval(found, each, opening_cents) for each in HOLD_INTERVALS),
    )


def _hold_interval(found: ManyRounds, probability: float, opening_cents: int) -> HoldInterval:
    low, high = found.central_interval_cents(probability)
    bet = opening_cents * found.rounds
    return HoldInterval(probability, -high / bet, -low / bet)


def theoretical_win_cents(
    totals: Mapping[int, int], *, rounds_an_hour: int, seats: int = 1, fee_cents: int = 0
) -> Exact:
    """An hour at a table of seats that bet alike, with the collection fee of each."""
    every = sum(totals.values())
    net = sum(cents * combinations for cents, combinations in totals.items())
    return exact((fee_cents - Fraction(net, every)) * rounds_an_hour * seats)
