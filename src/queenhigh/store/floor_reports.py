"""Reports and searches from a store, the same for the command line and the service."""

from collections.abc import Iterable
from datetime import UTC, date, datetime

import msgspec

from ..floor.alerts import Alert
from ..floor.day_alerts import day_alerts
from ..floor.dossier import Dossier
from ..floor.paper_document import Paper, as_csv, as_pdf
from ..floor.report_paper import period_paper
from ..floor.reports import By, DayReport, ReportLine, day_report, period_report
from ..floor.search import RoundFound
from ..floor.settings import ALERTS_STREAM, AlertLimitsSet, limits_then
from ..house.calendar import calendar
from ..house.plain_data import json_document
from ..money.setup import Stakes
from ..money.stream import table_stream
from .projections import Projections
from .records import Store
from .stream_proof import proof_of

_limits = msgspec.json.Decoder(AlertLimitsSet)


class DayDocument(msgspec.Struct, frozen=True):
    """A gaming day as data."""

    report: DayReport
    alerts: list[Alert]


def day_document(kept: Projections, store: Store, day: date, stakes: Stakes) -> DayDocument:
    found = day_report(kept, kept.cage, day, made_at(kept, store, day), stakes=stakes)
    found = msgspec.structs.replace(found, seal=_seal(kept, store, day))
    limits = limits_then(alert_limits(store), found.made_at)
    span = calendar(kept.cage.compliance).span(day)
    return DayDocument(found, day_alerts(kept, found, span, limits))


def period_lines(
    kept: Projections, since: date | None, until: date | None, by: By, stakes: Stakes
) -> tuple[ReportLine, ...]:
    """Lines over several days, both included: by default from the first, and to the last."""
    first, last = since or date(1, 1, 2), until or date(9999, 1, 1)
    return period_report(kept, first, last, by, stakes=stakes)


def paper_of_period(
    lines: Iterable[ReportLine], since: date | None, until: date | None, by: By, store: Store
) -> Paper:
    title = f"Gaming days {since or 'from the first'} to {until or 'the last'}"
    return period_paper(title, lines, by, last_moment(store))


def alert_limits(store: Store) -> list[AlertLimitsSet]:
    """All alert limits ever set, the latest last."""
    return [_limits.decode(each.event) for each in store.records(ALERTS_STREAM)]


def _seal(kept: Projections, store: Store, day: date) -> str:
    position = kept.last_round(day)
    records = store.log(position - 1, 1) if position else []
    return f"{position}:{records[0].seal}" if records else ""


def last_moment(store: Store) -> datetime:
    """The time of the log's last record: reproducible, unlike the clock."""
    last = store.log(max(0, store.log_head().count - 1), 1)
    if not last:
        return datetime(2000, 1, 1, tzinfo=UTC)
    at = msgspec.json.decode(last[0].event).get("at", "2000-01-01T00:00:00Z")
    return datetime.fromisoformat(at)


def made_at(kept: Projections, store: Store, day: date) -> datetime:
    """The end of the day, or of the log if the day is open: reports are reproducible."""
    end = calendar(kept.cage.compliance).span(day)[1]
    return min(end, last_moment(store))


def dossier_made_at(dossier: Dossier) -> datetime:
    """The time of the last action in the dossier."""
    at: datetime = dossier.ended or dossier.began
    if dossier.dispute:
        dispute = dossier.dispute
        said = (dispute.opened, *dispute.statements, dispute.decided, dispute.taken,
                dispute.notified, dispute.finding, *(dispute.signatures or ()))  # fmt: skip
        at = max((at, *(each.at for each in said if each)))
    return at


def rendered(document: object, paper: Paper, suffix: str) -> bytes:
    if suffix == ".pdf":
        return as_pdf(paper)
    if suffix == ".csv":
        return as_csv(paper)
    return json_document(document)


def proven(store: Store, found: RoundFound) -> bytes:
    """One line of JSON: the round, its records as stored, and whether they are intact."""
    stream = table_stream(found.table)
    records = store.records(stream, found.first, found.last + 1)
    proof = proof_of(stream, records)
    line = {
        "round": found,
        "unbroken": proof.unbroken,
        "found": proof.found,
        "records": [record.as_data() for record in records],
    }
    return msgspec.json.encode(line) + b"\n"
