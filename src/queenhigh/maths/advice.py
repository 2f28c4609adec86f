"""One hand at the table: what playing and folding are worth, and what a rule would do."""

from typing import Literal

import msgspec

from ..cards.card import Hand
from ..house.model import House
from ..wagers.document import SeatBets
from .classes import DEALER_HANDS
from .deals import Kind
from .decisions import Choices, choices, rule
from .exact import Exact, exact


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of all bets of the seat together, in units of the ante; cards seen elsewhere left out."""

    play: Exact
    fold: Exact
    best: Literal["play", "fold"]
    multiple: int | None = None  # With which to play, where there are several.


def advise(house: House, hand: Hand, bets: SeatBets | None = None) -> Advice:
    known = choices(house, bets)
    place = _place(known, hand)
    ante = bets.ante if bets else 1
    decision = int(known.best()[place])
    playing = int(known.playing()[place])
    several = len(known.multiples) > 1
    return Advice(
        exact(playing, DEALER_HANDS * known.unit * ante),
        exact(int(known.fold[place]), DEALER_HANDS * known.unit * ante),
        "play" if decision else "fold",
        known.multiples[decision - 1] if decision and several else None,
    )


def plays(house: House, text: str, hand: Hand) -> bool:
    """Whether a player who follows the rule plays this hand; rules as `decisions.rule` has them."""
    if text == "optimal":
        return advise(house, hand).best == "play"
    return rule(house, text)(kind_of(house, hand))


def kind_of(house: House, hand: Hand) -> Kind:
    known = choices(house)
    return known.deals.kinds[_place(known, hand)]


def _place(known: Choices, hand: Hand) -> int:
    return known.deals.kind_number(hand)
