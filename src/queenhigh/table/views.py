"""What each viewer may see, in one place: all that leaves the process goes through here.

At a real table a face-down card is seen by the one who holds it, once the dealer lets players look,
and by nobody else: not the dealer, not the floor, not surveillance. The order of the deck and the
nonce of its commitment are nobody's until the round is over.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from ..cards.card import card_text
from ..cards.names import hand_name
from ..house.dollars import dollars
from . import events as e
from .procedure import STEPS, clauses_here
from .roles import role_and_name
from .state import DEALER, STUB, Phase, Table

HIDDEN = "??"


class SeatView(msgspec.Struct):
    seat: int
    player: str
    stack: int
    wagers: dict[str, int]
    tokes: dict[str, int]
    coupons: dict[str, int]
    play: int
    decision: str
    cards: list[str]  # ?? for a back.
    hand: str = ""  # Its name, to those who see it.


class DueView(msgspec.Struct):
    step: str
    role: str
    text: str
    clauses: tuple[str, ...]
    deck: int | None = None
    seat: int | None = None


class TableView(msgspec.Struct):
    table: str
    house: str
    version: int
    phase: Phase
    dealer: str
    round: int
    due: DueView | None
    next_to_decide: int | None
    seats: list[SeatView]
    dealer_cards: list[str]
    dealer_hand: str
    deck: str  # The colour of the back.
    commitment: str
    meter: int | None
    limits: dict[str, str]


class CardsSeen(msgspec.Struct, tag_field="type", tag="cards_seen"):
    """To one viewer alone: the own cards, when they may be looked at."""

    seat: int
    cards: tuple[str, ...]
    hand: str


def sees(table: Table, viewer: str, seat: int) -> bool:
    """Whether a viewer may see the faces of a hand now."""
    if seat in table.round.revealed:
        return True
    role, name = role_and_name(viewer)
    if role != "player" or seat not in table.round.released or seat not in table.seats:
        return False
    return table.seats[seat].player == name and not waits_for_first_hand(table, seat)


def waits_for_first_hand(table: Table, seat: int) -> bool:
    """Where the house says so, a second hand is looked at when the first is decided."""
    if not table.house.options.two_hands_decide_before_second_look:
        return False
    player = table.seats[seat].player
    earlier = [n for n in table.round.positions if n < seat and table.seats[n].player == player]
    return any(table.seats[n].wagers.ante and not table.seats[n].decision for n in earlier)


def view(table: Table, viewer: str) -> TableView:
    house, round_ = table.house, table.round
    return TableView(
        table.name,
        house.key,
        table.version,
        table.phase,
        table.dealer,
        round_.number,
        _due(table),
        table.next_to_decide,
        [_seat(table, viewer, number) for number in sorted(table.seats)],
        _faces(table, viewer, DEALER),
        _named(table, viewer, DEALER),
        table.deck.back if table.decks else "",
        table.deck.commitment if table.decks else "",
        table.meter if house.progressive else None,
        {wager: _limits(table, wager) for wager in house.wagers},
    )


def _limits(table: Table, wager: Any) -> str:
    limit = table.house.limit(wager)
    return f"{dollars(limit.minimum_cents)} to {dollars(limit.maximum_cents)}"


def _due(table: Table) -> DueView | None:
    step = table.due
    if step is None:
        return None
    rule = STEPS[step.name]
    clauses = clauses_here(table, rule.because)
    return DueView(step.name, rule.role, rule.text, clauses, step.deck, step.seat)


def _seat(table: Table, viewer: str, number: int) -> SeatView:
    seat = table.seats[number]
    return SeatView(
        number,
        seat.player,
        table.stack(seat.player),
        _amounts(seat.wagers),
        _amounts(seat.tokes),
        _amounts(seat.coupons),
        seat.play,
        seat.decision,
        _faces(table, viewer, number),
        _named(table, viewer, number),
    )


def _amounts(bets: Any) -> dict[str, int]:
    return {name: cents for name in bets.__struct_fields__ if (cents := getattr(bets, name))}


def _faces(table: Table, viewer: str, seat: int) -> list[str]:
    if seat in {entry.seat for entry in table.round.rack}:
        return []
    cards = table.round.hands.get(seat, ())
    visible = sees(table, viewer, seat)
    return [card_text(card) if visible else HIDDEN for card in cards]


def _named(table: Table, viewer: str, seat: int) -> str:
    cards = table.round.hands.get(seat, ())
    if len(cards) != 3 or not sees(table, viewer, seat):
        return ""
    return hand_name((cards[0], cards[1], cards[2]), table.house.ranking)


Seen = e.AnyEvent | CardsSeen
_E = TypeVar("_E", bound=e.Event)


def seen_by(viewer: str, before: Table, event: e.AnyEvent, after: Table) -> Iterator[Seen]:
    """An event as one viewer sees it. What is to come stays unsaid: it can tell of hidden cards."""
    match event:
        case e.SettlementBegan():
            return
        case e.StepDone():
            yield _but(event, step=msgspec.structs.replace(event.step, move=None))
        case e.DeckShuffled():
            yield _but(event, order=(), nonce="")
        case e.CardsDealt():
            hidden = not sees(after, viewer, event.seat)
            yield _but(event, cards=_backs(event.cards)) if hidden else event
        case e.HandRacked():
            shown = event.seat != STUB and sees(before, viewer, event.seat)
            yield event if shown else _but(event, cards=_backs(event.cards))
        case _:
            yield _but(event, todo=()) if hasattr(event, "todo") else event
    role, name = role_and_name(viewer)
    for seat in sorted(after.round.hands):
        own = role == "player" and seat in after.seats and after.seats[seat].player == name
        if own and sees(after, viewer, seat) and not sees(before, viewer, seat):
            cards = tuple(map(card_text, after.round.hands[seat]))
            yield CardsSeen(seat, cards, _named(after, viewer, seat))


def _backs(cards: tuple[str, ...]) -> tuple[str, ...]:
    return (HIDDEN,) * len(cards)


def _but(event: _E, **changes: Any) -> _E:
    return msgspec.structs.replace(event, **changes)
