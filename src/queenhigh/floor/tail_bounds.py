"""Upper bounds on the probability of a sum of results, from their exact distributions.

Chernoff's bound: for any rate, the probability that a sum reaches a value is at most the
expectation of its exponential over that of the threshold. We search for a rate that makes it small.
Hands of one round share the dealer's cards; by Hölder's inequality the expectation is in any case
at most that of as many fully dependent hands. A normal deviate would not do here: a single royal is
a hundred standard errors, and still no surprise.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import exp, inf, log
from typing import Final

import msgspec

from ..house.model import House
from ..maths.exact_figure import mean_of
from .theory import figures_of

Distribution = Mapping[int, int] | Mapping[float, int]  # Combinations by net.
_STEPS: Final = 60
_GOLDEN: Final = (5**0.5 - 1) / 2


class Hands(msgspec.Struct, frozen=True):
    """Hands that are alike: the net of one, how many, and how many seats share their round."""

    nets: Distribution
    many: int
    together: int = 1
    stake: int = 1  # A factor on the nets.


def at_most(hands: Iterable[Hands], total: float) -> float:
    """Bound the probability that the hands together net `total` or beyond it.

    Beyond means above if the total is above the expectation, and below if it is below.
    """
    hands = [each for each in hands if each.many]
    mean = sum(each.many * each.stake * mean_of(each.nets.items()) for each in hands)
    most = max((abs(net) * each.stake * each.together for each in hands for net in each.nets),
               default=0.0)  # fmt: skip
    if not most or total == mean:
        return 1.0
    way = 1.0 if total > mean else -1.0
    prepared = [(_logs(each.nets), each) for each in hands]

    def exponent(of_rate: float) -> float:
        rate = way * exp(of_rate)
        found = -rate * total
        for logs, each in prepared:
            found += each.many / each.together * _log_mgf(logs, rate * each.stake * each.together)
        return found

    return min(1.0, exp(min(0.0, _least(exponent, log(1e-9 / most), log(700 / most)))))


def _least(function: Callable[[float], float], low: float, high: float) -> float:
    """Minimise by golden section. A rate that is not quite optimal still gives a valid bound."""
    best = inf
    for _ in range(_STEPS):
        left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        at_left, at_right = function(left), function(right)
        best = min(best, at_left, at_right)
        if at_left <= at_right:
            high = right
        else:
            low = left
    return best


def _logs(nets: Distribution) -> list[tuple[float, float]]:
    every = sum(nets.values())
    return [(net, log(deals / every)) for net, deals in nets.items() if deals]


def _log_mgf(logs: list[tuple[float, float]], rate: float) -> float:
    terms = [rate * net + chance for net, chance in logs]
    highest = max(terms)
    return highest + log(sum(exp(each - highest) for each in terms))


@lru_cache(maxsize=256)
def of_one_unit(house: House, game: str) -> dict[float, int]:
    """The player's nets of one unit, with the best decisions; a jackpot pays nothing."""
    found: dict[float, int] = {}
    for each in figures_of(house, game).outcomes:
        found[each.net] = found.get(each.net, 0) + each.combinations
    return found
