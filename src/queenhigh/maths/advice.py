"""Advice on one hand at the table: what playing and folding are worth."""

from ..cards.card import Hand
from ..house.model import House
from ..wagers.document import SeatBets
from .analysis_figures import Advice
from .decisions import choices
from .exact_figure import exact
from .suit_classes import DEALER_HANDS


def advise(house: House, hand: Hand, bets: SeatBets | None = None) -> Advice:
    known = choices(house, bets)
    place = known.deals.kind_number(hand)
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
