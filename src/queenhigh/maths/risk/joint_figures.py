"""Figures of a seat's joint distribution: edge, deviation, percentiles and covariances of bets."""

from bisect import bisect_left
from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from math import sqrt

import msgspec

from ..analysis.analysis_figures import Strategy
from ..deals.suit_classes import DEALS
from ..exact_figure import Exact, exact, root, variance
from .joint_distribution import Joint

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)


class NetOutcome(msgspec.Struct, frozen=True):
    net_cents: int
    combinations: int
    probability: Exact
    at_most: Exact  # The probability of this net or a lower one.


class BetFigures(msgspec.Struct, frozen=True):
    """Figures of one bet, in cents; covariances by the other bet, in cents squared."""

    bet: str
    expected_cents: Exact
    standard_deviation_cents: Exact
    covariance: dict[str, Exact]
    correlation: dict[str, float]


class JointFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Joint figures; the edge is per unit of opening bets, the element of risk of all bets."""

    house: str
    opening_cents: int
    combinations: int
    strategy: Strategy
    plays: Exact
    expected_cents: Exact
    house_edge: Exact
    element_of_risk: Exact
    variance: Exact
    standard_deviation_cents: Exact
    hit_frequency: Exact
    percentiles_cents: dict[str, int]
    bets: tuple[BetFigures, ...]
    outcomes: tuple[NetOutcome, ...]


def joint_figures(found: Joint) -> JointFigures:
    totals, every = found.totals, found.every
    net = sum(cents * deals for cents, deals in totals.items())
    staked = found.opening_cents * every + found.played_cents * (every // DEALS)
    spread = variance(totals.items())
    return JointFigures(
        house=found.house.key,
        opening_cents=found.opening_cents,
        combinations=every,
        strategy=found.strategy,
        plays=exact(found.plays, DEALS),
        expected_cents=exact(net, every),
        house_edge=exact(-net, every * found.opening_cents),
        element_of_risk=exact(-net, staked),
        variance=exact(spread),
        standard_deviation_cents=root(spread),
        hit_frequency=exact(sum(deals for cents, deals in totals.items() if cents > 0), every),
        percentiles_cents={str(each): percentile(totals, each) for each in PERCENTILES},
        bets=tuple(_bet_figures(found)),
        outcomes=tuple(_outcomes(totals, every)),
    )


def percentile(totals: dict[int, int], percent: int | Fraction) -> int:
    """The lowest net that at least this percentage of deals do not exceed."""
    nets, sums = list(totals), list(accumulate(totals.values()))
    return nets[bisect_left(sums, Fraction(percent * sums[-1], 100))]


def _outcomes(totals: dict[int, int], every: int) -> Iterable[NetOutcome]:
    for (cents, deals), so_far in zip(totals.items(), accumulate(totals.values()), strict=True):
        yield NetOutcome(cents, deals, exact(deals, every), exact(so_far, every))


def _bet_figures(found: Joint) -> Iterable[BetFigures]:
    size, every = range(len(found.bets)), found.every
    means = [sum(nets[n] * deals for nets, deals in found.nets.items()) for n in size]
    spread = [
        [
            Fraction(sum(nets[n] * nets[m] * deals for nets, deals in found.nets.items()), every)
            - Fraction(means[n] * means[m], every * every)
            for m in size
        ]
        for n in size
    ]
    for n, bet in enumerate(found.bets):
        yield BetFigures(
            bet,
            exact(means[n], every),
            root(spread[n][n]),
            {found.bets[m]: exact(spread[n][m]) for m in size},
            {
                found.bets[m]: float(spread[n][m]) / sqrt(spread[n][n] * spread[m][m])
                for m in size
                if spread[n][n] and spread[m][m]
            },
        )
