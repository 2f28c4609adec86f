"""Payouts that wait for a tax form at tables run by people; the table itself ignores forms."""

from collections.abc import Sequence
from datetime import datetime

from ...floor.compliance import AnyComplianceEvent, stream_of
from ...floor.held_payouts import forms_coming, forms_first, refuse_payout
from ...floor.tax import FormDuty
from ...store.dossiers import first_of_round
from ...store.projections import event_of
from ...store.records import Store
from ...table.refusal import Refusal
from ...table.transaction import Change
from ..tables.running_table import Running


def takes_form(running: Running, changes: Sequence[Change]) -> bool:
    """Whether people would pay something that requires a form in these changes."""
    return any(forms_first(changes, running.id, 0)) and not running.setup.is_practice


def payout_waits(store: Store, running: Running, changes: Sequence[Change]) -> Refusal | None:
    """Refuse changes that would make a payout before its form is taken.

    Payouts that people must inspect first (a royal, a large payout, a halt) wait under the table's
    own procedure, whose step is due before the payment.
    """
    first = first_of_round(store, running.id, running.table.version)
    due = [*forms_first(changes, running.id, first or 0)]
    taken: list[AnyComplianceEvent] = []
    for patron in {each.payout.patron for each in due}:
        stream = stream_of(patron)
        taken += [event_of(stream, each.version, each.event) for each in store.records(stream)]
    return refuse_payout(running.table, due, taken)


def coming_at(store: Store, running: Running, at: datetime) -> list[FormDuty]:
    """The forms due in the round being settled, for payouts on hands already turned over."""
    table = running.table
    if table.round.over or not forms_coming(table, running.id, 0, at):
        return []  # This check costs less than finding where the round began.
    first = first_of_round(store, running.id, table.version)
    return [] if first is None else forms_coming(table, running.id, first, at)
