"""Events at a table apart from the bets of a round: money, people, decks, machines, trouble.

They share one form, so that they can be stored, searched and reported alike.
"""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any, Final, Literal

import msgspec

from ..house.calendar import calendar
from ..house.plain_data import carried_over
from ..house.words import plain_words
from ..money.setup import Stakes, TableSetUp
from ..table import events as e
from ..table.chip_place import CONTRIBUTIONS, TRAY
from ..table.chips import transfers
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
    told = _told(before, event, after)
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


def _told(before: Table, event: e.AnyEvent, after: Table) -> _Told | None:
    if tell := _TELL.get(type(event)):
        return tell(before, event)
    return _entered(before, event, after) if type(event) in ENTRIES else None


def entered_otherwise(before: Table, event: e.Event) -> Literal["corrected", "reading_differs", ""]:
    """Whether the event changes or contradicts an earlier entry or reading: one of `ENTRIES`."""
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
    """The different cards first named for the same hand, for somebody to sign."""
    return named_otherwise(before, place_of(event), event.cards)


def place_of(event: e.Event) -> int:
    """The seat that the event is about, or the dealer."""
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


def _of_deck(kind: str, detail: str) -> _Told:
    return _Told(kind, detail=f"deck {detail}")


def kind_and_detail(irregularity: str) -> tuple[str, str]:
    """Take the detail of an irregularity apart again; no kind has a colon."""
    kind, _, detail = irregularity.partition(": ")
    return kind, detail


def _taken_back(before: Table, event: e.SettledRoundVoided) -> _Told:
    moved = transfers(before, event)
    tray, owed = (sum(_from(each, at) for each in moved) for at in (TRAY, CONTRIBUTIONS))
    detail = f"round {event.number}: {event.reason}"
    return _Told("taken_back", tray + owed, expected=owed, detail=detail)


def _counted(before: Table, event: e.TrayCounted) -> _Told:
    return _Told(
        "counted",
        event.counted,
        expected=event.expected,
        detail=event.witness,
        outcome=event.inventory or "",
    )


def _box_counted(before: Table, event: e.DropCounted) -> _Told:
    detail = f"box {event.box}"
    return _Told("box_counted", event.counted, expected=event.expected, detail=detail)


def _toke_given(before: Table, event: e.TokeGiven) -> _Told:
    player = before.seats[event.seat].player
    return _Told("toke_given", event.amount, event.seat, player, event.dealer)


def _irregularity(before: Table, event: e.IrregularityReported) -> _Told:
    detail = f"{event.kind}: {event.detail}" if event.detail else event.kind
    return _Told("irregularity", detail=detail, outcome=event.remedy)


def _limits(before: Table, event: e.LimitsChanged) -> _Told:
    return _Told("limits", event.minimum, detail=event.wager, expected=event.maximum)


# What each event tells; most events at a table tell nothing. `Any`: each takes the type that it is
# looked up by.
_TELL: Final[dict[type[e.Event], Callable[[Table, Any], _Told | None]]] = {
    e.TableOpened: lambda _, event: _Told("opened", event.tray, dealer=event.dealer),
    e.TableClosed: lambda _, event: _Told("closed", event.tray),
    e.TrayFilled: lambda _, event: _Told("filled", event.cents),
    e.TrayCredited: lambda _, event: _Told("credited", event.cents),
    e.TrayCounted: _counted,
    e.DropBoxTaken: lambda _, event: _Told("box_taken", event.cents, detail=f"box {event.slip}"),
    e.DropCounted: _box_counted,
    e.RequestDeclined: lambda _, event: _void_slip(event),
    e.ChipsBought: lambda _, event: _Told("bought", event.cents, event.seat, event.player),
    e.SeatLeft: lambda _, event: _Told("left", event.with_cents, event.seat, event.player),
    e.TokeGiven: _toke_given,
    e.DeckPutInUse: lambda _, event: _of_deck("deck_in_use", f"{event.deck}, {event.back}"),
    e.DeckFlawed: lambda _, event: _of_deck("deck_flawed", f"{event.deck}: {event.flaws}"),
    e.DeckRemoved: lambda _, event: _of_deck("deck_removed", f"{event.deck}: {event.reason}"),
    e.DeckChangeDue: lambda _, event: _of_deck(
        "deck_change_due", f"{event.deck}: {event.hours} hours"
    ),
    e.RecutOrdered: lambda _, event: _Told("recut", detail=event.reason),
    e.ShufflerFailed: lambda _, event: _Told("shuffler_failed"),
    e.ShufflerReplaced: lambda _, event: _Told("shuffler_replaced", detail=event.source),
    e.ShuffledByHandInstead: lambda _, event: _Told("shuffled_by_hand"),
    e.IrregularityReported: _irregularity,
    e.TableHalted: lambda _, event: _Told("halted", detail=event.kind, outcome=event.waits_for),
    e.RulingMade: lambda _, event: _Told("ruled", detail=event.reason, outcome=event.ruling),
    e.RoundVoided: lambda _, event: _Told("void", detail=event.reason),
    e.SettledRoundVoided: _taken_back,
    e.DealerRelieved: lambda _, event: _Told(
        "relieved", detail=event.incoming, dealer=event.outgoing
    ),
    e.LimitsChanged: _limits,
}
ENTRIES: Final = frozenset(
    (
        *(e.CardCorrected, e.DecisionCorrected, e.WagerCorrected),
        *(e.CouponCorrected, e.PayoutCorrected),
        *(e.DealerRevealed, e.HandRevealed, e.CardsRead),
    )
)
TOLD: Final = _TELL.keys() | ENTRIES  # The events that can be happenings.
