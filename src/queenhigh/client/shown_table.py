"""A table as the service shows it to this person: a snapshot, and the changes since."""

from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ..table.seen_events import Seen
from ..table.views import TableView
from ..wire.messages import Answered, Bye, Deadline, MeterMoved, Pong, ReadyMoved, WishRefused
from ..wire.requests import Move
from ..wire.view_delta import View, applied

_events = msgspec.json.Decoder(list[Seen])


class MissedChange(Exception):
    """A change builds on a version that this client lacks: a snapshot is needed."""


class Snapshot(msgspec.Struct, tag_field="type", tag="snapshot", kw_only=True, dict=True):
    """A table as this person sees it; large parts are decoded on access."""

    version: int
    shown: View = msgspec.field(name="view")
    moves: list[Move]
    now: datetime
    deadline: Deadline | None = None
    meters: dict[str, int] = {}
    balance: int | None = None
    ready: list[int] = []  # Seats with bets that are ready for the cards.

    @cached_property
    def view(self) -> TableView:
        return msgspec.convert(self.shown, TableView, str_keys=True)

    @property
    def events(self) -> list[Seen]:
        """The events; a snapshot has none."""
        return []

    @property
    def texts(self) -> list[str]:
        return []


class Change(msgspec.Struct, tag_field="type", tag="change", kw_only=True):
    """What happened, and what changed: absent fields are unchanged."""

    version: int
    since: int
    shown: View = msgspec.field(name="view")
    now: datetime
    events_json: msgspec.Raw = msgspec.field(name="events")
    texts: list[str] = []  # Each event in words; empty if it only advances the procedure.
    moves: list[Move] | UnsetType = UNSET
    deadline: Deadline | UnsetType | None = UNSET
    meters: dict[str, int] | UnsetType = UNSET
    balance: int | UnsetType | None = UNSET
    ready: list[int] | UnsetType = UNSET
    answers: dict[str, int] = {}  # This client's commands that acted, and the version after each.


class Changed(Snapshot, tag="change", kw_only=True):
    """What happened, and the table after it."""

    change: Change

    @cached_property
    def events(self) -> list[Seen]:
        return _events.decode(self.change.events_json)

    @property
    def texts(self) -> list[str]:
        return self.change.texts


_CARRIED = ("moves", "deadline", "meters", "balance", "ready")


def changed(known: Snapshot | None, change: Change) -> Changed:
    """Return the table after a change. Raises MissedChange if a change in between is missing."""
    if known is None or known.version != change.since:
        raise MissedChange
    return Changed(
        version=change.version,
        shown=applied(known.shown, change.shown),
        now=change.now,
        change=change,
        **{name: _newer(known, change, name) for name in _CARRIED},
    )


def _newer(known: Snapshot, change: Change, name: str) -> Any:  # Each field has its own type.
    now = getattr(change, name)
    return getattr(known, name) if now is UNSET else now


Heard = Snapshot | Change | Answered | WishRefused | MeterMoved | ReadyMoved | Pong | Bye
_heard: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)


def heard(text: str | bytes) -> Heard:
    return _heard.decode(text)
