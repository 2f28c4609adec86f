"""Hits of a meter with a hidden trigger, round after round. Compiled; it knows no rules.

A uniformly drawn trigger makes chances fall linearly with the meter's age. All ages together
therefore reduce to two sums over the last hits, which advance by a round in a few steps, however
many ages there are.
"""

import numpy as np
from numpy.typing import NDArray

from ..deals.deal_kernel import Int, compiled

Complex = NDArray[np.complex128]


@compiled()
def after_rounds(
    missed: Complex,
    hit: Complex,
    first: tuple[int, float, float],
    later: tuple[int, float, float],
    first_paid: Complex,
    later_paid: Complex,
    kept: NDArray[np.int64],
    turns: Complex,
    growth: Int,
    unit: Int,
    rounds: Int,
) -> Complex:
    """The coefficient of this many rounds for each kept frequency.

    `first` and `later` describe the time to a hit from the start and from the seed: its most
    rounds, the share of the room each round uses, and the share of the last. Their payouts other
    than growth rotate by `first_paid` and `later_paid`: a row for a hit before the last round, and
    one in it.
    """
    found = np.zeros(len(kept), np.complex128)
    ages, step, rest = later
    ages_first, step_first, rest_first = first
    length = min(ages, rounds) + 1  # The last hits that still count.
    hits = np.zeros(length, np.complex128)
    for place in range(len(kept)):
        m, h = missed[place], hit[place]
        of_sum, of_aged = h * (1 + step) + m * step, h * step
        lost = m ** (ages - 1)
        total, aged = 0j, 0j  # Sum of earlier hits, and the same weighted by age.
        alive = 1 + 0j  # No hit so far.
        hits[:] = 0
        for n in range(1, rounds + 1):
            new = later_paid[0, place] * (of_sum * total - of_aged * aged)
            if n > ages:
                new += later_paid[1, place] * rest * (h + m) * lost * hits[(n - ages) % length]
            if n < ages_first:
                left = 1 - (n - 1) * step_first
                new += first_paid[0, place] * alive * (left * h + step_first * m)
            elif n == ages_first:
                new += first_paid[1, place] * alive * rest_first * (h + m)
            hits[n % length] = new
            oldest = 0j
            if n + 1 > ages:
                oldest = lost * hits[(n + 1 - ages) % length]
            aged = new + m * (aged + total) - ages * oldest
            total = new + m * total - oldest
            alive *= m
        sum_of = 0j
        if rounds < ages_first:
            sum_of = alive * (1 - rounds * step_first)
        since = 1 + 0j
        for age in range(min(ages, rounds)):
            at = rounds - age
            grown = (at * growth) // unit
            turned = turns[(kept[place] * (grown % len(turns))) % len(turns)]
            sum_of += (1 - age * step) * since * hits[at % length] * turned
            since *= m
        found[place] = sum_of
    return found
