"""Confirming a group of steps at once: the same as confirming each in order."""

from . import commands as c
from .bet_lock import announce_no_more_bets
from .command_rules import MAY
from .entropy import refuse_before_the_mix
from .named_hands import TURNED_UP
from .refusal import TableRefusal
from .shuffle import shuffle_deck
from .step_effects import confirm
from .step_groups import DEAL, first_step_text, goes_on, key_due, title_of
from .transaction import Transaction


def confirm_group(now: Transaction, command: c.ConfirmGroup) -> None:
    if not now.table.by_people:
        message = "Only physical and training tables confirm steps in groups."
        raise now.refusal(TableRefusal.NOT_THIS_KIND, message)
    key = key_due(now.table)
    if key is None:
        raise now.refusal(TableRefusal.NOTHING_DUE, "No step is due now.")
    if str(key) != command.group:
        message = f"Out of order. First: {title_of(now.table, key)} ({first_step_text(now.table)})"
        raise now.refusal(TableRefusal.NOT_THE_GROUP, message)
    if key.kind == DEAL and now.table.due is None:
        if now.role_of(command.by) not in MAY["announce_no_more_bets"]:
            raise now.refusal(TableRefusal.NOT_YOUR_STEP, "That step is the dealer's.")
        announce_no_more_bets(now, c.AnnounceNoMoreBets(by=command.by, at=command.at))
    elif not goes_on(now.table, key):
        refuse_before_the_mix(now)
        first = first_step_text(now.table)
        message = f"This step is recorded by a command of its own. First: {first}"
        raise now.refusal(TableRefusal.STEPS_DUE, message)
    while goes_on(now.table, key):
        _next_step(now, command)


def _next_step(now: Transaction, command: c.ConfirmGroup) -> None:
    due = now.table.todo[0]
    if due.name == "shuffle":
        shuffle = c.ShuffleDeck(by=command.by, at=command.at, deck=due.deck or 0)
        shuffle_deck(now, shuffle)
        return
    counts = due.name == "count_stub"
    confirm(
        now,
        c.Confirm(
            by=command.by,
            at=command.at,
            step=due.name,
            deck=due.deck,
            seat=due.seat,
            cards=command.cards if due.name in TURNED_UP else (),
            count=command.count if counts else None,
            misdealt=command.misdealt if counts else None,
            total=command.total if counts else None,
        ),
    )
