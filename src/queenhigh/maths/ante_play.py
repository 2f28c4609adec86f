"""Ante and play, with the best decision for every hand: the figure for a seat that bets no more."""

from collections import Counter
from collections.abc import Sequence
from itertools import compress

from ..cards.ranking import Category
from ..house.model import House
from .classes import DEALER_HANDS, DEALS, HANDS
from .counting import Counts, counts, deals
from .decisions import Plays, Strategy, Worth, best_decisions, described, worths
from .exact import Exact, exact
from .figures import Result, WagerFigures, wager_figures


class AntePlayFigures(WagerFigures, frozen=True, kw_only=True):
    """The element of risk is per unit of all that is bet, play included."""

    element_of_risk: Exact
    average_bet: Exact  # In antes.
    plays: Exact
    strategy: Strategy


def ante_play(house: House, rule: Plays | None = None) -> AntePlayFigures:
    """With the best decisions, or with those of a rule."""
    known, worth = counts(house), worths(house)
    if rule is None:
        plays = best_decisions(known, worth)
    else:
        plays = [rule(each) for each in known.classes]
    nets, folded = net_counts(known, plays, worth)
    results = [Result(f"{net:+d}" if net else "0", nets[net], net) for net in sorted(nets)]
    figures = wager_figures(results)
    played = (HANDS - folded) * DEALER_HANDS
    bet = DEALS + played
    lost = -sum(net * count for net, count in nets.items())
    return AntePlayFigures(
        combinations=figures.combinations,
        house_edge=figures.house_edge,
        variance=figures.variance,
        standard_deviation=figures.standard_deviation,
        hit_frequency=figures.hit_frequency,
        outcomes=figures.outcomes,
        element_of_risk=exact(lost, bet),
        average_bet=exact(bet, DEALS),
        plays=exact(played, DEALS),
        strategy=described(known.classes, plays),
    )


def net_counts(
    known: Counts, plays: Sequence[bool], worth: dict[Category, Worth]
) -> tuple[Counter[int], int]:
    """How many of the 407,170,400 deals end in each net, and how many hands are folded."""
    nets: Counter[int] = Counter()
    begin = folded = 0
    for each in known.categories:
        here = plays[begin : begin + len(each.rows)]
        begin += len(each.rows)
        played, folds = each.deals, 0
        if False in here:
            hands = tuple(compress(each.hands, here))
            folds = sum(each.hands) - sum(hands)
            played = deals(compress(each.rows, here), hands) if hands else (0, 0, 0, 0)
            folded += folds
        for net, count in zip(worth[each.category], (*played, folds * DEALER_HANDS), strict=True):
            if count:
                nets[net] += count
    return nets, folded
