"""The figures of a house as the service returns them: one shape for every wager."""

import msgspec

from ...maths.analysis.analysis_figures import (
    Analysis,
    FeeEffect,
    SideFigures,
    Strategy,
    TokeFigures,
)
from ...maths.exact_figure import Exact


class FiguresShown(SideFigures, frozen=True, kw_only=True, omit_defaults=True):
    """Figures of a side wager, or of ante and play; only these have the last four."""

    element_of_risk: Exact | msgspec.UnsetType = msgspec.UNSET  # Per unit of the total bet.
    average_bet: Exact | msgspec.UnsetType = msgspec.UNSET  # In antes.
    plays: Exact | msgspec.UnsetType = msgspec.UNSET
    strategy: Strategy | msgspec.UnsetType = msgspec.UNSET


class AnalysisShown(msgspec.Struct, frozen=True, kw_only=True):
    """`wagers` has `ante_play` first, then the wagers as the house lists them."""

    house: str
    seats: int
    wagers: dict[str, FiguresShown]
    collection_fee: FeeEffect | msgspec.UnsetType = msgspec.UNSET
    tokes: dict[str, TokeFigures]  # By the spots they are placed on.


def shown(found: Analysis) -> AnalysisShown:
    return msgspec.convert(msgspec.to_builtins(found), AnalysisShown)
