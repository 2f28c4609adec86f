"""Cards that are turned up: which they are, and that none of them is known elsewhere."""

import msgspec

from ..cards.card import Card, CardError, card_text, parse_card
from . import commands as c
from . import events as e
from .refusal import TableRefusal
from .state import DEALER, Phase, Table
from .transaction import Transaction

Texts = tuple[str, ...]


def place_name(seat: int) -> str:
    return "the dealer's hand" if seat == DEALER else f"the hand of seat {seat}"


def known_cards(table: Table) -> dict[Card, str]:
    """The cards that everybody at the table knows or the table was told, and where they are."""
    known = {card: place_name(seat) for seat, hand in table.round.hands.items() for card in hand}
    return {**known, **dict.fromkeys(table.round.discards, "the cards that went out of play")}


def cards_shown(now: Transaction, seat: int, given: Texts) -> Texts:
    """The three cards of a hand that is turned up: as entered, as read, or as the table knows."""
    if not now.table.round.backs.get(seat):
        return tuple(map(card_text, now.table.round.hands[seat]))
    read = now.table.round.read.get(seat, ())
    if not given and len(read) == 3:
        if known_cards(now.table).keys() & set(read):
            message = f"A card that was read is known elsewhere: enter {place_name(seat)}."
            raise now.refusal(TableRefusal.CARDS_ELSEWHERE, message)
        return tuple(map(card_text, read))
    return tuple(map(card_text, hand_entered(now, seat, given)))


def hand_entered(now: Transaction, seat: int, given: Texts) -> list[Card]:
    cards = cards_entered(now, given)
    if len(set(cards)) != 3 or len(cards) != 3:
        message = f"Enter the three cards of {place_name(seat)}, each once."
        raise now.refusal(TableRefusal.WRONG_CARDS, message)
    known = known_cards(now.table)
    for card in cards:
        if card in known:
            message = f"{card_text(card)} is in {known[card]}."
            raise now.refusal(TableRefusal.CARDS_ELSEWHERE, message)
    return cards


def cards_entered(now: Transaction, given: Texts) -> list[Card]:
    try:
        return [parse_card(text) for text in given]
    except CardError as error:
        raise now.refusal(TableRefusal.WRONG_CARDS, str(error)) from None


def read_otherwise(now: Transaction, seat: int, shown: Texts) -> Texts | msgspec.UnsetType:
    """What a device had read of a hand, where it is not what is shown."""
    read = tuple(map(card_text, now.table.round.read.get(seat, ())))
    return read if read and set(read) != set(shown) else msgspec.UNSET


# A shoe that reads


def read_cards(now: Transaction, command: c.ReadCards) -> None:
    """Of a place to which real cards are dealt; they stay hidden until the hand is turned up."""
    if not now.table.physical:
        message = "Cards are read where they are real."
        raise now.refusal(TableRefusal.NOT_THIS_KIND, message)
    now.must_be(Phase.DEALING, Phase.DECIDING, Phase.SETTLING)
    place = _next_to_show(now.table) if command.place is None else command.place
    places = (*now.table.round.positions, DEALER)
    if place not in places or place in now.table.round.revealed:
        message = "No closed hand is to be read there."
        raise now.refusal(TableRefusal.NOT_TO_BE_READ, message)
    cards = cards_entered(now, command.cards)
    read = now.table.round.read
    others = {card for hand in read.values() for card in hand} | known_cards(now.table).keys()
    whole = (*read.get(place, ()), *cards)
    if not cards or len(whole) > 3 or len(set(whole)) < len(whole) or others & set(cards):
        message = "A hand has three cards, each once, and none that was read elsewhere."
        raise now.refusal(TableRefusal.WRONG_CARDS, message)
    now.add(e.CardsRead(place=place, cards=tuple(map(card_text, cards))))


def _next_to_show(table: Table) -> int | None:
    """The dealer's hand first, then from the dealer's right; of those that are not read yet."""
    order = (DEALER, *sorted(table.round.positions, reverse=True))
    folded = {number for number in table.round.positions if table.seats[number].folded}
    closed = [n for n in order if n not in table.round.revealed and n not in folded]
    return next((n for n in closed if len(table.round.read.get(n, ())) < 3), None)
