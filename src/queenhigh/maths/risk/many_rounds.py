"""The net of many rounds: one round's distribution, convolved with itself.

If the numbers stay small, this is done in whole numbers and exact. Otherwise it is done by Fourier
transform in double precision with a proven bound: no probability of any set of results is off by
more than `error`.

Jackpots are kept apart. A jackpot pays what its meter has grown to, so its amounts need not fit the
steps of the other results, and the meters move. Its chance is the same in every round
(`jackpot_course`), or rises if the meter must be hit by an amount (`trigger_course`).
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from math import gcd, log, log2
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from ..meters.jackpot_course import Course
from ..meters.meter_process import TAIL as _TAIL
from ..meters.must_hit_meter import MustHitBy, Process
from ..meters.trigger_course import TriggerCourse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_BITS = 8_000_000  # Size of the number that holds an exact distribution: under a second.
_MOST_PRODUCTS = 200_000  # Up to which they take less than squaring that number.
_FINE_CELLS = 1 << 20  # Up to this size, meter growth is followed to the cent.
_MOST_CELLS = 1 << 23
_NEGLIGIBLE = 1e-30  # Magnitude of a Fourier coefficient.

Method = Literal["exact", "bounded"]


class ManyRounds(msgspec.Struct, frozen=True, dict=True):
    """Probabilities of the seat's net over all rounds, from the worst net up."""

    rounds: int
    method: Method
    error: float  # Upper bound for any probability.
    unit_cents: int
    worst: int  # The lowest net, in units.
    probabilities: list[float]
    rounded_cents: int = 0  # A net may be this much higher, from meters between two steps.

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
        """The interval that leaves half of the remaining probability at either end."""
        tail = (1 - probability) / 2
        return self.quantile_cents(tail), self.quantile_cents(1 - tail)


class Jackpots(NamedTuple):
    """The processes of some meters, and the deals that hit them.

    Deals are keyed by the meters they hit, as places in `processes`, and by their net without the
    awards.
    """

    processes: tuple[Process, ...]
    hits: Mapping[tuple[int, ...], Mapping[int, int]]

    @property
    def nets(self) -> dict[int, int]:
        """All deals that hit a meter, by net without the award."""
        found: Counter[int] = Counter()
        for each in self.hits.values():
            found.update(each)
        return dict(found)


MOST_METERS = 3  # Followed at once: a matrix has a row for each set of them.


def many_rounds(
    totals: Mapping[int, int],
    rounds: int,
    method: Method | None = None,
    jackpots: Jackpots | None = None,
) -> ManyRounds:
    """The net of many rounds; `totals` are combinations by net in cents, meters fixed.

    `Joint.totals` are such; with `jackpots`, `totals` covers only deals that hit no meter.
    """
    if rounds < 1:
        raise ValueError(f"there must be at least one round, not {rounds}")
    if jackpots is not None:
        return _by_transform(totals, rounds, jackpots)
    unit, worst, weights = _steps(totals)
    if method is None:
        bits = rounds * log2(sum(weights))  # Bits of one weight of the result.
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
    """The coefficients of a polynomial's power."""
    terms = sum(map(bool, weights))
    few = terms * len(weights) * power <= _MOST_PRODUCTS and bool(weights[0])
    return (_power_by_terms if few else _power_by_number)(weights, power)


def _power_by_terms(weights: list[int], power: int) -> list[int]:
    """Work out each coefficient from those before it.

    With Q = P^n, P Q' = n P' Q: comparing coefficients gives one product for each term of P.
    """
    first, others = weights[0], [(n, w) for n, w in enumerate(weights) if n and w]
    found = [first**power]
    for place in range(1, (len(weights) - 1) * power + 1):
        total = 0
        for n, weight in others:
            if n > place:
                break
            total += (n * (power + 1) - place) * weight * found[place - n]
        found.append(total // place // first)
    return found


def _power_by_number(weights: list[int], power: int) -> list[int]:
    """Read the coefficients off the power of one long number."""
    bits = (sum(weights) ** power).bit_length() + 1
    width = (bits + 7) // 8
    packed = int.from_bytes(b"".join(each.to_bytes(width, "little") for each in weights), "little")
    size = (len(weights) - 1) * power + 1
    raised = (packed**power).to_bytes(size * width, "little")
    return [int.from_bytes(raised[n * width : (n + 1) * width], "little") for n in range(size)]


# By Fourier transform


class _Window(NamedTuple):
    """The nets to work out, in units: all except negligible tails."""

    unit: int
    low: int
    high: int

    @property
    def size(self) -> int:
        return 1 << (self.high - self.low).bit_length()


def _by_transform(
    totals: Mapping[int, int], rounds: int, jackpots: Jackpots | None = None
) -> ManyRounds:
    import numpy as np

    jackpots = jackpots or Jackpots((), {})
    hits, processes = jackpots.nets, jackpots.processes
    every = sum(totals.values()) + sum(hits.values())
    unit = gcd(*totals, *hits) or 1
    window = _window(totals, hits, rounds, unit, processes)
    if processes:
        steps = [cents for each in processes for cents in each.steps_cents]
        finer = _window(totals, hits, rounds, gcd(unit, *steps), processes)
        window = finer if finer.size <= _FINE_CELLS else window
    if window.size > _MOST_CELLS:
        raise ValueError("the results lie too far apart for so many rounds: take fewer rounds")
    unit, size = window.unit, window.size

    def chances(nets: Mapping[int, int]) -> dict[int, float]:
        return {cents // unit: many / every for cents, many in nets.items()}

    # A hit rotates its coefficient by the meters; at worst everything adds up.
    turned = sum((1 + 2 ** len(n)) * sum(each.values()) for n, each in jackpots.hits.items())
    placed = [*chances(totals).items(), *chances(hits).items()]
    kept = _kept(placed, turned / every, rounds, size)
    turns = _turns(size)
    met = {which: _at(chances(nets), kept, turns) for which, nets in jackpots.hits.items()}
    course = _course(_at(chances(totals), kept, turns), met, processes, unit)
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
    error += sum(each.limit_reached(rounds) for each in processes)
    worked = np.maximum(values[: window.high - window.low + 1], 0.0).tolist()
    rounded = course.rounded_cents(rounds)
    return ManyRounds(rounds, "bounded", error, unit, window.low, worked, rounded)


def _course(
    missed: "NDArray[np.complex128]",
    hit: Mapping[tuple[int, ...], "NDArray[np.complex128]"],
    processes: Sequence[Process],
    unit: int,
) -> Course | TriggerCourse:
    even = [each for each in processes if not isinstance(each, MustHitBy)]
    if len(even) == len(processes):
        return Course(missed, hit, even, unit)
    (process,) = processes
    if not isinstance(process, MustHitBy):
        raise TypeError("a meter with a trigger is followed alone")
    return TriggerCourse(missed, hit[0,], process, unit)


def _window(
    totals: Mapping[int, int],
    hits: Mapping[int, int],
    rounds: int,
    unit: int,
    processes: Sequence[Process],
) -> _Window:
    """Bound both tails by Chernoff's bound, and by the most hits that matter."""
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
    for each in processes:
        most = each.most_hits(rounds)
        paid = each.start_cents + most * each.seed_cents + rounds * each.growth_cents
        high += -(-paid // unit)
    return _Window(unit, low, high)


def _turns(size: int) -> "NDArray[np.complex128]":
    """The roots of unity."""
    import numpy as np

    angles = -2 * np.pi / size * np.arange(size)
    found: NDArray[np.complex128] = np.exp(1j * angles)
    return found


def _kept(
    chances: Sequence[tuple[int, float]], turned: float, rounds: int, size: int
) -> "NDArray[np.int64]":
    """The frequencies that are not negligible after this many rounds."""
    import numpy as np

    placed = np.zeros(size)
    for net, chance in chances:
        placed[net % size] += chance
    most = np.abs(np.fft.rfft(placed)) + turned + 1e-12
    with np.errstate(divide="ignore"):
        kept: NDArray[np.int64] = np.nonzero(rounds * np.log(most) > log(_NEGLIGIBLE))[0]
    return kept


def _at(
    chances: Mapping[int, float],
    kept: "NDArray[np.int64]",
    turns: "NDArray[np.complex128]",
) -> "NDArray[np.complex128]":
    """One round's coefficients, summed term by term so the error does not grow with size."""
    import numpy as np

    found = np.zeros(len(kept), np.complex128)
    for net, chance in chances.items():
        found += chance * turns[(kept * (net % len(turns))) % len(turns)]
    return found
