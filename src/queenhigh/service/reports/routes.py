"""Reports: a gaming day or several, as data, PDF and CSV."""

from collections.abc import Callable
from datetime import date
from typing import Annotated

import msgspec
from litestar import Controller, Response
from litestar.params import FromQuery, QueryParameter

from ...floor.alerts import Alert
from ...floor.paper_document import Paper, as_csv
from ...floor.report_paper import day_paper
from ...floor.reports import By, DayReport, ReportLine
from ...money.setup import Stakes
from ...store.credentials import Person
from ...store.floor_reports import paper_of_period, period_lines
from ..errors import ServiceError
from ..floor_requests import Day, checked
from ..floor_view import FloorView
from ..paper_process import pdf_of
from ..private_file import private_file
from ..request_scope import Asked, TheFloor
from ..rights import may, paper, read
from .report_pool import aside

_KINDS: dict[str, tuple[str, Callable[[Paper], bytes]]] = {
    "pdf": ("application/pdf", pdf_of),
    "csv": ("text/csv", as_csv),
}
Since = Annotated[date | None, QueryParameter(name="from", description="The first gaming day.")]
Until = Annotated[
    date | None, QueryParameter(name="to", description="The last gaming day, inclusive.")
]


class DayShown(msgspec.Struct, frozen=True):
    """As `queenhigh report --json` prints it."""

    report: DayReport
    alerts: list[Alert] | None  # None for people who may not see alerts.


class PeriodShown(msgspec.Struct, frozen=True):
    by: By
    lines: tuple[ReportLine, ...]


class DaysShown(msgspec.Struct, frozen=True):
    """Gaming days on which anything was played or moved, the latest first."""

    days: list[date]
    followed: int  # Log records that the reports include.
    behind: int  # And those that they do not include yet.


class Reports(Controller):
    path = "/api/reports"
    tags = ("reports",)

    @read("/days", "reports.read", "Gaming days")
    @aside
    def days(self, floor: TheFloor) -> DaysShown:
        """The days on which anything happened, and how far the reports have followed the log."""
        kept = floor.now()
        return DaysShown(kept.days(), kept.position, kept.behind())

    @read("/day", "reports.read", "A gaming day")
    @aside
    def day(
        self, request: Asked, floor: TheFloor, day: Day = None, stakes: FromQuery[Stakes] = "money"
    ) -> DayShown:
        """All figures of the day. Once the day is over, the report is always the same."""
        found = floor.day(_day(floor, day), stakes)
        return DayShown(found.report, found.alerts if may(request.user, "alerts.see") else None)

    @paper("/day.pdf", "reports.read", "application/pdf", "A gaming day as a PDF")
    @aside
    def day_pdf(
        self, request: Asked, floor: TheFloor, day: Day = None, stakes: FromQuery[Stakes] = "money"
    ) -> Response[bytes]:
        """The day's report on paper, with its plot."""
        return _file(*_day_paper(floor, request.user, day, stakes), "pdf")

    @paper("/day.csv", "reports.read", "text/csv", "A gaming day as CSV")
    @aside
    def day_csv(
        self, request: Asked, floor: TheFloor, day: Day = None, stakes: FromQuery[Stakes] = "money"
    ) -> Response[bytes]:
        """The figures of the day's report, one line each, for a spreadsheet."""
        return _file(*_day_paper(floor, request.user, day, stakes), "csv")

    @read("/period", "reports.read", "Several days")
    @aside
    def period(
        self,
        floor: TheFloor,
        since: Since = None,
        until: Until = None,
        by: FromQuery[By] = "table",
        stakes: FromQuery[Stakes] = "money",
    ) -> PeriodShown:
        """By table, dealer, shift, day or house."""
        return PeriodShown(by, _lines(floor, since, until, by, stakes))

    @paper("/period.pdf", "reports.read", "application/pdf", "Several days as a PDF")
    @aside
    def period_pdf(
        self,
        floor: TheFloor,
        since: Since = None,
        until: Until = None,
        by: FromQuery[By] = "table",
        stakes: FromQuery[Stakes] = "money",
    ) -> Response[bytes]:
        """The report over several days on paper."""
        return _file(*_period_paper(floor, since, until, by, stakes), "pdf")

    @paper("/period.csv", "reports.read", "text/csv", "Several days as CSV")
    @aside
    def period_csv(
        self,
        floor: TheFloor,
        since: Since = None,
        until: Until = None,
        by: FromQuery[By] = "table",
        stakes: FromQuery[Stakes] = "money",
    ) -> Response[bytes]:
        """The same lines as the report over several days, for a spreadsheet."""
        return _file(*_period_paper(floor, since, until, by, stakes), "csv")


def _day(floor: FloorView, day: date | None) -> date:
    found = checked(day) if day else floor.now().last_day()
    if found is None:
        message = "There is no gaming day to report on yet."
        raise ServiceError("report/no_day", message, status=404)
    return found


def _day_paper(
    floor: FloorView, person: Person, day: date | None, stakes: Stakes
) -> tuple[str, Paper]:
    found = floor.day(_day(floor, day), stakes)
    alerts = found.alerts if may(person, "alerts.see") else ()
    return f"day-{found.report.day}", day_paper(found.report, alerts)


def _lines(
    floor: FloorView, since: date | None, until: date | None, by: By, stakes: Stakes
) -> tuple[ReportLine, ...]:
    first = checked(since, "from") if since else None
    last = checked(until, "to") if until else None
    return period_lines(floor.now(), first, last, by, stakes)


def _period_paper(
    floor: FloorView, since: date | None, until: date | None, by: By, stakes: Stakes
) -> tuple[str, Paper]:
    lines = _lines(floor, since, until, by, stakes)
    return f"period-by-{by}", paper_of_period(lines, since, until, by, floor.store)


def _file(name: str, paper: Paper, kind: str) -> Response[bytes]:
    media_type, written = _KINDS[kind]
    return private_file(written(paper), f"{name}.{kind}", media_type)
