"""Chi-square statistics and their p-values, alone and as a family."""

from collections.abc import Sequence
from math import exp, lgamma, log

import numpy as np
from numpy.typing import NDArray

_LEAST_EXPECTED = 5.0


def chi_square(observed: NDArray[np.int64], expected: NDArray[np.float64]) -> tuple[float, int]:
    """Statistic and degrees of freedom, pooling rare results until five are expected."""
    order = np.argsort(expected, kind="stable")
    cells: list[tuple[float, float]] = []
    seen = wanted = 0.0
    for index in order:
        seen, wanted = seen + float(observed[index]), wanted + float(expected[index])
        if wanted >= _LEAST_EXPECTED:
            cells.append((seen, wanted))
            seen = wanted = 0.0
    statistic = sum((seen - wanted) ** 2 / wanted for seen, wanted in cells)
    return statistic, len(cells) - 1


def two_sided(statistic: float, degrees: int) -> float:
    lower, upper = incomplete_gamma(degrees / 2, statistic / 2)
    return min(1.0, 2 * min(lower, upper))


def incomplete_gamma(shape: float, x: float) -> tuple[float, float]:
    """The lower and upper regularised incomplete gamma functions at x.

    Uses the series below the mean and the continued fraction (Lentz's method) above it, where each
    converges fast, so neither part is ever the difference of two close numbers.
    """
    if x <= 0:
        return 0.0, 1.0
    front = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        step = shape
        while term > total * 1e-17:
            step += 1
            term *= x / step
            total += term
        return front * total, 1 - front * total
    tiny = 1e-300
    b = x + 1 - shape
    c, d = 1 / tiny, 1 / b
    fraction = d
    for n in range(1, 100_000):
        a = n * (shape - n)
        b += 2
        d = 1 / _nonzero(a * d + b, tiny)
        c = _nonzero(b + a / c, tiny)
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return 1 - front * fraction, front * fraction


def _nonzero(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm-adjusted p-values: the smallest times their number, and so on."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted, highest = [1.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = highest
    return adjusted
