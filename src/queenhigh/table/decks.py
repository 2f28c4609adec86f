"""The decks: how long they are used, when they are changed, when they are cut again."""

from datetime import datetime, timedelta

from ..house.points import point
from ..house.words import plain_words
from . import commands as c
from . import events as e
from . import procedure
from .fairness import Chance, shuffled_deck
from .refusal import TableRefusal
from .roles import may_act_for
from .rounds import remove_deck
from .state import Deck, Phase, Table
from .transaction import Transaction

RECUT = point("cut.recut")
DECK_AGE = point("deck.age")
DECK_CHANGED = point("deck.change")
CHANGED_BEFORE = timedelta(minutes=10)  # How long before its limit a deck is changed.


def hours_in_use(table: Table) -> int:
    """The house's limit, which may be different for cards dealt by hand."""
    hours = table.house.cards.change.hours
    if isinstance(hours, int):
        return hours
    return hours.hand if procedure.deal_method(table) == "hand" else hours.shoe


def age_from(table: Table, deck: Deck) -> datetime | None:
    """When a deck's hours start; older logs have only the time at which it was put in use."""
    if table.house.cards.change.counted_from == "first_deal":
        return deck.first_dealt
    return deck.opened or deck.in_use_since


def worn_deck(table: Table, at: datetime, margin: timedelta) -> int | None:
    """A deck at or near the end of its hours, if the house wants it changed."""
    if table.house.cards.change.mode not in ("block", "remind"):
        return None
    most = timedelta(hours=hours_in_use(table)) - margin
    for number, deck in enumerate(table.decks):
        since = age_from(table, deck)
        if since is not None and at - since > most:
            return number
    return None


def check_age(now: Transaction) -> None:
    mode, deck = now.house.cards.change.mode, now.table.deck
    since = age_from(now.table, deck)
    if mode not in ("block", "remind") or since is None:
        return
    hours = hours_in_use(now.table)
    if now.at - since < timedelta(hours=hours):
        return
    if mode == "block":
        message = f"The cards have been in use for {hours} hours: change the deck."
        raise now.refusal(TableRefusal.TOO_OLD, message, DECK_AGE)
    if not deck.reminded:
        now.add(
            e.DeckChangeDue(deck=now.table.round.deck, hours=hours, clauses=now.clauses(DECK_AGE))
        )


def system_shuffle(
    chance: Chance, deck: int, at: datetime, *, id: str = "", nonce_bits: int = 128
) -> c.ShuffleDeck:
    """A shuffle by the system, with the nonce that hides its order until the round is over."""
    order = shuffled_deck(chance)
    nonce = f"{chance.getrandbits(nonce_bits):0{nonce_bits // 4}x}"
    return c.ShuffleDeck(by="system", at=at, id=id, deck=deck, order=order, nonce=nonce)


def between_rounds(now: Transaction) -> None:
    now.must_be(Phase.OPENING, Phase.BETTING)
    if now.table.bettors():
        raise now.refusal(TableRefusal.BETS_DOWN, "There are bets on the layout.")


def order_recut(now: Transaction, command: c.OrderRecut) -> None:
    """Order another cut after an improper one, before the first card."""
    now.must_be(Phase.BETTING, Phase.DEALING)
    least = now.house.shuffle.recut_by or "floor"
    if not may_act_for(now.role_of(command.by), least):
        message = f"A recut is ordered by the {plain_words(least)}."
        raise now.refusal(TableRefusal.NOT_YOUR_ROLE, message, RECUT)
    by_hand = now.table.by_hand or now.house.shuffle.method == "hand"
    cut_is_due = any(step.name in ("cut", "shuffle") for step in now.table.todo)
    if now.table.round.drawn or not by_hand or cut_is_due:
        message = "There is no cut to repeat: none was made, or a card is out."
        raise now.refusal(TableRefusal.NOTHING_TO_RECUT, message, RECUT)
    if now.table.round.mixed or now.table.entropy_due:
        message = "Players have added to this shuffle: it can no longer be cut."
        raise now.refusal(TableRefusal.NOTHING_TO_RECUT, message)
    deck = now.table.round.deck
    todo = (*procedure.cut_steps(deck), *now.table.todo)
    clauses = now.clauses(RECUT)
    now.add(e.RecutOrdered(deck=deck, reason=command.reason, todo=todo, clauses=clauses))


def change_deck(now: Transaction, command: c.ChangeDeck) -> None:
    """Change a deck between rounds, not sooner than the house's minimum interval."""
    between_rounds(now)
    if not 0 <= command.deck < len(now.table.decks):
        raise now.refusal(TableRefusal.NO_SUCH_DECK, f"There is no deck {command.deck}.")
    mode, since = now.house.cards.change.mode, age_from(now.table, now.table.decks[command.deck])
    if mode == "minimum_interval" and since is not None and now.role_of(command.by) == "dealer":
        hours = hours_in_use(now.table)
        if now.at - since < timedelta(hours=hours):
            message = f"Decks are not changed more often than every {hours} hours."
            raise now.refusal(TableRefusal.TOO_SOON, message, DECK_CHANGED)
    remove_deck(now, command.deck, command.reason, now.clauses(DECK_CHANGED))
