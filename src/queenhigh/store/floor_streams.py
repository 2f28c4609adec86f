"""Audit replay of the floor's streams: what they record, and the money that disputes move."""

from typing import TYPE_CHECKING

import msgspec

from ..floor.disputes import AnyDisputeEvent, postings_of_dispute
from ..floor.log_follower import FLOOR_STREAMS, StreamEvent, event_type
from .upcasts import upcast

if TYPE_CHECKING:
    from .log_replay import Rebuilt


class FloorStream:
    """A `log_replay.Stream` of kind `compliance:`, `conduct:`, `dispute:` or `notices:`."""

    def __init__(self, kind: str, name: str) -> None:
        if kind not in FLOOR_STREAMS:
            raise ValueError(f"the floor has no streams of the kind {kind}")
        self._name = name
        self._decoder: msgspec.json.Decoder[StreamEvent] = msgspec.json.Decoder(
            event_type(f"{kind}:")
        )

    def take(self, event: bytes) -> "Rebuilt":
        from .log_replay import Problem, Rebuilt

        happened = self._decoder.decode(upcast(event))
        if not isinstance(happened, AnyDisputeEvent):
            return Rebuilt(())
        postings, said = postings_of_dispute(happened), happened.dispute
        if said == self._name:
            return Rebuilt(postings)
        message = f"the event is about {said}, the stream about {self._name}"
        return Rebuilt(postings, (Problem("replay", message),))

    def rest(self) -> None:
        return None

    def snapshot(self) -> str:
        raise ValueError("the floor has no snapshots")
