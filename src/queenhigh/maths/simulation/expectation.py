"""The exact expectation of a simulated round: the line a run is compared with."""

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np

from ...house.model import House
from ...wagers.document import SeatBets
from ..analysis.envy import envy_mean
from ..analysis.prices import column_of, price_seat
from ..analysis.two_seats import bet_prices, seat_covariances
from ..deals.deals import cells_of
from ..deals.suit_classes import HANDS
from .simulation import Plan, Totals


def expected_cents(house: House, plan: Plan) -> Fraction:
    """The table's net of a round with envy and fee, without meter awards."""
    seat = sum(net_cents(house, plan).values()) - house.fee.amount_cents
    return plan.seats * seat + _envy_cents(house, plan)


def net_cents(house: House, plan: Plan) -> dict[str, Fraction]:
    """A seat's net by wager, ante and play combined, without envy and meter awards."""
    return {name: mean for name, (mean, _) in _moments(house, plan).items()}


def _moments(house: House, plan: Plan) -> dict[str, tuple[Fraction, Fraction]]:
    """Return, by wager, the mean of a seat's net and of its square, without meters."""
    bets, empty = SeatBets(1, plan.wagers), dict.fromkeys(house.meters, 0)
    sums, squares, every = dict.fromkeys(plan.columns, 0), dict.fromkeys(plan.columns, 0), 0
    for cell in cells_of(house, plan.wagers, plan.decisions):
        nets = dict.fromkeys(plan.columns, 0)
        for line in price_seat(house, cell.deal, bets, cell.multiple, empty):
            nets[column_of(line.bet)] += line.net
        for name, net in nets.items():
            sums[name] += cell.deals * net
            squares[name] += cell.deals * net * net
        every += cell.deals
    return {name: (Fraction(sums[name], every), Fraction(squares[name], every)) for name in sums}


class ExpectedEdge(NamedTuple):
    """The expected edge over a number of rounds, and its standard error."""

    edge: float
    error: float
    deviation: float  # Of one bet, in units of that bet, without meters.


def expected_edges(totals: Totals) -> dict[str, ExpectedEdge]:
    """Edges by wager for these bets, decisions, rounds and first meters, without envy.

    A wager whose meter is paid out in parts, or to another wager too, is omitted. Variances are
    exact: those of a seat and of a meter, and the covariance between seats of a round.
    """
    house, plan = totals.house, totals.plan
    together = _seat_covariances(house, plan)
    meters = totals.meters
    edges = {}
    for name, (mean, square) in _moments(house, plan).items():
        won = [meter for meter, wagers in meters.winners.items() if name in wagers]
        if not all(map(meters.followed, won)):
            continue
        courses = meters.courses(name)
        paid = sum(each.expected_paid(totals.rounds) for each in courses)
        spread = sum(each.variance_paid(totals.rounds) for each in courses)
        of_seat = square - mean * mean
        of_round = plan.seats * (of_seat + (plan.seats - 1) * together[name])
        spread += totals.rounds * float(of_round)
        unit = plan.wagers.get(name, plan.wagers.get("ante", 0))
        staked = unit * totals.rounds * plan.seats
        net = float(mean) * totals.rounds * plan.seats + paid
        error = sqrt(max(spread, 0.0)) / staked
        edges[name] = ExpectedEdge(-net / staked, error, sqrt(of_seat) / unit)
    return edges


def _seat_covariances(house: House, plan: Plan) -> dict[str, Fraction]:
    """The covariance of two seats of a round by wager, in cents squared, without meters."""
    if plan.seats == 1:
        return dict.fromkeys(plan.columns, Fraction(0))
    prices = bet_prices(house, SeatBets(1, plan.wagers))
    found = seat_covariances(house, tuple(plan.wagers), prices, plan.decisions)
    return {name: found.matrix[place][place] for place, name in enumerate(found.bets)}


def _envy_cents(house: House, plan: Plan) -> Fraction:
    """The envy of all seats together; all of them bet the wager."""
    found = Fraction(0)
    played = plan.decisions > 0 if "ante" in plan.wagers else np.ones(HANDS, np.bool_)
    for key in plan.wagers:
        if key in house.wagers:
            found += plan.seats * envy_mean(house, key, plan.seats - 1, played)
    return found
