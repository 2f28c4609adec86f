"""Tokes follow the player's hand: what a bet for the dealer is worth to dealer and house.

The player decides as is best for the ante; a toke on the ante alone rides on that decision.
"""

from fractions import Fraction

from ...house.model import House
from ...wagers.tokes import takes_tokes
from ..deals.deals import Cell, cells_of
from ..exact_figure import exact
from .analysis_figures import TokeFigures
from .decisions import best_decisions
from .prices import price_tokes

_UNIT = 100  # Cents; a multiple of the usual steps, so little is lost to rounding.


def toke_figures(house: House) -> dict[str, TokeFigures]:
    """Figures by the spots of the tokes, if the house takes them."""
    found: dict[str, TokeFigures] = {}
    on_ante = takes_tokes(house, "ante")
    if on_ante:
        found["ante"] = _figures(house, {"ante": _UNIT})
    if on_ante and takes_tokes(house, "play"):
        found["ante_and_play"] = _figures(house, {"ante": _UNIT, "play": _UNIT})
    for key in house.wagers:
        if takes_tokes(house, key):
            found[key] = _figures(house, {key: _UNIT})
    return found


def _figures(house: House, tokes: dict[str, int]) -> TokeFigures:
    wagers = {"ante": _UNIT} | {name: _UNIT for name in tokes if name in house.wagers}
    every = net = taken = 0
    for cell in cells_of(house, wagers, best_decisions(house)):
        won, kept = _settled(house, cell, wagers, tokes)
        every += cell.deals
        net += cell.deals * won
        taken += cell.deals * kept
    return TokeFigures(exact(Fraction(-net, every * _UNIT)), exact(Fraction(taken, every * _UNIT)))


def _settled(
    house: House, cell: Cell, wagers: dict[str, int], tokes: dict[str, int]
) -> tuple[int, int]:
    """The tokes' net, and the part taken down; a toke on play only counts once played."""
    placed = {name: each for name, each in tokes.items() if name != "play" or cell.multiple}
    lines = list(price_tokes(house, cell.deal, placed, frozenset(wagers)))
    kept = ("win", "push") if house.tokes.on_push == "dealer" else ("win",)
    taken = sum(line.paid + line.returned for line in lines if line.result in kept)
    return sum(line.net for line in lines), taken
