"""Counts of pairs of player hands that share no card with the dealer or with each other.

By inclusion and exclusion over common cards, in whole numbers. Compiled; it knows no rules.
"""

import numpy as np
from numpy.typing import NDArray

from .deal_kernel import compiled

Numbers = NDArray[np.int64]


@compiled()
def pair_counts(
    of_hand: Numbers, cards: Numbers, with_pair: Numbers, hands: int, found: Numbers
) -> None:
    """Add, `hands` times, the number of ordered pairs of hands for each two classes.

    `of_hand` is each hand's class, or -1 to leave it out; `with_pair` has the hands that hold each
    two cards. Only entries with the lower class first are filled.
    """
    many = len(found)
    alone, one = np.zeros(many, np.int64), np.zeros((many, 52), np.int64)
    for hand in range(len(of_hand)):
        own = of_hand[hand]
        if own >= 0:
            alone[own] += 1
            for place in range(3):
                one[own, cards[hand, place]] += 1
    met, held = np.empty(many, np.int64), np.zeros(many, np.int64)
    kinds = 0
    for own in range(many):
        if alone[own]:
            met[kinds] = own
            kinds += 1
    for i in range(kinds):
        first = met[i]
        found[first, first] -= hands * alone[first]
        for j in range(i, kinds):
            second = met[j]
            total = alone[first] * alone[second]
            for card in range(52):
                total -= one[first, card] * one[second, card]
            found[first, second] += hands * total
    for pair in range(len(with_pair)):
        kinds = 0
        for place in range(with_pair.shape[1]):
            own = of_hand[with_pair[pair, place]]
            if own >= 0:
                if held[own] == 0:
                    met[kinds] = own
                    kinds += 1
                held[own] += 1
        for i in range(kinds):
            first = met[i]
            of_first = hands * held[first]
            for j in range(i, kinds):
                second = met[j]
                if first <= second:
                    found[first, second] += of_first * held[second]
                else:
                    found[second, first] += of_first * held[second]
        for i in range(kinds):
            held[met[i]] = 0
