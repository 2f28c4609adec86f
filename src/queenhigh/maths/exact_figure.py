"""A figure as printed: the fraction, and the nearest float beside it."""

from collections.abc import Collection, Iterable
from fractions import Fraction
from math import sqrt

import msgspec


class Exact(msgspec.Struct, frozen=True):
    """A figure written ``n/d``, or ``sqrt(n/d)`` if it is a square root."""

    exact: str
    value: float

    @property
    def is_root(self) -> bool:
        return self.exact.startswith("sqrt")

    @property
    def fraction(self) -> Fraction:
        """The value for calculations; a root has none."""
        return Fraction(self.exact)


def exact(numerator: int | Fraction, denominator: int | Fraction = 1) -> Exact:
    """Keep whole numbers unreduced, so the denominator still counts combinations."""
    if isinstance(numerator, Fraction) or isinstance(denominator, Fraction):
        numerator, denominator = (Fraction(numerator) / denominator).as_integer_ratio()
    return Exact(f"{numerator}/{denominator}", numerator / denominator)


def root(square: Fraction) -> Exact:
    return Exact(f"sqrt({square.numerator}/{square.denominator})", sqrt(square))


def variance(of_nets: Iterable[tuple[int | Fraction, int | Fraction]]) -> Fraction:
    """The variance of weighted values."""
    total = mean = square = Fraction(0)
    for value, weight in of_nets:
        total += weight
        mean += value * weight
        square += value * value * weight
    return square / total - (mean / total) ** 2


def mean_of(weighted: Collection[tuple[float, int]]) -> float:
    """The mean of values, each with its weight, as a float."""
    return sum(value * many for value, many in weighted) / sum(many for _, many in weighted)


def deviation_of(weighted: Collection[tuple[float, int]]) -> float:
    """The standard deviation of values, each with its weight, as a float."""
    mean = mean_of(weighted)
    squares = sum((value - mean) ** 2 * many for value, many in weighted)
    return sqrt(squares / sum(many for _, many in weighted))
