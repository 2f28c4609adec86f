"""All alerts of a day."""

from collections.abc import Iterator

from .alert_subject import About
from .alerts import Alert, Limits, all_alerts, missed_stub_counts, overdue_decks
from .cage_alerts import LARGE_SPAN, deposit_alerts
from .log_findings import Kept, Span
from .pit_alerts import (
    count_variances,
    high_tokes,
    needless_reliefs,
    repeated_voids,
    unacknowledged_notices,
)
from .reports import DayReport
from .staff_alerts import staff_alerts


def day_alerts(kept: Kept, report: DayReport, span: Span, limits: Limits) -> list[Alert]:
    """All alerts from a day's rounds, the results of its tables and dealers, and role
    changes and deposits within its hours. Alerts about staff appear only in the report on money.
    """
    houses = kept.houses()
    rounds = [each for each in kept.rounds_of(report.day) if each.stakes == report.stakes]
    lines = [
        (str(About(kind, line.of)), line.games)
        for kind in ("table", "dealer")
        for line in report.by[kind]
    ]
    happenings = [each for each in kept.happenings(report.day) if each.stakes == report.stakes]
    of_tables = [each for each in happenings if each.table in houses]
    tables = {each.table for each in rounds} | {each.table for each in happenings}
    return [
        *count_variances(houses, of_tables),
        *unacknowledged_notices(each for each in report.notices if each.notice.table in tables),
        *repeated_voids(rounds, limits),
        *high_tokes(report.by["dealer"], report.made_at, limits),
        *needless_reliefs(happenings, limits),
        *missed_stub_counts(houses, rounds),
        *overdue_decks(happenings),
        *(_of_staff(kept, span, report.currency, limits) if report.stakes == "money" else ()),
        *all_alerts(houses, rounds, lines, at=report.made_at, limits=limits),
    ]


def _of_staff(kept: Kept, span: Span, currency: str, limits: Limits) -> Iterator[Alert]:
    yield from staff_alerts(kept.staff_facts(), *span)
    since, until = span
    deposits = kept.deposits((since - LARGE_SPAN, until))
    yield from deposit_alerts(deposits, currency, limits, since, until)
