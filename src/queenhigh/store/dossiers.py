"""Dossiers of rounds from a store: the table replayed up to the round, and the proof."""

from collections.abc import Sequence

import msgspec

from ..floor.disputes import Dispute
from ..floor.dossier import Dossier, build_dossier
from ..money.setup import TableSetUp, house_of
from ..money.stream import table_stream
from ..table import events as e
from ..table.evolve import evolve
from ..table.state import Table
from .deck_seal import with_hands
from .records import Store
from .snapshots import latest
from .stream_proof import proof_of
from .upcasts import table_event, upcast

_CHUNK = 2_000  # Records read at a time.
_OVER = (e.RoundEnded, e.RoundVoided)


def dossier_of(store: Store, table: str, first: int, dispute: Dispute | None = None) -> Dossier:
    """Build the dossier of the round that begins at this version of the table's stream."""
    stream = table_stream(table)
    setup, before = table_before(store, stream, first)
    records = store.records(stream, first, first + _CHUNK)
    events = [table_event(each.event) for each in records]
    while len(records) % _CHUNK == 0 and (place := _next(events)) == len(events):
        more = store.records(stream, first + place, first + place + _CHUNK)
        if not more:
            break
        records += more
        events += [table_event(each.event) for each in more]
    records = records[: _next(events)]
    versions = (each.version for each in records)
    happened = list(zip(versions, with_hands(events[: len(records)]), strict=True))
    proof = proof_of(stream, records)
    return build_dossier(setup, before, happened, dispute=dispute, proof=proof)


def table_before(store: Store, stream: str, version: int) -> tuple[TableSetUp, Table]:
    """The table's set-up, and its state before the event of that version."""
    opening = store.records(stream, 0, 1)
    if not opening:
        raise ValueError(f"there is no stream {stream}")
    setup = msgspec.json.decode(upcast(opening[0].event), type=TableSetUp)
    house = house_of(setup)
    now = latest(store, stream, house, version - 1) or Table(house)
    while now.version < version - 1:
        start = now.version + 1
        records = store.records(stream, start, min(version, start + _CHUNK))
        if not records:
            raise ValueError(f"{stream} has no record {version} yet")
        for each in records:
            now = evolve(now, table_event(each.event))
    return setup, now


def _next(events: Sequence[e.Event]) -> int:
    """The index after the round and the opening of its shuffle that follows it."""
    over = False
    for place, event in enumerate(events):
        if over and isinstance(event, e.RoundBegan | e.DeckRemoved | e.TableClosed):
            return place
        over = over or isinstance(event, _OVER)
    return len(events)


def first_of_round(store: Store, table: str, upto: int) -> int | None:
    """The version at which the round in progress began; None between rounds."""
    stream, found = table_stream(table), None
    while upto > 0:
        start = max(1, upto - _CHUNK + 1)
        for record in reversed(store.records(stream, start, upto + 1)):
            event = table_event(record.event)
            if isinstance(event, e.RoundBegan):
                found = record.version  # An undealt round can begin more than once.
            elif isinstance(event, (*_OVER, e.TableOpened, e.TableClosed)):
                return found
        upto = start - 1
    return found
