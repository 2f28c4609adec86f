"""Shufflers to be tested: the system's, the kernel's, and one that is wrong on purpose."""

from collections.abc import Callable
from secrets import SystemRandom

import numba
import numpy as np
from numpy.typing import NDArray

from ..cards.card import FULL_DECK, card_text
from ..table.fairness import Shuffles, shuffled_deck
from . import kernel

CARDS = 52

Decks = NDArray[np.uint8]  # A row a shuffle, the top card first.
Shuffler = Callable[[int], Decks]  # So many shuffles, one after the other.


def by_the_system(chance: Shuffles | None = None) -> Shuffler:
    """The cryptographic one of every digital table, each time from a new deck."""
    source: Shuffles = chance or SystemRandom()
    number = {card_text(card): place for place, card in enumerate(FULL_DECK)}

    def shuffle(count: int) -> Decks:
        decks = np.empty((count, CARDS), np.uint8)
        for deck in decks:
            deck[:] = [number[card] for card in shuffled_deck(source)]
        return decks

    return shuffle


def by_the_kernel(seed: int) -> Shuffler:
    """As the simulation shuffles: on and on, each time from the order that the last one left."""
    deck = np.arange(CARDS).astype(np.uint8)
    state = kernel.seeded(np.uint64(seed), np.uint64(0))

    def shuffle(count: int) -> Decks:
        decks = np.empty((count, CARDS), np.uint8)
        _drawn(deck, state, decks)
        return decks

    return shuffle


# Not kept on disk: numba would not notice a change of the kernel in its own file.
@numba.njit(nogil=True, error_model="numpy")
def _drawn(deck: Decks, state: NDArray[np.uint64], decks: Decks) -> None:
    for index in range(len(decks)):
        kernel.draw(deck, CARDS, state)
        decks[index] = deck


def against_the_order_before(shuffler: Shuffler) -> Shuffler:
    """Each order told by the places that the cards had before: what the shuffle itself did."""
    last = np.arange(CARDS).astype(np.uint8)

    def shuffle(count: int) -> Decks:
        nonlocal last
        decks = shuffler(count)
        before = np.vstack([last[None], decks[:-1]])
        last = decks[-1].copy()
        places = np.argsort(before, axis=1).astype(np.uint8)
        return np.take_along_axis(places, decks, axis=1)

    return shuffle


def by_swapping_with_any(seed: int) -> Shuffler:
    """A well-known mistake: every card is swapped with any of the 52, not with those left."""
    chance = np.random.default_rng(seed)

    def shuffle(count: int) -> Decks:
        decks = new_decks(count)
        rows = np.arange(count)
        for place in range(CARDS):
            other = chance.integers(CARDS, size=count)
            taken = decks[:, place].copy()
            decks[:, place] = decks[rows, other]
            decks[rows, other] = taken
        return decks

    return shuffle


def new_decks(count: int) -> Decks:
    return np.tile(np.arange(CARDS).astype(np.uint8), (count, 1))
