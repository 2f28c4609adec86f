"""What clients receive: answers over HTTP and messages over WebSockets."""

from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from ..floor.alerts import Alert
from ..floor.notices import About
from ..table.seen_events import Seen
from ..table.views import TableView
from .requests import Move
from .view_delta import ViewDelta


class ErrorBody(msgspec.Struct, frozen=True):
    """What was refused, and why."""

    code: Annotated[str, msgspec.Meta(examples=["login/refused"])]
    message: Annotated[str, msgspec.Meta(examples=["The name or the password is wrong."])]
    clauses: Annotated[
        tuple[str, ...],
        msgspec.Meta(description="Clauses of the rule book, if the book refuses."),
    ] = ()
    path: Annotated[
        str, msgspec.Meta(description="The field at fault, if any.", examples=["password"])
    ] = ""


class PersonShown(msgspec.Struct, frozen=True):
    # In log and books, and for others; not the sign-in name.
    name: Annotated[str, msgspec.Meta(examples=["ann-42"])]
    display: Annotated[str, msgspec.Meta(examples=["Ann"])]
    role: Annotated[str, msgspec.Meta(examples=["player"])]
    guest: bool
    # Shown to the person and to those who may change people; None for all others, and for guests.
    sign_in: Annotated[str | None, msgspec.Meta(examples=["riverboat"])] = None
    waits: bool = False  # A member of staff who must be confirmed by a second person.


class CashOutWanted(msgspec.Struct, frozen=True):
    """A patron's cash-out request that has not been paid yet."""

    cents: int
    by: str  # The patron, as ``player:ann``, or a floor supervisor.
    at: datetime
    until: datetime  # Afterwards it has to be asked for again.


class CashOutPaid(msgspec.Struct, frozen=True):
    """What the cage paid a patron last."""

    cents: int
    how: Literal["cash", "check", "wire"]
    at: datetime


class Purse(msgspec.Struct, frozen=True):
    """A patron's money with the house, without chips at tables."""

    patron: str
    money_cents: int
    play_cents: int
    cash_out: CashOutWanted | None = None
    paid: CashOutPaid | None = None


class SeatHeld(msgspec.Struct, frozen=True):
    """A table at which somebody sits, and their chips there."""

    table: str
    house: str
    stakes: Literal["play", "money"]
    practice: bool
    currency: str
    cents: int  # Chips in front of the player and bets on the layout.
    to_decide: bool  # The table waits for this player.


class Deadline(msgspec.Struct, frozen=True):
    """A time limit: who is awaited, and until when."""

    at: datetime
    what: Literal["betting", "decision", "calls", "entropy"]
    seconds: int  # The whole of it.
    seat: int | None = None


class Snapshot(msgspec.Struct, frozen=True, tag_field="type", tag="snapshot", kw_only=True):
    """A table as this viewer sees it now."""

    version: int
    view: TableView
    moves: list[Move]
    now: datetime  # The service's clock, to count the deadline by.
    deadline: Deadline | None = None
    meters: dict[str, int] = {}  # The amount of each meter of the house, by its key.
    stakes: Literal["play", "money"] = "play"
    balance: int | None = None  # The currency of the table's stakes.
    ready: list[int] = []  # Seats with bets that wait for the cards.
    idle_seconds: int | None = None  # A seat that does nothing for this long is given up.


class Changed(msgspec.Struct, frozen=True, tag_field="type", tag="change", kw_only=True):
    """What happened since a version of the table, and what changed: absent fields did not."""

    version: int
    since: int  # A client that knows another version asks for a snapshot.
    events: list[Seen]
    texts: list[str]  # In words, one for each event; empty where it only moves the procedure on.
    view: ViewDelta
    now: datetime
    moves: list[Move] | UnsetType = UNSET
    deadline: Deadline | UnsetType | None = UNSET
    meters: dict[str, int] | UnsetType = UNSET
    balance: int | UnsetType | None = UNSET
    ready: list[int] | UnsetType = UNSET
    idle_seconds: int | UnsetType | None = UNSET
    # This client's commands that acted, by id, each with the version after it: no `answer` follows.
    answers: dict[str, int] | UnsetType = UNSET


class Answered(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    """The command has acted; the table is at this version. Usually the change itself answers."""

    id: str
    version: int
    repeated: bool = False


class WishRefused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """The command was refused and changed nothing."""

    id: str
    code: str
    message: str
    clauses: tuple[str, ...] = ()
    path: str = ""


class MeterMoved(msgspec.Struct, frozen=True, tag_field="type", tag="meter"):
    """Another table has changed a meter that this table shares."""

    meters: dict[str, int]


class ReadyMoved(msgspec.Struct, frozen=True, tag_field="type", tag="ready"):
    """The seats that have bet and are ready for the cards."""

    seats: list[int]


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to a ping: the service's clock."""

    now: datetime


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    """The connection ends; reconnect and continue from the last version."""

    reason: Literal["slow", "restart", "signed_out"]


CLOSE_CODES: Final = {"slow": 1013, "restart": 1012, "signed_out": 4401}  # After a Bye.
ToClient = Snapshot | Changed | Answered | WishRefused | MeterMoved | ReadyMoved | Pong | Bye


class CommandAnswer(msgspec.Struct, frozen=True):
    """The command has acted; what followed, as its sender may see it."""

    version: int
    events: list[Seen]
    texts: list[str]
    repeated: bool = False


class Preview(msgspec.Struct, frozen=True):
    """What would happen; nothing has happened."""

    events: list[Seen]
    texts: list[str]


class LimitShown(msgspec.Struct, frozen=True):
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
    house_name: str  # As people call it.
    book_title: str  # The document behind it.
    phase: str
    stakes: Literal["play", "money"]
    automated: bool
    practice: bool
    owner: str
    dealer: str
    round: int
    places: int
    seats: list[SeatShown]
    limits: dict[str, LimitShown]
    currency: str
    titles: dict[str, str]  # Of the bets, as the house calls them.
    meters: dict[str, int]  # By key; none where the house has none.
    pays: dict[str, str] = {}  # The pay table of each bet or bonus in short: 40/30/6/3/1.
    stopped: str = ""
    kind: str = ""  # digital, physical, training; nothing where none was said.
    betting_seconds: int | None = None  # None: until those who have bet are ready.
    decision_seconds: int | None = None
    idle_seconds: int | None = None  # A seat that does nothing for this long is given up.
    relief_minutes: int | None = None  # How long until a dealer must be relieved.


class ReadingChosen(msgspec.Struct, frozen=True):
    """A reading chosen for one table, and the house's own, both in words."""

    option: str
    title: str  # The option's name for people.
    chosen: str
    house: str  # Empty if the service no longer has the house.


class Need(msgspec.Struct, frozen=True):
    """Something at a table that needs somebody besides its dealer."""

    text: str
    stops: bool = False  # The table cannot go on without it.


class FloorTable(msgspec.Struct, frozen=True):
    shown: TableShown
    view: TableView  # As the floor sees it.
    deadline: Deadline | None
    since: datetime  # When the present wait began.
    needs: list[Need]  # The most pressing first.
    # What you may say to the requests that wait for signatures, as commands.
    moves: list[Move]
    set_up_by: str = ""
    readings: list[ReadingChosen] = []  # In place of the house's.
    # The person who set it up chose its readings, and another opens it.
    opens_by_another: bool = False


class MeterShown(msgspec.Struct, frozen=True):
    link: str
    meter_cents: int
    reserve_cents: int
    jackpot_cents: int
    overflow_cents: int
    tables: list[str]


class LobbyMessage(msgspec.Struct, frozen=True, tag_field="type", tag="lobby", kw_only=True):
    """Tables of the lobby: all of them at first, then those that are new or different."""

    whole: bool  # Tables that are not in it no longer exist.
    tables: list[TableShown]
    gone: list[str] = []  # Ids of tables that no longer exist.


class PitMessage(msgspec.Struct, frozen=True, tag_field="type", tag="pit", kw_only=True):
    """Tables as the floor sees them: all of them at first, then those that are new or different."""

    whole: bool
    tables: list[FloorTable]
    gone: list[str] = []
    meters: list[MeterShown] | UnsetType = UNSET  # All of them, where one is different.


class MoneyMessage(msgspec.Struct, frozen=True, tag_field="type", tag="money"):
    """Money has moved, or may have before the connection began: load it again."""


class Acknowledgement(msgspec.Struct, frozen=True):
    role: str
    by: str
    at: datetime
    note: str


class NoticeShown(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that people must be told, and who has acknowledged it."""

    id: Annotated[str, msgspec.Meta(examples=["pit-1@214"])]
    table: str
    round: int
    about: About
    at: datetime
    age_seconds: int
    detail: str
    seat: int | None
    told: tuple[str, ...]  # Roles; each acknowledges for itself.
    waiting: tuple[str, ...]  # Those that have not.
    acknowledged: list[Acknowledgement]
    escalated_to: tuple[str, ...]  # Who else is told, because it has taken too long.
    overdue_seconds: int  # Since it should have been acknowledged.
    payment_waits: bool
    winner_stays_seated: bool
    discreet: bool  # Not to be shown where players can see it.
    yours: bool  # You can acknowledge it.
    clauses: tuple[str, ...]


class NoticesMessage(msgspec.Struct, frozen=True, tag_field="type", tag="notices", kw_only=True):
    """All open notices for your role, whenever they change."""

    notices: list[NoticeShown]
    # Of the last week, for those who may see alerts: admissions and changes of role.
    staff: list[Alert] = []
