"""The house edge on each bet at a table, for players choosing where to sit."""

from functools import lru_cache

from ...extras import need_figures
from ...house.model import House
from ...maths.exact_figure import Exact

_METER_STEP = 100_00  # Meters that differ by less share their figures.


def edges_of(house: House, meters: dict[str, int]) -> dict[str, Exact]:
    """House edges by wager, `ante_play` first."""
    stands = tuple((key, cents // _METER_STEP * _METER_STEP) for key, cents in meters.items())
    return _edges(house, stands)


@lru_cache(maxsize=256)
def _edges(house: House, meters: tuple[tuple[str, int], ...]) -> dict[str, Exact]:
    need_figures()
    from ...maths.analysis.analysis import analyze

    found = analyze(house, meters=dict(meters))
    return {name: figures.house_edge for name, figures in found.wagers.items()}
