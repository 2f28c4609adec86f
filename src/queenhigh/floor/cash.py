"""Cash in and cash out by patron and gaming day, and the reports that the law requires.

In and out are summed separately. A transaction that crosses a threshold is flagged where it
happened; it is neither delayed nor left out.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Final, Literal, TypeVar

import msgspec

from ..house.calendar import calendar
from ..house.model import House
from ..house.plain_data import carried_over
from ..house.points import point
from ..house.procedure import DatedThreshold, DatedWithholding
from ..money.patrons import AnyPatronEvent, CashedOut, Deposited
from ..money.setup import TableSetUp
from ..table.events import ChipsBought, Event

CURRENCY_IS_REPORTED = point("compliance.currency")

Direction = Literal["in", "out"]
CashReport = Literal["currency_report", "transaction_log"]
REPORTS: Final[tuple[CashReport, ...]] = ("transaction_log", "currency_report")
_Dated = TypeVar("_Dated", DatedThreshold, DatedWithholding)


class CashTransaction(msgspec.Struct, frozen=True, kw_only=True):
    """Banknotes over the counter; checks, transfers and play money do not count."""

    patron: str
    direction: Direction
    cents: int
    at: datetime
    by: str
    reference: str = ""
    stream: str = ""  # Its position in the log.
    version: int = 0


class CashLine(msgspec.Struct, frozen=True):
    """A transaction, the patron's total for the day with it, and the thresholds that it crossed."""

    transaction: CashTransaction
    day: date
    total: int
    crossed: tuple[CashReport, ...] = ()


class CashDuty(msgspec.Struct, frozen=True, kw_only=True, tag_field="duty", tag="cash"):
    """A report that is due on cash that one patron brought or took away on one day."""

    report: CashReport
    patron: str
    day: date
    direction: Direction
    cents: int  # The total, including amounts after the threshold was crossed.
    threshold: int
    crossed_at: datetime
    clauses: tuple[str, ...]
    transactions: tuple[CashTransaction, ...]


def cash_transaction(
    event: AnyPatronEvent, stream: str = "", version: int = 0
) -> CashTransaction | None:
    if not isinstance(event, Deposited | CashedOut) or event.how != "cash":
        return None
    return carried_over(
        CashTransaction,
        event,
        direction="in" if isinstance(event, Deposited) else "out",
        stream=stream,
        version=version,
    )


def cash_at_a_table(
    setup: TableSetUp, event: Event, stream: str, version: int
) -> CashTransaction | None:
    """Chips bought for banknotes at a table with real cards."""
    if not isinstance(event, ChipsBought) or setup.kind != "physical" or setup.play_money:
        return None
    return carried_over(
        CashTransaction, event, patron=event.player, direction="in", stream=stream, version=version
    )


def in_force(dated: Sequence[_Dated], day: date) -> _Dated | None:
    """The entry in force on a day; None before the first."""
    begun = [each for each in dated if each.since <= day]
    return begun[-1] if begun else None


def threshold_of(house: House, report: CashReport, day: date) -> int | None:
    """The threshold in cents: a currency report is due above it, the log starts at it."""
    dated = (
        house.compliance.currency_report_over
        if report == "currency_report"
        else house.compliance.transaction_log_from
    )
    found = in_force(dated, day)
    return None if found is None else found.cents


def is_due(house: House, report: CashReport, day: date, cents: int) -> bool:
    threshold = threshold_of(house, report, day)
    if threshold is None:
        return False
    return cents > threshold if report == "currency_report" else cents >= threshold


def cash_lines(house: House, transactions: Iterable[CashTransaction]) -> list[CashLine]:
    """Lines in time order, each with its patron's running daily sum in its direction."""
    days = calendar(house.compliance)
    totals: dict[tuple[str, date, Direction], int] = {}
    lines: list[CashLine] = []
    for each in sorted(transactions, key=_in_order):
        day = days.day(each.at)
        key = each.patron, day, each.direction
        before = totals.get(key, 0)
        totals[key] = total = before + each.cents
        crossed = tuple(
            report
            for report in REPORTS
            if is_due(house, report, day, total) and not is_due(house, report, day, before)
        )
        lines.append(CashLine(each, day, total, crossed))
    return lines


def _in_order(transaction: CashTransaction) -> tuple[datetime, str, int]:
    return transaction.at, transaction.stream, transaction.version


def cash_duties(house: House, lines: Iterable[CashLine]) -> list[CashDuty]:
    """A duty for each patron, day and direction over a threshold, in order of crossing."""
    lines = list(lines)
    together: dict[tuple[str, date, Direction], list[CashTransaction]] = {}
    for line in lines:
        each = line.transaction
        together.setdefault((each.patron, line.day, each.direction), []).append(each)
    duties: list[CashDuty] = []
    for line in lines:
        each = line.transaction
        for report in line.crossed:
            own = together[each.patron, line.day, each.direction]
            duties.append(
                CashDuty(
                    report=report,
                    patron=each.patron,
                    day=line.day,
                    direction=each.direction,
                    cents=sum(one.cents for one in own),
                    threshold=threshold_of(house, report, line.day) or 0,
                    crossed_at=each.at,
                    clauses=house.clauses(CURRENCY_IS_REPORTED),
                    transactions=tuple(own),
                )
            )
    return duties
