"""How rounds begin and end, normally or void, and what happens to the deck in between."""

import msgspec
from msgspec import UNSET, UnsetType

from ..cards.card import card_texts
from ..house.points import point
from . import events as e
from . import procedure
from .approvals import end_requests_of_round
from .state import Phase
from .transaction import Transaction

REBUILT_FROM_THE_RACK = point("cards.racked")


def begin_round(now: Transaction, *, after_play: bool, after_void: bool = False) -> None:
    """Begin the next round, or the same one if it was prepared but never dealt.

    After a void round, the decks keep alternating or the same one is reshuffled, as the house says.
    A house that keeps one deck in the rack, with no machine to take the used deck, shuffles the
    used one again.
    """
    undealt = now.table.round.number and not now.table.round.over
    number = now.table.round.number + (0 if undealt else 1)
    deck, cards = procedure.deck_of_round(now.table, number), now.house.cards
    ready = now.table.but(by_hand=False) if now.table.shuffler_works else now.table
    in_the_rack = after_play and cards.one_deck_in_rack and procedure.shuffles_by_hand(ready)
    if in_the_rack or (after_void and cards.after_void == "same"):
        deck = now.table.round.deck
    todo = procedure.preparation(ready, number, after_play=after_play, deck=deck)
    now.add(e.RoundBegan(number=number, deck=deck, todo=todo))


def end_round(now: Transaction) -> None:
    now.add(e.RoundEnded(number=now.table.round.number))
    end_requests_of_round(now)
    open_shuffle(now)
    begin_round(now, after_play=True)


def void_round(now: Transaction, reason: str, clauses: tuple[str, ...]) -> None:
    """Void all hands: every stake is returned, and the cards are shuffled again."""
    number = now.table.round.number
    now.add(e.RoundVoided(number=number, reason=reason, clauses=clauses))
    end_requests_of_round(now)
    open_shuffle(now)


def open_shuffle(now: Transaction, number: int | None = None) -> None:
    """Reveal the committed shuffle for everybody to check, whether it was dealt or not."""
    number = now.table.round.deck if number is None else number
    deck = now.table.decks[number]
    if deck.commitment:
        now.add(
            e.ShuffleOpened(
                deck=number,
                commitment=deck.commitment,
                order=card_texts(deck.shuffled),
                nonce=deck.nonce,
            )
        )


def remove_deck(
    now: Transaction,
    deck: int,
    reason: str,
    clauses: tuple[str, ...] = (),
    counted: int | UnsetType = UNSET,
) -> None:
    """Remove a deck; its replacement goes through the whole opening."""
    open_shuffle(now, deck)
    opening = now.table.phase is Phase.OPENING
    rest = [step for step in now.table.todo if step.deck not in (None, deck)] if opening else []
    todo = (*procedure.opening(now.house, [deck]), *rest)
    removed = e.DeckRemoved(deck=deck, reason=reason, todo=todo, counted=counted, clauses=clauses)
    now.add(removed)


def rack(now: Transaction, seat: int) -> None:
    texts = card_texts(now.table.round.hands[seat])
    unseen = now.table.round.backs.get(seat) or msgspec.UNSET
    clauses = now.clauses(REBUILT_FROM_THE_RACK)
    now.add(e.HandRacked(seat=seat, cards=texts, count=unseen, clauses=clauses))
