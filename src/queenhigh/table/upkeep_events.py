"""Opening and closing, the tray, decks and shufflers, limits, relief, signatures."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from .denominations import Stacks
from .event import CardTexts, Event, Kind, Step, WrittenCommand


class MeterOpened(msgspec.Struct, frozen=True):
    """One of several meters: its seed, or its amount if other tables share it."""

    cents: int
    reserve: int = 0
    linked: bool = False


class TableOpened(Event, frozen=True, tag="table_opened"):
    table: str
    house: str
    dealer: str
    tray: int
    meter: int  # The seed put up, or the amount of the link's meter.
    automation: tuple[str, ...]
    todo: tuple[Step, ...]
    reserve: int = 0  # The link's reserve, at a linked table.
    linked: bool = False
    meters: dict[str, "MeterOpened"] | UnsetType = UNSET  # Where the house has several.
    guarded: bool | UnsetType = UNSET  # Moving money takes several people.
    kind: Kind | UnsetType = UNSET  # Not in older logs; optional.
    chips: Stacks | UnsetType = UNSET  # The tray by value, if only chips go in or out.


class TableClosed(Event, frozen=True, tag="table_closed"):
    tray: int


class TrayFilled(Event, frozen=True, tag="tray_filled"):
    cents: int
    # The slip, with all who signed it; not in older logs, nor if one person fills a tray.
    slip: int | UnsetType = UNSET
    chips: Stacks | UnsetType = UNSET
    runner: str | UnsetType = UNSET
    signed: tuple[str, ...] | UnsetType = UNSET


class TrayCredited(Event, frozen=True, tag="tray_credited"):
    cents: int
    slip: int | UnsetType = UNSET
    chips: Stacks | UnsetType = UNSET
    runner: str | UnsetType = UNSET
    signed: tuple[str, ...] | UnsetType = UNSET


class TrayCounted(Event, frozen=True, tag="tray_counted"):
    """A count moves no chips: a difference is investigated, not booked."""

    expected: int
    counted: int
    variance: int  # Above zero: more chips than there should be.
    witness: str
    chips: Stacks | UnsetType = UNSET
    inventory: Literal["opening", "shift", "closing"] | UnsetType = UNSET


class DropBoxTaken(Event, frozen=True, tag="drop_box_taken"):
    """The box goes to the count room, with the notes paid for chips since the last one."""

    slip: int  # The box's number.
    cents: int
    signed: tuple[str, ...] = ()


class DropCounted(Event, frozen=True, tag="drop_counted"):
    """The notes found go to the cage; a difference stays open until it is explained."""

    box: int
    expected: int
    counted: int
    variance: int  # Above zero: more than was paid for chips.
    notes: Stacks
    witness: str = ""


class DeckPutInUse(Event, frozen=True, tag="deck_put_in_use"):
    deck: int
    back: str


class DeckFlawed(Event, frozen=True, tag="deck_flawed"):
    deck: int
    flaws: str
    told: tuple[str, ...]


class DeckRemoved(Event, frozen=True, tag="deck_removed"):
    deck: int
    reason: str
    todo: tuple[Step, ...]
    counted: int | UnsetType = UNSET  # How many cards there were, if that is why.


class DeckChangeDue(Event, frozen=True, tag="deck_change_due"):
    deck: int
    hours: int


class DeckShuffled(Event, frozen=True, tag="deck_shuffled"):
    deck: int
    commitment: str = ""  # Published at once; order and nonce are revealed after the round.
    order: CardTexts = ()
    nonce: str = ""
    sealed: str | UnsetType = UNSET  # Order and nonce, encrypted, if the log seals them.


class ShuffleOpened(Event, frozen=True, tag="shuffle_opened"):
    deck: int
    commitment: str
    order: CardTexts
    nonce: str


class EntropyCommitted(Event, frozen=True, tag="entropy_committed"):
    seat: int
    commitment: str  # To what the player adds to the round's shuffle.


class EntropyRevealed(Event, frozen=True, tag="entropy_revealed"):
    seat: int
    entropy: str


class ShuffleMixed(Event, frozen=True, tag="shuffle_mixed"):
    """The committed order is permuted by the entropy that players have revealed."""

    deck: int
    entropy: dict[int, str]  # By seat.
    withheld: tuple[int, ...] = ()  # Seats that had committed and did not reveal in time.


class DeckCut(Event, frozen=True, tag="deck_cut"):
    deck: int
    count: int


class RecutOrdered(Event, frozen=True, tag="recut_ordered"):
    deck: int
    reason: str
    todo: tuple[Step, ...]


class DealerRelieved(Event, frozen=True, tag="dealer_relieved"):
    outgoing: str
    incoming: str
    todo: tuple[Step, ...]


class LimitsChanged(Event, frozen=True, tag="limits_changed"):
    wager: str
    minimum: int
    maximum: int


class TableIdled(Event, frozen=True, tag="table_idled"):
    face: Literal["up", "down"]
    todo: tuple[Step, ...]


class ShufflerFailed(Event, frozen=True, tag="shuffler_failed"):
    pass


class ShufflerReplaced(Event, frozen=True, tag="shuffler_replaced"):
    source: str


class ShuffledByHandInstead(Event, frozen=True, tag="shuffled_by_hand_instead"):
    todo: tuple[Step, ...]


class Signature(msgspec.Struct, frozen=True):
    """A required signature: by a role or one above it, or by one person."""

    role: str
    name: str = ""
    instead: str = ""  # A role that may sign for that person, as may the roles above.


class ApprovalRequested(Event, frozen=True, tag="approval_requested"):
    """A command that needs several people is asked for; nothing is done yet."""

    request: int
    command: WrittenCommand  # The command as given.
    signatures: tuple[Signature, ...]  # The signatures that are missing.
    slip: int | UnsetType = UNSET  # The slip's number, if the request is a slip.
    voids: bool | UnsetType = UNSET  # Signing it voids the round, which pauses until then.


class RequestSigned(Event, frozen=True, tag="request_signed"):
    """The requested command follows once no signature is missing."""

    request: int
    missing: tuple[Signature, ...] = ()


class RequestDeclined(Event, frozen=True, tag="request_declined"):
    request: int
    reason: str = ""
    slip: int | UnsetType = UNSET  # Of a slip that is void by it: its number,
    command: WrittenCommand | UnsetType = UNSET  # and what was on it.
