"""The settled rounds of a log as documents that `settle` reads."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from ..table import events as e
from ..table.hand_changes import with_opened_hands
from ..table.settlement import document
from ..table.state import Table
from ..table.transaction import Transaction
from ..wagers.document import Round
from .evidence import Evidence, Omitted
from .log_replay import TableStream
from .upcasts import table_event

_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_TABLES = "table:"


class RecordedRound(msgspec.Struct, frozen=True):
    table: str
    number: int
    document: Round


def recorded_rounds(
    evidence: Evidence, house: str, others: Counter[str] | None = None
) -> Iterator[RecordedRound]:
    """The rounds of a house's tables as finally settled, without void rounds.

    Rounds of other houses are counted in `others`, by house.
    """
    streams: dict[str, _Rounds] = {}
    for record in evidence.records():
        if isinstance(record, Omitted) or not record.stream.startswith(_TABLES):
            continue
        table = record.stream.removeprefix(_TABLES)
        found = streams.setdefault(table, _Rounds(table)).take(record.event)
        if found is None:
            continue
        key = streams[table].house
        if key == house:
            yield found
        elif others is not None:
            others[key] += 1


class _Rounds:
    """The rounds of one table during the pass over its log."""

    def __init__(self, name: str):
        self._name, self._stream = name, TableStream(name)
        self._document: Round | None = None

    @property
    def house(self) -> str:
        table = self._stream.table
        return "" if table is None else table.house.key

    def take(self, event: bytes) -> RecordedRound | None:
        before = self._stream.table
        self._stream.take(event)
        if before is None:
            return None
        found = None
        match table_event(event):
            case e.SettlementBegan(settled=settled) | e.SettlementCorrected(settled=settled):
                hands = {each.seat: each.cards for each in settled.seats}
                self._document = _written(with_opened_hands(before, hands))
            case e.RoundVoided():
                self._document = None
            case e.RoundEnded(number=number) if self._document is not None:
                found = RecordedRound(self._name, number, self._document)
                self._document = None
            case _:
                pass
        return found


def _written(table: Table) -> Round:
    return document(Transaction(table, "system", _LONG_AGO))
