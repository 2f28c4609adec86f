"""An idle table: its cards lie spread until the next player comes."""

from typing import Literal

from ..house.points import point
from . import commands as c
from . import events as e
from . import procedure
from .refusal import TableRefusal
from .rounds import open_shuffle
from .state import Phase
from .transaction import Transaction

IDLE = point("table.idle")


def mark_idle(now: Transaction, command: c.MarkIdle) -> None:
    """Mark the table idle: the cards are spread, and the next player sees them before the wash."""
    now.must_be(Phase.BETTING)
    if now.table.bettors():
        raise now.refusal(TableRefusal.BETS_DOWN, "There are bets on the layout.")
    face = _face(now, command)
    deck = now.table.round.deck
    open_shuffle(now)
    names = [
        n for n in now.house.cards.opening if n in ("spread_for_first_player", "wash", "stack")
    ]
    todo = (*(e.Step(name, deck) for name in names), *procedure.shuffled(now.table, deck))
    now.add(e.TableIdled(face=face, todo=todo, clauses=now.clauses(IDLE)))


def _face(now: Transaction, command: c.MarkIdle) -> Literal["up", "down"]:
    """Face up or down, as the house says; either way if it says nothing."""
    ways: list[Literal["up", "down"]] = [
        "up" if way == "spread_face_up" else "down" for way in now.house.shuffle.idle
    ]
    face = command.face or (ways[0] if ways else "up")
    if ways and face not in ways:
        message = f"The cards of an idle table are spread face {' or '.join(ways)}."
        raise now.refusal(TableRefusal.SPREAD_OTHERWISE, message, IDLE)
    return face
