"""Players who show each other their cards: exact for two, by sample for more.

With one other hand known, all 18,424 of them are gone through for every class. With more there are
too many: sets of known cards are drawn at random, and for each the worth of playing is exact. Only
the gain over deciding without them is estimated, and for most hands there is none, so the error is
small.
"""

from itertools import combinations
from math import comb, sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..house.model import House
from .ante_play import ante_play
from .classes import HANDS
from .hand_tables import Array, hand_number
from .protection import Seen, another_hand, seen
from .seen_cards import ClassDeals, class_deals


class Sampled(msgspec.Struct, frozen=True):
    """Not exact: edge and worth carry a standard error."""

    seen: str
    house_edge: float
    worth: float
    standard_error: float
    samples: int  # For each of the 1,755 classes.


def shared_hands(house: House, others: int, *, samples: int = 100, seed: int = 1) -> Seen | Sampled:
    """The edge for each of the players who know each other's hands."""
    if not 1 <= others < house.seats:
        raise ValueError(f"{house.key} has {house.seats} seats: 1 to {house.seats - 1} others")
    if others == 1:
        return seen(house, another_hand())[0]
    if samples < 2:
        raise ValueError("an error takes at least two samples")
    drawn = np.random.default_rng(seed)
    worth = square_error = 0.0
    for deals in class_deals(house):
        cards = _draw(drawn, deals, 3 * others, samples)
        gains = _gains(deals, cards)
        share = deals.kind.hand_class.hands / HANDS
        worth += share * float(gains.mean())
        square_error += share * share * float(gains.var(ddof=1)) / samples
    edge = ante_play(house).house_edge.value - worth
    what = f"the hands of {others} other players"
    return Sampled(what, edge, worth, sqrt(square_error), samples)


def _draw(drawn: np.random.Generator, deals: ClassDeals, cards: int, samples: int) -> Array:
    """Known cards out of the 49, rising, a row for each sample."""
    order = drawn.permuted(np.tile(deals.cards, (samples, 1)), axis=1)
    return np.sort(order[:, :cards], axis=1)


def _gains(deals: ClassDeals, cards: Array) -> NDArray[np.float64]:
    """What knowing them adds to one ante, by inclusion and exclusion over the cards known."""
    known = cards.shape[1]
    left = deals.totals[:, None] - deals.by_card[:, cards].sum(axis=2)
    low, high = np.triu_indices(known, 1)
    left += deals.by_pair[:, cards[:, low], cards[:, high]].sum(axis=2)
    first, second, third = np.array(list(combinations(range(known), 3))).T
    numbers = hand_number()[cards[:, first], cards[:, second], cards[:, third]]
    left -= deals.worths_of(numbers).sum(axis=2)
    worth = left / (comb(49 - known, 3) * deals.unit)
    decided_blind = worth[int(np.argmax(deals.totals[::-1])) * -1 - 1]
    return np.asarray(worth.max(axis=0) - decided_blind, np.float64)
