"""Cards that are turned up: which ones they are, and checks that none is known elsewhere."""

from collections.abc import Iterable

import msgspec

from ..cards.card import Card, CardError, card_text, card_texts, parse_cards
from . import commands as c
from . import events as e
from .refusal import TableRefusal
from .state import DEALER, Phase, Table
from .transaction import Transaction

Texts = tuple[str, ...]


def place_name(seat: int) -> str:
    return "the dealer's hand" if seat == DEALER else f"the hand of seat {seat}"


def known_cards(table: Table) -> dict[Card, str]:
    """The cards that everybody knows or that were entered, and where they are."""
    known = {card: place_name(seat) for seat, hand in table.round.hands.items() for card in hand}
    return {**known, **dict.fromkeys(table.round.discards, "the cards that went out of play")}


def cards_shown(now: Transaction, seat: int, given: Texts) -> Texts:
    """The three cards of a hand turned up: as entered, as read, or as the table knows them."""
    if not now.table.round.backs.get(seat):
        return card_texts(now.table.round.hands[seat])
    if not given and (conflict := reading_conflict(now.table, seat)):
        raise now.refusal(TableRefusal.CARDS_ELSEWHERE, conflict)
    if not given and is_read(now.table, seat):
        return card_texts(now.table.round.read[seat])
    return card_texts(hand_entered(now, seat, given))


def hand_entered(now: Transaction, seat: int, given: Texts) -> tuple[Card, ...]:
    cards = cards_entered(now, given)
    if len(set(cards)) != 3 or len(cards) != 3:
        message = f"Enter the three cards of {place_name(seat)}, each once."
        raise now.refusal(TableRefusal.WRONG_CARDS, message)
    must_be_unknown(now, cards)
    return cards


def must_be_unknown(now: Transaction, cards: Iterable[Card]) -> None:
    known = known_cards(now.table)
    for card in cards:
        if card in known:
            message = f"{card_text(card)} is in {known[card]}."
            raise now.refusal(TableRefusal.CARDS_ELSEWHERE, message)


def cards_entered(now: Transaction, given: Texts) -> tuple[Card, ...]:
    try:
        return parse_cards(given)
    except CardError as error:
        raise now.refusal(TableRefusal.WRONG_CARDS, str(error)) from None


# What a device has read


def is_read(table: Table, seat: int) -> bool:
    """Whether a hand can be turned up as read: complete, and no card known elsewhere."""
    read = table.round.read.get(seat, ())
    return len(read) == 3 and not known_cards(table).keys() & set(read)


def reading_conflict(table: Table, seat: int) -> str:
    """Why a hand must be entered although a device has read it: a card of it is known elsewhere."""
    known = known_cards(table)
    for card in table.round.read.get(seat, ()):
        if card in known:
            read = f"{card_text(card)} was read there, and is in {known[card]}"
            return f"Enter {place_name(seat)}: {read}."
    return ""


def read_otherwise(now: Transaction, seat: int, shown: Texts) -> Texts | msgspec.UnsetType:
    """What a device had read of a hand, if one of those cards is not shown."""
    read = card_texts(now.table.round.read.get(seat, ()))
    return msgspec.UNSET if set(read) <= set(shown) else read


def contradicts_reading(table: Table, seat: int, shown: Texts) -> bool:
    """Whether the entry lacks a card read there, or has one read elsewhere."""
    for place, read in table.round.read.items():
        if place not in table.round.revealed:
            there = {*card_texts(read)}
            if not there <= set(shown) if place == seat else there & set(shown):
                return True
    return False


def read_cards(now: Transaction, command: c.ReadCards) -> None:
    """Record cards read at a place; they stay hidden until the hand is turned up.

    A reading that comes after the entry is kept beside it, whether or not they agree.
    """
    if not now.table.physical:
        message = "Devices read cards only at physical tables."
        raise now.refusal(TableRefusal.NOT_THIS_KIND, message)
    now.must_be(Phase.DEALING, Phase.DECIDING, Phase.SETTLING)
    place = _next_to_show(now.table) if command.place is None else command.place
    places = (*now.table.round.positions, DEALER)
    if place not in places:
        message = "There is no hand to read there."
        raise now.refusal(TableRefusal.NOT_TO_BE_READ, message)
    cards = cards_entered(now, command.cards)
    read = now.table.round.read
    others = {card for hand in read.values() for card in hand} | set(now.table.round.discards)
    whole = (*read.get(place, ()), *cards)
    if not cards or len(whole) > 3 or len(set(whole)) < len(whole) or others & set(cards):
        message = "A hand has three cards, each once; none may have been read elsewhere."
        raise now.refusal(TableRefusal.WRONG_CARDS, message)
    now.add(e.CardsRead(place=place, cards=card_texts(cards)))


def contradiction_of_entry(table: Table, reading: e.CardsRead) -> str:
    """How a reading differs from what was entered, if it does.

    For a closed hand, only the card that is known elsewhere is named.
    """
    place, read = reading.place, " ".join(reading.cards)
    for seat in sorted(table.round.revealed):
        entered = card_texts(table.round.hands[seat])
        if seat == place and not {*reading.cards} <= {*entered}:
            return f"Read in {place_name(place)}: {read} (entered: {' '.join(entered)})"
        if seat != place and (both := [card for card in reading.cards if card in entered]):
            return f"Read in {place_name(place)}: {both[0]} (entered in {place_name(seat)})"
    return ""


def _next_to_show(table: Table) -> int | None:
    """The next closed hand not read yet: the dealer's first, then from the dealer's right."""
    order = (DEALER, *sorted(table.round.positions, reverse=True))
    folded = {number for number in table.round.positions if table.seats[number].folded}
    closed = [n for n in order if n not in table.round.revealed and n not in folded]
    return next((n for n in closed if len(table.round.read.get(n, ())) < 3), None)
