"""An audit can replay the floor's streams."""

import pytest

from queenhigh.floor.log_follower import FLOOR_STREAMS
from queenhigh.store.audit import verify
from queenhigh.store.chain import canonical
from queenhigh.store.floor_streams import FloorStream
from queenhigh.store.log_replay import rebuilt
from queenhigh.store.memory import MemoryStore
from tests.floor.day import the_day
from tests.floor.landed import batches
from tests.store.rooms import landed
from tests.store.store_evidence import StoreEvidence


def test_every_record_of_the_floor_replays_with_its_postings() -> None:
    told: set[str] = set()
    for record in the_day().floor.records():
        kind, _, name = record.stream.partition(":")
        if kind in FLOOR_STREAMS:
            again = FloorStream(kind, name).take(canonical(record.event))
            assert again.postings == record.postings
            assert again.problems == ()
            told.add(kind)
    assert told == {"compliance", "conduct", "dispute"}


def test_an_audit_passes_for_a_log_with_records_of_the_floor() -> None:
    store = MemoryStore()
    landed(store, batches(the_day()))
    report = verify(StoreEvidence(store))
    assert report.findings == []
    assert report.streams == report.replayed
    assert {kind for kind in FLOOR_STREAMS if isinstance(rebuilt(f"{kind}:x"), FloorStream)} == {
        *FLOOR_STREAMS
    }


def test_a_dispute_in_the_stream_of_another_is_a_problem() -> None:
    record = next(r for r in the_day().floor.records() if r.stream == "dispute:D-1")
    (problem,) = FloorStream("dispute", "D-2").take(canonical(record.event)).problems
    assert "the event is about D-1" in problem.message


def test_nothing_else_is_a_stream_of_the_floor() -> None:
    with pytest.raises(ValueError, match="no streams of the kind"):
        FloorStream("patron", "ann")
    with pytest.raises(ValueError, match="no snapshots"):
        FloorStream("notices", "1").snapshot()
