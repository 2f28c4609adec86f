"""The house's results over time, from a distribution: hold and theoretical win."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from ..exact_figure import Exact, exact
from .many_rounds import Jackpots, ManyRounds, many_rounds

if TYPE_CHECKING:
    from .joint_distribution import Joint

HOLD_INTERVALS = (0.5, 0.9, 0.95, 0.99)


class HoldInterval(msgspec.Struct, frozen=True):
    """The range in which the house's win over the opening bets falls with a given probability."""

    probability: float
    lowest: float
    highest: float


class Hold(msgspec.Struct, frozen=True):
    rounds: int
    method: str
    error: float
    expected: Exact | float  # Exact unless a meter moves.
    house_wins: float  # The probability that the house is ahead.
    intervals: tuple[HoldInterval, ...]
    left_still: str = ""  # Why moving meters are held at their present amounts.

    @property
    def expected_value(self) -> float:
        return self.expected if isinstance(self.expected, float) else self.expected.value


def hold(
    totals: Mapping[int, int],
    *,
    opening_cents: int,
    rounds: int,
    jackpots: Jackpots | None = None,
) -> Hold:
    """The hold per unit of one seat's opening bets; the drop is not known here.

    If `jackpots` is given, their meters move, and `totals` covers only deals that hit none of them.
    """
    found = many_rounds(totals, rounds, jackpots=jackpots)
    ahead = found.probability_at_most(-1 - found.rounded_cents)
    unsure = found.probability_at_most(-1) - ahead
    return Hold(
        rounds,
        found.method,
        found.error + unsure,
        expected_hold(totals, opening_cents, rounds, jackpots),
        min(ahead, 1.0),  # Rounding may carry the sum past one.
        tuple(_hold_interval(found, each, opening_cents) for each in HOLD_INTERVALS),
    )


def seat_hold(seat: "Joint", rounds: int) -> Hold:
    """The hold with moving meters, or with fixed ones where they cannot be followed."""
    found, still = seat.jackpots_followed(rounds)
    totals = seat.plain if found else seat.totals
    held = hold(totals, opening_cents=seat.opening_cents, rounds=rounds, jackpots=found)
    return msgspec.structs.replace(held, left_still=still)


def expected_hold(
    totals: Mapping[int, int], opening_cents: int, rounds: int, jackpots: Jackpots | None = None
) -> Exact | float:
    """The expected value of `hold` without working out the distribution."""
    hits = jackpots.nets if jackpots else {}
    every = sum(totals.values()) + sum(hits.values())
    net = sum(cents * many for each in (totals, hits) for cents, many in each.items())
    if jackpots is None:
        return exact(-net, every * opening_cents)
    paid = sum(each.expected_paid(rounds) for each in jackpots.processes) / rounds
    return -(float(Fraction(net, every)) + paid) / opening_cents


def _hold_interval(found: ManyRounds, probability: float, opening_cents: int) -> HoldInterval:
    low, high = found.central_interval_cents(probability)
    bet = opening_cents * found.rounds
    return HoldInterval(probability, -(high + found.rounded_cents) / bet, -low / bet)


def theoretical_win_cents(
    totals: Mapping[int, int], *, rounds_an_hour: int, seats: int = 1, fee_cents: int = 0
) -> Exact:
    """The win per hour at a table whose seats bet alike, collection fees included."""
    every = sum(totals.values())
    net = sum(cents * combinations for cents, combinations in totals.items())
    return exact((fee_cents - Fraction(net, every)) * rounds_an_hour * seats)
