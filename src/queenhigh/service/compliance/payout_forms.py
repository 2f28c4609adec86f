"""Payouts that wait for a tax form, at tables that people run. The table knows nothing of forms."""

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
    """Whether people pay by this what takes a form."""
    return any(forms_first(changes, running.id, 0)) and not running.setup.is_practice


def payout_waits(store: Store, running: Running, changes: Sequence[Change]) -> Refusal | None:
    """Whether this would pay what must wait for its form.

    What must wait for people to look (a royal, a large payout, a halt) waits by the table's own
    procedure: its step is due before the payment.
    """
    first = first_of_round(store, running.id, running.table.version)
    due = [*forms_first(changes, running.id, first or 0)]
    taken: list[AnyComplianceEvent] = []
    for patron in {each.payout.patron for each in due}:
        stream = stream_of(patron)
        taken += [event_of(stream, each.version, each.event) for each in store.records(stream)]
    return refuse_payout(running.table, due, taken)


def coming_at(store: Store, running: Running, at: datetime) -> list[FormDuty]:
    """The forms of the round that is being settled, for payouts of hands that lie open."""
    table = running.table
    if table.round.over or not forms_coming(table, running.id, 0, at):
        return []  # Looking for where the round began costs more than that.
    first = first_of_round(store, running.id, table.version)
    return [] if first is None else forms_coming(table, running.id, first, at)
