"""A table as the service shows it to this person; what is large is decoded when it is asked for."""

from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec

from ..table.views import Seen, TableView
from ..wire.messages import Answered, Bye, Deadline, MeterMoved, Pong, ReadyMoved, WishRefused
from ..wire.requests import Move

_views = msgspec.json.Decoder(TableView)
_events = msgspec.json.Decoder(list[Seen])
_moves = msgspec.json.Decoder(list[dict[str, Any]])


class _Look(msgspec.Struct, kw_only=True, dict=True):
    """A table as this person sees it, decoded when it is looked at."""

    version: int
    view_json: msgspec.Raw = msgspec.field(name="view")
    moves_json: msgspec.Raw = msgspec.field(name="moves")
    now: datetime
    deadline: Deadline | None = None
    meters: dict[str, int] = {}
    balance: int | None = None
    ready: list[int] = []  # Seats with bets that wait for the cards.

    @cached_property
    def view(self) -> TableView:
        return _views.decode(self.view_json)

    @cached_property
    def moves(self) -> list[Move]:
        return _moves.decode(self.moves_json)


class Snapshot(_Look, tag_field="type", tag="snapshot", kw_only=True):
    """A table as this person sees it now."""

    @property
    def events(self) -> list[Seen]:
        """How it came so, a snapshot does not tell."""
        return []

    @property
    def texts(self) -> list[str]:
        return []


class Changed(_Look, tag_field="type", tag="change", kw_only=True):
    """What happened, and the table after it."""

    events_json: msgspec.Raw = msgspec.field(name="events")
    texts: list[str] = []  # Each event in words; empty where it only moves the procedure on.

    @cached_property
    def events(self) -> list[Seen]:
        return _events.decode(self.events_json)


Heard = Snapshot | Changed | Answered | WishRefused | MeterMoved | ReadyMoved | Pong | Bye
_heard: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)


def heard(text: str | bytes) -> Heard:
    return _heard.decode(text)
