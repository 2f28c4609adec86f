"""Shufflers to test: the system's, the kernel's, and one with a deliberate fault."""

from collections.abc import Callable
from secrets import SystemRandom

import numba
import numpy as np
from numpy.typing import NDArray

from ...cards.card import FULL_DECK, card_text
from ...table.fairness import Chance, shuffled_deck
from ..simulation import kernel

CARDS = 52

Decks = NDArray[np.uint8]  # A row per shuffle, top card first.
Shuffler = Callable[[int], Decks]  # Takes the number of successive shuffles.


def by_the_system(chance: Chance | None = None) -> Shuffler:
    """The cryptographic shuffler of every digital table, which starts from a new deck."""
    source: Chance = chance or SystemRandom()
    number = {card_text(card): place for place, card in enumerate(FULL_DECK)}

    def shuffle(count: int) -> Decks:
        decks = np.empty((count, CARDS), np.uint8)
        for deck in decks:
            deck[:] = [number[card] for card in shuffled_deck(source)]
        return decks

    return shuffle


def by_the_kernel(seed: int) -> Shuffler:
    """The simulation's shuffler, which starts each time from the order left by the last."""
    deck = np.arange(CARDS).astype(np.uint8)
    state = kernel.seeded(np.uint64(seed), np.uint64(0))

    def shuffle(count: int) -> Decks:
        decks = np.empty((count, CARDS), np.uint8)
        _drawn(deck, state, decks)
        return decks

    return shuffle


# Not cached on disk: numba would not notice a change of the kernel in its own file.
@numba.njit(nogil=True, error_model="numpy")
def _drawn(deck: Decks, state: NDArray[np.uint64], decks: Decks) -> None:
    for index in range(len(decks)):
        kernel.draw(deck, CARDS, state)
        decks[index] = deck


def against_the_order_before(shuffler: Shuffler) -> Shuffler:
    """Express each order by the cards' previous places: what the shuffle itself did."""
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
    """A shuffler with a well-known fault: it swaps every card with any of the 52."""
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
