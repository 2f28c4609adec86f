"""Tax and currency duties as shown to people, and payouts that wait for their form."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from ...floor.cash import CashDuty, CashReport, Direction, cash_duties, cash_lines
from ...floor.compliance import (
    AnyComplianceCommand,
    AnyComplianceEvent,
    Duty,
    FormTaken,
    Missing,
    Obligation,
    ReportFiled,
    Standing,
    TakeForm,
    identity_on_record,
    obligations,
    standings,
)
from ...floor.duties import duties_for
from ...floor.held_payouts import refuse_cash_out
from ...floor.log_findings import Span
from ...floor.tax import FormDuty, Worksheet, worksheet
from ...house.calendar import calendar
from ...house.model import House
from ...house.plain_data import carried_over
from ...money.patrons import CashOut
from ...store.projections import Projections
from ...table.refusal import Refusal
from ..floor_view import FloorView
from .payout_forms import coming_at


class DoneShown(msgspec.Struct, frozen=True):
    by: str
    at: datetime
    cents: int
    reference: str


class CashCounted(msgspec.Struct, frozen=True):
    """A report on cash that one patron brought or took away on one gaming day."""

    report: CashReport
    direction: Direction
    threshold_cents: int
    crossed_at: datetime
    transactions: int


class FormWanted(msgspec.Struct, frozen=True):
    """A form for one payout. To take the form, name the id of the payout."""

    payout: Annotated[str, msgspec.Meta(examples=["pit-1@812/3/ante_bonus"])]
    table: str
    round: int
    seat: int
    wager: str
    title: str  # What the house calls it.
    currency: str
    rule: Literal["amount", "row"]  # What requires the form: the winnings, or the pay table row.
    payment_waits: bool
    worksheet: Worksheet


class DutyShown(msgspec.Struct, frozen=True, kw_only=True):
    """A duty: what is due, what is missing for it, and who is responsible."""

    kind: Literal["cash", "form"]
    patron: str
    day: date
    cents: int
    open: bool
    missing: tuple[Missing, ...]
    done: DoneShown | None
    cash: CashCounted | None = None
    form: FormWanted | None = None
    clauses: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class ObligationShown(msgspec.Struct, frozen=True, kw_only=True):
    """A duty from a document that the book names but does not contain."""

    house: str
    house_name: str
    obligation: str
    missing: bool
    vouched: DoneShown | None
    clauses: tuple[str, ...]


class DutiesShown(msgspec.Struct, frozen=True):
    since: date
    until: date
    duties: list[DutyShown]
    obligations: list[ObligationShown]


def duties(floor: FloorView, since: date, until: date, patron: str | None) -> DutiesShown:
    """The duties of these gaming days, both included, and of payouts waiting now."""
    kept = floor.now()
    facts = kept.compliance()
    days = calendar(kept.cage.compliance)
    span = days.span(since)[0], days.span(until)[1]
    found = [
        _shown(floor, each, facts)
        for each in _standings(floor, kept, span, facts)
        if patron in (None, _patron(each.duty))
    ]
    books = {house.key: house for house in (kept.cage, *floor.houses().values())}
    demanded = [
        _obligation(house, each)
        for _, house in sorted(books.items())
        for each in obligations(house, facts)
    ]
    return DutiesShown(since, until, found, demanded)


def _standings(
    floor: FloorView, kept: Projections, span: Span, facts: Sequence[AnyComplianceEvent]
) -> list[Standing]:
    cage = kept.cage
    found = standings(cage, cash_duties(cage, cash_lines(cage, kept.cash(span))), facts)
    houses = floor.houses()
    forms = {each.payout.id: each for each in [*coming(floor), *kept.forms(span)]}
    for duty in forms.values():
        if duty.payout.table in houses:
            found += standings(houses[duty.payout.table], [duty], facts)
    return found


def _patron(duty: Duty) -> str:
    return duty.payout.patron if isinstance(duty, FormDuty) else duty.patron


def _shown(floor: FloorView, standing: Standing, facts: Iterable[AnyComplianceEvent]) -> DutyShown:
    duty = standing.duty
    shown = DutyShown(
        kind="cash",
        patron=_patron(duty),
        day=date.min,
        cents=0,
        open=standing.open,
        missing=standing.missing,
        done=_done(standing.done),
        clauses=duty.clauses,
    )
    change = msgspec.structs.replace
    if isinstance(duty, CashDuty):
        counted = CashCounted(
            duty.report, duty.direction, duty.threshold, duty.crossed_at, len(duty.transactions)
        )
        return change(shown, day=duty.day, cents=duty.cents, cash=counted)
    return change(
        shown,
        kind="form",
        day=calendar(floor.house_at(duty.payout.table).compliance).day(duty.payout.at),
        cents=duty.payout.winnings,
        form=_form(floor, duty, facts, waits=duty.before_payout and standing.open),
        rulings=duty.rulings,
    )


def _done(done: FormTaken | ReportFiled | None) -> DoneShown | None:
    if done is None:
        return None
    cents = done.winnings if isinstance(done, FormTaken) else done.cents
    return DoneShown(done.by, done.at, cents, done.reference)


def _form(
    floor: FloorView, duty: FormDuty, facts: Iterable[AnyComplianceEvent], *, waits: bool
) -> FormWanted:
    payout, house = duty.payout, floor.house_at(duty.payout.table)
    known = identity_on_record(facts, payout.patron)
    sheet = worksheet(
        house,
        duty,
        resident=known is None or known.resident,
        taxpayer_number=known is None or "taxpayer_number" in known.fields,
    )
    more = {"payout": payout.id, "rule": duty.rule, "payment_waits": waits, "worksheet": sheet}
    return carried_over(FormWanted, payout, **more)


def _obligation(house: House, each: Obligation) -> ObligationShown:
    said = each.attested
    return ObligationShown(
        house=each.house,
        house_name=house.called,
        obligation=each.obligation,
        missing=said is None,
        vouched=None if said is None else DoneShown(said.by, said.at, 0, said.reference),
        clauses=each.clauses,
    )


def duties_asked(floor: FloorView, command: AnyComplianceCommand) -> list[Duty]:
    """The duties needed to decide on a command; a form may be taken before its round is over."""
    kept = floor.now(whole=True)
    found = duties_for(kept, kept.cage, command)
    if isinstance(command, TakeForm):
        found += coming(floor, command.patron)
    return found


def coming(floor: FloorView, patron: str | None = None) -> list[FormDuty]:
    """The forms due in rounds being settled, for payouts not made yet."""
    found = []
    for running in list(floor.cardroom.room.tables.values()):
        players = {seat.player for seat in running.table.seats.values()}
        if running.setup.is_practice or (patron is not None and patron not in players):
            continue
        found += [
            duty
            for duty in coming_at(floor.store, running, floor.cardroom.now())
            if patron in (None, duty.payout.patron)
        ]
    return found


def cash_out_waits(floor: FloorView, held_cents: int, command: CashOut) -> Refusal | None:
    """Refuse a cash-out that must wait for a form.

    Where the system settles, a payout is in the player's stack at once, so it waits here instead.
    """
    houses = floor.houses()
    if not any(house.compliance.forms_before_payout for house in houses.values()):
        return None
    kept, facts = floor.now(whole=True), floor.compliance_of(command.patron)
    found: list[Standing] = []
    for duty in kept.forms_of(command.patron):
        if duty.payout.table in houses:
            found += standings(houses[duty.payout.table], [duty], facts)
    return refuse_cash_out(found, held_cents, command)
