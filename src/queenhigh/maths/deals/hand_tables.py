"""All 22,100 hands of three cards as arrays, in the order of `itertools.combinations`."""

from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...cards.card import FULL_DECK, Card, Hand
from ...cards.ranking import Ranking, category_of
from ...wagers.award import RED

Array = NDArray[np.int64]
Bools = NDArray[np.bool_]

RANK_SETS = tuple(combinations_with_replacement(range(13), 3))  # 455, from low to high.


class HandTables(NamedTuple):
    """One entry for each hand; ranks count from 0 for the deuce."""

    cards: Array  # Three columns, ascending.
    rank_set: Array  # Its place in RANK_SETS.
    held: Array  # Bit n for card n.
    by_suit: Array  # The ranks of each suit as 13 bits, clubs lowest.
    suits: Array  # The number of cards of each suit, 4 bits each, clubs lowest.
    reds: Array  # The number of red cards.
    red_ranks: Array  # Sum of the red ranks.
    black_ranks: Array  # Sum of the black ranks.
    one_suit: Array  # The suit of a suited hand, -1 for others.


@cache
def hand_tables() -> HandTables:
    cards = np.array(list(combinations(FULL_DECK, 3)), np.int64)
    ranks, suits = cards // 4, cards % 4
    red = np.isin(suits, list(RED))
    suited = (suits[:, 0] == suits[:, 1]) & (suits[:, 1] == suits[:, 2])
    return HandTables(
        cards=cards,
        rank_set=set_of_ranks()[ranks[:, 0], ranks[:, 1], ranks[:, 2]],
        held=(np.int64(1) << cards).sum(axis=1),
        by_suit=(np.int64(1) << (suits * 13 + ranks)).sum(axis=1),
        suits=(np.int64(1) << (4 * suits)).sum(axis=1),
        reds=red.sum(axis=1).astype(np.int64),
        red_ranks=np.where(red, ranks, 0).sum(axis=1),
        black_ranks=np.where(red, 0, ranks).sum(axis=1),
        one_suit=np.where(suited, suits[:, 0], -1),
    )


@cache
def set_of_ranks() -> Array:
    """The place in RANK_SETS of three ranks, in any order."""
    found = np.zeros((13, 13, 13), np.int64)
    for place, ranks in enumerate(RANK_SETS):
        for each in permutations(ranks):
            found[each] = place
    return found


@cache
def hand_number() -> Array:
    """The number of the hand with these three cards, in any order."""
    found = np.full((52, 52, 52), -1, np.int64)
    for columns in permutations(hand_tables().cards.T):
        found[columns] = np.arange(len(columns[0]))
    return found


@cache
def pair_numbers() -> Array:
    """Each hand's three pairs of cards: 52 times the lower plus the higher."""
    first, second, third = hand_tables().cards.T
    return np.stack([first * 52 + second, first * 52 + third, second * 52 + third])


@lru_cache(maxsize=8)
def categories(ranking: Ranking) -> Array:
    """The category of each hand, numbered as in `Category`."""
    return np.array([category_of(each) for each in strengths(ranking).tolist()], np.int64)


@lru_cache(maxsize=8)
def strengths(ranking: Ranking) -> Array:
    return np.array([ranking.strength(each) for each in all_hands()], np.int64)


@cache
def all_hands() -> tuple[Hand, ...]:
    return tuple(combinations(FULL_DECK, 3))


def as_hand(cards: list[int]) -> Hand:
    first, second, third = map(Card, cards)
    return first, second, third
