"""An audit can tell the floor's streams again."""

import pytest

from queenhigh.floor.following import FLOOR_STREAMS
from queenhigh.store.chain import canonical
from queenhigh.store.floor_streams import FloorStream
from tests.floor.day import the_day


def test_every_record_of_the_floor_is_told_again_with_its_postings() -> None:
    told: set[str] = set()
    for record in the_day().floor.records():
        kind, _, name = record.stream.partition(":")
        if kind in FLOOR_STREAMS:
            again = FloorStream(kind, name).take(canonical(record.event))
            assert again.postings == record.postings
            assert again.problems == ()
            told.add(kind)
    assert told == {"compliance", "conduct", "dispute"}


def test_a_dispute_in_the_stream_of_another_is_a_problem() -> None:
    record = next(r for r in the_day().floor.records() if r.stream == "dispute:D-1")
    (problem,) = FloorStream("dispute", "D-2").take(canonical(record.event)).problems
    assert "the event is about D-1" in problem.message


def test_nothing_else_is_a_stream_of_the_floor() -> None:
    with pytest.raises(ValueError, match="no streams of the kind"):
        FloorStream("patron", "ann")
    with pytest.raises(ValueError, match="no snapshots"):
        FloorStream("notices", "1").snapshot()
