"""What the service sends, as far as a program needs it; the rest of a message stays undecoded."""

from datetime import datetime
from functools import cached_property
from typing import Any, Literal

import msgspec

from ..table.views import Seen, TableView

_views = msgspec.json.Decoder(TableView)
_events = msgspec.json.Decoder(list[Seen])
_moves = msgspec.json.Decoder(list[dict[str, Any]])

Move = dict[str, Any]  # A command as a client sends it: {"type": "sit", "seat": 3}.


class Person(msgspec.Struct, frozen=True):
    name: str
    display: str
    role: str
    guest: bool


class Deadline(msgspec.Struct, frozen=True):
    """Until when somebody is waited for."""

    at: datetime
    what: Literal["betting", "decision"]
    seconds: int
    seat: int | None = None


class Limit(msgspec.Struct, frozen=True):
    minimum: int
    maximum: int | None  # None where the house sets none.
    step: int


class SeatShown(msgspec.Struct, frozen=True):
    seat: int
    player: str


class TableShown(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby."""

    id: str
    name: str
    house: str
    house_name: str
    phase: str
    stakes: Literal["play", "money"]
    automated: bool
    practice: bool
    owner: str
    dealer: str
    round: int
    places: int
    seats: list[SeatShown]
    limits: dict[str, Limit]
    currency: str
    titles: dict[str, str]
    meters: dict[str, int]
    stopped: str = ""


class Purse(msgspec.Struct, frozen=True):
    """What a patron has with the house; chips at tables are not in it."""

    patron: str
    money_cents: int
    play_cents: int


class CommandAnswer(msgspec.Struct, frozen=True):
    """The command has acted; what came of it, as its sender may see it."""

    version: int
    events: list[Seen]
    repeated: bool = False


class _Look(msgspec.Struct, kw_only=True, dict=True):
    """A table as this person sees it, decoded when it is looked at."""

    version: int
    view_json: msgspec.Raw = msgspec.field(name="view")
    moves_json: msgspec.Raw = msgspec.field(name="moves")
    now: datetime
    deadline: Deadline | None = None
    meters: dict[str, int] = {}
    balance: int | None = None

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


class Changed(_Look, tag_field="type", tag="change", kw_only=True):
    """What happened, and the table after it."""

    events_json: msgspec.Raw = msgspec.field(name="events")

    @cached_property
    def events(self) -> list[Seen]:
        return _events.decode(self.events_json)


class Answered(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    id: str
    version: int
    repeated: bool = False


class WishRefused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    id: str
    code: str
    message: str
    clauses: tuple[str, ...] = ()
    path: str = ""


class MeterMoved(msgspec.Struct, frozen=True, tag_field="type", tag="meter"):
    meters: dict[str, int]


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    now: datetime


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    reason: str


Heard = Snapshot | Changed | Answered | WishRefused | MeterMoved | Pong | Bye
_heard: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)
_encode = msgspec.json.Encoder().encode
PING = '{"type":"ping"}'


def heard(text: str | bytes) -> Heard:
    return _heard.decode(text)


def command_text(wish: Move) -> str:
    return _encode({"type": "command", "command": wish}).decode()


class ErrorBody(msgspec.Struct, frozen=True):
    """The one shape of every error of the service."""

    code: str
    message: str
    clauses: tuple[str, ...] = ()
    path: str = ""
