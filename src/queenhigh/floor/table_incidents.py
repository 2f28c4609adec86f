"""Events at a table besides the bets of a round: money, people, decks, machines, trouble.

They share one form, so that they can be stored, searched and reported alike.
"""

from datetime import date, datetime
from typing import Final, Literal

import msgspec

from ..house.calendar import calendar
from ..house.words import plain_words
from ..money.setup import Stakes, TableSetUp
from ..table import events as e
from ..table.chips import CONTRIBUTIONS, TRAY, transfers
from ..table.event import carried_over
from ..table.named_hands import named_otherwise
from ..table.shown_cards import contradiction_of_entry
from ..table.state import DEALER, Table, Transfer
from ..table.wording import sentence

# By the subject of a report.
DECKS: Final = ("deck_in_use", "deck_flawed", "deck_removed", "deck_change_due", "recut")
MACHINES: Final = ("shuffler_failed", "shuffler_replaced", "shuffled_by_hand")
TROUBLE: Final = (
    *("irregularity", "halted", "ruled", "void", "taken_back"),
    *("corrected", "reading_differs"),
)


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    house: str
    stakes: Stakes
    version: int
    round: int
    at: datetime
    day: date
    shift: int
    by: str
    kind: str
    dealer: str = ""
    seat: int | None = None
    patron: str = ""
    cents: int = 0
    expected: int = 0  # Of a count: the expected amount.
    detail: str = ""
    outcome: str = ""  # Of an irregularity, its remedy; of a halt, whom it waits for.
    clauses: tuple[str, ...] = ()


class _Told(msgspec.Struct, frozen=True):
    kind: str
    cents: int = 0
    seat: int | None = None
    patron: str = ""
    dealer: str = ""
    detail: str = ""
    outcome: str = ""
    expected: int = 0


def happening(
    setup: TableSetUp, before: Table, event: e.AnyEvent, after: Table
) -> Happening | None:
    told = _told(before, event) or _entered(before, event, after)
    if told is None:
        return None
    moment = calendar(after.house.compliance).moment(event.at)
    return carried_over(
        Happening,
        told,
        table=setup.table,
        house=after.house.key,
        stakes=setup.stakes,
        version=after.version,
        round=before.round.number,
        at=event.at,
        day=moment.day,
        shift=moment.shift,
        by=event.by,
        dealer=told.dealer or before.dealer or after.dealer,
        clauses=event.clauses,
    )


def _told(before: Table, event: e.Event) -> _Told | None:
    match event:
        case e.TableOpened():
            return _Told("opened", event.tray, dealer=event.dealer)
        case e.TableClosed():
            return _Told("closed", event.tray)
        case e.TrayFilled():
            return _Told("filled", event.cents)
        case e.TrayCredited():
            return _Told("credited", event.cents)
        case e.TrayCounted():
            return _Told(
                "counted",
                event.counted,
                expected=event.expected,
                detail=event.witness,
                outcome=event.inventory or "",
            )
        case e.DropBoxTaken():
            return _Told("box_taken", event.cents, detail=f"box {event.slip}")
        case e.DropCounted():
            detail = f"box {event.box}"
            return _Told("box_counted", event.counted, expected=event.expected, detail=detail)
        case e.RequestDeclined():
            return _void_slip(event)
        case e.ChipsBought():
            return _Told("bought", event.cents, event.seat, event.player)
        case e.SeatLeft():
            return _Told("left", event.with_cents, event.seat, event.player)
        case e.TokeGiven():
            player = before.seats[event.seat].player
            return _Told("toke_given", event.amount, event.seat, player, event.dealer)
        case e.DeckPutInUse():
            return _Told("deck_in_use", detail=f"deck {event.deck}, {event.back}")
        case e.DeckFlawed():
            return _Told("deck_flawed", detail=f"deck {event.deck}: {event.flaws}")
        case e.DeckRemoved():
            return _Told("deck_removed", detail=f"deck {event.deck}: {event.reason}")
        case e.DeckChangeDue():
            return _Told("deck_change_due", detail=f"deck {event.deck}: {event.hours} hours")
        case e.RecutOrdered():
            return _Told("recut", detail=event.reason)
        case e.ShufflerFailed():
            return _Told("shuffler_failed")
        case e.ShufflerReplaced():
            return _Told("shuffler_replaced", detail=event.source)
        case e.ShuffledByHandInstead():
            return _Told("shuffled_by_hand")
        case e.IrregularityReported():
            return _Told(
                "irregularity", detail=_with(event.kind, event.detail), outcome=event.remedy
            )
        case e.TableHalted():
            return _Told("halted", detail=event.kind, outcome=event.waits_for)
        case e.RulingMade():
            return _Told("ruled", detail=event.reason, outcome=event.ruling)
        case e.RoundVoided():
            return _Told("void", detail=event.reason)
        case e.SettledRoundVoided():
            moved = transfers(before, event)
            tray, owed = (sum(_from(each, at) for each in moved) for at in (TRAY, CONTRIBUTIONS))
            detail = f"round {event.number}: {event.reason}"
            return _Told("taken_back", tray + owed, expected=owed, detail=detail)
        case e.DealerRelieved():
            return _Told("relieved", detail=event.incoming, dealer=event.outgoing)
        case e.LimitsChanged():
            return _Told("limits", event.minimum, detail=event.wager, expected=event.maximum)
        case _:
            return None


def entered_otherwise(before: Table, event: e.Event) -> Literal["corrected", "reading_differs", ""]:
    """Whether the event changes or contradicts an earlier entry or reading."""
    match event:
        case e.CardCorrected() | e.DecisionCorrected() | e.WagerCorrected():
            return "corrected"
        case e.CouponCorrected() | e.PayoutCorrected():
            return "corrected"
        case e.DealerRevealed() | e.HandRevealed() if event.read:
            return "reading_differs"
        case e.DealerRevealed() | e.HandRevealed() if _named_before(before, event):
            return "corrected"
        case e.CardsRead() if contradiction_of_entry(before, event):
            return "reading_differs"
        case _:
            return ""


def entry_in_words(before: Table, event: e.AnyEvent, after: Table) -> str:
    """Describe the change or contradiction without revealing unknown cards of a closed hand."""
    if isinstance(event, e.CardsRead):
        return contradiction_of_entry(before, event)
    said = sentence(before, event, after)
    if isinstance(event, e.DealerRevealed | e.HandRevealed):
        first = _named_before(before, event)
        return f"{said} (first named: {first})" if first else said
    return said


def _named_before(before: Table, event: e.DealerRevealed | e.HandRevealed) -> str:
    """Return the different cards first named for the same hand, for somebody to sign."""
    return named_otherwise(before, place_of(event), event.cards)


def place_of(event: e.Event) -> int:
    """Return the seat that the event is about, or the dealer."""
    return event.place if isinstance(event, e.CardsRead) else getattr(event, "seat", DEALER)


def _entered(before: Table, event: e.AnyEvent, after: Table) -> _Told | None:
    if not (kind := entered_otherwise(before, event)):
        return None
    seat = place_of(event)
    player = before.seats[seat].player if seat in before.seats else ""
    return _Told(kind, seat=seat, patron=player, detail=entry_in_words(before, event, after))


def _from(moved: Transfer, place: str) -> int:
    return moved.cents * ((moved.source == place) - (moved.target == place))


def _void_slip(event: e.RequestDeclined) -> _Told | None:
    if not isinstance(event.command, dict):
        return None
    what = plain_words(str(event.command["type"]))
    return _Told("slip_void", detail=f"slip {event.slip}, {what}: {event.reason}")


def _with(kind: str, detail: str) -> str:
    return f"{kind}: {detail}" if detail else kind
