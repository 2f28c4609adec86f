"""A figure as it is printed: the fraction, and the nearest float beside it."""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

import msgspec


class Exact(msgspec.Struct, frozen=True):
    """Written ``n/d``, or ``sqrt(n/d)`` where the figure is a root and no fraction."""

    exact: str
    value: float

    @property
    def is_root(self) -> bool:
        return self.exact.startswith("sqrt")

    @property
    def fraction(self) -> Fraction:
        """What arithmetic goes on with. A root has none."""
        return Fraction(self.exact)


def exact(numerator: int | Fraction, denominator: int | Fraction = 1) -> Exact:
    """Whole numbers are left as they come, so that a denominator still counts combinations."""
    if isinstance(numerator, Fraction) or isinstance(denominator, Fraction):
        numerator, denominator = (Fraction(numerator) / denominator).as_integer_ratio()
    return Exact(f"{numerator}/{denominator}", numerator / denominator)


def root(square: Fraction) -> Exact:
    return Exact(f"sqrt({square.numerator}/{square.denominator})", sqrt(square))


def variance(of_nets: Iterable[tuple[int | Fraction, int | Fraction]]) -> Fraction:
    """Of values with their weights."""
    total = mean = square = Fraction(0)
    for value, weight in of_nets:
        total += weight
        mean += value * weight
        square += value * value * weight
    return square / total - (mean / total) ** 2
