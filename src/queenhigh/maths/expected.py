"""What a simulated round is expected to come to, exactly: the line that a run is held against."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from ..house.model import House
from ..wagers.document import SeatBets
from .analysis_figures import ANTE_PLAY
from .classes import HANDS
from .deals import Cell, Deals, deals_of
from .envy import envy_mean
from .prices import CONTEST_BETS, price_seat
from .simulation import Plan

Chances = dict[str, tuple[Fraction, Fraction]]


def expected_cents(house: House, plan: Plan) -> Fraction:
    """The table's net of a round, envy and fee included: all but what meters pay."""
    seat = sum(net_cents(house, plan).values()) - house.fee.amount_cents
    return plan.seats * seat + _envy_cents(house, plan)


def meter_chances(house: House, plan: Plan) -> Chances:
    """By meter: how likely a seat hits it in a round, and the share of it that a hit then takes."""
    found: Chances = {}
    deals, every = _deals(house, plan), 0
    hits: dict[str, list[Fraction]] = {}
    for cell in _cells(plan, deals, house):
        every += cell.deals
        bets = SeatBets(1, plan.wagers)
        deal = cell.player, cell.dealer, cell.contest
        for line in price_seat(
            house, deal, bets, cell.multiple, dict.fromkeys(house.meters, 10**6)
        ):
            if line.meter is not None:
                share = hits.setdefault(line.meter, [Fraction(0), Fraction(0)])
                share[0] += cell.deals
                share[1] += cell.deals * Fraction(line.paid, 10**6)
    for name, (many, taken) in hits.items():
        found[name] = many / every, taken / many
    return found


def _deals(house: House, plan: Plan) -> Deals:
    return deals_of(house, tuple(plan.wagers))


def _cells(plan: Plan, deals: Deals, house: House) -> Iterator[Cell]:
    if "ante" not in plan.wagers:
        return deals.cells_without_ante()
    return deals.cells(deals.by_kind(plan.decisions), house.play.multiples)


def net_cents(house: House, plan: Plan) -> dict[str, Fraction]:
    """A seat's net of a round by wager, ante and play as one: all but envy and what meters pay."""
    bets, empty = SeatBets(1, plan.wagers), dict.fromkeys(house.meters, 0)
    nets, every = dict.fromkeys(plan.columns, 0), 0
    for cell in _cells(plan, _deals(house, plan), house):
        deal = cell.player, cell.dealer, cell.contest
        for line in price_seat(house, deal, bets, cell.multiple, empty):
            nets[ANTE_PLAY if line.bet in CONTEST_BETS else line.bet] += cell.deals * line.net
        every += cell.deals
    return {name: Fraction(net, every) for name, net in nets.items()}


def _envy_cents(house: House, plan: Plan) -> Fraction:
    """Of all seats together. Every one of them has the wager."""
    found = Fraction(0)
    played = plan.decisions > 0 if "ante" in plan.wagers else np.ones(HANDS, np.bool_)
    for key in plan.wagers:
        if key in house.wagers:
            found += plan.seats * envy_mean(house, key, plan.seats - 1, played)
    return found
