"""A model of shuffling by hand, using the house's own steps, and how far from fair it ends.

Riffles follow Gilbert, Shannon and Reeds: the deck is cut binomially, and each next card falls from
either packet in proportion to what is left of it. For riffles alone the distance from fair is known
exactly (Bayer and Diaconis, 1992). For a whole sequence with strips and cuts it is not, so there we
measure a lower bound of the total variation distance.

This module fixes the details that a book describing the shuffle leaves open. To *box* is to lift
about half the deck and put it under the rest; a *strip* drops packets of a few cards from the top,
one on another; *spin*, *square* and *split* leave the order unchanged, the split being part of the
riffle that follows.
"""

from fractions import Fraction
from math import comb, factorial

import msgspec
import numpy as np
from numpy.typing import NDArray

from ...house.model import House
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
from .shufflers import CARDS, Decks

STRIP_PACKET = (4, 10)  # The fewest and the most cards that fall at once.
AIM = 3.0  # Standard deviation, in cards, of a cut aimed at a place.
_PAIR, _STRAIGHT_FLUSH = 1, 5

# Order of a new deck: spades, diamonds, clubs, hearts, each from ace to king.
NEW_DECK = np.array(
    [4 * rank + suit for suit in (3, 1, 0, 2) for rank in (12, *range(12))], np.uint8
)

Chance = np.random.Generator


# The steps


def riffled(decks: Decks, chance: Chance) -> Decks:
    """Riffle once: a fair coin for each place says which packet its card falls from."""
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
    """Move this many cards from the top to the bottom."""
    places = (np.arange(CARDS) + lifted[:, None]) % CARDS
    return np.take_along_axis(decks, places, axis=1)


def cut_near(count: int, aims_at: int | None, least: int, chance: Chance) -> NDArray[np.int64]:
    """Cards lifted: near the dealer's aim, or anywhere; at least `least` on both sides."""
    low, high = min(least, CARDS - least), max(least, CARDS - least)
    if aims_at is None:
        return chance.integers(low, high + 1, size=count)
    lifted = np.rint(chance.normal(aims_at, AIM, size=count)).astype(np.int64)
    return np.clip(lifted, low, high)


def shuffled_by_hand(house: House, decks: Decks, chance: Chance) -> Decks:
    """Shuffle once by the house's hand-shuffle steps."""
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
    """The exact total variation between this many riffles and a fair shuffle.

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
    """The chances that 0, 1, 2, ... cards of a fair deck keep the card above them."""
    derangements = [1, 0]
    for size in range(2, cards + 1):
        derangements.append((size - 1) * (derangements[-1] + derangements[-2]))
    whole = factorial(cards)
    chances = []
    for kept in range(cards):
        # Cards kept together count as one card; the remaining ones keep no neighbour.
        left = cards - kept
        apart = derangements[left] + derangements[left - 1]
        chances.append(comb(cards - 1, kept) * apart / whole)
    return np.array(chances)


def kept_neighbours(decks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the cards right under the card they followed in the order 0, 1, 2, ..."""
    return np.asarray((decks[:, 1:] == decks[:, :-1] + 1).sum(axis=1))


class Mixed(msgspec.Struct, frozen=True, kw_only=True):
    """What is left of a deck's original order, and its effect on three-card hands."""

    kept_neighbours: float
    rising_sequences: float
    place_distance: float  # Of one card's place from a fair place, averaged over the cards.
    distance_at_least: float  # Lower bound for the order of the whole deck.
    straight_flush: float  # In three cards that lay together.
    straight_flush_dealt_singly: float  # To seven seats and the dealer.
    pair_or_better: float
    pair_or_better_dealt_singly: float


def mixed(house: House, decks: Decks, fair_decks: Decks) -> Mixed:
    """Measure decks that started in the order 0, 1, 2, ..., compared with fair ones."""
    wide, fair_wide = decks.astype(np.int64), fair_decks.astype(np.int64)
    kept, rising = kept_neighbours(wide), rising_sequences(wide)
    places = counted(wide * CARDS + np.arange(CARDS), (CARDS, CARDS)) / len(decks)
    ranking, faces = house.ranking, NEW_DECK[wide].astype(np.int64)
    together = counted(categories(ranking, faces[:, :3]), (CATEGORIES,))
    singly = counted(categories(ranking, faces[:, : 3 * HANDS : HANDS]), (CATEGORIES,))
    return Mixed(
        kept_neighbours=float(kept.mean()),
        rising_sequences=float(rising.mean()),
        place_distance=float(np.abs(places - 1 / CARDS).sum() / 2 / CARDS),
        distance_at_least=max(
            _told_by_number(kept, kept_neighbours_chances()),
            _told_by_number(rising, run_chances()),
            _told_by_steps(wide, fair_wide),
        ),
        straight_flush=_share(together, _STRAIGHT_FLUSH),
        straight_flush_dealt_singly=_share(singly, _STRAIGHT_FLUSH),
        pair_or_better=_share(together, _PAIR),
        pair_or_better_dealt_singly=_share(singly, _PAIR),
    )


def fair(house: House) -> Mixed:
    """The exact measures of a fair shuffle."""
    hands = category_chances(house.ranking)
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


def _share(hands: NDArray[np.int64], from_category: int) -> float:
    return float(hands[from_category:].sum() / hands.sum())


# Referees: each looks at a deck and says whether it was shuffled by hand. The difference between
# how often one says so of hand-shuffled and of fair decks is at most the total variation, whatever
# its criterion. It learns from one half of the decks and is judged on the other, so it cannot gain
# from overfitting.


def _told_by_number(numbers: NDArray[np.int64], fair: NDArray[np.float64]) -> float:
    """Judge by a number counted in the deck, with known chances in a fair one."""
    learnt, judged = (
        counted(half, fair.shape) / len(half) for half in (numbers[::2], numbers[1::2])
    )
    says_so = learnt > fair
    return max(0.0, float(judged[says_so].sum() - fair[says_so].sum()))


def _told_by_steps(decks: NDArray[np.int64], fair_decks: NDArray[np.int64]) -> float:
    """Judge by the likelihoods of all steps between former neighbours."""
    steps = np.arange(-CARDS + 1, CARDS)
    fair = (CARDS - np.abs(steps)) / (CARDS * (CARDS - 1))
    learnt = counted(_steps(decks[::2]), steps.shape) + 0.5  # An unseen step is still possible.
    weight = np.log(learnt / learnt.sum() / fair)
    by_hand, not_by_hand = (
        float((weight[_steps(each)].sum(axis=1) > 0).mean()) for each in (decks[1::2], fair_decks)
    )
    return max(0.0, by_hand - not_by_hand)


def _steps(decks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The steps in places from each card to its successor, offset to be nonnegative."""
    return np.diff(np.argsort(decks, axis=1), axis=1) + CARDS - 1
