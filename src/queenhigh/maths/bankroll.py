"""What a distribution means over time: risk of ruin, the house's hold, theoretical win."""

from collections.abc import Mapping
from fractions import Fraction
from math import gcd

import msgspec

from .exact import Exact, exact
from .rounds import ManyRounds, many_rounds

HOLD_INTERVALS = (0.5, 0.9, 0.95, 0.99)


class Ruin(msgspec.Struct, frozen=True):
    """Ruined: no longer able to place and play all bets of the next round.

    Computed in double precision from nonnegative numbers only, so that no probability is off by
    more than `error`.
    """

    bankroll_cents: int
    needed_cents: int  # For one round: the opening bets and play.
    rounds: int
    goal_cents: int | None
    ruined: float
    goal_reached: float  # 0 where there is no goal.
    still_playing: float
    error: float


def risk_of_ruin(
    totals: Mapping[int, int],
    *,
    bankroll_cents: int,
    needed_cents: int,
    rounds: int,
    goal_cents: int | None = None,
) -> Ruin:
    """Within so many rounds, leaving the table when the goal is reached.

    Against a house with an edge and without a last round, ruin is certain but for the goal.
    """
    import numpy as np

    if bankroll_cents < needed_cents:
        raise ValueError(
            f"a round takes {needed_cents} cents, and the bankroll is {bankroll_cents}"
        )
    if goal_cents is not None and goal_cents <= bankroll_cents:
        raise ValueError("the goal lies above the bankroll")
    every = sum(totals.values())
    unit = gcd(*totals) or 1
    steps = [(cents // unit, combinations / every) for cents, combinations in totals.items()]
    worst = max(0, -min(step for step, _ in steps))
    # Counted in units above what cannot be played with any more: below 0 is ruin.
    start = (bankroll_cents - needed_cents) // unit
    goal = None if goal_cents is None else -(-(goal_cents - bankroll_cents) // unit) + start
    state, ruined, reached, safe = np.zeros(start + 1), 0.0, 0.0, 0.0
    state[start] = 1.0
    for played in range(rounds):
        # Who cannot lose it all in the rounds that are left need not be followed.
        beyond = worst * (rounds - played) if goal is None else goal
        top = len(state) + max(step for step, _ in steps)
        after = np.zeros(worst + top)
        for step, chance in steps:
            begin = worst + step
            after[begin : begin + len(state)] += state * chance
        ruined += float(after[:worst].sum())
        state = after[worst:]
        if len(state) > beyond:
            gone = float(state[beyond:].sum())
            reached, safe = (reached + gone, safe) if goal is not None else (reached, safe + gone)
            state = state[:beyond]
    still = float(state.sum()) + safe
    error = rounds * (len(steps) + 2) * 2.0**-52
    return Ruin(bankroll_cents, needed_cents, rounds, goal_cents, ruined, reached, still, error)


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
        found.probability_at_most(-1),
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
