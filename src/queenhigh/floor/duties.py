"""The duties that a command is about, from the findings in the log."""

from datetime import date

from ..house.calendar import calendar
from ..house.model import House
from .cash import CashDuty, cash_duties, cash_lines
from .compliance import (
    AnyComplianceCommand,
    Duty,
    FileReport,
    TakeForm,
)
from .log_findings import Kept


def cash_duties_on(kept: Kept, cage: House, day: date) -> list[CashDuty]:
    """The day's duties by the calendar and thresholds of the cage's house."""
    span = calendar(cage.compliance).span(day)
    return cash_duties(cage, cash_lines(cage, kept.cash(span)))


def duties_for(kept: Kept, cage: House, command: AnyComplianceCommand) -> list[Duty]:
    """The input for `decide_compliance`: the patron's forms, or the day's reports."""
    match command:
        case TakeForm():
            return [*kept.forms_of(command.patron)]
        case FileReport():
            duties = cash_duties_on(kept, cage, command.day)
            return [duty for duty in duties if duty.patron == command.patron]
        case _:
            return []
