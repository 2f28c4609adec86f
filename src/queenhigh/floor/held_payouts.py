"""Payouts that wait for a form: at a table that people run, and at the cage for the others."""

from collections.abc import Iterable
from datetime import datetime

from ..house.money import currency_text
from ..money.patrons import CashOut
from ..table.commands import Confirm
from ..table.refusal import Refusal
from ..table.state import Table
from .compliance import AnyComplianceEvent, FormTaken, Standing
from .refusal import FloorRefusal, refuse
from .tax import FormDuty, form_duty, payouts_coming


def forms_coming(table: Table, name: str, first: int, at: datetime) -> list[FormDuty]:
    """The forms to be taken in the round that is being settled."""
    found = (form_duty(table.house, each) for each in payouts_coming(table, name, first, at))
    return [duty for duty in found if duty]


def refuse_payout(
    table: Table, name: str, first: int, command: Confirm, taken: Iterable[AnyComplianceEvent]
) -> Refusal | None:
    """Whether a confirmed step would pay what must wait for its form.

    Asked before the table is: a table knows nothing of forms.
    """
    step = table.due
    if step is None or command.step != "settle" or step.name != "settle" or step.move is None:
        return None
    move = table.round.moves[step.move]
    if move.action != "pay" or move.toke:
        return None
    forms = {each.payout for each in taken if isinstance(each, FormTaken)}
    for duty in forms_coming(table, name, first, command.at):
        own = duty.payout.seat == move.seat and duty.payout.wager == move.wager
        if own and duty.before_payout and duty.payout.id not in forms:
            won = table.house.money(duty.payout.winnings)
            message = f"Take the form for {won} first; the winner stays seated."
            return refuse(FloorRefusal.FORM_MISSING, message, duty.clauses)
    return None


def refuse_cash_out(
    standings: Iterable[Standing], held_cents: int, command: CashOut
) -> Refusal | None:
    """Whether a patron would carry away winnings for which a form is missing.

    Where the system settles, a payout lies in the stack at once; it waits here instead.
    """
    waiting = [
        each.duty
        for each in standings
        if each.open and isinstance(each.duty, FormDuty) and each.duty.before_payout
    ]
    held_back = sum(
        duty.payout.winnings for duty in waiting if duty.payout.patron == command.patron
    )
    if not held_back or command.cents <= held_cents - held_back:
        return None
    clauses = tuple(dict.fromkeys(clause for duty in waiting for clause in duty.clauses))
    message = f"{currency_text(held_back, waiting[0].payout.currency)} of it wait for a form."
    return refuse(FloorRefusal.FORM_MISSING, message, clauses)
