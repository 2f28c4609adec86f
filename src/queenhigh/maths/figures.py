"""The figures of one wager, from its results and their numbers of combinations."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from .exact import Exact, exact, root


class Result(NamedTuple):
    """A possible result of a one-unit bet."""

    name: str
    combinations: int
    net: int | Fraction  # In units of the initial bet.
    pays: str | None = None
    hit: bool | None = None  # Set if winning differs from a net above zero.

    @property
    def is_hit(self) -> bool:
        return self.net > 0 if self.hit is None else self.hit


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    outcome: str
    pays: str | None
    net: float  # A whole number if it is one.
    combinations: int
    probability: Exact
    contribution: Exact  # To the player's expected net.


class WagerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a wager; edge and deviation are per unit of the initial bet."""

    combinations: int
    house_edge: Exact
    variance: Exact
    standard_deviation: Exact
    hit_frequency: Exact
    outcomes: tuple[Outcome, ...]


class Sums(NamedTuple):
    """Sums over all combinations: their number, the net, its square, and the hits."""

    combinations: int
    net: int | Fraction
    square: int | Fraction
    hits: int

    @property
    def house_edge(self) -> Exact:
        return exact(-self.net, self.combinations)

    @property
    def variance(self) -> Fraction:
        mean = Fraction(self.net) / self.combinations
        return Fraction(self.square) / self.combinations - mean * mean


def sums(results: Iterable[Result]) -> Sums:
    combinations, hits = 0, 0
    net: int | Fraction = 0
    square: int | Fraction = 0
    for each in results:
        weighted = each.net * each.combinations
        combinations += each.combinations
        net += weighted
        square += weighted * each.net
        if each.is_hit:
            hits += each.combinations
    return Sums(combinations, net, square, hits)


def outcomes(results: Sequence[Result], total: int) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(
            outcome=each.name,
            pays=each.pays,
            net=whole_or_float(each.net),
            combinations=each.combinations,
            probability=exact(each.combinations, total),
            contribution=exact(each.net * each.combinations, total),
        )
        for each in results
    )


def wager_figures(results: Sequence[Result]) -> WagerFigures:
    found = sums(results)
    return WagerFigures(
        combinations=found.combinations,
        house_edge=found.house_edge,
        variance=exact(found.variance),
        standard_deviation=root(found.variance),
        hit_frequency=exact(found.hits, found.combinations),
        outcomes=outcomes(results, found.combinations),
    )


def whole_or_float(number: int | Fraction) -> int | float:
    return int(number) if number == int(number) else float(number)


def whole(number: int | Fraction) -> int | Fraction:
    """Return whole fractions as int, so denominators still count combinations."""
    return int(number) if number == int(number) else number
