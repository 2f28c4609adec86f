"""Payouts that wait for a tax form, at tables that people run. The table knows nothing of forms."""

from datetime import datetime
from typing import TypeGuard

from ...floor.compliance import AnyComplianceEvent, stream_of
from ...floor.held_payouts import forms_coming, refuse_payout
from ...floor.tax import FormDuty
from ...store.dossiers import first_of_round
from ...store.projections import event_of
from ...store.records import Store
from ...table.commands import AnyCommand, Confirm
from ...table.refusal import Refusal
from ..tables.running_table import Running


def may_wait_for_form(command: AnyCommand, running: Running) -> TypeGuard[Confirm]:
    """Whether it is a payment by hand in a house where forms come first."""
    if not isinstance(command, Confirm) or command.step != "settle":
        return False
    return running.table.house.compliance.forms_before_payout and not running.setup.practice


def payout_waits(store: Store, running: Running, command: Confirm) -> Refusal | None:
    """Whether this would pay what must wait for its form.

    What must wait for people to look (a royal, a large payout, a halt) waits by the table's own
    procedure: its step is due before the payment.
    """
    due = coming_at(store, running, command.at)
    if not due:
        return None
    taken: list[AnyComplianceEvent] = []
    for patron in {each.payout.patron for each in due}:
        stream = stream_of(patron)
        taken += [event_of(stream, each.version, each.event) for each in store.records(stream)]
    return refuse_payout(running.table, running.id, due[0].payout.first, command, taken)


def coming_at(store: Store, running: Running, at: datetime) -> list[FormDuty]:
    """The forms of the round that is being settled, for payouts of hands that lie open."""
    table = running.table
    if table.round.over or not forms_coming(table, running.id, 0, at):
        return []  # Looking for where the round began costs more than that.
    first = first_of_round(store, running.id, table.version)
    return [] if first is None else forms_coming(table, running.id, first, at)
