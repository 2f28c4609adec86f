"""The probability that a patron wins this much, by the exact distribution of the bets.

If all rounds had the same bets, the distribution of one round is convolved with itself
(`maths.risk.many_rounds`): exactly, or with a proven error. If bets changed, or a patron played two
hands of one round, which are correlated, the result is an upper bound on the probability
(`floor.tail_bounds`).
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec

from ..extras import need_figures
from ..house.model import House
from ..maths.exact_figure import mean_of, variance
from ..wagers.document import SeatBets
from .abandoned_work import go_on
from .round_facts import RoundFacts, SeatFacts
from .tail_bounds import Hands, at_most

Bets = tuple[tuple[str, int], ...]  # Stakes by wager, except play.
Alike = tuple[House, Bets, int]  # With the number of the patron's hands in the round.
_MOST_CONVOLVED = 20_000  # Rounds; beyond, the bound is as good and faster.


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """A patron's net, in cents, and how often chance alone brings as much or more."""

    patron: str
    rounds: int  # Or hands, if there were two in a round.
    staked: int
    net: int  # Without jackpots and envy, which depend on others.
    expected: float
    deviation: float
    chance: float
    method: Literal["exact", "bounded", "at most"]
    last: datetime
    behind: tuple[tuple[str, int, int], ...]


def luck(houses: Mapping[str, House], rounds: Iterable[RoundFacts]) -> Iterator[Luck]:
    """Luck by patron and currency, ignoring void rounds."""
    found: dict[tuple[str, str], list[tuple[RoundFacts, SeatFacts]]] = {}
    for facts in rounds:
        for seat in facts.seats:
            if not facts.void and facts.table in houses:
                key = seat.patron, houses[facts.table].currency
                found.setdefault(key, []).append((facts, seat))
    for (patron, _), played in sorted(found.items(), key=lambda each: each[0]):
        go_on()
        yield _of(patron, played, houses)


def _of(
    patron: str, played: list[tuple[RoundFacts, SeatFacts]], houses: Mapping[str, House]
) -> Luck:
    in_round: dict[tuple[str, int], int] = {}
    for facts, _ in played:
        in_round[facts.table, facts.first] = in_round.get((facts.table, facts.first), 0) + 1
    groups: dict[Alike, int] = {}
    for facts, seat in played:
        house = houses[facts.table]
        key = house, bets_of(house, seat), in_round[facts.table, facts.first]
        groups[key] = groups.get(key, 0) + 1
    net = sum(net_of(seat) for _, seat in played)
    mean = spread = Fraction(0)
    for (house, bets, _), many in groups.items():
        totals = distribution(house, bets)
        every = sum(totals.values())
        mean += many * Fraction(sum(cents * deals for cents, deals in totals.items()), every)
        spread += many * variance(totals.items())
    chance, method = _chance(groups, net)
    return Luck(
        patron=patron,
        rounds=len(played),
        staked=sum(seat.staked for _, seat in played),
        net=net,
        expected=float(mean),
        deviation=float(spread) ** 0.5,
        chance=chance,
        method=method,
        last=max(facts.ended for facts, _ in played),
        behind=tuple((facts.table, facts.number, facts.first) for facts, _ in played),
    )


def _chance(
    groups: Mapping[Alike, int], net: int
) -> tuple[float, Literal["exact", "bounded", "at most"]]:
    if len(groups) == 1:
        (((house, bets, together), many),) = groups.items()
        if many <= _MOST_CONVOLVED and together == 1:
            from ..maths.risk.many_rounds import many_rounds

            found = many_rounds(distribution(house, bets), many)
            beyond = max(0.0, 1 - found.probability_at_most(net - 1))
            return min(1.0, beyond + found.error), found.method
    hands = [
        Hands(distribution(house, bets), many, together)
        for (house, bets, together), many in groups.items()
    ]
    expected = sum(each.many * mean_of(each.nets.items()) for each in hands)
    return (at_most(hands, net) if net > expected else 1.0), "at most"


def bets_of(house: House, seat: SeatFacts) -> Bets:
    return tuple(
        (name, seat.bets[name].staked)
        for name in house.opening_bets
        if name in seat.bets and seat.bets[name].staked
    )


def net_of(seat: SeatFacts) -> int:
    """The net that the distribution covers: all but jackpots, envy and coupons."""
    own = [bet for name, bet in seat.bets.items() if name not in ("envy", "match_play")]
    return sum(bet.net - bet.of_meter for bet in own)


@lru_cache(maxsize=1024)
def distribution(house: House, bets: Bets) -> dict[int, int]:
    """Deals by net in cents, with the best decisions and a jackpot that pays nothing."""
    need_figures()
    from ..maths.risk.joint_distribution import joint

    seat = SeatBets(1, dict(bets))
    return joint(house, seat, meters=dict.fromkeys(house.meters, 0)).totals
