"""How rounds begin and end, by the rules or void, and what happens to the deck in between."""

from ..cards.card import card_text
from ..house.citation import cite
from . import events as e
from . import procedure
from .state import Phase
from .unfolding import Unfolding

REBUILT_FROM_THE_RACK = cite("mics-j4")
RESHUFFLED = cite("mics-l3 mics-l1-2 mics-l4 classic-irreg-2 manual-auto-F manual-gen-E")


def begin_round(now: Unfolding, *, after_play: bool) -> None:
    """The next one; the same again where it was prepared and never dealt."""
    undealt = now.table.round.number and not now.table.round.positions
    number = now.table.round.number + (0 if undealt else 1)
    deck = procedure.deck_of_round(now.table, number)
    todo = procedure.preparation(now.table, number, after_play=after_play)
    now.add(e.RoundBegan(number=number, deck=deck, todo=todo))


def end_round(now: Unfolding) -> None:
    now.add(e.RoundEnded(number=now.table.round.number))
    open_shuffle(now)
    begin_round(now, after_play=True)


def void_round(now: Unfolding, reason: str, clauses: tuple[str, ...]) -> None:
    """All hands are void: every stake goes back, and the cards are shuffled anew."""
    number = now.table.round.number
    now.add(e.RoundVoided(number=number, reason=reason, clauses=clauses))
    open_shuffle(now)


def open_shuffle(now: Unfolding) -> None:
    """What was committed to, for everybody to check."""
    deck = now.table.deck
    if deck.commitment:
        now.add(
            e.ShuffleOpened(
                deck=now.table.round.deck,
                commitment=deck.commitment,
                order=tuple(map(card_text, deck.shuffled)),
                nonce=deck.nonce,
            )
        )


def remove_deck(now: Unfolding, deck: int, reason: str) -> None:
    """Off the table; the one in its place goes through the whole opening."""
    opening = now.table.phase is Phase.OPENING
    rest = [step for step in now.table.todo if step.deck not in (None, deck)] if opening else []
    todo = (*procedure.opening(now.house, [deck]), *rest)
    now.add(e.DeckRemoved(deck=deck, reason=reason, todo=todo))


def rack(now: Unfolding, seat: int) -> None:
    texts = tuple(map(card_text, now.table.round.hands[seat]))
    clauses = now.clauses(REBUILT_FROM_THE_RACK)
    now.add(e.HandRacked(seat=seat, cards=texts, clauses=clauses))
