"""A log in the frozen form, retold: what the records post, and how the tables stood."""

from collections import Counter
from io import BytesIO
from typing import Any

import msgspec

from queenhigh.store.audit import verify
from queenhigh.store.evidence import Evidence
from queenhigh.store.export import FileEvidence
from queenhigh.store.log_replay import Stream, TableStream, rebuilt
from queenhigh.store.records import Record
from queenhigh.table.views import view

# The table is recorded after each of these.
_MOMENTS = {"bets_locked", "settlement_began", "round_ended", "round_voided", "table_halted"}


class _Type(msgspec.Struct):
    type: str


def told_again(log: bytes) -> dict[str, Any]:
    """Retell an exported log: proved, every posting, and the tables as surveillance sees them."""
    report = verify(FileEvidence(BytesIO(log), "the log"))
    return {
        "proved": {
            "holds": report.holds,
            "findings": msgspec.to_builtins(report.findings),
            "records": report.records,
            "streams": report.streams,
            "replayed": report.replayed,
            "head": report.head,
            "seal": report.seal,
        },
        **story(FileEvidence(BytesIO(log), "the log")),
    }


def story(evidence: Evidence) -> dict[str, Any]:
    streams: dict[str, Stream] = {}
    postings: list[list[Any]] = []
    balances: Counter[str] = Counter()
    views: list[Any] = []
    for record in evidence.records():
        if not isinstance(record, Record):
            raise TypeError("a frozen log is whole")
        stream = streams.setdefault(record.stream, rebuilt(record.stream))
        came_to = stream.take(record.event)
        for posting in came_to.postings:
            postings.append([record.position, posting.account, posting.cents])
            balances[posting.account] += posting.cents
        if msgspec.json.decode(record.event, type=_Type).type in _MOMENTS:
            views.append([record.position, _seen(stream)])
    return {
        "postings": postings,
        "balances": {account: cents for account, cents in sorted(balances.items()) if cents},
        "views": views,
        "end": {name: _seen(each) for name, each in streams.items() if _seen(each)},
    }


def _seen(stream: Stream) -> Any:
    """The table as surveillance sees it, and its chips."""
    if not isinstance(stream, TableStream) or stream.table is None:
        return None
    table = stream.table
    chips = {place: cents for place, cents in sorted(table.accounts.items()) if cents}
    return {"view": _as_json(view(table, "surveillance:sue")), "chips": chips}


def _as_json(shown: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(shown))
