"""An event as each viewer may see it.

Nobody sees the order of the deck or the nonce of its commitment until the round is over.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from ..cards.card import card_text
from . import events as e
from .counted_cards import counted_cards, is_counted
from .sight import Glimpse, closed_hands, glimpse_of
from .state import DEALER, STUB, Table
from .views import HIDDEN, named


class CardsSeen(msgspec.Struct, tag_field="type", tag="cards_seen"):
    """For one viewer alone: their own cards, once they may look."""

    seat: int
    cards: tuple[str, ...]
    hand: str


Seen = e.AnyEvent | CardsSeen
_OF_A_HAND = (e.CardsDealt, e.HandRacked)
_WITH_CARDS = (*_OF_A_HAND, e.RoundEnded)  # Events with cards that not everybody sees.
_NOBODY: frozenset[int] = frozenset()
_E = TypeVar("_E", bound=e.Event)
_Sealed = TypeVar("_Sealed", e.CardsDealt, e.HandRacked)


def seen_by(viewer: str, before: Table, event: e.AnyEvent, after: Table) -> Iterator[Seen]:
    """An event as one viewer sees it."""
    return glimpsed(glimpse_of(before, after, viewer), before, event, after)


def set_apart(before: Table, event: e.AnyEvent, after: Table) -> frozenset[int]:
    """The seats whose players see this event differently from other players.

    All players see most events alike, whatever cards they hold.
    """
    was, now = before.round, after.round
    if not was.released and not now.released:
        return _NOBODY  # Nobody has looked at a hand.
    same_players = before.seats.keys() == after.seats.keys()
    second_look = before.house.decisions.before_second_look and before.seats is not after.seats
    sights_stay = was.released == now.released and was.revealed == now.revealed and same_players
    if sights_stay and not isinstance(event, _WITH_CARDS) and not second_look:
        return _NOBODY
    closed_then, closed_now = closed_hands(before), closed_hands(after)
    if not same_players:
        return closed_then | closed_now
    looked = (closed_now | now.revealed) - closed_then - was.revealed
    looks = frozenset([seat for seat in looked if now.hands.get(seat)])
    if isinstance(event, _OF_A_HAND) and event.seat in closed_then | closed_now:
        return looks | {event.seat}
    if isinstance(event, e.RoundEnded):
        return looks | {seat for seat in closed_then if is_counted(before, seat)}
    return looks


def glimpsed(glimpse: Glimpse, before: Table, event: e.AnyEvent, after: Table) -> Iterator[Seen]:
    """The event without the upcoming steps, which could reveal hidden cards."""
    was, now, looks = glimpse
    match event:
        case e.SettlementBegan() | e.HandSettled() | e.SettlementCorrected() | e.CardsRead():
            return
        case e.ApprovalRequested() | e.RequestSigned() | e.RequestDeclined() if not now.requests:
            return
        case e.TrayCounted() | e.DropCounted() if not now.requests:
            return
        case e.DropBoxTaken() if not now.tray:
            return
        case e.TrayFilled() | e.TrayCredited() if not now.tray:
            yield type(event)(cents=event.cents, by=event.by, at=event.at, clauses=event.clauses)
        case e.TableOpened() if not now.tray:
            chips = event.chips if event.chips is msgspec.UNSET else ()
            yield _but(event, tray=0, todo=(), chips=chips)
        case e.TableClosed() if not now.tray:
            yield _but(event, tray=0)
        case e.StepDone():
            yield _but(event, step=msgspec.structs.replace(event.step, move=None))
        case e.DeckShuffled():
            yield _but(event, order=(), nonce="", sealed=msgspec.UNSET)
        case e.CardsDealt():
            shown = now.sees(after, event.seat)
            yield _unsealed(event if shown else _but(event, cards=_backs(event.cards)))
        case e.HandRacked():
            shown = event.seat != STUB and was.sees(before, event.seat)
            yield _unsealed(event if shown else _but(event, cards=_backs(event.cards)))
        case e.RoundEnded():
            yield _but(event, hands=msgspec.UNSET, counted=counted_cards(before, was))
        case e.RoundVoided() if event.hands:
            yield _but(event, hands=msgspec.UNSET)
        case e.DealerRevealed():
            yield _but(event, hand=named(after, now, DEALER), read=msgspec.UNSET)
        case e.HandRevealed():
            yield _but(event, hand=named(after, now, event.seat), read=msgspec.UNSET)
        case _:
            yield _but(event, todo=()) if getattr(event, "todo", msgspec.UNSET) else event
    for seat in looks:
        cards = tuple(map(card_text, after.round.hands[seat]))
        yield CardsSeen(seat, cards, named(after, now, seat))


def _unsealed(event: _Sealed) -> _Sealed:
    """Sealed fields stay in the log; viewers never get them."""
    return event if event.sealed is msgspec.UNSET else _but(event, sealed=msgspec.UNSET)


def _backs(cards: tuple[str, ...]) -> tuple[str, ...]:
    return (HIDDEN,) * len(cards)


def _but(event: _E, **changes: object) -> _E:
    return msgspec.structs.replace(event, **changes)
