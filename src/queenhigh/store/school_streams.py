"""Audit replay of the dealer school's streams, one per learner."""

from typing import TYPE_CHECKING

import msgspec

from ..school.records import AnySchoolEvent
from ..table.roles import Actor
from .upcasts import upcast

if TYPE_CHECKING:
    from .log_replay import Rebuilt

_events: msgspec.json.Decoder[AnySchoolEvent] = msgspec.json.Decoder(AnySchoolEvent)


def school_event(written: bytes) -> AnySchoolEvent:
    """Decode the event as of this program version."""
    return _events.decode(upcast(written))


class SchoolStream:
    """A `log_replay.Stream` that moves no money."""

    def __init__(self, name: str) -> None:
        self._name = name

    def take(self, event: bytes) -> "Rebuilt":
        from .log_replay import Problem, Rebuilt

        by = Actor.parse(school_event(event).by).name
        if by == self._name:
            return Rebuilt(())
        message = f"the event is {by}'s, the stream {self._name}'s"
        return Rebuilt((), (Problem("replay", message),))

    def rest(self) -> None:
        return None

    def snapshot(self) -> str:
        raise ValueError("the school has no snapshots")
