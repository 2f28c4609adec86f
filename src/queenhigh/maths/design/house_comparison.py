"""Two houses side by side: their figures, and the effect of each difference on the edge."""

from fractions import Fraction

import msgspec

from ...house.comparison import differences
from ...house.errors import HouseError
from ...house.model import House
from ...wagers.document import SeatBets
from ...wagers.least_bets import least_of_each
from ..analysis.analysis import analyze
from ..analysis.analysis_figures import Strategy
from ..analysis.ante_play import ante_play
from ..exact_figure import Exact, exact
from ..risk.bankroll import Hold, seat_hold
from ..risk.joint_distribution import joint
from .variants import with_setting

ROUNDS = 1_000

# The settings that figures depend on: the contest, hand ranking, the wagers and their meters.
_TABLES = ("dealer", "ranking", "ante", "play", "ante_bonus", "wagers", "meters", "payouts")


class DifferenceCost(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the first house's edges would change if it took this one setting from the second."""

    setting: str
    edge: dict[str, Exact] = {}  # By wager; unchanged ones are omitted.
    impossible: str = ""  # Why the setting cannot be adopted alone.


class Played(msgspec.Struct, frozen=True):
    """A seat with the minimum bet on every wager, deciding as is best for all of them."""

    bets: dict[str, int]  # Cents.
    strategy: Strategy  # For the ante alone.
    strategy_of_all: Strategy  # For all bets together.
    hold: Hold  # Over `ROUNDS` rounds, with meters starting at their seeds.


class HouseCosts(msgspec.Struct, frozen=True):
    first: str
    second: str
    first_edge: dict[str, Exact]  # By wager.
    second_edge: dict[str, Exact]
    first_played: Played
    second_played: Played
    differences: tuple[DifferenceCost, ...]
    together: dict[str, Exact]  # By wager, from the first house to the second.


def difference_costs(first: House, second: House) -> HouseCosts:
    """Cost each differing setting alone. Costs need not add up: changes can affect each other."""
    of_first, of_second = _edges(first), _edges(second)
    found = []
    for each in differences({"first": first, "second": second}):
        value = each.cells["second"].value
        if value is None or not _bears_on_figures(first, each.setting):
            continue
        try:
            moved = _edges(with_setting(first, each.setting, value))
        except HouseError as error:
            found.append(DifferenceCost(each.setting, impossible=error.problems[0].message))
            continue
        found.append(DifferenceCost(each.setting, _moves(of_first, moved)))
    return HouseCosts(
        first.key,
        second.key,
        {wager: exact(edge) for wager, edge in of_first.items()},
        {wager: exact(edge) for wager, edge in of_second.items()},
        _played(first),
        _played(second),
        tuple(found),
        _moves(of_first, of_second),
    )


def _played(house: House) -> Played:
    bets = least_of_each(house)
    seat = joint(house, SeatBets(1, bets))
    return Played(bets, ante_play(house).strategy, seat.strategy, seat_hold(seat, ROUNDS))


def _bears_on_figures(house: House, setting: str) -> bool:
    """Whether a setting affects any figure; one of a wager not offered does not."""
    table, _, rest = setting.partition(".")
    if table == "wagers" and rest.partition(".")[0] not in house.wagers:
        return False
    return table in _TABLES


def _edges(house: House) -> dict[str, Fraction]:
    return {wager: figures.house_edge.fraction for wager, figures in analyze(house).wagers.items()}


def _moves(before: dict[str, Fraction], after: dict[str, Fraction]) -> dict[str, Exact]:
    return {
        wager: exact(after[wager] - edge)
        for wager, edge in before.items()
        if wager in after and after[wager] != edge
    }
