"""Exact figures of a house, as fractions."""

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from os import PathLike
from types import MappingProxyType
from typing import Any

import msgspec

from ..extras import extra_named
from ..house.model import House
from ..house.plain_data import Document
from ..maths.analysis import analysis_figures
from ..maths.exact_figure import Exact
from .arguments import as_dict, check_cents, check_whole, house_of
from .columns import Column, Columns


class Figures:
    """The figures of one wager, as `queenhigh analyze` names them.

    Exact figures are fractions, roots are floats, and figures that a wager does not have are None.
    """

    combinations: int
    house_edge: Fraction
    variance: Fraction
    standard_deviation: float
    hit_frequency: Fraction
    element_of_risk: Fraction | None
    fixed_return: Fraction | None
    break_even_meter: Fraction | None
    envy_per_other_seat: Fraction | None

    def __init__(self, figures: msgspec.Struct):
        self._figures = figures

    def __getattr__(self, name: str) -> Any:  # Of the type that the figure of that name has.
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self._figures, name, None)
        if isinstance(value, Exact):
            return value.value if value.is_root else value.fraction
        return None if value is msgspec.UNSET else value

    def __dir__(self) -> list[str]:
        return list(self._figures.__struct_fields__)

    def __repr__(self) -> str:
        return f"<Figures: house edge {float(self.house_edge):.4%}>"


class Analysis(Columns):
    """The result of `analyze`, by wager; `ante_play` first."""

    _kinds = MappingProxyType(
        {"wager": str, "house_edge": float, "variance": float, "hit_frequency": float}
    )

    def __init__(self, found: analysis_figures.Analysis, playing: House):
        self._found, self._playing = found, playing
        self.house, self.seats = found.house, found.seats
        self.wagers = {key: Figures(each) for key, each in found.wagers.items()}

    def to_dict(self) -> Document:
        """The result as `queenhigh analyze --json` prints it."""
        answer: Document = msgspec.json.decode(msgspec.json.encode(self._found))
        return answer

    def columns(self) -> Mapping[str, Column]:
        """A row for each wager; figures as floats."""
        each = self.wagers.values()
        return {
            "wager": list(self.wagers),
            "house_edge": [float(wager.house_edge) for wager in each],
            "variance": [float(wager.variance) for wager in each],
            "hit_frequency": [float(wager.hit_frequency) for wager in each],
        }

    def _repr_html_(self) -> str:
        from ..maths.analysis.titles import titles
        from .html import rows_html

        called = titles(self._playing)
        rows = [
            (
                escape(called[key]),
                f"{float(each.house_edge):.4%}",
                f"{float(each.hit_frequency):.4%}",
                str(each.house_edge),
            )
            for key, each in self.wagers.items()
        ]
        head = ("Bet", "House edge", "Hit frequency", "Exactly")
        return rows_html(head, rows, escape(self._playing.name))

    def __repr__(self) -> str:
        edges = (f"{key} {float(each.house_edge):.2%}" for key, each in self.wagers.items())
        return f"<Analysis of {self.house}: {', '.join(edges)}>"


@extra_named()
def analyze(
    house: House | str | PathLike[str],
    *,
    seats: int = 1,
    meters: Mapping[str, int] | None = None,
) -> Analysis:
    """The exact mathematics of a house; meters in cents, at their seeds where none are given.

    >>> plain = House(key="plain", name="Ante and play alone")
    >>> analyze(plain).wagers["ante_play"].house_edge
    Fraction(8813253, 101792600)
    """
    from ..maths.analysis import analysis

    playing = house_of(house)
    check_whole("seats", seats)
    standing = as_dict("meters", meters)
    for name, cents in standing.items():
        check_cents(name, cents)
    found = analysis.analyze(playing, seats, meters=standing)
    return Analysis(found, playing)
