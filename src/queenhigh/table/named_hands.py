"""Hands named in requests that others sign: the cards named first are binding."""

from ..cards.card import card_texts, parse_cards
from . import events as e
from .state import DEALER, Table

TURNED_UP = frozenset({"reveal_dealer", "reveal_hand"})  # Steps.


def place_to_name(table: Table, kind: str) -> int | None:
    """The place whose cards a command names: the one of the due step, or of its group."""
    steps = {"confirm": table.todo[:1], "confirm_group": table.todo}.get(kind, ())
    step = next((each for each in steps if each.name in TURNED_UP), None)
    return None if step is None else step.seat or DEALER


def with_named_hand(table: Table, event: e.ApprovalRequested) -> Table:
    """Record the cards; they stay recorded even if the request is taken back."""
    cards, place = event.command.get("cards"), place_to_name(table, event.command["type"])
    if not cards or place is None or place in table.round.named:
        return table
    return table.with_round(named={**table.round.named, place: parse_cards(cards)})


def named_otherwise(table: Table, place: int, shown: e.CardTexts) -> str:
    """The cards first named for a hand, if these differ and no device has read these."""
    cards, first = {*parse_cards(shown)}, table.round.named.get(place, ())
    if not first or cards in ({*first}, {*table.round.read.get(place, ())}):
        return ""
    return " ".join(card_texts(first))
