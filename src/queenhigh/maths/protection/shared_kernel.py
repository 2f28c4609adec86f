"""What sets of known cards add to one kind of hand, compiled.

By inclusion and exclusion over the known cards: all dealer hands, minus those with one of them,
plus those with two, minus those with three. It knows no rules of the game; those come in as tables.
"""

import numpy as np
from numpy.typing import NDArray

from ..deals.deal_kernel import compiled

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


@compiled()
def gains(
    totals: Floats, by_hand: Floats, cards: Numbers, first_third: Numbers, found: Floats
) -> None:
    """Find, by sample, the largest gain of another choice over the blind decision; at least 0.

    `totals` and `by_hand` give, by choice, its gain over all dealer hands and against each of them.
    Each row of `cards` is ascending. A hand's number is `first_third` of its two lower cards plus
    its highest card.
    """
    choices, samples, known = len(totals), len(cards), cards.shape[1]
    one, two = np.zeros(52), np.zeros((52, 52))
    for choice in range(choices):
        one[:], two[:] = 0.0, 0.0
        worth = by_hand[choice]
        for a in range(50):
            for b in range(a + 1, 51):
                first = first_third[a, b]
                for c in range(b + 1, 52):
                    value = worth[first + c]
                    if value != 0.0:
                        one[a] += value
                        one[b] += value
                        one[c] += value
                        two[a, b] += value
                        two[a, c] += value
                        two[b, c] += value
        for sample in range(samples):
            left = totals[choice]
            for i in range(known):
                a = cards[sample, i]
                left -= one[a]
                for j in range(i + 1, known):
                    b = cards[sample, j]
                    left += two[a, b]
                    first = first_third[a, b]
                    for k in range(j + 1, known):
                        left -= worth[first + cards[sample, k]]
            found[sample] = max(found[sample], left)
