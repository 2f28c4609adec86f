"""Tests of shufflers: the counts of a fair one in this many shuffles, and how far off this one was.

Every test is a chi-square whose distribution is known for fair shuffles, exactly up to the normal
limit: cards of one deck are not independent, and the two tables below are weighted to allow for
that. Too even is as suspicious as too uneven, so p-values are two-sided; Holm's method combines
them.
"""

from collections.abc import Mapping
from functools import cache
from math import comb, factorial
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from ...cards.ranking import Ranking
from ...house.model import House
from ..deals.hand_tables import categories as categories_of
from ..deals.hand_tables import hand_number
from .chisquare import chi_square, holm, two_sided
from .shufflers import CARDS, Decks

LEVEL = 0.001  # The chance that a fair set of shufflers fails, over all tests together.
FEWEST_SHUFFLES = 1_000  # With fewer, a biased shuffler might not be noticed.
HANDS = 8  # Seven seats and the dealer, three cards each.
CATEGORIES = 6
_RED = np.array([False, True, True, False])  # Clubs, diamonds, hearts, spades.


class Reading(msgspec.Struct, frozen=True):
    """One test: its p-value alone, and adjusted for all tests."""

    test: str
    statistic: float
    degrees: int
    p: float
    p_holm: float


class ShufflerTested(msgspec.Struct, frozen=True):
    shuffler: str
    shuffles: int
    should: Literal["pass", "fail"]
    passes: bool
    tests: tuple[Reading, ...]

    @property
    def as_it_should(self) -> bool:
        return self.passes == (self.should == "pass")


class Evidence:
    """The counts of all tests, updated as shuffles come in."""

    def __init__(self, house: House):
        self.shuffles = 0
        self.places = np.zeros((CARDS, CARDS), np.int64)  # By card and place.
        # By card and the card under it; the deck's edge is above the first card and under the last.
        self.neighbours = np.zeros((CARDS + 1, CARDS + 1), np.int64)
        self.runs_up = np.zeros(CARDS + 1, np.int64)
        self.rising_sequences = np.zeros(CARDS + 1, np.int64)
        self.runs_of_colour = np.zeros(CARDS + 1, np.int64)
        self.first_hands = np.zeros(CATEGORIES, np.int64)
        self.last_hands = np.zeros(CATEGORIES, np.int64)
        self._ranking = house.ranking

    def add(self, decks: Decks) -> None:
        count = len(decks)
        self.shuffles += count
        wide = decks.astype(np.int64)
        self.places += counted(wide * CARDS + np.arange(CARDS), (CARDS, CARDS))
        edge = np.full((count, 1), CARDS)
        over, under = np.hstack([edge, wide]), np.hstack([wide, edge])
        self.neighbours += counted(over * (CARDS + 1) + under, (CARDS + 1, CARDS + 1))
        self.runs_up += counted(runs_up(wide), (CARDS + 1,))
        self.rising_sequences += counted(rising_sequences(wide), (CARDS + 1,))
        red = _RED[wide & 3]
        of_colour = 1 + (red[:, 1:] != red[:, :-1]).sum(axis=1)
        self.runs_of_colour += counted(of_colour, (CARDS + 1,))
        first, last = wide[:, :3], wide[:, 3 * (HANDS - 1) : 3 * HANDS]
        self.first_hands += counted(categories(self._ranking, first), (CATEGORIES,))
        self.last_hands += counted(categories(self._ranking, last), (CATEGORIES,))

    def chi_squares(self) -> dict[str, tuple[float, int]]:
        """Return, by test, the statistic and its degrees of freedom."""
        shuffles = self.shuffles
        runs = run_chances() * shuffles
        colour = np.array(colour_runs(), np.float64) * shuffles
        hands = category_chances(self._ranking) * shuffles
        return {
            "place of every card": places_chi_square(self.places, shuffles),
            "neighbours": neighbours_chi_square(self.neighbours, shuffles),
            "ascending runs": chi_square(self.runs_up, runs),
            "rising sequences": chi_square(self.rising_sequences, runs),
            "runs of colour": chi_square(self.runs_of_colour, colour),
            "first hand of three": chi_square(self.first_hands, hands),
            "last hand of three": chi_square(self.last_hands, hands),
        }


def counted(values: NDArray[np.int64], shape: tuple[int, ...]) -> NDArray[np.int64]:
    size = int(np.prod(shape))
    return np.bincount(values.ravel(), minlength=size).reshape(shape)


def runs_up(decks: NDArray[np.int64]) -> NDArray[np.int64]:
    return 1 + np.asarray((decks[:, 1:] < decks[:, :-1]).sum(axis=1))


def rising_sequences(decks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the interleaved stacks that are each still in their original order."""
    return runs_up(np.argsort(decks, axis=1))


def categories(ranking: Ranking, hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """The categories of three-card hands, one per row, from 0."""
    first, second, third = hands.T
    found: NDArray[np.int64] = categories_of(ranking)[hand_number()[first, second, third]] - 1
    return found


def category_chances(ranking: Ranking) -> NDArray[np.float64]:
    found = categories_of(ranking) - 1
    return np.bincount(found, minlength=CATEGORIES) / len(found)


@cache
def orders_by_runs(cards: int) -> tuple[int, ...]:
    """How many orders have one ascending run, two, and so on: the Eulerian numbers."""
    row = [1]
    for size in range(2, cards + 1):
        longer = [0, *row, 0]
        row = [(k + 1) * longer[k + 1] + (size - k) * longer[k] for k in range(size)]
    return tuple(row)


def run_chances() -> NDArray[np.float64]:
    """Chances of 0, 1, ... ascending runs in a fair deck; rising sequences share them."""
    whole = factorial(CARDS)
    return np.array([0.0, *(orders / whole for orders in orders_by_runs(CARDS))])


@cache
def colour_runs() -> tuple[float, ...]:
    """The chance of each number of single-colour runs among 26 red and 26 black cards."""
    half = CARDS // 2
    ways = [0, 0]
    for number in range(2, CARDS + 1):
        longer, shorter = (number + 1) // 2, number // 2
        ways.append(2 * comb(half - 1, longer - 1) * comb(half - 1, shorter - 1))
    return tuple(count / comb(CARDS, half) for count in ways)


def places_chi_square(counts: NDArray[np.int64], shuffles: int) -> tuple[float, int]:
    """Test cards by places; rows and columns have fixed sums, and one deck fills many cells.

    A fair deck's table has the covariance C x C / (n - 1), where C is the projection that removes
    the mean; the usual sum is n / (n - 1) times a chi-square with (n - 1)^2 degrees.
    """
    cards = len(counts)
    expected = shuffles / cards
    usual = ((counts - expected) ** 2).sum() / expected
    return float(usual) * (cards - 1) / cards, (cards - 1) ** 2


def neighbours_chi_square(counts: NDArray[np.int64], shuffles: int) -> tuple[float, int]:
    """Test which card follows which; counting the deck's edge as a card makes a deck one cycle.

    With n + 1 members and chances of 1/n, the covariance of such tables has the eigenvalues 1/n on
    the symmetric part, (n + 1) / (n - 1) times that on the antisymmetric part (a pair and its
    reverse exclude each other), and 0 on the part fixed by the row and column sums.
    """
    members = len(counts)
    cards = members - 1
    expected = shuffles / cards
    off = counts - expected * (1 - np.eye(members))
    symmetric, antisymmetric = (off + off.T) / 2, (off - off.T) / 2
    even = (symmetric**2).sum() / expected
    odd = (antisymmetric**2).sum() / expected * (cards - 1) / (cards + 1)
    degrees = members * (members - 3) // 2 + (members - 1) * (members - 2) // 2
    return float(even + odd), degrees


def judged(
    evidence: Mapping[str, Evidence], *, should: Literal["pass", "fail"]
) -> list[ShufflerTested]:
    """Judge shufflers with the same expected verdict together."""
    found = {name: each.chi_squares() for name, each in evidence.items()}
    p_values = [two_sided(*chi) for tests in found.values() for chi in tests.values()]
    in_order = iter(zip(p_values, holm(p_values), strict=True))
    result = []
    for name, tests in found.items():
        read = tuple(Reading(test, *chi, *next(in_order)) for test, chi in tests.items())
        passes = all(each.p_holm > LEVEL for each in read)
        result.append(ShufflerTested(name, evidence[name].shuffles, should, passes, read))
    return result
