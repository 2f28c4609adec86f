"""Advice to the player whose turn it is."""

import msgspec

from ...extras import need_figures
from ...maths.analysis.analysis_figures import Advice
from ...table.roles import Actor
from ...table.sight import sight_of
from ...table.state import hand_of
from .running_table import Running


class AdviceShown(msgspec.Struct, frozen=True):
    seat: int
    ante_cents: int
    advice: Advice


def advice_for(running: Running, viewer: str) -> AdviceShown | None:
    """Advice on a hand that the viewer may see and must decide on now; None otherwise."""
    need_figures()
    from ...maths.analysis.strategy import advise

    table = running.table
    seat = table.next_to_decide
    if seat is None or Actor.parse(viewer) != Actor("player", table.seats[seat].player):
        return None
    if not sight_of(table, viewer).sees(table, seat):
        return None
    bets = table.bets(seat)
    return AdviceShown(seat, bets.ante, advise(table.house, hand_of(table, seat), bets))
