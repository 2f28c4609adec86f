"""Players who show each other their cards: exact for two, sampled for more.

With one other hand known, every class is checked against all 18,424 possible hands. With more there
are too many, so sets of known cards are drawn at random, and the worth of playing is exact for each
set. Only the gain over deciding without them is estimated, and most hands gain nothing, so the
error is small. The sets for more players contain those for fewer, so one pass covers every number
of players.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import comb, sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from ...house.model import House
from ...wagers.document import SeatBets
from ..deals.hand_tables import Array, hand_number
from ..deals.suit_classes import HANDS
from .protection import by_the_rules
from .seen_cards import ClassDeals, class_deals


class Sampled(msgspec.Struct, frozen=True):
    """A sampled result: edge and worth carry a standard error."""

    seen: str
    house_edge: float
    worth: float
    standard_error: float
    samples: int  # Per kind of hand.


def sampled_hands(
    house: House,
    others: Sequence[int],
    *,
    bets: SeatBets | None = None,
    meters: Mapping[str, int] | None = None,
    samples: int = 100,
) -> tuple[Sampled, ...]:
    """Estimate the edge for each of these numbers of other players, two or more."""
    for number in others:
        if not 2 <= number < house.seats:
            raise ValueError(f"{house.key} has {house.seats} seats: 1 to {house.seats - 1} others")
    if samples < 2:
        raise ValueError("a standard error needs at least two samples")
    if not others:
        return ()
    drawn = np.random.default_rng(1)
    worth, square_error = np.zeros(len(others)), np.zeros(len(others))
    unit = 1.0
    for deals in class_deals(house, bets, meters):
        unit = float(deals.unit * (bets.ante if bets else 1))
        cards = _draw(drawn, deals, 3 * max(others), samples)
        better, by_hand = _against_the_blind(deals)
        share = deals.kind.hand_class.hands / HANDS
        for place, number in enumerate(others):
            known = 3 * number
            gains = _gains(better, by_hand, cards[:, :known]) / (comb(49 - known, 3) * unit)
            worth[place] += share * gains.mean()
            square_error[place] += share * share * gains.var(ddof=1) / samples
    edge = float(by_the_rules(house, bets, meters))
    return tuple(
        Sampled(
            f"the hands of {number} other players",
            edge - float(worth[place]),
            float(worth[place]),
            sqrt(float(square_error[place])),
            samples,
        )
        for place, number in enumerate(others)
    )


def _draw(drawn: np.random.Generator, deals: ClassDeals, cards: int, samples: int) -> Array:
    """Draw known cards from the other 49: a row per sample, in the order they are shown."""
    order = drawn.random((samples, len(deals.cards))).argpartition(cards - 1, axis=1)[:, :cards]
    found: Array = drawn.permuted(deals.cards[order], axis=1)
    return found


def _against_the_blind(deals: ClassDeals) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How much better each alternative is than the decision made without the cards.

    Summed over all dealer hands, and by the number of the dealer's hand.
    """
    blind = len(deals.totals) - 1 - int(np.argmax(deals.totals[::-1]))
    rows = [row for row in range(len(deals.totals)) if row != blind]
    by_hand = np.zeros((len(rows), HANDS))
    by_hand[:, deals.possible] = (deals.worths[rows] - deals.worths[blind]).astype(np.float64)
    return (deals.totals[rows] - deals.totals[blind]).astype(np.float64), by_hand


def _gains(
    better: NDArray[np.float64], by_hand: NDArray[np.float64], cards: Array
) -> NDArray[np.float64]:
    """What knowing these cards adds, summed over the dealer hands still possible."""
    from . import shared_kernel

    found = np.zeros(len(cards))
    shared_kernel.gains(better, by_hand, np.sort(cards, axis=1), _first_third(), found)
    return found


@cache
def _first_third() -> Array:
    """By two cards: the number of the hand with the next card above them, minus that card."""
    found = np.zeros((52, 52), np.int64)
    numbers = hand_number()
    for low in range(50):
        for high in range(low + 1, 51):
            found[low, high] = numbers[low, high, high + 1] - (high + 1)
    return found
