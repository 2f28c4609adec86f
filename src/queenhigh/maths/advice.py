"""One hand at the table: what playing and folding are worth, and what a rule would do."""

from typing import Literal

import msgspec

from ..cards.card import Hand, rank_of, suit_of
from ..house.model import House
from ..wagers.document import SeatBets
from .classes import DEALER_HANDS, HandClass
from .counting import Counted, dealer_hands
from .decisions import ONE_ANTE, rule, worths
from .exact import Exact, exact


class Advice(msgspec.Struct, frozen=True):
    """Of all bets of the seat together, in units of the ante; cards seen elsewhere left out."""

    play: Exact
    fold: Exact
    best: Literal["play", "fold"]


def advise(house: House, hand: Hand, bets: SeatBets = ONE_ANTE) -> Advice:
    """A 6 card bonus and a jackpot are left out: neither depends on the decision, or only gains."""
    against = _against(house, hand)
    worth = worths(house, bets)[against.category]
    playing, folding = worth.of_playing(against), worth.fold * DEALER_HANDS
    ante = bets.wagers.ante
    best: Literal["play", "fold"] = "play" if playing > folding else "fold"
    return Advice(exact(playing, DEALER_HANDS * ante), exact(worth.fold, ante), best)


def plays(house: House, text: str, hand: Hand) -> bool:
    """Whether a player who follows the rule plays this hand; rules as `decisions.rule` has them."""
    if text == "optimal":
        return advise(house, hand).best == "play"
    return rule(house, text)(_against(house, hand))


def _against(house: House, hand: Hand) -> Counted:
    dealer = dealer_hands(house)
    first, second, third = sorted(map(rank_of, hand), reverse=True)
    alone = HandClass((first, second, third), hand, 1, len(set(map(suit_of, hand))) == 1)
    category = house.ranking.category(hand)
    return Counted(alone, category, dealer.place(hand), *dealer.against(hand))
