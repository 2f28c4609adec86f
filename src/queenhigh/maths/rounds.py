"""The net of many rounds: one round's distribution, convolved with itself.

Where the numbers stay small it is done in whole numbers, and the result is exact. Elsewhere it is
done by Fourier transform in double precision, and the result carries a proven bound: no
probability of any set of results is off by more than `error`. The bound adds up what each
convolution can round away (Brent, Percival and Zimmermann, 2007) and the tails that were cut.
"""

from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from math import expm1, gcd, log1p, log2, sqrt
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_BITS = 8_000_000  # Of the number that holds an exact distribution: under a second.
_TAIL = 1e-15  # What may be cut from each end at each step.
_MOST_CELLS = 1 << 24

Method = Literal["exact", "bounded"]


class ManyRounds(msgspec.Struct, frozen=True, dict=True):
    """Probabilities of the seat's net over all rounds, from the worst net up."""

    rounds: int
    method: Method
    error: float  # No probability is off by more.
    unit_cents: int
    worst: int  # The first net, in units.
    probabilities: list[float]

    @cached_property
    def at_most(self) -> list[float]:
        return list(accumulate(self.probabilities))

    def probability_at_most(self, cents: int) -> float:
        place = cents // self.unit_cents - self.worst
        if place < 0:
            return 0.0
        return self.at_most[min(place, len(self.at_most) - 1)]

    def quantile_cents(self, probability: float) -> int:
        place = min(bisect_left(self.at_most, probability), len(self.at_most) - 1)
        return (self.worst + place) * self.unit_cents

    def central_interval_cents(self, probability: float) -> tuple[int, int]:
        """Leaves out half of what is left at either end."""
        tail = (1 - probability) / 2
        return self.quantile_cents(tail), self.quantile_cents(1 - tail)


def many_rounds(totals: Mapping[int, int], rounds: int, method: Method | None = None) -> ManyRounds:
    """`totals` are combinations by net in cents, as of `Joint.totals`; the meter stands still."""
    if rounds < 1:
        raise ValueError(f"there is at least one round, not {rounds}")
    unit = gcd(*totals) or 1
    worst = min(totals) // unit
    weights = [0] * (max(totals) // unit - worst + 1)
    for cents, combinations in totals.items():
        weights[cents // unit - worst] += combinations
    if method is None:
        bits = rounds * log2(sum(weights))  # Of one weight of the result.
        method = "exact" if bits * len(weights) * rounds <= _MOST_BITS else "bounded"
    if method == "exact":
        powers = exact_power(weights, rounds)
        every = sum(powers)
        probabilities = [each / every for each in powers]
        return ManyRounds(rounds, method, 0.0, unit, worst * rounds, probabilities)
    found = _power(_Bounded.of(weights, worst), rounds)
    return ManyRounds(rounds, method, found.error, unit, found.first, found.values.tolist())


def exact_power(weights: list[int], power: int) -> list[int]:
    """The coefficients of a polynomial's power, out of the power of one long number."""
    bits = (sum(weights) ** power).bit_length() + 1
    width = (bits + 7) // 8
    packed = int.from_bytes(b"".join(each.to_bytes(width, "little") for each in weights), "little")
    size = (len(weights) - 1) * power + 1
    raised = (packed**power).to_bytes(size * width, "little")
    return [int.from_bytes(raised[n * width : (n + 1) * width], "little") for n in range(size)]


class _Bounded(msgspec.Struct, frozen=True):
    """Values that are off, all together, by `error` at most."""

    values: "NDArray[np.float64]"
    first: int
    error: float

    @classmethod
    def of(cls, weights: list[int], first: int) -> "_Bounded":
        import numpy as np

        every = sum(weights)
        return cls(np.array([each / every for each in weights]), first, 2.0**-53)

    def __mul__(self, other: "_Bounded") -> "_Bounded":
        import numpy as np

        length = len(self.values) + len(other.values) - 1
        size = 1 << (length - 1).bit_length()
        if size > _MOST_CELLS:
            raise ValueError("the results lie too far apart for so many rounds: take fewer rounds")
        spectrum = np.fft.rfft(self.values, size)
        spectrum *= spectrum if other is self else np.fft.rfft(other.values, size)
        product = np.maximum(np.fft.irfft(spectrum, size)[:length], 0.0)
        norms = float(np.linalg.norm(self.values) * np.linalg.norm(other.values))
        rounded = length * norms * _rounding(size)
        error = self.error + other.error + self.error * other.error + rounded
        return _Bounded(product, self.first + other.first, error).trimmed()

    def trimmed(self) -> "_Bounded":
        import numpy as np

        below = int(np.searchsorted(np.cumsum(self.values), _TAIL))
        above = int(np.searchsorted(np.cumsum(self.values[::-1]), _TAIL))
        kept = self.values[below : len(self.values) - above]
        return _Bounded(kept, self.first + below, self.error + 2 * _TAIL)


def _rounding(size: int) -> float:
    """How far off one value of a convolution can be, for factors of norm 1."""
    steps, ulp = log2(size), 2.0**-53
    return expm1(6 * steps * log1p(ulp) + (3 * steps + 1) * log1p(sqrt(5) * ulp))


def _power(base: _Bounded, power: int) -> _Bounded:
    found: _Bounded | None = None
    while True:
        if power & 1:
            found = base if found is None else found * base
        power >>= 1
        if not power:
            return found if found is not None else base
        base = base * base
