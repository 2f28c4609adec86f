"""Tax and currency duties: what is due, what has been done, what is missing.

What has been done is logged in separate streams: `compliance:patron:NAME` for forms, reports and
identifications, `compliance:house:KEY` for documents that a book demands but does not contain.
Nothing here holds a patron's identity: that is `floor.identity`; only its field names appear here.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, TypeVar

import msgspec

from ..house.model import House
from ..house.plain_data import carried_over
from ..house.points import point
from ..house.wager import Role
from ..house.words import plain_words
from ..money.stream import StreamName
from ..table.commands import Command, type_of
from ..table.events import Event
from ..table.refusal import Refusal
from ..table.roles import FLOOR
from ..wagers.document import Cents
from .cash import CashDuty, CashReport, Direction
from .refusal import FloorRefusal, refuse, refuse_by
from .tax import FORMS, Form, FormDuty

# Documents that books name but do not contain: missing until somebody vouches for them.
DEMANDED_ELSEWHERE = point("compliance.obligation")

# The identity fields that each report and form needs.
FIELDS: Final = (
    "legal_name", "address", "born", "document", "document_number", "taxpayer_number", "country",
)  # fmt: skip
NEEDED: Final[dict[str, tuple[str, ...]]] = {
    "transaction_log": ("legal_name",),
    "currency_report": (
        "legal_name", "address", "born", "document", "document_number", "taxpayer_number",
    ),
    "w2g": ("legal_name", "address", "document", "document_number", "taxpayer_number"),
    "w8": ("legal_name", "address", "document", "document_number", "country"),
}  # fmt: skip

MAY: Final[dict[str, tuple[str, ...]]] = {
    "record_identity": FLOOR,
    "read_identity": FLOOR,
    "take_form": FLOOR,
    "file_report": ("pit_manager", "shift_manager", "management"),
    "attest_obligation": ("shift_manager", "management"),
}


# Commands


class RecordIdentity(Command, frozen=True, tag="record_identity"):
    """The patron's identity was checked and recorded; its content is sealed elsewhere."""

    patron: str
    fields: tuple[str, ...]
    resident: bool = True


class ReadIdentity(Command, frozen=True, tag="read_identity"):
    """Look at a patron's identity, for a reason that is recorded."""

    patron: str
    why: str


class TakeForm(Command, frozen=True, tag="take_form"):
    patron: str
    payout: str  # Its id.
    form: Form
    reference: str
    withheld_cents: int = 0


class FileReport(Command, frozen=True, tag="file_report"):
    patron: str
    day: date
    report: CashReport
    direction: Direction
    cents: Cents  # The amount reported.
    reference: str


class AttestObligation(Command, frozen=True, tag="attest_obligation"):
    """Somebody vouches that a demand of a document that the book only names is met."""

    house: str
    obligation: str
    reference: str


AnyComplianceCommand = RecordIdentity | ReadIdentity | TakeForm | FileReport | AttestObligation


# Events


class IdentityRecorded(Event, frozen=True, tag="identity_recorded"):
    patron: str
    fields: tuple[str, ...]  # The fields now on record, never their content.
    resident: bool


class IdentityRead(Event, frozen=True, tag="identity_read"):
    """Somebody looked at a patron's identity."""

    patron: str
    why: str


class FormTaken(Event, frozen=True, tag="form_taken"):
    patron: str
    payout: str
    form: Form
    winnings: int
    withheld_cents: int
    reference: str


class ReportFiled(Event, frozen=True, tag="report_filed"):
    patron: str
    day: date
    report: CashReport
    direction: Direction
    cents: int
    reference: str


class ObligationAttested(Event, frozen=True, tag="obligation_attested"):
    house: str
    obligation: str
    reference: str


AnyComplianceEvent = IdentityRecorded | IdentityRead | FormTaken | ReportFiled | ObligationAttested
Duty = CashDuty | FormDuty
_Fact = TypeVar("_Fact", bound=Event)


# Open duties


class Missing(msgspec.Struct, frozen=True):
    """What keeps a duty open, and who is responsible."""

    what: str
    who: Role


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    duty: Duty
    missing: tuple[Missing, ...]
    done: FormTaken | ReportFiled | None = None

    @property
    def open(self) -> bool:
        return bool(self.missing)


def standings(
    house: House, duties: Iterable[Duty], facts: Iterable[AnyComplianceEvent]
) -> list[Standing]:
    """Each duty with what it lacks. `house` is the one whose rules made the duty."""
    facts = list(facts)
    return [
        _form_standing(house, duty, facts)
        if isinstance(duty, FormDuty)
        else _cash_standing(house, duty, facts)
        for duty in duties
    ]


def _form_standing(house: House, duty: FormDuty, facts: Sequence[AnyComplianceEvent]) -> Standing:
    who = house.compliance.forms_taken_by
    taken = [each for each in _of(facts, FormTaken) if each.payout == duty.payout.id]
    if taken:
        return Standing(duty=duty, missing=(), done=taken[-1])
    known = identity_on_record(facts, duty.payout.patron)
    form: Form = "w2g" if known is None or known.resident else "w8"
    missing = [*_unidentified(known, NEEDED[form], who), Missing(f"form {FORMS[form]}", who)]
    return Standing(duty=duty, missing=tuple(missing))


def _cash_standing(house: House, duty: CashDuty, facts: Sequence[AnyComplianceEvent]) -> Standing:
    who = house.compliance.reports_filed_by
    filed = [each for each in _of(facts, ReportFiled) if _is_about(each, duty)]
    done = filed[-1] if filed else None
    if done and done.cents == duty.cents:
        return Standing(duty=duty, missing=(), done=done)
    known = identity_on_record(facts, duty.patron)
    missing = [*_unidentified(known, NEEDED[duty.report], house.compliance.forms_taken_by)]
    words = plain_words(duty.report)
    if done:
        money = house.money
        more = f"it says {money(done.cents)}, and the day came to {money(duty.cents)}"
        missing.append(Missing(f"{words} amended: {more}", who))
    else:
        missing.append(Missing(words, who))
    return Standing(duty=duty, missing=tuple(missing), done=done)


def _is_about(filed: ReportFiled, duty: CashDuty) -> bool:
    return (filed.patron, filed.day, filed.report, filed.direction) == (
        duty.patron, duty.day, duty.report, duty.direction,
    )  # fmt: skip


def identity_on_record(facts: Iterable[AnyComplianceEvent], patron: str) -> IdentityRecorded | None:
    known = [each for each in _of(facts, IdentityRecorded) if each.patron == patron]
    return known[-1] if known else None


def _unidentified(
    known: IdentityRecorded | None, needed: tuple[str, ...], who: Role
) -> list[Missing]:
    have = known.fields if known else ()
    return [Missing(plain_words(name), who) for name in needed if name not in have]


def _of(facts: Iterable[AnyComplianceEvent], kind: type[_Fact]) -> list[_Fact]:
    return [each for each in facts if isinstance(each, kind)]


class Obligation(msgspec.Struct, frozen=True, kw_only=True):
    """A duty from a document that a book names but does not contain."""

    house: str
    obligation: str
    clauses: tuple[str, ...]
    attested: ObligationAttested | None = None


def obligations(house: House, facts: Iterable[AnyComplianceEvent]) -> list[Obligation]:
    attested = {
        each.obligation: each for each in _of(facts, ObligationAttested) if each.house == house.key
    }
    return [
        Obligation(
            house=house.key,
            obligation=name,
            clauses=house.clauses(DEMANDED_ELSEWHERE),
            attested=attested.get(name),
        )
        for name in house.compliance.obligations
    ]


# Decisions


def decide_compliance(
    house: House,
    duties: Iterable[Duty],
    facts: Sequence[AnyComplianceEvent],
    command: AnyComplianceCommand,
) -> Refusal | list[AnyComplianceEvent]:
    """Decide a command, given the patron's duties and what has been done about them."""
    if refusal := refuse_by(house, command.by, MAY[type_of(command)]):
        return refusal
    match command:
        case RecordIdentity():
            return _record_identity(command)
        case ReadIdentity():
            return _read_identity(facts, command)
        case TakeForm():
            return _take_form(list(duties), facts, command)
        case FileReport():
            return _file_report(house, list(duties), facts, command)
        case AttestObligation():
            return _attest(house, command)


def _record_identity(command: RecordIdentity) -> Refusal | list[AnyComplianceEvent]:
    unknown = [name for name in command.fields if name not in FIELDS]
    if unknown or not command.fields:
        message = f"The fields of an identity are {', '.join(FIELDS)}."
        return refuse(FloorRefusal.NO_SUCH_FIELD, message)
    fields = tuple(name for name in FIELDS if name in command.fields)
    return [carried_over(IdentityRecorded, command, fields=fields)]


def _read_identity(
    facts: Sequence[AnyComplianceEvent], command: ReadIdentity
) -> Refusal | list[AnyComplianceEvent]:
    if not command.why.strip():
        return refuse(FloorRefusal.NO_REASON, "Say what you need to know it for.")
    if identity_on_record(facts, command.patron) is None:
        message = f"{command.patron} has no identity on record."
        return refuse(FloorRefusal.NO_IDENTITY, message)
    return [carried_over(IdentityRead, command)]


def _take_form(
    duties: list[Duty], facts: Sequence[AnyComplianceEvent], command: TakeForm
) -> Refusal | list[AnyComplianceEvent]:
    forms = [each for each in duties if isinstance(each, FormDuty)]
    due = [each for each in forms if each.payout.id == command.payout]
    if not due or due[0].payout.patron != command.patron:
        return refuse(FloorRefusal.FORM_NOT_DUE, f"No form is due on payout {command.payout}.")
    if any(each.payout == command.payout for each in _of(facts, FormTaken)):
        return refuse(FloorRefusal.FORM_TAKEN, "The form on this payout has been taken.")
    if not command.reference:
        return refuse(FloorRefusal.NO_REFERENCE, "Say where the form is: its number or file.")
    known = identity_on_record(facts, command.patron)
    if known is None:
        message = f"Record who {command.patron} is first: the form asks for it."
        return refuse(FloorRefusal.NO_IDENTITY, message, due[0].clauses)
    wanted: Form = "w2g" if known.resident else "w8"
    if command.form != wanted:
        message = f"{command.patron} needs form {FORMS[wanted]}."
        return refuse(FloorRefusal.WRONG_FORM, message, due[0].clauses)
    if not 0 <= command.withheld_cents <= due[0].payout.winnings:
        message = "The amount withheld cannot be more than the winnings."
        return refuse(FloorRefusal.WRONG_AMOUNT, message)
    winnings, clauses = due[0].payout.winnings, due[0].clauses
    return [carried_over(FormTaken, command, winnings=winnings, clauses=clauses)]


def _file_report(
    house: House,
    duties: list[Duty],
    facts: Sequence[AnyComplianceEvent],
    command: FileReport,
) -> Refusal | list[AnyComplianceEvent]:
    filed = carried_over(ReportFiled, command)
    due = [each for each in duties if isinstance(each, CashDuty) and _is_about(filed, each)]
    if not due:
        words = plain_words(command.report)
        message = f"No {words} on cash {command.direction} is due for that day."
        return refuse(FloorRefusal.REPORT_NOT_DUE, message)
    if not command.reference:
        return refuse(FloorRefusal.NO_REFERENCE, "Say where the report is: its number or file.")
    if command.cents != due[0].cents:
        message = f"The day's total is {house.money(due[0].cents)}."
        return refuse(FloorRefusal.WRONG_AMOUNT, message, due[0].clauses)
    before = [each for each in _of(facts, ReportFiled) if _is_about(each, due[0])]
    if before and before[-1].cents == command.cents:
        return refuse(FloorRefusal.REPORT_FILED, "This has been filed.")
    return [msgspec.structs.replace(filed, clauses=due[0].clauses)]


def _attest(house: House, command: AttestObligation) -> Refusal | list[AnyComplianceEvent]:
    if command.house != house.key or command.obligation not in house.compliance.obligations:
        message = f"This house has no obligation {command.obligation!r}."
        return refuse(FloorRefusal.NO_SUCH_OBLIGATION, message)
    if not command.reference:
        message = "Name the proof: a certificate, a file, a date of inspection."
        return refuse(FloorRefusal.NO_REFERENCE, message, house.clauses(DEMANDED_ELSEWHERE))
    return [carried_over(ObligationAttested, command, clauses=house.clauses(DEMANDED_ELSEWHERE))]


def stream_of(patron: str) -> str:
    return str(StreamName("compliance", f"patron:{patron}"))


def house_stream_of(house: House) -> str:
    return str(StreamName("compliance", f"house:{house.key}"))
