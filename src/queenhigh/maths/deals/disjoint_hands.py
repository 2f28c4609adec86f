"""Sums over two hands from one deck, by inclusion and exclusion instead of dealing."""

import numpy as np

from .hand_tables import Array, hand_tables, pair_numbers
from .suit_classes import DEALER_HANDS, HANDS

PAIRS = HANDS * DEALER_HANDS  # Ordered pairs of hands without a common card.
_SAFE = 1 << 40  # Bound on the product of two factors: all sums of such products fit 64 bits.
_LIMB = 20


def sum_of_products(first: Array, second: Array) -> int:
    """Sum the products of whole numbers by hand over ordered pairs of disjoint hands."""
    most_first, most_second = _most(first), _most(second)
    if most_first * most_second < _SAFE:
        return _sum_of_products(first, second)
    if most_first < most_second:
        first, second = second, first
    high, low = first >> _LIMB, first & ((1 << _LIMB) - 1)
    return (sum_of_products(high, second) << _LIMB) + sum_of_products(low, second)


def _most(values: Array) -> int:
    return int(np.abs(values).max(initial=0)) + 1


def _sum_of_products(first: Array, second: Array) -> int:
    """Use inclusion and exclusion over one, two and three common cards."""
    one, other = _sums(first), _sums(second)
    common = sum(a * b for a, b in zip(one[0].tolist(), other[0].tolist(), strict=True))
    return (
        int(first.sum()) * int(second.sum())
        - int(common)
        + int((one[1] * other[1]).sum())
        - int((first * second).sum())
    )


def _sums(values: Array) -> tuple[Array, Array]:
    """Sum over the hands that hold each card, and each pair of cards."""
    by_card = sum(np.bincount(column, values, 52) for column in hand_tables().cards.T)
    by_pair = sum(np.bincount(column, values, 52 * 52) for column in pair_numbers())
    # Doubles hold sums of this few whole numbers exactly.
    return np.asarray(by_card).astype(np.int64), np.asarray(by_pair).astype(np.int64)
