"""Sealing of deck orders and closed hands: reading the database reveals only face-up cards.

The log gets the shuffle with its commitment, and order and nonce as one sealed text; cards dealt or
put away face down are logged as a count and a sealed text. At the end of the round all of this is
opened in the log, so only the service that deals the round needs the key: replays and audits of
finished rounds do not.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ..cards.card import card_text
from ..floor.keyring import KeyRing, Purpose, SealBroken, keyring_from
from ..table import events as e
from ..table.commands import ShuffleDeck
from ..table.fairness import commitment
from ..table.state import DEALER, Table

DECKS: Final = Purpose("queenhigh deck key", "decks", "QUEENHIGH_DECK_KEY")


class _Secret(msgspec.Struct, frozen=True):
    order: tuple[str, ...]
    nonce: str


_Cards = e.CardsDealt | e.HandRacked
_Over = e.RoundEnded | e.RoundVoided


class DeckSealer:
    def __init__(self, keys: KeyRing) -> None:
        self._keys = keys

    def sealed(self, before: Table, name: str, event: e.AnyEvent) -> e.AnyEvent:
        """The event as logged; `before` is the table state before the event."""
        match event:
            case e.DeckShuffled() if event.order:
                secret = msgspec.json.encode(_Secret(event.order, event.nonce))
                hidden = self._hidden(_of_shuffle(name, event), secret)
                return replace(event, order=(), nonce="", sealed=hidden)
            case e.CardsDealt() | e.HandRacked() if event.cards and _is_closed(before, event.seat):
                written = msgspec.json.encode(event.cards)
                hidden = self._hidden(_of_cards(name, event), written)
                return replace(event, cards=(), count=len(event.cards), sealed=hidden)
            case e.RoundEnded() | e.RoundVoided() if hands := _sealed_hands(before):
                return replace(event, hands=hands)
            case _:
                return event

    def opened(self, name: str, event: e.AnyEvent) -> e.AnyEvent:
        """The event as it happened. Raises SealBroken."""
        match event:
            case e.DeckShuffled(sealed=str(sealed)):
                what = f"the order of deck {event.deck + 1}"
                written = self._told(_of_shuffle(name, event), sealed, what)
                secret = msgspec.json.decode(written, type=_Secret)
                return replace(event, order=secret.order, nonce=secret.nonce, sealed=UNSET)
            case e.CardsDealt(sealed=str(sealed)) | e.HandRacked(sealed=str(sealed)):
                what = f"a hand of seat {event.seat}"
                written = self._told(_of_cards(name, event), sealed, what)
                return _with_cards(event, msgspec.json.decode(written, type=e.CardTexts))
            case e.RoundEnded() | e.RoundVoided():
                return _as_decided(event)
            case _:
                return event

    def _hidden(self, place: str, written: bytes) -> str:
        return b64encode(self._keys.seal(place, written)).decode()

    def _told(self, place: str, sealed: str, what: str) -> bytes:
        try:
            return self._keys.open(place, b64decode(sealed))
        except SealBroken as broken:
            raise SealBroken(f"{what} cannot be read: {broken}") from None


def with_hands(events: Iterable[e.AnyEvent]) -> list[e.AnyEvent]:
    """Events of finished rounds as they happened: seals are opened at the end of a round.

    Needs no key. The stub stays a count of cards, since the order of the whole deck is opened too.
    """
    told: list[e.AnyEvent] = []
    dealt: list[int] = []  # Indexes of sealed cards, and of one taken back.
    for event in events:
        told.append(event)
        match event:
            case e.RoundBegan():
                dealt = []
            case e.CardsDealt(sealed=str()) | e.HandRacked(sealed=str()) | e.ThirdCardMissing():
                dealt.append(len(told) - 1)
            case e.RoundEnded(hands=dict(hands)) | e.RoundVoided(hands=dict(hands)):
                told[-1] = _as_decided(event)
                _tell_hands(told, dealt, hands)
            case _:
                pass
    return told


def _tell_hands(told: list[e.AnyEvent], dealt: list[int], hands: Mapping[int, e.CardTexts]) -> None:
    taken: dict[int, int] = {}
    for place in dealt:
        event = told[place]
        if isinstance(event, e.ThirdCardMissing):
            taken[DEALER] = taken.get(DEALER, 0) - 1
        elif isinstance(event, e.CardsDealt) and event.seat in hands:
            start = taken.get(event.seat, 0)
            taken[event.seat] = start + (event.count or 0)
            told[place] = _with_cards(event, hands[event.seat][start : taken[event.seat]])
        elif isinstance(event, e.HandRacked) and event.seat in hands:
            told[place] = _with_cards(event, hands[event.seat])


def _is_closed(before: Table, seat: int) -> bool:
    """Whether the seat's cards are from an unopened shuffle and have not been shown."""
    return bool(before.deck.commitment) and seat not in before.round.revealed


def _sealed_hands(before: Table) -> dict[int, e.CardTexts]:
    hands = sorted(before.round.hands.items()) if before.decks and before.deck.commitment else ()
    return {seat: tuple(map(card_text, cards)) for seat, cards in hands}


def _with_cards(event: _Cards, cards: e.CardTexts) -> _Cards:
    return replace(event, cards=cards, count=UNSET, sealed=UNSET)


def _as_decided(event: _Over) -> _Over:
    return replace(event, hands=UNSET)


def deck_sealer_from(environment: Mapping[str, str]) -> DeckSealer | None:
    keys = keyring_from(environment, DECKS)
    return DeckSealer(keys) if keys else None


def without_secret(command: ShuffleDeck) -> dict[str, object]:
    """A shuffle command as it is kept: with the commitment instead of order and nonce."""
    if not command.order:
        return {}
    committed = commitment(command.order, command.nonce)
    return {"order": [], "nonce": "", "commitment": committed}


def _of_shuffle(table: str, event: e.DeckShuffled) -> str:
    """Tie the seal to its shuffle by the commitment."""
    return f"{table} {event.deck} {event.commitment}"


def _of_cards(table: str, event: _Cards) -> str:
    """Tie the seal to its moment at the table."""
    return f"{table} {type(event).__name__} {event.seat} {event.at.isoformat()}"
