"""Payouts that wait for a form: at tables run by people, and at the cage for the others."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from ..house.money import currency_text
from ..money.patrons import CashOut
from ..table.events import WagerPaid
from ..table.refusal import Refusal
from ..table.roles import Actor
from ..table.state import Table
from ..table.transaction import Change
from .compliance import AnyComplianceEvent, FormTaken, Standing
from .refusal import FloorRefusal, refuse
from .tax import FormDuty, form_duty, payout_made, payouts_coming


def forms_coming(table: Table, name: str, first: int, at: datetime) -> list[FormDuty]:
    """The forms required in the round being settled."""
    found = (form_duty(table.house, each) for each in payouts_coming(table, name, first, at))
    return [duty for duty in found if duty]


def forms_first(changes: Iterable[Change], name: str, first: int) -> Iterator[FormDuty]:
    """The forms required before people pay out these changes.

    It goes by the chips that move: a step, a group of steps and a correction are alike. If the
    system settles, a payout is in the stack at once, and waits at the cage instead.
    """
    for change in changes:
        before, event = change.before, change.event
        if not isinstance(event, WagerPaid) or Actor.parse(event.by).role == "system":
            continue
        payout = payout_made(before, name, first, event)
        duty = form_duty(before.house, payout) if payout else None
        if duty and duty.before_payout:
            yield duty


def refuse_payout(
    table: Table, duties: Iterable[FormDuty], taken: Iterable[AnyComplianceEvent]
) -> Refusal | None:
    """Refuse while one of these payouts lacks its form; `table` is the state before them."""
    forms = {each.payout for each in taken if isinstance(each, FormTaken)}
    for duty in duties:
        if duty.payout.id not in forms:
            won = table.house.money(duty.payout.winnings)
            message = f"Take the form for {won} first; the winner stays seated."
            if duty.payout.seat not in table.round.revealed:
                message += " Confirm the hand by itself (reveal_hand), then its form can be taken."
            return refuse(FloorRefusal.FORM_MISSING, message, duty.clauses)
    return None


def refuse_cash_out(
    standings: Iterable[Standing], held_cents: int, command: CashOut
) -> Refusal | None:
    """Refuse to cash out winnings that lack a form.

    If the system settles, a payout is in the stack at once, and waits here instead.
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
    amount = currency_text(held_back, waiting[0].payout.currency)
    message = f"{amount} of it is on hold until a form is filed."
    return refuse(FloorRefusal.FORM_MISSING, message, clauses)
