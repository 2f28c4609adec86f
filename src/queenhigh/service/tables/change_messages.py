"""What viewers are told of a change: events as they see them, in words, and as messages."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from ...table.seen_events import Seen
from ...table.transaction import Change
from ...table.wording import seen_in_words
from ...wire.messages import Changed
from ..people.display_names import spoken

_encode = msgspec.json.Encoder().encode


class EventsInWords(NamedTuple):
    """What one viewer is told: the events as that viewer may see them, each also in words."""

    events: list[Seen]
    texts: list[str]


def events_in_words(viewer: str, changes: Iterable[Change]) -> EventsInWords:
    pairs = [pair for change in changes for pair in seen_in_words(viewer, change, spoken)]
    return EventsInWords([seen for seen, _ in pairs], [text for _, text in pairs])


class EncodedEvents(NamedTuple):
    """Events and their sentences as items of a list."""

    events: msgspec.Raw
    texts: msgspec.Raw


EncodedRuns = tuple[list[msgspec.Raw], list[msgspec.Raw]]  # Events and sentences, in runs.


def joined(found: Sequence[EncodedEvents]) -> EncodedRuns:
    shown = [each for each in found if each.events]
    return [each.events for each in shown], [each.texts for each in shown]


def items(values: Sequence[object]) -> msgspec.Raw:
    """The JSON between the list's brackets, which adds all its items to an enclosing list."""
    return msgspec.Raw(_encode(values)[1:-1])


class ChangeMessage:
    """A change as several viewers are told it, and as one with things of their own is told."""

    def __init__(self, message: Changed):
        self.message = message
        self._encoded = b""

    def encoded(self, own: dict[str, object]) -> bytes:
        if own:
            return _encode(msgspec.structs.replace(self.message, **own))
        self._encoded = self._encoded or _encode(self.message)
        return self._encoded
