"""Six cards by their ranks, and by the ranks of a suit with five or six of them.

Six cards depend on their suits only through flushes and colours. So the 18,395 ways to have six
ranks are evaluated once, and the 1,287 and 1,716 ways to have five and six cards of one suit.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np

from ...cards.best_of_six import SixCardCategory
from .hand_tables import RANK_SETS, Array, Bools

Ranks = tuple[int, ...]  # Ascending, 0 for the deuce.

FIVES: tuple[Ranks, ...] = tuple(
    ranks for ranks in combinations_with_replacement(range(13), 5) if ranks[0] != ranks[4]
)
SIXES: tuple[Ranks, ...] = tuple(
    ranks
    for ranks in combinations_with_replacement(range(13), 6)
    if ranks[0] != ranks[4] and ranks[1] != ranks[5]
)
FIVE_OF_A_SUIT: tuple[Ranks, ...] = tuple(combinations(range(13), 5))
SIX_OF_A_SUIT: tuple[Ranks, ...] = tuple(combinations(range(13), 6))

_WHEEL: Ranks = (0, 1, 2, 3, 12)
_LOW_SIX: Ranks = (0, 1, 2, 3, 4, 12)
_ROYAL: Ranks = (8, 9, 10, 11, 12)
# By how often each rank occurs, most often first. One or two pairs count as nothing.
_BY_REPEATS = {
    (4, 1): SixCardCategory.FOUR_OF_A_KIND,
    (3, 2): SixCardCategory.FULL_HOUSE,
    (3, 1, 1): SixCardCategory.THREE_OF_A_KIND,
}

_five_number = {ranks: number for number, ranks in enumerate(FIVES)}
_six_number = {ranks: number for number, ranks in enumerate(SIXES)}


def five_number(ranks: Ranks) -> int:
    return _five_number[tuple(sorted(ranks))]


def six_number(ranks: Ranks) -> int:
    return _six_number[tuple(sorted(ranks))]


class SixRanks(NamedTuple):
    """An entry for each of SIXES: everything that does not depend on suits."""

    category: Array  # Of the best five, numbered as in `SixCardCategory`.
    best: Array  # The best five, by their place in FIVES.
    spare: Array  # Bit r: a card of rank r can be left out without loss.
    straight: Bools  # All six in sequence.


class SuitedRanks(NamedTuple):
    """An entry for each of FIVE_OF_A_SUIT or SIX_OF_A_SUIT."""

    category: Array
    best: Array
    straight: Bools  # All six in sequence; never true of five.


@cache
def six_ranks(*, wheel: bool) -> SixRanks:
    strength = [_strength(five, wheel=wheel) for five in FIVES]
    by_strength = np.array(sorted(range(len(FIVES)), key=strength.__getitem__), np.int64)
    place = np.argsort(by_strength)  # No two of FIVES are equally strong.
    sixes = np.array(SIXES, np.int64)
    left = np.stack([_places(np.delete(sixes, out, axis=1), FIVES) for out in range(6)])
    out = np.where(left < 0, -1, place[left]).argmax(axis=0)
    every = np.arange(len(sixes))
    best = left[out, every]
    return SixRanks(
        np.array([category for category, _, _ in strength], np.int64)[best],
        best,
        np.int64(1) << sixes[every, out],
        _in_a_row(sixes, wheel=wheel),
    )


@cache
def suited_ranks(cards: int, *, wheel: bool) -> SuitedRanks:
    sets = FIVE_OF_A_SUIT if cards == 5 else SIX_OF_A_SUIT
    category, best = [], []
    for ranks in sets:
        highest = max(
            combinations(ranks, 5), key=lambda five: (_run_top(five, wheel=wheel), five[::-1])
        )
        top = _run_top(highest, wheel=wheel)
        if highest == _ROYAL:
            category.append(SixCardCategory.ROYAL_FLUSH)
        else:
            category.append(SixCardCategory.STRAIGHT_FLUSH if top else SixCardCategory.FLUSH)
        best.append(_five_number[highest])
    straight = _in_a_row(np.array(sets, np.int64), wheel=wheel)
    return SuitedRanks(np.array(category, np.int64), np.array(best, np.int64), straight)


@cache
def number_of_sets() -> Array:
    """Return, by two of RANK_SETS, the place in SIXES; -1 if a rank would occur five times."""
    sets = np.array(RANK_SETS, np.int64)
    shape = (len(sets), len(sets), 3)
    both = np.concatenate(
        [np.broadcast_to(sets[:, None], shape), np.broadcast_to(sets, shape)], axis=2
    )
    return _places(np.sort(both, axis=2), SIXES)


def _places(ranks: Array, among: tuple[Ranks, ...]) -> Array:
    """The places of ascending ranks among sets in order; -1 for those that are not there."""
    digits = 13 ** np.arange(ranks.shape[-1])[::-1]
    sets, wanted = np.array(among, np.int64) @ digits, ranks @ digits
    found = np.minimum(np.searchsorted(sets, wanted), len(sets) - 1)
    return np.where(sets[found] == wanted, found, -1)


def _strength(five: Ranks, *, wheel: bool) -> tuple[int, int, Ranks]:
    """Rank as in five-card poker, without flushes; two pair above a pair above none."""
    many = Counter(five)
    order = sorted(five, key=lambda rank: (many[rank], rank), reverse=True)
    repeats = tuple(sorted(many.values(), reverse=True))
    if top := _run_top(five, wheel=wheel):
        return SixCardCategory.STRAIGHT, 0, (top,)
    category = _BY_REPEATS.get(repeats, SixCardCategory.NOTHING)
    return category, 5 - len(repeats), tuple(order)


def _run_top(five: Ranks, *, wheel: bool) -> int:
    """The highest rank of a straight; 0 if there is none."""
    if five[4] - five[0] == 4 and len(set(five)) == 5:
        return five[4]
    return 3 if wheel and five == _WHEEL else 0


def _in_a_row(sets: Array, *, wheel: bool) -> Bools:
    """Which of these sets are six ranks in sequence."""
    if sets.shape[1] < 6:
        return np.zeros(len(sets), np.bool_)
    low = wheel & (sets == _LOW_SIX).all(axis=1)
    found: Bools = low | (np.diff(sets, axis=1) == 1).all(axis=1)
    return found


SIX_CARD_SETS = 20_358_520


@cache
def six_card_counts(*, wheel: bool) -> dict[SixCardCategory, int]:
    """Count the sets of six cards by their best five."""
    found = dict.fromkeys(SixCardCategory, 0)
    by_ranks = six_ranks(wheel=wheel)
    for six, category in zip(SIXES, by_ranks.category.tolist(), strict=True):
        found[SixCardCategory(category)] += prod(comb(4, many) for many in Counter(six).values())
    # Counted by ranks alone; sets with five or six of a suit are moved to their category.
    for size, sets in ((5, FIVE_OF_A_SUIT), (6, SIX_OF_A_SUIT)):
        for ranks, category in zip(
            sets, suited_ranks(size, wheel=wheel).category.tolist(), strict=True
        ):
            sixths = [(rank,) for rank in range(13)] if size == 5 else [()]
            for sixth in sixths:
                ways = 4 if size == 6 else 4 * 3
                plain = by_ranks.category[six_number((*ranks, *sixth))]
                found[SixCardCategory(int(plain))] -= ways
                found[SixCardCategory(category)] += ways
    return found
