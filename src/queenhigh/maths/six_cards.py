"""The 20,358,520 sets of six cards by what they come to for the 6 card bonus.

A flush takes five cards of one suit, so there are two kinds of sets. With five of a suit only those
five ranks matter, or all six: the sixth card can pair one of five different ranks, and no full
house or four of a kind is left to beat the flush. Without five of a suit only ranks matter: which
ones where there are five or six different ones, for they may be a straight, and otherwise only how
often each is there. So 6,013 sets are read, one of each kind.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from math import comb, factorial, prod
from typing import NamedTuple

from ..cards.card import Card
from ..house.model import House
from ..wagers.six_card_bonus import read_six_cards
from .settling import SIX_CARDS

SIX_CARD_SETS = 20_358_520

Mask = int  # A set of ranks: bit 0 is the deuce, bit 12 the ace.
REPEATS = ((2, 2, 1, 1), (2, 2, 2), (3, 1, 1, 1), (3, 2, 1), (3, 3), (4, 1, 1), (4, 2))


class SixCardReadings(NamedTuple):
    """Kinds of sets and the place in `SIX_CARDS` of what they come to."""

    different: dict[Mask, int]  # Five or six different ranks, not five cards of a suit.
    repeated: dict[tuple[int, ...], int]  # Fewer different ranks, by how often each is there.
    suited: dict[Mask, int]  # The five or six ranks of one suit.


class _Wheel:
    """All of a house that the readings depend on."""

    def __init__(self, house: House):
        self.house = house
        self._key = house.options.six_card_wheel

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Wheel) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def readings(house: House) -> SixCardReadings:
    return _read(_Wheel(house))


def six_card_counts(house: House) -> tuple[int, ...]:
    """How many sets come to each of `SIX_CARDS`."""
    return _counted(_Wheel(house))


@lru_cache(maxsize=2)
def _read(wheel: _Wheel) -> SixCardReadings:
    house = wheel.house
    place_of = {(each.category, each.six_card_royal): n for n, each in enumerate(SIX_CARDS)}

    def reading(cards: Iterable[Card]) -> int:
        six = read_six_cards(house, tuple(cards))
        return place_of[six.category, six.six_card_royal]

    sets = [ranks for size in (5, 6) for ranks in combinations(range(13), size)]
    return SixCardReadings(
        {_mask(ranks): reading(_in_turn(_six(ranks))) for ranks in sets},
        {counts: reading(_in_turn(_some_ranks(counts))) for counts in REPEATS},
        {_mask(ranks): reading(_of_one_suit(ranks)) for ranks in sets},
    )


def _mask(ranks: Iterable[int]) -> Mask:
    return sum(1 << rank for rank in ranks)


def _six(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """One of five ranks twice, where there are five."""
    return ranks if len(ranks) == 6 else (ranks[0], *ranks)


def _some_ranks(counts: tuple[int, ...]) -> Iterator[int]:
    for rank, count in enumerate(counts):
        yield from [rank] * count


def _in_turn(ranks: Iterable[int]) -> Iterator[Card]:
    """Suits in turn: equal ranks lie side by side, so no card is there twice, no suit has three."""
    return (Card(rank * 4 + n % 4) for n, rank in enumerate(ranks))


def _of_one_suit(ranks: tuple[int, ...]) -> Iterator[Card]:
    yield from (Card(rank * 4) for rank in ranks)
    if len(ranks) == 5:
        yield Card(ranks[0] * 4 + 1)


@lru_cache(maxsize=2)
def _counted(wheel: _Wheel) -> tuple[int, ...]:
    different, repeated, suited = _read(wheel)
    found = [0] * len(SIX_CARDS)
    for mask, reading in different.items():
        found[reading] += 4**6 if mask.bit_count() == 6 else 5 * comb(4, 2) * 4**4
    for counts, reading in repeated.items():
        found[reading] += _rank_choices(counts) * prod(comb(4, count) for count in counts)
    for mask, reading in suited.items():
        # Counted above by their ranks alone; here they are moved to what they really are.
        for ranks, ways in _with_sixth(mask):
            found[different[ranks]] -= ways
            found[reading] += ways
    return tuple(found)


def _rank_choices(counts: tuple[int, ...]) -> int:
    """How many sets of ranks repeat like this."""
    alike = prod(factorial(counts.count(each)) for each in set(counts))
    return comb(13, len(counts)) * factorial(len(counts)) // alike


def _with_sixth(mask: Mask) -> Iterator[tuple[Mask, int]]:
    """The ranks of six cards with these of one suit, and how many such sets there are."""
    if mask.bit_count() == 6:
        yield mask, 4
        return
    yield mask, 4 * 5 * 3  # The sixth pairs one of the five.
    for other in range(13):
        if not mask >> other & 1:
            yield mask | 1 << other, 4 * 3
