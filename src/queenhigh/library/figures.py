"""Exact figures of a house, as fractions."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from ..extras import extra_named
from ..house.loader import load_house
from ..house.model import House
from ..maths import analysis_figures
from ..maths.exact import Exact
from .columns import Columns


class Figures:
    """The figures of one wager, as `queenhigh analyze` names them.

    Exact ones are fractions, roots are floats, and what a wager does not have is None.
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

    def __getattr__(self, name: str) -> Any:
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
    """What `analyze` finds, by wager; `ante_play` first."""

    def __init__(self, found: analysis_figures.Analysis):
        self._found = found
        self.house, self.seats = found.house, found.seats
        self.wagers = {key: Figures(each) for key, each in found.wagers.items()}

    def to_dict(self) -> dict[str, Any]:
        """The same as `queenhigh analyze --json` prints."""
        answer: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self._found))
        return answer

    def columns(self) -> Mapping[str, Sequence[Any]]:
        """A row for each wager; figures as floats."""
        each = self.wagers.values()
        return {
            "wager": list(self.wagers),
            "house_edge": [float(wager.house_edge) for wager in each],
            "variance": [float(wager.variance) for wager in each],
            "hit_frequency": [float(wager.hit_frequency) for wager in each],
        }

    def _repr_html_(self) -> str:
        from .html import rows_html

        rows = [
            (
                key,
                f"{float(each.house_edge):.4%}",
                f"{float(each.hit_frequency):.4%}",
                str(each.house_edge),
            )
            for key, each in self.wagers.items()
        ]
        return rows_html(("Wager", "House edge", "Hit frequency", "Exactly"), rows, self.house)

    def __repr__(self) -> str:
        edges = (f"{key} {float(each.house_edge):.2%}" for key, each in self.wagers.items())
        return f"<Analysis of {self.house}: {', '.join(edges)}>"


@extra_named()
def analyze(
    house: House | str, *, seats: int = 1, meters: Mapping[str, int] | None = None
) -> Analysis:
    """The exact mathematics of a house; meters in cents, at their seeds where none are given.

    >>> plain = House(key="plain", name="Ante and play alone")
    >>> analyze(plain).wagers["ante_play"].house_edge
    Fraction(8813253, 101792600)
    """
    from ..maths import analysis

    playing = load_house(house) if isinstance(house, str) else house
    return Analysis(analysis.analyze(playing, seats, meters=meters))
