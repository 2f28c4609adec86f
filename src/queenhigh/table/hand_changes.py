"""Cards that an event moves: between hands, back to the stub, into the rack, face up."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import UnsetType
from msgspec.structs import replace

from ..cards.card import parse_cards
from . import events as e
from .layout_changes import cleared_seat
from .state import STUB, Racked, Table, waits_for_first_hand


def with_shown_hand(table: Table, seat: int, cards: e.CardTexts) -> Table:
    """Reveal a hand to everybody; an unknown hand becomes the cards shown."""
    revealed = table.round.revealed | {seat}
    if not table.round.backs.get(seat):
        return table.with_round(revealed=revealed)
    hands = {**table.round.hands, seat: parse_cards(cards)}
    backs = {place: count for place, count in table.round.backs.items() if place != seat}
    return table.with_round(revealed=revealed, hands=hands, backs=backs)


def with_opened_hands(table: Table, hands: Mapping[int, Sequence[str]] | UnsetType) -> Table:
    """Fill in hands that the log had sealed, so they lay face down for its readers."""
    backs = table.round.backs
    known = {seat: parse_cards(cards) for seat, cards in (hands or {}).items() if backs.get(seat)}
    if not known:
        return table
    rack = tuple(
        Racked(entry.seat, known[entry.seat]) if entry.seat in known else entry
        for entry in table.round.rack
    )
    backs = {seat: count for seat, count in backs.items() if seat not in known}
    return table.with_round(hands={**table.round.hands, **known}, backs=backs, rack=rack)


def with_corrected_hand(table: Table, event: e.CardCorrected) -> Table:
    cards = parse_cards(event.cards)
    rack = _rack_with(table, event.seat, lambda entry: replace(entry, cards=cards))
    changed = table.with_round(hands={**table.round.hands, event.seat: cards}, rack=rack)
    if isinstance(event.qualifies, bool):
        return changed.with_round(qualifies=event.qualifies)
    return changed


def without_third_card(table: Table) -> Table:
    """Return the third card to the top of the stub, even if the stub is already racked."""
    if unseen := table.round.backs.get(0):
        return _back_to_the_stub(table, unseen)
    *held, missing = table.round.hands[0]
    rack = _rack_with(
        table,
        STUB,
        lambda stub: Racked(STUB, (missing, *stub.cards)) if stub.cards else stub,
    )
    hands = {**table.round.hands, 0: tuple(held)}
    return table.with_round(hands=hands, rack=rack, drawn=table.round.drawn - 1)


def _back_to_the_stub(table: Table, unseen: int) -> Table:
    """The same for cards that nobody has seen."""
    rack = _rack_with(table, STUB, lambda stub: replace(stub, unseen=stub.unseen + 1))
    backs = {**table.round.backs, 0: unseen - 1}
    return table.with_round(backs=backs, rack=rack, drawn=table.round.drawn - 1)


def from_the_stub(table: Table, dealt: e.CardsDealt) -> Table:
    """Take out of the rack a card that is dealt after the stub was racked."""
    if not any(entry.seat == STUB for entry in table.round.rack):
        return table
    cards, unseen = parse_cards(dealt.cards), dealt.count or 0

    def without_them(stub: Racked) -> Racked:
        left = tuple(card for card in stub.cards if card not in cards)
        return Racked(STUB, left, max(0, stub.unseen - unseen))

    return table.with_round(rack=_rack_with(table, STUB, without_them))


def _rack_with(table: Table, seat: int, change: Callable[[Racked], Racked]) -> tuple[Racked, ...]:
    """The rack, with what came from one place changed."""
    return tuple(change(entry) if entry.seat == seat else entry for entry in table.round.rack)


def without_hand(table: Table, seat: int) -> Table:
    """Drop a hand that is voided during the deal: nothing more is dealt to it."""
    todo = tuple(step for step in table.todo if step.seat != seat)
    positions = tuple(number for number in table.round.positions if number != seat)
    seats = {**table.seats, seat: cleared_seat(table.seats[seat])}
    return table.but(todo=todo, seats=seats).with_round(positions=positions)


def hands_looked_at(table: Table) -> frozenset[int]:
    """The hands that players may have looked at; a hand that waits for another one is unseen."""
    unseen = {seat for seat in table.seats if waits_for_first_hand(table, seat)}
    return table.round.released - unseen
