"""Play or fold, and the multiple to play: the worth of each choice by kind of hand, and rules."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import compress
from typing import Literal, NamedTuple

import numpy as np

from ...cards.card import Hand
from ...house.model import House
from ...house.wager import When
from ...wagers.contest import contest_net
from ...wagers.document import SeatBets
from ..deals.deals import FOLDED, Deals, Kind, deals_of
from ..deals.hand_tables import Array, Bools, hand_number
from .analysis_figures import Strategy
from .player_rule import lowest_place
from .prices import price_seat

Plays = Callable[[Kind], bool]


class Choices(NamedTuple):
    """The worth of each choice by kind, summed over the 18,424 dealer hands, in `unit`."""

    deals: Deals
    multiples: tuple[int, ...]
    play: tuple[Array, ...]  # By multiple.
    fold: Array

    def told(self, decision: int) -> tuple[Literal["play", "fold"], int | None]:
        """A decision in words, and its multiple if there are several."""
        several = len(self.multiples) > 1
        multiple = self.multiples[decision - 1] if decision and several else None
        return "play" if decision else "fold", multiple

    unit: int

    def best(self) -> Array:
        """The best choice by kind (0 folds, n is the n-th multiple), cheapest if tied."""
        order = sorted(range(len(self.multiples)), key=lambda n: self.multiples[n])
        worth = np.stack([self.fold, *(self.play[n] for n in order)])
        found: Array = np.array([0, *(n + 1 for n in order)])[np.argmax(worth, axis=0)]
        return found

    def playing(self) -> Array:
        """The worth of playing each kind with its best multiple."""
        found: Array = np.stack(self.play).max(axis=0)
        return found


def choices(
    house: House, bets: SeatBets | None = None, meters: Mapping[str, int] | None = None
) -> Choices:
    """The choices of a seat: in antes if it has only an ante, in cents with these bets."""
    placed = () if bets is None else tuple(bets.wagers)
    deals, multiples = deals_of(house, placed), house.play.multiples
    prices = [priced(house, bets, meters, multiple) for multiple in multiples]
    played, folded = deals.priced(prices, FOLDED)
    return Choices(
        deals, multiples, tuple(map(deals.worth, played)), deals.worth(folded), folded.unit
    )


def priced(
    house: House, bets: SeatBets | None, meters: Mapping[str, int] | None, multiple: int
) -> Callable[[Hand, Hand, When], int | Fraction]:
    """A function that prices a deal: in antes for an ante alone, otherwise in cents."""
    if bets is None:
        return lambda player, dealer, contest: contest_net(house, player, dealer, contest, multiple)
    standing = {**house.seeds, **(meters or {})}
    seat = bets

    def net(player: Hand, dealer: Hand, contest: When) -> int:
        lines = price_seat(house, (player, dealer, contest), seat, multiple, standing)
        return sum(line.net for line in lines)

    return net


@lru_cache(maxsize=64)
def best_decisions(house: House) -> Array:
    """The best decision for each of the 22,100 hands of a seat with only an ante."""
    found = choices(house)
    return found.deals.decision_by_hand(found.best())


def described(
    kinds: Sequence[Kind], decisions: Array, multiples: tuple[int, ...] = (1,)
) -> Strategy:
    """Describe decisions from `Choices.best` as a strategy; `kinds` run from lowest to highest."""
    plays = decisions > 0
    above, also = _border(kinds, plays)
    borders: dict[str, str | None] = {}
    below: dict[str, tuple[str, ...]] = {}
    chosen = np.array([0, *multiples])[decisions]
    for multiple in map(str, sorted(multiples)[1:]):
        borders[multiple], lower = _border(kinds, chosen >= int(multiple))
        if lower:
            below[multiple] = tuple(map(_named, lower))
    return Strategy(
        play_from=None if also else above,
        raise_from={key: None if key in below else hand for key, hand in borders.items()},
        classes=tuple(map(_named, compress(kinds, plays.tolist()))) if also else (),
        all_from=above if also else None,
        also_play=tuple(map(_named, also)),
        raise_all_from={key: borders[key] for key in below},
        raise_also=below,
    )


def _border(kinds: Sequence[Kind], plays: Bools) -> tuple[str | None, list[Kind]]:
    """The lowest hand from which all are true, and the true ones below it."""
    (folds,) = np.nonzero(~plays)
    if not len(folds):
        return kinds[0].hand_class.label, []
    border = int(folds[-1]) + 1
    last_fold = kinds[border - 1].place
    while border < len(kinds) and kinds[border].place == last_fold:
        border += 1
    above = kinds[border].hand_class.label if border < len(kinds) else None
    return above, list(compress(kinds[:border], plays[:border].tolist()))


def _named(kind: Kind) -> str:
    return f"{kind.hand_class.label} ({kind.hand_class.example})"


def by_rule(deals: Deals, plays: Plays) -> Array:
    """Decisions by kind; a rule plays with the first multiple that the house lists."""
    return np.array([int(plays(kind)) for kind in deals.kinds], np.int64)


def rule(house: House, text: str) -> Plays:
    """Parse a rule: ``optimal``, ``mimic`` (the dealer), ``always``, ``never`` or the lowest hand.

    A lowest hand is written ``Q64``. It may leave out lower cards, as in ``Q`` for any queen, or
    name a category.
    """
    if text == "optimal":
        best, number = best_decisions(house) > 0, hand_number()
        return lambda kind: bool(best[number[kind.hand_class.hand]])
    if text == "mimic":
        return lambda kind: house.dealer_qualifies(kind.hand_class.hand)
    if text in ("always", "never"):
        return lambda kind: text == "always"
    lowest = lowest_place(house, text)
    return lambda kind: kind.place >= lowest
