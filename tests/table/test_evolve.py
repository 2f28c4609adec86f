"""Every place that looks up events or commands by type knows all of them."""

from typing import get_args

from queenhigh.table import chips, decide, evolve, wording
from queenhigh.table.commands import COMMANDS, Approve
from queenhigh.table.events import AnyEvent
from queenhigh.table.seen_events import CardsSeen


def test_every_event_has_its_change() -> None:
    assert evolve.CHANGES.keys() == set(get_args(AnyEvent))


def test_only_events_move_chips() -> None:
    assert chips.MOVE_CHIPS.keys() <= set(get_args(AnyEvent))


def test_every_event_has_its_sentence() -> None:
    assert wording.SENTENCES.keys() == {CardsSeen, *get_args(AnyEvent)}


def test_every_command_has_its_handler() -> None:
    """`approve` carries out another command, so it has none of its own."""
    assert decide.HANDLERS.keys() == set(COMMANDS) - {Approve}
