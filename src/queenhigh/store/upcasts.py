"""Upcasts of old events. An event in the log is never edited; it is read differently.

An upcast takes an event as logged and returns it as a later version writes it; it recognizes the
old shape and leaves everything else alone. Upcasts of a type are applied in order, so each needs to
know only the next shape. Each comes with a sample of the old event as its test.
"""

from collections.abc import Callable, Mapping

import msgspec

from ..house.plain_data import Document
from ..table.events import AnyEvent

Upcast = Callable[[Document], Document]


def _with_count(deck_removed: Document) -> Document:
    """A wrong count used to be told in words alone: "51 cards"."""
    count, _, unit = deck_removed["reason"].partition(" ")
    is_count = "counted" not in deck_removed and unit == "cards" and count.isdecimal()
    return deck_removed | {"counted": int(count)} if is_count else deck_removed


UPCASTS: dict[str, tuple[Upcast, ...]] = {"deck_removed": (_with_count,)}  # By old event type.

_table_events: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


class _Typed(msgspec.Struct):
    type: str


_types = msgspec.json.Decoder(_Typed)


def upcast(event: bytes, upcasts: Mapping[str, tuple[Upcast, ...]] = UPCASTS) -> bytes:
    """The event as this version of the program writes it."""
    if not upcasts:
        return event
    kind = _types.decode(event).type
    if kind not in upcasts:
        return event
    written: Document = msgspec.json.decode(event)
    for step in upcasts[kind]:
        written = step(written)
    renamed = msgspec.json.encode(written)
    return upcast(renamed, upcasts) if written["type"] != kind else renamed


def table_event(event: bytes) -> AnyEvent:
    return _table_events.decode(upcast(event))
