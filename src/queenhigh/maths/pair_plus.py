"""Pair plus: 22,100 hands, each paid by its category."""

from ..house.model import House
from ..wagers.outcome import Contest
from .counting import counts
from .figures import Result, WagerFigures, wager_figures
from .settling import lines, only, seat_hand

_ONE = only(pair_plus=1)


def pair_plus(house: House) -> WagerFigures:
    """For a hand that is not folded: none that pays is ever worth folding."""
    results = []
    for each in reversed(counts(house).categories):
        (line,) = lines(seat_hand(house, each.category, Contest.PLAYER), _ONE)
        name, hands = each.category.name.lower(), sum(each.hands)
        results.append(Result(name, hands, line.net, line.odds, line.result == "win"))
    return wager_figures(results)
