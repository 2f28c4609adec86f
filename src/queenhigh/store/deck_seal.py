"""Deck orders of open rounds, sealed: whoever reads the database does not know the next card.

What lands is the shuffle with its commitment, and order and nonce as one sealed text. When the
round is over both are opened in the log, so a replay or an audit of what is over needs no key.
Only the service that deals the round needs it.
"""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import UNSET

from ..floor.keyring import KeyRing, Purpose, SealBroken, keyring_from
from ..table.commands import ShuffleDeck
from ..table.events import AnyEvent, DeckShuffled
from ..table.fairness import commitment

DECKS: Final = Purpose("queenhigh deck key", "decks", "QUEENHIGH_DECK_KEY")


class _Secret(msgspec.Struct, frozen=True):
    order: tuple[str, ...]
    nonce: str


class DeckSealer:
    def __init__(self, keys: KeyRing) -> None:
        self._keys = keys

    def sealed(self, table: str, event: AnyEvent) -> AnyEvent:
        """The event as it goes into the log."""
        if not isinstance(event, DeckShuffled) or not event.order:
            return event
        secret = msgspec.json.encode(_Secret(event.order, event.nonce))
        hidden = self._keys.seal(_place(table, event), secret)
        return msgspec.structs.replace(event, order=(), nonce="", sealed=b64encode(hidden).decode())

    def opened(self, table: str, event: AnyEvent) -> AnyEvent:
        """The event as it happened. Raises SealBroken."""
        if not isinstance(event, DeckShuffled) or not isinstance(event.sealed, str):
            return event
        try:
            written = self._keys.open(_place(table, event), b64decode(event.sealed))
        except SealBroken as broken:
            raise SealBroken(
                f"the order of deck {event.deck + 1} cannot be read: {broken}"
            ) from None
        secret = msgspec.json.decode(written, type=_Secret)
        return msgspec.structs.replace(event, order=secret.order, nonce=secret.nonce, sealed=UNSET)


def deck_sealer_from(environment: Mapping[str, str]) -> DeckSealer | None:
    keys = keyring_from(environment, DECKS)
    return DeckSealer(keys) if keys else None


def without_secret(command: ShuffleDeck) -> dict[str, object]:
    """What is kept of a shuffle instead of its order and nonce: that it is committed to."""
    if not command.order:
        return {}
    committed = commitment(command.order, command.nonce)
    return {"order": [], "nonce": "", "commitment": committed}


def _place(table: str, event: DeckShuffled) -> str:
    """The commitment ties a seal to its own shuffle."""
    return f"{table} {event.deck} {event.commitment}"
