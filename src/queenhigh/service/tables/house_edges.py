"""The house edge on each bet at a table, for players choosing where to sit."""

from collections.abc import Mapping
from functools import lru_cache

from ...extras import need_figures
from ...house.model import House
from ...maths.exact_figure import Exact

Amounts = tuple[tuple[str, int], ...]  # In cents, by the key of a meter or a wager.
_METER_STEP = 100_00  # Meters that differ by less share their figures.


def edges_of(house: House, meters: dict[str, int]) -> dict[str, Exact]:
    """House edges by wager, `ante_play` first."""
    return _edges(house, in_steps(meters))


def in_steps(meters: Mapping[str, int]) -> Amounts:
    """The meters, rounded down."""
    return tuple((key, cents // _METER_STEP * _METER_STEP) for key, cents in meters.items())


@lru_cache(maxsize=256)
def _edges(house: House, meters: Amounts) -> dict[str, Exact]:
    need_figures()
    from ...maths.analysis.analysis import analyze

    found = analyze(house, meters=dict(meters))
    return {name: figures.house_edge for name, figures in found.wagers.items()}
