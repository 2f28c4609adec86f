"""Both places that apply table events know every event."""

from queenhigh.table import chips, evolve
from queenhigh.table.events import EVENTS


def test_every_event_has_its_change() -> None:
    assert evolve.CHANGES.keys() == set(EVENTS)


def test_only_events_move_chips() -> None:
    assert chips.MOVE_CHIPS.keys() <= set(EVENTS)
