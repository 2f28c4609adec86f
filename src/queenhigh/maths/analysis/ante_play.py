"""Ante and play for a seat with no other bets, with the best decision for every hand."""

from collections import Counter
from fractions import Fraction

import msgspec

from ...house.model import House
from ...house.plain_data import carried_over
from ...wagers.contest import contest_net
from ..deals.suit_classes import DEALS
from ..exact_figure import exact
from .analysis_figures import AntePlayFigures
from .decisions import Plays, by_rule, choices, described
from .side_wager import has_fractions
from .wager_figures import Result, wager_figures, whole


def ante_play(house: House, rule: Plays | None = None) -> AntePlayFigures:
    """The figures under the best decisions, or under a given rule."""
    known = choices(house)
    decisions = known.best() if rule is None else by_rule(known.deals, rule)
    nets: Counter[Fraction] = Counter()
    played = bet = 0
    for cell in known.deals.cells(decisions, known.multiples):
        net = contest_net(house, cell.player, cell.dealer, cell.contest, cell.multiple or 1)
        nets[net] += cell.deals
        bet += (1 + cell.multiple) * cell.deals
        played += cell.deals if cell.multiple else 0
    results = [Result(_signed(net), nets[net], whole(net)) for net in sorted(nets)]
    lost = -sum(net * count for net, count in nets.items())
    return carried_over(
        AntePlayFigures,
        wager_figures(results),
        element_of_risk=exact(whole(Fraction(lost)), bet),
        average_bet=exact(bet, DEALS),
        plays=exact(played, DEALS),
        strategy=described(known.deals.kinds, decisions, known.multiples),
        stake_cents=house.ante.limits.least if _has_fixed_awards(house) else msgspec.UNSET,
        rounding_left_out=has_fractions(house.contest_rows) or msgspec.UNSET,
    )


def _has_fixed_awards(house: House) -> bool:
    return any(row.unit in ("cents", "percent") for row in house.contest_rows)


def _signed(net: Fraction) -> str:
    """Format a net with its sign: ``+3``, ``-1``, ``0``, ``+3/2``."""
    return f"+{net}" if net > 0 else str(net)
