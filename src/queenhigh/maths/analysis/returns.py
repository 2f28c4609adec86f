"""What a wager returns per unit bet and resolved, how often it wins, and its volatility."""

from fractions import Fraction

import msgspec

from ..exact_figure import Exact, exact
from .analysis_figures import ANTE_PLAY, Analysis, AntePlayFigures, SideFigures
from .contest_table import ContestPart

VOLATILITY = 1.645  # Deviations either side of the mean that cover 90% of results.


class Returns(msgspec.Struct, frozen=True, kw_only=True):
    """Per unit of the initial bet, unless another unit is named."""

    player_return: Exact
    house_edge: Exact
    all_bet: Exact  # Average units bet, a raise included.
    edge_of_all_bet: Exact
    resolved: Exact  # Average units won or lost; a push resolves nothing.
    edge_of_resolved: Exact
    hit_frequency: Exact
    above_the_bet: Exact  # How often the net is more than the initial bet.
    volatility_index: float


def returns(analysis: Analysis, parts: tuple[ContestPart, ...]) -> dict[str, Returns]:
    side = {name: _of_side(each) for name, each in analysis.side_wagers.items()}
    return {ANTE_PLAY: _of_ante(analysis.ante_play, parts), **side}


def _of_ante(figures: AntePlayFigures, parts: tuple[ContestPart, ...]) -> Returns:
    resolved = sum((each.resolved.fraction for each in parts), Fraction(0))
    return _returns(figures, figures.average_bet.fraction, resolved)


def _of_side(figures: SideFigures) -> Returns:
    pushed = sum(each.combinations for each in figures.outcomes if each.net == 0)
    return _returns(figures, Fraction(1), 1 - Fraction(pushed, figures.combinations))


def _returns(
    figures: AntePlayFigures | SideFigures, all_bet: Fraction, resolved: Fraction
) -> Returns:
    edge = figures.house_edge.fraction
    above = sum(each.combinations for each in figures.outcomes if each.net > 1)
    return Returns(
        player_return=exact(1 - edge),
        house_edge=figures.house_edge,
        all_bet=exact(all_bet),
        edge_of_all_bet=exact(edge / all_bet),
        resolved=exact(resolved),
        edge_of_resolved=exact(edge / resolved if resolved else Fraction(0)),
        hit_frequency=figures.hit_frequency,
        above_the_bet=exact(above, figures.combinations),
        volatility_index=VOLATILITY * figures.standard_deviation.value,
    )
