"""The next phase, once all steps of one are done."""

from . import events as e
from .decisions import end_decisions_if_all_made
from .rounds import begin_round
from .state import Phase
from .transaction import Transaction


def begin_next_phase(now: Transaction) -> None:
    """Begin the phase that needs no command, once the steps of the last one are done."""
    if now.table.phase is Phase.OPENING:
        for number, deck in enumerate(now.table.decks):
            if deck.in_use_since is None:
                now.add(e.DeckPutInUse(deck=number, back=deck.back))
        begin_round(now, after_play=False)
    elif now.table.phase is Phase.DEALING:
        now.add(e.DecisionsBegan())
        end_decisions_if_all_made(now)
