"""The net of many rounds: one round's distribution, convolved with itself.

Where the numbers stay small it is done in whole numbers, and the result is exact. Elsewhere it is
done by its Fourier transform in double precision, and the result carries a proven bound: no
probability of any set of results is off by more than `error`.

A jackpot is kept apart. It comes with the same chance in every round and pays what its meter has
grown to, so its amounts need not fit the steps of the other results, and the meter moves.
"""

from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from math import gcd, lcm, log, log2
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .meter_process import MeterProcess

_MOST_BITS = 8_000_000  # Of the number that holds an exact distribution: under a second.
_TAIL = 1e-14  # What may lie beyond either end of what is worked out.
_FINE_CELLS = 1 << 20  # Up to which a meter's growth is followed to the cent.
_MOST_CELLS = 1 << 23
_NEGLIGIBLE = 1e-30  # Of a Fourier coefficient.
_OFF = 4e-15  # How far off a coefficient of one round can be: a weighted mean of sines.
_ROUNDED = 1e-15  # What a multiplication or addition of complex numbers can round away.

Method = Literal["exact", "bounded"]


class ManyRounds(msgspec.Struct, frozen=True, dict=True):
    """Probabilities of the seat's net over all rounds, from the worst net up."""

    rounds: int
    method: Method
    error: float  # No probability is off by more.
    unit_cents: int
    worst: int  # The first net, in units.
    probabilities: list[float]
    rounded_cents: int = 0  # A net may be higher by as much as this: a meter between two steps.

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


class Jackpot(NamedTuple):
    """Deals that hit a meter, by the net without what it pays, and the meter's course."""

    hits: Mapping[int, int]
    process: "MeterProcess"


def many_rounds(
    totals: Mapping[int, int],
    rounds: int,
    method: Method | None = None,
    jackpot: Jackpot | None = None,
) -> ManyRounds:
    """`totals` are combinations by net in cents, as of `Joint.totals`: there a meter stands still.

    With a jackpot they are those of deals that do not hit it.
    """
    if rounds < 1:
        raise ValueError(f"there is at least one round, not {rounds}")
    if jackpot is not None:
        return _by_transform(totals, rounds, jackpot)
    unit, worst, weights = _steps(totals)
    if method is None:
        bits = rounds * log2(sum(weights))  # Of one weight of the result.
        method = "exact" if bits * len(weights) * rounds <= _MOST_BITS else "bounded"
    if method == "bounded":
        return _by_transform(totals, rounds)
    powers = exact_power(weights, rounds)
    every = sum(powers)
    probabilities = [each / every for each in powers]
    return ManyRounds(rounds, method, 0.0, unit, worst * rounds, probabilities)


def _steps(totals: Mapping[int, int]) -> tuple[int, int, list[int]]:
    unit = gcd(*totals) or 1
    worst = min(totals) // unit
    weights = [0] * (max(totals) // unit - worst + 1)
    for cents, combinations in totals.items():
        weights[cents // unit - worst] += combinations
    return unit, worst, weights


def exact_power(weights: list[int], power: int) -> list[int]:
    """The coefficients of a polynomial's power, out of the power of one long number."""
    bits = (sum(weights) ** power).bit_length() + 1
    width = (bits + 7) // 8
    packed = int.from_bytes(b"".join(each.to_bytes(width, "little") for each in weights), "little")
    size = (len(weights) - 1) * power + 1
    raised = (packed**power).to_bytes(size * width, "little")
    return [int.from_bytes(raised[n * width : (n + 1) * width], "little") for n in range(size)]


# By Fourier transform


class _Window(NamedTuple):
    """The nets that are worked out, in units: all but what a tail leaves out."""

    unit: int
    low: int
    high: int

    @property
    def size(self) -> int:
        return 1 << (self.high - self.low).bit_length()


def _by_transform(
    totals: Mapping[int, int], rounds: int, jackpot: Jackpot | None = None
) -> ManyRounds:
    import numpy as np

    hits = jackpot.hits if jackpot else {}
    every = sum(totals.values()) + sum(hits.values())
    unit = gcd(*totals, *hits) or 1
    process = jackpot.process if jackpot else None
    window = _window(totals, hits, rounds, unit, process)
    if process is not None:
        fine = gcd(unit, process.growth_cents, process.seed_cents)
        finer = _window(totals, hits, rounds, fine, process)
        window = finer if finer.size <= _FINE_CELLS else window
    if window.size > _MOST_CELLS:
        raise ValueError("the results lie too far apart for so many rounds: take fewer rounds")
    unit, size = window.unit, window.size
    chances = {cents // unit: many / every for cents, many in totals.items()}
    steps = {cents // unit: many / every for cents, many in hits.items()}
    kept = _kept(chances, steps, rounds, size)
    turns = _turns(size)
    course = _Course(_at(chances, kept, turns), _at(steps, kept, turns), process, unit)
    found, exceeded = course.after(kept, turns, rounds)
    found *= turns[(-window.low * kept) % size]  # The lowest net comes first.
    spectrum = np.zeros(size // 2 + 1, np.complex128)
    spectrum[kept] = found
    values = np.fft.irfft(spectrum, size)
    # By Parseval's theorem, and because a sum over cells is at most sqrt(size) times its norm.
    doubled = np.where((kept == 0) | (kept == size // 2), 1.0, 2.0)
    off = float(np.sqrt((doubled * exceeded**2).sum()))
    back = 8 * log2(size) * 2.0**-53 * size**0.5 * float(np.linalg.norm(values))
    error = off + back + size * _NEGLIGIBLE + 4 * _TAIL
    worked = np.maximum(values[: window.high - window.low + 1], 0.0).tolist()
    rounded = course.rounded_cents(rounds) if process else 0
    return ManyRounds(rounds, "bounded", error, unit, window.low, worked, rounded)


def _window(
    totals: Mapping[int, int],
    hits: Mapping[int, int],
    rounds: int,
    unit: int,
    process: "MeterProcess | None",
) -> _Window:
    """By Chernoff's bound on both tails, and by the most hits that matter."""
    import numpy as np

    nets = np.array([*totals, *hits], np.float64) / unit
    weights = np.array([*totals.values(), *hits.values()], np.float64)
    weights /= weights.sum()
    reach = float(np.abs(nets).max()) or 1.0
    needed = -log(_TAIL)

    def furthest(side: int) -> int:
        best = rounds * float((side * nets).max())
        for theta in np.geomspace(1e-7, 50, 160) / reach:
            exponents = theta * side * nets
            top = float(exponents.max())
            mean = top + log(float((weights * np.exp(exponents - top)).sum()))
            best = min(best, (rounds * mean + needed) / theta)
        return int(np.ceil(best))

    low, high = -furthest(-1), furthest(1)
    low, high = max(low, rounds * int(nets.min())), min(high, rounds * int(nets.max()))
    if process is not None:
        most = most_hits(float(process.chance), rounds)
        paid = process.start_cents + most * process.seed_cents + rounds * process.growth_cents
        high += -(-paid // unit)
    return _Window(unit, low, high)


def most_hits(chance: float, rounds: int) -> int:
    """More come with a probability below the tail, by Chernoff's bound on a Poisson number."""
    mean, most = chance * rounds, 1
    while most <= mean or most * log(most / mean) - most + mean < -log(_TAIL):
        most += 1 + most // 16
    return min(most, rounds)


def _turns(size: int) -> "NDArray[np.complex128]":
    """The roots of unity."""
    import numpy as np

    angles = -2 * np.pi / size * np.arange(size)
    found: NDArray[np.complex128] = np.exp(1j * angles)
    return found


def _kept(
    chances: Mapping[int, float], hits: Mapping[int, float], rounds: int, size: int
) -> "NDArray[np.int64]":
    """The frequencies that so many rounds leave anything of."""
    import numpy as np

    placed = np.zeros(size)
    for net, chance in [*chances.items(), *hits.items()]:
        placed[net % size] += chance
    # A hit turns its coefficient by the meter: at worst, everything adds up.
    most = np.abs(np.fft.rfft(placed)) + 2 * sum(hits.values()) + 1e-12
    with np.errstate(divide="ignore"):
        kept: NDArray[np.int64] = np.nonzero(rounds * np.log(most) > log(_NEGLIGIBLE))[0]
    return kept


def _at(
    chances: Mapping[int, float],
    kept: "NDArray[np.int64]",
    turns: "NDArray[np.complex128]",
) -> "NDArray[np.complex128]":
    """Coefficients of one round, summed term by term: their error does not grow with the size."""
    import numpy as np

    found = np.zeros(len(kept), np.complex128)
    for net, chance in chances.items():
        found += chance * turns[(kept * (net % len(turns))) % len(turns)]
    return found


class _Course:
    """Rounds one after another, with the meter.

    A round misses with coefficient a, or hits with b. The time from one hit to the next is marked
    from its beginning as one that ends in a hit, or as the last, which does not. In a marked time
    every round turns by the meter's growth, and each beginning by the seed. So a round is the
    matrix [[d, 0], [b', a]] with d = (a + b seed) growth and b' = b growth, and many rounds are its
    power.
    """

    def __init__(
        self,
        missed: "NDArray[np.complex128]",
        hit: "NDArray[np.complex128]",
        process: "MeterProcess | None",
        unit: int,
    ):
        self._missed, self._hit, self._process, self._unit = missed, hit, process, unit

    def rounded_cents(self, rounds: int) -> int:
        """By how much amounts that are rounded down to units fall short, all hits together."""
        process, unit = self._process, self._unit
        if process is None:
            return 0
        start = unit if process.start_cents % unit else 0
        growth = lcm(unit, process.growth_cents) if process.growth_cents % unit else 0
        seeds = unit * most_hits(float(process.chance), rounds) if process.seed_cents % unit else 0
        return start + growth + seeds

    def after(
        self, kept: "NDArray[np.int64]", turns: "NDArray[np.complex128]", rounds: int
    ) -> tuple["NDArray[np.complex128]", "NDArray[np.float64]"]:
        """The coefficients after so many rounds, and how far off each can be."""
        process, unit = self._process, self._unit
        if process is None:
            still: Matrix = (self._missed,)
            return _composed(still, still, 1, rounds)[0], _off(still, still, 1, rounds)

        def turned(cents: int) -> "NDArray[np.complex128]":
            return turns[(kept * (cents // unit)) % len(turns)]

        still = self._missed + self._hit * turned(process.seed_cents), self._hit, self._missed
        growth = process.growth_cents
        # Where the growth is no whole unit, the meter moves by whole units every few rounds.
        every = unit // gcd(unit, growth)
        turn = turned(growth * every)
        grows = still[0] * turn, still[1] * turn, still[2]
        _, hit, missed = _composed(still, grows, every, rounds)
        return turned(process.start_cents) * hit + missed, _off(still, grows, every, rounds)


Matrix = tuple["NDArray[Any]", ...]


def _composed(still: Matrix, grows: Matrix, every: int, rounds: int) -> Matrix:
    """Rounds of which every so many-th moves the meter."""
    blocks, rest = divmod(rounds, every)
    block = _after(grows, _power(still, every - 1))
    return _after(_power(still, rest), _power(block, blocks))


def _off(still: Matrix, grows: Matrix, every: int, rounds: int) -> "NDArray[np.float64]":
    """A product is off by no more than the products of its factors' bounds differ."""
    import numpy as np

    def bounds(matrix: Matrix, off: float) -> Matrix:
        return tuple(np.abs(each) * (1 + off * _ROUNDED / _OFF) + off for each in matrix)

    def added_up(off: float) -> "NDArray[np.float64]":
        composed = _composed(bounds(still, off), bounds(grows, off), every, rounds)
        found: NDArray[np.float64] = np.sum(composed[-2:], axis=0)
        return found

    least = added_up(0.0)
    return added_up(_OFF) - least + _ROUNDED * least


def _after(second: Matrix, first: Matrix) -> Matrix:
    """One matrix after another; () changes nothing."""
    if not first or not second:
        return second or first
    if len(first) == 1:
        return (second[0] * first[0],)
    return (
        second[0] * first[0],
        second[1] * first[0] + second[2] * first[1],
        second[2] * first[2],
    )


def _power(matrix: Matrix, power: int) -> Matrix:
    found: Matrix = ()
    while power:
        if power & 1:
            found = _after(matrix, found)
        power >>= 1
        if power:
            matrix = _after(matrix, matrix)
    return found
