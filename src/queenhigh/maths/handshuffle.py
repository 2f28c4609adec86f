"""A model of shuffling by hand, driven by the house's own steps, and how far from fair it ends.

Riffles are those of Gilbert, Shannon and Reeds: the deck is cut binomially and each next card falls
from either packet in proportion to what is left of it. For riffles alone the distance from fair is
known exactly (Bayer and Diaconis, 1992). For a whole sequence with strips and cuts it is not, so
there it is bounded from below by what can be measured: a total variation of at least so much.

What the books leave open is set down here. To *box* is to lift about half the deck and put it under
the rest; a *strip* drops packets of a few cards from the top, one upon the other; *spin*, *square*
and *split* change no order, the split being part of the riffle that follows.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..house.citation import cite
from ..house.model import House
from .cells import RankTables, rank_tables
from .randomness import (
    CATEGORIES,
    HANDS,
    categories,
    category_chances,
    counted,
    orders_by_runs,
    rising_sequences,
    run_chances,
)
from .shufflers import CARDS, Decks, new_decks

STANDARD_SHUFFLE = cite("manual-std-C manual-std-C1 manual-std-C2 manual-std-C3 manual-std-C4")
NEAR_THE_MIDDLE = cite("manual-std-D-2")
TWICE_FOR_A_NEW_DECK = cite("manual-std-F-2")

STRIP_PACKET = (4, 10)  # The fewest and the most cards that fall at once.
AIM = 3.0  # The standard deviation, in cards, of a cut that aims at a place.
_PAIR, _STRAIGHT_FLUSH = 1, 5

# As it comes out of the box: spades, diamonds, clubs, hearts, each from the ace to the king.
NEW_DECK = np.array(
    [4 * rank + suit for suit in (3, 1, 0, 2) for rank in (12, *range(12))], np.uint8
)

Chance = np.random.Generator


# The steps


def riffled(decks: Decks, chance: Chance) -> Decks:
    """Fair coins, one a place, say from which packet its card falls: that is the model."""
    from_below = chance.integers(2, size=decks.shape, dtype=np.uint8).astype(bool)
    above = np.cumsum(~from_below, axis=1)
    below = np.cumsum(from_below, axis=1)
    taken = np.where(from_below, above[:, -1:] + below - 1, above - 1)
    return np.take_along_axis(decks, taken, axis=1)


def stripped(decks: Decks, chance: Chance) -> Decks:
    fewest, most = STRIP_PACKET
    packets = chance.integers(fewest, most + 1, size=(len(decks), -(-CARDS // fewest)))
    starts = np.cumsum(packets, axis=1)
    packet_of = (np.arange(CARDS)[None, :, None] >= starts[:, None, :]).sum(axis=2)
    return np.take_along_axis(decks, np.argsort(-packet_of, axis=1, kind="stable"), axis=1)


def cut(decks: Decks, lifted: NDArray[np.int64]) -> Decks:
    """So many cards from the top go under the rest."""
    places = (np.arange(CARDS) + lifted[:, None]) % CARDS
    return np.take_along_axis(decks, places, axis=1)


def cut_near(count: int, aims_at: int | None, least: int, chance: Chance) -> NDArray[np.int64]:
    """Cards lifted: about where the dealer aims, or anywhere; always enough on both sides."""
    low, high = min(least, CARDS - least), max(least, CARDS - least)
    if aims_at is None:
        return chance.integers(low, high + 1, size=count)
    lifted = np.rint(chance.normal(aims_at, AIM, size=count)).astype(np.int64)
    return np.clip(lifted, low, high)


def shuffled_by_hand(house: House, decks: Decks, chance: Chance) -> Decks:
    """The house's shuffle by hand, once."""
    shuffle = house.shuffle
    for step in shuffle.by_hand:
        match step:
            case "riffle":
                decks = riffled(decks, chance)
            case "strip":
                decks = stripped(decks, chance)
            case "box":
                decks = cut(decks, cut_near(len(decks), CARDS // 2, 1, chance))
            case "cut":
                least = shuffle.cut_least_cards
                decks = cut(decks, cut_near(len(decks), shuffle.cut_aims_at, least, chance))
            case "spin" | "square" | "split":
                pass
    return decks


# How far from fair


def riffles_distance(riffles: int, cards: int = CARDS) -> Fraction:
    """The total variation between so many riffles and a fair shuffle, exactly.

    Every order with r rising sequences has the same chance, C(2^k + n - r, n) / 2^(kn).
    """
    fair = Fraction(1, factorial(cards))
    packets = 2**riffles
    distance = Fraction(0)
    for rising, orders in enumerate(orders_by_runs(cards), start=1):
        chance = Fraction(comb(packets + cards - rising, cards), packets**cards)
        distance += orders * abs(chance - fair)
    return distance / 2


def kept_neighbours_chances(cards: int = CARDS) -> NDArray[np.float64]:
    """The chance that so many cards of a fair deck lie right under the card they lay under."""
    derangements = [1, 0]
    for size in range(2, cards + 1):
        derangements.append((size - 1) * (derangements[-1] + derangements[-2]))
    whole = factorial(cards)
    chances = []
    for kept in range(cards):
        # What was kept together counts as one card; among those that are left nobody is.
        left = cards - kept
        apart = derangements[left] + derangements[left - 1]
        chances.append(comb(cards - 1, kept) * apart / whole)
    return np.array(chances)


def kept_neighbours(decks: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many cards lie right under the one that they lay under in the order 0, 1, 2, ..."""
    return np.asarray((decks[:, 1:] == decks[:, :-1] + 1).sum(axis=1))


class Mixed(msgspec.Struct, frozen=True, kw_only=True):
    """What is left of the first order of a deck, and what it does to a hand of three."""

    kept_neighbours: float
    rising_sequences: float
    place_distance: float  # Of one card's place from a fair place, on average.
    distance_at_least: float  # Of the whole deck's order from a fair order.
    straight_flush: float  # In three cards that lay together.
    straight_flush_dealt_singly: float  # To seven seats and the dealer.
    pair_or_better: float
    pair_or_better_dealt_singly: float


class Mixing:
    """Measures decks that lay in the order 0, 1, 2, ... before they were shuffled."""

    def __init__(self, house: House):
        self._tables = rank_tables(house)
        self._decks = 0
        self._places = np.zeros((CARDS, CARDS), np.int64)
        # Twice: one half of the decks says what to look for, the other how often it is there.
        self._kept = np.zeros((2, CARDS), np.int64)
        self._rising = np.zeros((2, CARDS + 1), np.int64)
        self._together = np.zeros(CATEGORIES, np.int64)
        self._singly = np.zeros(CATEGORIES, np.int64)

    def add(self, decks: Decks) -> None:
        wide = decks.astype(np.int64)
        self._decks += len(decks)
        self._places += counted(wide * CARDS + np.arange(CARDS), (CARDS, CARDS))
        kept, rising = kept_neighbours(wide), rising_sequences(wide)
        for half in range(2):
            self._kept[half] += counted(kept[half::2], (CARDS,))
            self._rising[half] += counted(rising[half::2], (CARDS + 1,))
        faces = NEW_DECK[wide].astype(np.int64)
        together, singly = faces[:, :3], faces[:, : 3 * HANDS : HANDS]
        self._together += counted(categories(self._tables, together), (CATEGORIES,))
        self._singly += counted(categories(self._tables, singly), (CATEGORIES,))

    def mixed(self) -> Mixed:
        kept, rising = self._kept.sum(axis=0), self._rising.sum(axis=0)
        off = np.abs(self._places / self._decks - 1 / CARDS)
        return Mixed(
            kept_neighbours=_mean(kept),
            rising_sequences=_mean(rising),
            place_distance=float(off.sum() / 2 / CARDS),
            distance_at_least=max(
                _distance_seen(*self._kept, kept_neighbours_chances()),
                _distance_seen(*self._rising, run_chances()),
            ),
            straight_flush=_share(self._together, _STRAIGHT_FLUSH),
            straight_flush_dealt_singly=_share(self._singly, _STRAIGHT_FLUSH),
            pair_or_better=_share(self._together, _PAIR),
            pair_or_better_dealt_singly=_share(self._singly, _PAIR),
        )


def fair(house: House) -> Mixed:
    """The same of a fair shuffle, exactly."""
    hands = category_chances(rank_tables(house))
    return Mixed(
        kept_neighbours=(CARDS - 1) / CARDS,
        rising_sequences=(CARDS + 1) / 2,
        place_distance=0.0,
        distance_at_least=0.0,
        straight_flush=float(hands[_STRAIGHT_FLUSH]),
        straight_flush_dealt_singly=float(hands[_STRAIGHT_FLUSH]),
        pair_or_better=float(hands[_PAIR:].sum()),
        pair_or_better_dealt_singly=float(hands[_PAIR:].sum()),
    )


def _mean(counts: NDArray[np.int64]) -> float:
    return float(counts @ np.arange(len(counts)) / counts.sum())


def _share(hands: NDArray[np.int64], from_category: int) -> float:
    return float(hands[from_category:].sum() / hands.sum())


def _distance_seen(
    chooses: NDArray[np.int64], counts: NDArray[np.int64], fair: NDArray[np.float64]
) -> float:
    """How much more often than in fair decks an event comes up: no less is the distance.

    The event is made of the results that the first half saw too often, and judged by the second,
    so that chance alone makes nothing of it.
    """
    too_often = chooses / chooses.sum() > fair
    return max(0.0, float(counts[too_often].sum() / counts.sum() - fair[too_often].sum()))
