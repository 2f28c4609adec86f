"""When practice tables were made, and by whom: from the log, so for all processes."""

from datetime import datetime

import msgspec
from sqlalchemy import select

from ..money.setup import TableSetUp
from ..money.stream import TABLE
from . import schema
from .log_rows import as_bytes
from .sql import SqlStore
from .upcasts import upcast


def practice_tables(store: SqlStore, since: datetime) -> dict[str, list[datetime]]:
    """Creation times since a moment by owner, including tables given up meanwhile."""
    records = schema.records.c
    query = select(records.event).where(
        records.position > _position_before(store, since),
        records.version == 0,
        records.stream.startswith(f"{TABLE}:", autoescape=True),
    )
    made: dict[str, list[datetime]] = {}
    with store.database.reading() as connection:
        for (event,) in connection.execute(query.order_by(records.position)):
            setup = msgspec.json.decode(upcast(as_bytes(event)), type=TableSetUp)
            if setup.is_practice and setup.at >= since:
                made.setdefault(setup.belongs_to, []).append(setup.at)
    return made


class _Dated(msgspec.Struct):
    at: datetime | None = None


def _position_before(store: SqlStore, moment: datetime) -> int:
    """Bisect the log, whose records are in time order, except for fractions of a second."""
    first, last = 0, store.log_head().count
    while first < last:
        middle = (first + last) // 2
        found = store.log(middle, 1)
        at = msgspec.json.decode(found[0].event, type=_Dated).at if found else None
        if at is not None and at < moment:
            first = middle + 1
        else:
            last = middle
    return max(0, first - _SLACK)


_SLACK = 100  # How many records may be slightly out of time order.
