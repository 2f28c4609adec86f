"""Reports and searches from a store, the same for the command line and the service."""

from datetime import UTC, date, datetime
from typing import Any

import msgspec

from ..floor.alerts import Alert
from ..floor.day_alerts import day_alerts
from ..floor.dossier import Dossier
from ..floor.paper import Paper, as_csv, as_pdf
from ..floor.reports import DayReport, day_report
from ..floor.search import RoundFound
from ..floor.settings import ALERTS_STREAM, AlertLimitsSet, limits_then
from ..house.calendar import calendar
from ..money.setup import Stakes
from ..money.stream import table_stream
from .projections import Projections
from .records import Record, Store
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


def alert_limits(store: Store) -> list[AlertLimitsSet]:
    """Return all alert limits ever set, the latest last."""
    return [_limits.decode(each.event) for each in store.records(ALERTS_STREAM)]


def _seal(kept: Projections, store: Store, day: date) -> str:
    position = kept.last_round(day)
    records = store.log(position - 1, 1) if position else []
    return f"{position}:{records[0].seal}" if records else ""


def last_moment(store: Store) -> datetime:
    """Return the time of the log's last record: reproducible, unlike the clock."""
    last = store.log(max(0, store.log_head().count - 1), 1)
    if not last:
        return datetime(2000, 1, 1, tzinfo=UTC)
    at = msgspec.json.decode(last[0].event).get("at", "2000-01-01T00:00:00Z")
    return datetime.fromisoformat(at)


def made_at(kept: Projections, store: Store, day: date) -> datetime:
    """Return the end of the day, or of the log for an open day, to make reports reproducible."""
    end = calendar(kept.cage.compliance).span(day)[1]
    return min(end, last_moment(store))


def dossier_made_at(dossier: Dossier) -> datetime:
    """Return the time of the last action in the dossier."""
    at: datetime = dossier.ended or dossier.began
    if dossier.dispute:
        dispute = dossier.dispute
        said = (dispute.opened, *dispute.statements, dispute.decided, dispute.taken,
                dispute.notified, dispute.finding, *(dispute.signatures or ()))  # fmt: skip
        at = max((at, *(each.at for each in said if each)))
    return at


def rendered(document: Any, paper: Paper, suffix: str) -> bytes:
    if suffix == ".pdf":
        return as_pdf(paper)
    if suffix == ".csv":
        return as_csv(paper)
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def proven(store: Store, found: RoundFound) -> bytes:
    """Return one line of JSON: the round, its records as stored, and whether they are intact."""
    stream = table_stream(found.table)
    records = store.records(stream, found.first, found.last + 1)
    proof = proof_of(stream, records)
    line = {
        "round": found,
        "unbroken": proof.unbroken,
        "found": proof.found,
        "records": [_as_data(record) for record in records],
    }
    return msgspec.json.encode(line) + b"\n"


def _as_data(record: Record) -> dict[str, Any]:
    return {**msgspec.structs.asdict(record), "event": msgspec.Raw(record.event)}
