"""Two player hands that share no card with the dealer or with each other: sums and counts.

By inclusion and exclusion over common cards, in whole numbers. Compiled; it knows no rule.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .deal_kernel import compiled

Numbers = NDArray[np.int64]


@compiled()
def products(
    values: Numbers, place: Numbers, cards: Numbers, held: Numbers, without: int, found: Numbers
) -> Any:
    """Over ordered pairs of hands, of what one bet has in the first and another in the second.

    `values` are by bet and place, `place` is each hand's; hands that hold a card of `without` are
    left out. The last row of `found` has the sums over single hands. Numbers may pass what 64 bits
    hold on the way, as long as the results do not: the answer is the largest sum of squares.
    """
    bets = len(values)
    squares = np.zeros(bets)
    one, two = np.zeros((bets, 52), np.int64), np.zeros((bets, 52 * 52), np.int64)
    for hand in range(len(place)):
        if held[hand] & without:
            continue
        at, a, b, c = place[hand], cards[hand, 0], cards[hand, 1], cards[hand, 2]
        for bet in range(bets):
            value = values[bet, at]
            found[bets, bet] += value
            squares[bet] += float(value) * float(value)
            one[bet, a] += value
            one[bet, b] += value
            one[bet, c] += value
            two[bet, a * 52 + b] += value
            two[bet, a * 52 + c] += value
            two[bet, b * 52 + c] += value
            for other in range(bet + 1):
                found[bet, other] -= value * values[other, at]
    for bet in range(bets):
        for other in range(bet + 1):
            total = found[bets, bet] * found[bets, other]
            for card in range(52):
                total -= one[bet, card] * one[other, card]
            for pair in range(52 * 52):
                total += two[bet, pair] * two[other, pair]
            found[bet, other] += total
            found[other, bet] = found[bet, other]
    return squares.max()


@compiled()
def pair_counts(
    of_hand: Numbers, cards: Numbers, with_pair: Numbers, hands: int, found: Numbers
) -> Any:
    """Adds, `hands` times, how many ordered pairs of hands are of each two classes.

    `of_hand` is each hand's class, -1 leaves it out; `with_pair` has the hands that hold each two
    cards. Of two classes only the entry with the lower one first is filled.
    """
    many = len(found)
    alone, one = np.zeros(many, np.int64), np.zeros((52, many), np.int64)
    for hand in range(len(of_hand)):
        own = of_hand[hand]
        if own >= 0:
            alone[own] += 1
            for place in range(3):
                one[cards[hand, place], own] += 1
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
                total -= one[card, first] * one[card, second]
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
            for j in range(kinds):
                if met[j] >= first:
                    found[first, met[j]] += hands * held[first] * held[met[j]]
        for i in range(kinds):
            held[met[i]] = 0
