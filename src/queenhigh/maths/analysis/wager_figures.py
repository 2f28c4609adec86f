"""The figures of one wager, from its results and their numbers of combinations."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from ..exact_figure import Exact, exact, root, variance


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


def wager_figures(results: Sequence[Result]) -> WagerFigures:
    every = sum(each.combinations for each in results)
    net = sum(each.net * each.combinations for each in results)
    spread = variance((each.net, each.combinations) for each in results)
    return WagerFigures(
        combinations=every,
        house_edge=exact(-net, every),
        variance=exact(spread),
        standard_deviation=root(spread),
        hit_frequency=exact(sum(each.combinations for each in results if each.is_hit), every),
        outcomes=tuple(_outcome(each, every) for each in results),
    )


def _outcome(result: Result, every: int) -> Outcome:
    return Outcome(
        outcome=result.name,
        pays=result.pays,
        net=whole_or_float(result.net),
        combinations=result.combinations,
        probability=exact(result.combinations, every),
        contribution=exact(result.net * result.combinations, every),
    )


def whole_or_float(number: int | Fraction) -> int | float:
    return int(number) if number == int(number) else float(number)


def whole(number: int | Fraction) -> int | Fraction:
    """Whole fractions as int, so denominators still count combinations."""
    return int(number) if number == int(number) else number
