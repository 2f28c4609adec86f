"""A report on all shufflers tested and on the house's shuffle by hand."""

from collections.abc import Callable, Iterator

import msgspec
import numpy as np

from ...house.model import House
from .hand_shuffle import Mixed, fair, mixed, riffles_distance, shuffled_by_hand
from .randomness import FEWEST_SHUFFLES, LEVEL, Evidence, ShufflerTested, judged
from .shufflers import (
    Shuffler,
    against_the_order_before,
    by_swapping_with_any,
    by_the_kernel,
    by_the_system,
    new_decks,
)

MOST_BY_HAND = 50_000  # More decks would add nothing, and decks are kept in memory.
_BATCH = 2_000
_STANDARD = 2  # Times the shuffle by hand is repeated: a new deck is shuffled twice.


class Riffles(msgspec.Struct, frozen=True):
    """Riffles alone, without strips and cuts."""

    riffles: int
    distance: float


class HandShuffle(msgspec.Struct, frozen=True):
    steps: tuple[str, ...]
    clauses: tuple[str, ...]  # Empty if the book does not say how to shuffle by hand.
    decks: int
    after: tuple[Mixed, ...]  # After one shuffle, and two.
    fair: Mixed  # Exact.
    fair_measured: Mixed  # From as many fair decks: the effect of chance alone on the measures.
    riffles_alone: tuple[Riffles, ...]


class ShuffleReport(msgspec.Struct, frozen=True):
    house: str
    shuffles: int
    seed: int
    level: float
    passes: bool
    shufflers: tuple[ShufflerTested, ...]
    by_hand: HandShuffle


def shuffle_report(
    house: House,
    *,
    shuffles: int,
    seed: int,
    advance: Callable[[int], object] = lambda shuffles: None,
) -> ShuffleReport:
    """Build the report; `advance` is called with shuffles done, `work(shuffles)` of them in all."""
    if shuffles < FEWEST_SHUFFLES:
        raise ValueError(f"at least {FEWEST_SHUFFLES:,} shuffles are needed to tell anything")

    def evidence(shuffler: Shuffler) -> Evidence:
        found = Evidence(house)
        for _, count in _slices(shuffles):
            found.add(shuffler(count))
            advance(count)
        return found

    fair_ones = {
        "system": evidence(by_the_system()),
        "kernel": evidence(by_the_kernel(seed)),
        "kernel, against the order before": evidence(against_the_order_before(by_the_kernel(seed))),
    }
    wrong_ones = {"wrong on purpose": evidence(by_swapping_with_any(seed))}
    tested = (*judged(fair_ones, should="pass"), *judged(wrong_ones, should="fail"))
    by_hand = _by_hand(house, min(shuffles, MOST_BY_HAND), seed, advance)
    passes = all(each.as_it_should for each in tested)
    return ShuffleReport(house.key, shuffles, seed, LEVEL, passes, tested, by_hand)


def work(shuffles: int) -> int:
    return 4 * shuffles + (2 + _STANDARD) * min(shuffles, MOST_BY_HAND)


def _by_hand(house: House, count: int, seed: int, advance: Callable[[int], object]) -> HandShuffle:
    chance = np.random.default_rng(seed)
    fair_decks, more_fair_decks = (chance.permuted(new_decks(count), axis=1) for _ in range(2))
    advance(2 * count)
    after = []
    decks = new_decks(count)
    for _ in range(_STANDARD):
        for start, size in _slices(count):
            batch = decks[start : start + size]
            batch[:] = shuffled_by_hand(house, batch, chance)
            advance(size)
        after.append(mixed(house, decks, fair_decks))
    each = house.shuffle.by_hand.count("riffle")
    riffles = sorted({each, 2 * each, 7} - {0})
    return HandShuffle(
        house.shuffle.by_hand,
        house.clauses("shuffle.by_hand"),
        count,
        tuple(after),
        fair(house),
        mixed(house, more_fair_decks, fair_decks),
        tuple(Riffles(number, float(riffles_distance(number))) for number in riffles),
    )


def _slices(shuffles: int) -> Iterator[tuple[int, int]]:
    for start in range(0, shuffles, _BATCH):
        yield start, min(_BATCH, shuffles - start)
