"""Borderline hands, where play and fold are worth nearly the same: the ones to practise."""

import msgspec

from ...cards.card import parse_hand
from ...extras import need_figures
from ...house.model import House
from ...maths.analysis.analysis_figures import Advice
from ...table.fairness import Chance, shuffled_deck

_NEAR = 0.08  # Largest difference between play and fold, in antes.
_DECKS = 60  # Of 17 hands each.


class BorderHand(msgspec.Struct, frozen=True):
    cards: list[str]
    advice: Advice  # In antes, for a seat that has bet only the ante.


def border_hands(house: House, count: int, chance: Chance) -> list[BorderHand]:
    """Random borderline hands; if a house has no close decisions, the closest that were drawn."""
    need_figures()
    from ...maths.analysis.strategy import advise

    found: list[BorderHand] = []
    for _ in range(_DECKS):
        deck = shuffled_deck(chance)
        hands = (list(deck[first : first + 3]) for first in range(0, 51, 3))
        found += [BorderHand(hand, advise(house, parse_hand(hand))) for hand in hands]
        near = [each for each in found if _distance(each) <= _NEAR]
        if len(near) >= count:
            return near[:count]
    return sorted(found, key=_distance)[:count]


def _distance(hand: BorderHand) -> float:
    return abs(hand.advice.play.value - hand.advice.fold.value)
