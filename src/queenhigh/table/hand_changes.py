"""Cards that an event moves: between hands, back to the stub, into the rack, face up."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UnsetType

from ..cards.card import parse_cards
from . import events as e
from .layout_changes import cleared_seat
from .state import STUB, Racked, Table, waits_for_first_hand


def with_shown_hand(table: Table, seat: int, cards: e.CardTexts) -> Table:
    """Reveal a hand to everybody; a hand that nobody knew becomes the cards shown."""
    revealed = table.round.revealed | {seat}
    if not table.round.backs.get(seat):
        return table.with_round(revealed=revealed)
    hands = {**table.round.hands, seat: parse_cards(cards)}
    backs = {place: count for place, count in table.round.backs.items() if place != seat}
    return table.with_round(revealed=revealed, hands=hands, backs=backs)


def with_opened_hands(table: Table, hands: Mapping[int, Sequence[str]] | UnsetType) -> Table:
    """Fill in hands that were sealed in the log and so lay face down for its readers."""
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
    rack = tuple(
        msgspec.structs.replace(entry, cards=cards) if entry.seat == event.seat else entry
        for entry in table.round.rack
    )
    changed = table.with_round(hands={**table.round.hands, event.seat: cards}, rack=rack)
    if isinstance(event.qualifies, bool):
        return changed.with_round(qualifies=event.qualifies)
    return changed


def without_third_card(table: Table) -> Table:
    """Return the third card to the top of the stub, also if the stub is already racked."""
    if unseen := table.round.backs.get(0):
        return _back_to_the_stub(table, unseen)
    *held, missing = table.round.hands[0]
    rack = tuple(
        Racked(STUB, (missing, *entry.cards)) if entry.seat == STUB and entry.cards else entry
        for entry in table.round.rack
    )
    hands = {**table.round.hands, 0: tuple(held)}
    return table.with_round(hands=hands, rack=rack, drawn=table.round.drawn - 1)


def _back_to_the_stub(table: Table, unseen: int) -> Table:
    """The same for cards that nobody has seen."""
    rack = tuple(
        msgspec.structs.replace(entry, unseen=entry.unseen + 1) if entry.seat == STUB else entry
        for entry in table.round.rack
    )
    backs = {**table.round.backs, 0: unseen - 1}
    return table.with_round(backs=backs, rack=rack, drawn=table.round.drawn - 1)


def from_the_stub(table: Table, event: e.CardsDealt) -> Table:
    """Take a card dealt after the stub was racked out of the rack."""
    if not any(entry.seat == STUB for entry in table.round.rack):
        return table
    cards, unseen = parse_cards(event.cards), event.count or 0
    rack = tuple(
        Racked(
            STUB,
            tuple(card for card in entry.cards if card not in cards),
            max(0, entry.unseen - unseen),
        )
        if entry.seat == STUB
        else entry
        for entry in table.round.rack
    )
    return table.with_round(rack=rack)


def without_hand(table: Table, seat: int) -> Table:
    """Drop a hand that is voided during the deal: nothing more is dealt to it."""
    todo = tuple(step for step in table.todo if step.seat != seat)
    positions = tuple(number for number in table.round.positions if number != seat)
    seats = {**table.seats, seat: cleared_seat(table.seats[seat])}
    return table.but(todo=todo, seats=seats).with_round(positions=positions)


def hands_looked_at(table: Table) -> frozenset[int]:
    """The hands that players may have looked at; one still waiting for another stays unseen."""
    unseen = {seat for seat in table.seats if waits_for_first_hand(table, seat)}
    return table.round.released - unseen
