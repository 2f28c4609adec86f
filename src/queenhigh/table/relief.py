"""A dealer relieves another."""

from . import commands as c
from . import events as e
from . import procedure
from .approvals import RELIEVED_AFTER_THE_HAND
from .refusal import TableRefusal
from .rounds import open_shuffle
from .state import Phase
from .transaction import Transaction


def relieve_dealer(now: Transaction, command: c.RelieveDealer) -> None:
    """Relieve the dealer, but not before all work on the hand is done."""
    message = "The dealer can be relieved only after the hand."
    now.must_be(
        *(Phase.OPENING, Phase.BETTING),
        code=TableRefusal.CARDS_OUT,
        message=message,
        because=RELIEVED_AFTER_THE_HAND,
    )
    if command.dealer in (now.table.dealer, now.table.relief):
        raise now.refusal(TableRefusal.SAME_DEALER, "That dealer is on duty already.")
    steps = [name for name in now.house.relief.steps if name != "reshuffle"]
    todo = tuple(e.Step(name) for name in steps)
    shuffle_due = any(step.name == "shuffle" for step in now.table.todo)
    reshuffles = "reshuffle" in now.house.relief.steps and now.table.phase is Phase.BETTING
    if reshuffles and not shuffle_due:
        open_shuffle(now)
        todo += procedure.shuffled(now.table, now.table.round.deck)
    else:
        todo += now.table.todo
    now.add(
        e.DealerRelieved(
            outgoing=now.table.dealer,
            incoming=command.dealer,
            todo=todo,
            clauses=now.clauses(RELIEVED_AFTER_THE_HAND),
        )
    )
