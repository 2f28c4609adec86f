"""What a distribution means for the house over time: its hold, and its theoretical win."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from .exact import Exact, exact
from .rounds import Jackpot, ManyRounds, many_rounds

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
    expected: Exact | float  # Exact where no meter moves.
    house_wins: float  # The probability that the house is ahead.
    intervals: tuple[HoldInterval, ...]

    @property
    def expected_value(self) -> float:
        return self.expected if isinstance(self.expected, float) else self.expected.value


def hold(
    totals: Mapping[int, int],
    *,
    opening_cents: int,
    rounds: int,
    jackpot: Jackpot | None = None,
) -> Hold:
    """Per unit of the opening bets of one seat. Drop is not known here, so it is not per drop.

    With a jackpot its meter moves, and `totals` are those of deals that do not hit it.
    """
    found = many_rounds(totals, rounds, jackpot=jackpot)
    ahead = found.probability_at_most(-1 - found.rounded_cents)
    unsure = found.probability_at_most(-1) - ahead
    return Hold(
        rounds,
        found.method,
        found.error + unsure,
        expected_hold(totals, opening_cents, rounds, jackpot),
        min(ahead, 1.0),  # Rounding may carry a sum past one.
        tuple(_hold_interval(found, each, opening_cents) for each in HOLD_INTERVALS),
    )


def expected_hold(
    totals: Mapping[int, int], opening_cents: int, rounds: int, jackpot: Jackpot | None = None
) -> Exact | float:
    """As `hold` has it, without the distribution."""
    hits = jackpot.hits if jackpot else {}
    every = sum(totals.values()) + sum(hits.values())
    net = sum(cents * many for each in (totals, hits) for cents, many in each.items())
    if jackpot is None:
        return exact(-net, every * opening_cents)
    paid = jackpot.process.expected_paid(rounds) / rounds
    return -(float(Fraction(net, every)) + paid) / opening_cents


def _hold_interval(found: ManyRounds, probability: float, opening_cents: int) -> HoldInterval:
    low, high = found.central_interval_cents(probability)
    bet = opening_cents * found.rounds
    return HoldInterval(probability, -(high + found.rounded_cents) / bet, -low / bet)


def theoretical_win_cents(
    totals: Mapping[int, int], *, rounds_an_hour: int, seats: int = 1, fee_cents: int = 0
) -> Exact:
    """An hour at a table of seats that bet alike, with the collection fee of each."""
    every = sum(totals.values())
    net = sum(cents * combinations for cents, combinations in totals.items())
    return exact((fee_cents - Fraction(net, every)) * rounds_an_hour * seats)
