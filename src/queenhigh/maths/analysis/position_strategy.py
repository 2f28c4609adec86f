"""The best decision for all bets of a seat together, class by class.

A fold may forfeit more than the ante, and a meter may make a weak hand worth playing. Every class
whose best decision differs from that for an ante alone is named, with what the difference is worth.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor, lcm

import msgspec
import numpy as np

from ...house.model import House
from ...wagers.document import SeatBets
from ...wagers.impossible_bets import check_bets
from ..deals.hand_tables import Array
from ..deals.suit_classes import DEALS
from ..exact_figure import Exact, exact
from .analysis import read_meters
from .analysis_figures import Strategy
from .decisions import Choices, best_decisions, choices, described

_MOST_CENTS = 10**11  # Larger meters are not considered.


class Difference(msgspec.Struct, frozen=True):
    """A class decided differently for all bets than for an ante alone; worth is in antes."""

    hand: str
    example: str
    hands: int
    alone: str  # The best decision for the ante alone.
    decision: str  # The best decision for all bets.
    gain: Exact  # Per hand of the class.


class MeterChange(msgspec.Struct, frozen=True):
    """A meter amount from which a class is decided differently."""

    meter: str
    cents: int
    hand: str
    example: str
    hands: int
    decision: str  # At and above that amount.


class PositionStrategy(msgspec.Struct, frozen=True, kw_only=True):
    """The strategy of a position; edges are per unit of the ante, over all bets of the seat."""

    bets: dict[str, int]
    meters: dict[str, int]
    strategy: Strategy
    alone: Strategy  # For a seat with only an ante.
    differs: bool
    house_edge: Exact
    edge_by_the_antes_strategy: Exact
    cost: Exact  # Of deciding as is best for the ante alone.
    differences: tuple[Difference, ...]
    meter_changes: tuple[MeterChange, ...]


def position_strategy(
    house: House, bets: SeatBets, meters: Mapping[str, int] | None = None
) -> PositionStrategy:
    """The best decisions for all these bets, beside those for the ante alone."""
    if not bets.ante:
        raise ValueError("a seat without an ante has nothing to decide")
    check_bets(house, msgspec.structs.replace(bets, decision="play"), "bets")
    standing = {**house.seeds, **read_meters(house, None, meters)}
    known = choices(house, bets, standing)
    best, alone = known.best(), known.deals.by_kind(best_decisions(house))
    every = DEALS * known.unit * bets.ante
    won, by_antes = (int((_worth(known, each) * known.deals.hands).sum()) for each in (best, alone))
    used = [name for name in house.meters if _pays(house, bets, name)]
    return PositionStrategy(
        bets=dict(bets.wagers),
        meters={name: standing[name] for name in used},
        strategy=described(known.deals.kinds, best, known.multiples),
        alone=described(known.deals.kinds, alone, known.multiples),
        differs=bool((best != alone).any()),
        house_edge=exact(-won, every),
        edge_by_the_antes_strategy=exact(-by_antes, every),
        cost=exact(won - by_antes, every),
        differences=tuple(_differences(known, alone, best, bets.ante)),
        meter_changes=tuple(
            change for name in used for change in _meter_changes(house, bets, standing, name)
        ),
    )


def _worth(known: Choices, decisions: Array) -> Array:
    """Worth by kind, summed over the dealer hands."""
    found: Array = np.stack([known.fold, *known.play])[decisions, np.arange(len(decisions))]
    return found


def _differences(
    known: Choices, alone: Array, best: Array, ante_cents: int
) -> Iterator[Difference]:
    gains = _worth(known, best) - _worth(known, alone)
    every = known.unit * ante_cents * (DEALS // int(known.deals.hands.sum()))
    for number in np.nonzero(best != alone)[0].tolist():
        of = known.deals.kinds[number].hand_class
        yield Difference(
            of.label,
            of.example,
            of.hands,
            _named(known, int(alone[number])),
            _named(known, int(best[number])),
            exact(int(gains[number]), every),
        )


def _named(known: Choices, decision: int) -> str:
    told, multiple = known.told(decision)
    return told if multiple is None else f"{told} {multiple} times"


# Meters above which a decision changes


def _pays(house: House, bets: SeatBets, meter: str) -> bool:
    wagers = [house.wagers[key] for key in bets.wagers if key in house.wagers]
    return any(row.meter == meter for wager in wagers for row in wager.pays.values())


def _meter_changes(
    house: House, bets: SeatBets, standing: Mapping[str, int], meter: str
) -> Iterator[MeterChange]:
    """Changes; the worth of a hand is linear in the meter, up to the largest award."""
    high = _linear_up_to(house, bets, meter)
    low = choices(house, bets, {**standing, meter: 0})
    top = choices(house, bets, {**standing, meter: high})
    unit = lcm(low.unit, top.unit)
    at_nothing, at_top = (
        np.stack([each.fold, *each.play]).astype(object) * (unit // each.unit)
        for each in (low, top)
    )
    for number in np.nonzero((at_nothing != at_top).any(axis=0))[0].tolist():
        lines = [
            (int(a), Fraction(int(b) - int(a), high))
            for a, b in zip(at_nothing[:, number], at_top[:, number], strict=True)
        ]
        of = low.deals.kinds[number].hand_class
        for cents, played in _crossings(lines, high):
            decision = "play" if played else "fold"
            yield MeterChange(meter, cents, of.label, of.example, of.hands, decision)


def _crossings(lines: list[tuple[int, Fraction]], high: int) -> Iterator[tuple[int, bool]]:
    """The meters above which another decision is best; the first line is a fold."""

    def margin(cents: int) -> Fraction:
        fold, *plays = (start + slope * cents for start, slope in lines)
        return max(plays) - fold

    start, slope = lines[0]
    found = set()
    for other, other_slope in lines[1:]:
        if other_slope != slope:
            meets = (start - other) / (other_slope - slope)
            found |= {floor(meets), floor(meets) + 1}
    for cents in sorted(each for each in found if 0 < each <= high):
        if (margin(cents) > 0) != (margin(cents - 1) > 0):
            yield cents, margin(cents) > 0


def _linear_up_to(house: House, bets: SeatBets, meter: str) -> int:
    most = Fraction(_MOST_CENTS)
    parts = 100
    for key in bets.wagers:
        wager = house.wagers.get(key)
        for row in wager.pays.values() if wager else ():
            if wager is not None and row.meter == meter and row.amount:
                parts = lcm(parts, (row.amount / 100).denominator)
                if wager.max_award_cents is not None:
                    most = min(most, Fraction(wager.max_award_cents) * 100 / row.amount)
    return max(int(most) // parts * parts, parts)
