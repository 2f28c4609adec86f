"""Successive rounds with meters that grow and are hit, in Fourier coefficients.

Each interval between hits of a meter is marked from its start if it will end in a hit; the last
interval, which does not, is unmarked. In a marked interval every round rotates the coefficient by
the meter's growth, and each start by the seed. With several meters a state is the set of those in a
marked interval, so a round is a matrix over such sets, and many rounds are a power of it. Marks are
only ever lost, so the matrix is triangular: 3 entries for one meter, 9 for two, 27 for three.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .meter_process import MeterProcess

COEFFICIENT_OFF = 4e-15  # Error bound of one round's coefficient: a weighted mean of sines.
_ROUNDED = 1e-15  # Rounding error of complex products and sums, per meter.

Entry: TypeAlias = "NDArray[Any]"  # Complex, or floats for bounds of errors.
Matrix = dict[tuple[int, int], Entry]  # By marked sets after and before, as bits.
Turned = Callable[[int], "NDArray[np.complex128]"]


class Course:
    """A course of rounds, each of which misses all meters or hits some of them."""

    def __init__(
        self,
        missed: "NDArray[np.complex128]",
        hit: Mapping[tuple[int, ...], "NDArray[np.complex128]"],
        processes: Sequence["MeterProcess"],
        unit: int,
    ):
        self._missed, self._processes, self._unit = missed, processes, unit
        self._hit = {sum(1 << place for place in which): each for which, each in hit.items()}

    def rounded_cents(self, rounds: int) -> int:
        """The most that rounding amounts down to units can lose over all hits."""
        return sum(self._rounded(each, rounds) for each in self._processes)

    def _rounded(self, process: "MeterProcess", rounds: int) -> int:
        unit = self._unit
        start = unit if process.start_cents % unit else 0
        growth = lcm(unit, process.growth_cents) if process.growth_cents % unit else 0
        seeds = unit * process.most_hits(rounds) if process.seed_cents % unit else 0
        return start + growth + seeds

    def after(
        self, kept: "NDArray[np.int64]", turns: "NDArray[np.complex128]", rounds: int
    ) -> tuple["NDArray[np.complex128]", "NDArray[np.float64]"]:
        """The coefficients after this many rounds, and the error bound of each."""
        import numpy as np

        def turned(cents: int) -> "NDArray[np.complex128]":
            found: NDArray[np.complex128] = turns[(kept * (cents // self._unit)) % len(turns)]
            return found

        still = self._round(turned)
        moves = [self._move(place, turned) for place in range(len(self._processes))]
        composed = self._composed(still, moves, rounds)
        found = np.zeros(len(kept), np.complex128)
        for marked in range(1 << len(self._processes)):
            begun = composed[0, marked]
            for place, process in enumerate(self._processes):
                if marked >> place & 1:
                    begun = begun * turned(process.start_cents)
            found += begun
        return found, self._off(still, moves, rounds)

    def _round(self, turned: Turned) -> Matrix:
        """The matrix of a round in which no meter grows."""
        found: Matrix = {}
        for before in range(1 << len(self._processes)):
            for after in _subsets(before):
                entry = self._missed if after == before else self._missed * 0
                for hit, coefficient in self._hit.items():
                    # A meter that is hit must be marked; one that is marked again restarts at its
                    # seed.
                    if hit & before == hit and before & ~hit == after & ~hit:
                        seeded = coefficient
                        for place, process in enumerate(self._processes):
                            if hit & after & 1 << place:
                                seeded = seeded * turned(process.seed_cents)
                        entry = entry + seeded
                found[after, before] = entry
        return found

    def _every(self, place: int) -> int:
        """After how many rounds a meter has grown by a whole number of units."""
        return self._unit // gcd(self._unit, self._processes[place].growth_cents)

    def _move(self, place: int, turned: Turned) -> "NDArray[np.complex128]":
        return turned(self._processes[place].growth_cents * self._every(place))

    def _composed(self, still: Matrix, moves: Sequence[Entry], rounds: int) -> Matrix:
        """The matrix of many rounds; each meter moves at the end of its n-th rounds."""
        period = lcm(*(self._every(place) for place in range(len(moves))))
        blocks, rest = divmod(rounds, period)
        block = self._part(still, moves, period)
        return _after(self._part(still, moves, rest), _power(block, blocks))

    def _part(self, still: Matrix, moves: Sequence[Entry], rounds: int) -> Matrix:
        found: Matrix = {}
        done = 0
        steps = {place: self._every(place) for place in range(len(moves))}
        for at in sorted({n for each in steps.values() for n in range(each, rounds + 1, each)}):
            moving = [place for place, each in steps.items() if at % each == 0]
            moved = {
                (after, before): _turned_by(entry, before, moving, moves)
                for (after, before), entry in still.items()
            }
            found = _after(moved, _after(_power(still, at - done - 1), found))
            done = at
        return _after(_power(still, rounds - done), found)

    def _off(self, still: Matrix, moves: Sequence[Entry], rounds: int) -> "NDArray[np.float64]":
        """Bound the error of a product by how much the products of its factors' bounds differ."""
        import numpy as np

        rounded = _ROUNDED * max(len(moves), 1)

        def bounds(matrix: Matrix, off: float) -> Matrix:
            return {
                key: np.abs(each) * (1 + off * rounded / COEFFICIENT_OFF)
                + off * bool(self._can(*key))
                for key, each in matrix.items()
            }

        def added_up(off: float) -> "NDArray[np.float64]":
            ones = [np.abs(each) * (1 + off * rounded / COEFFICIENT_OFF) + off for each in moves]
            composed = self._composed(bounds(still, off), ones, rounds)
            found: NDArray[np.float64] = sum(
                (each for (after, _), each in composed.items() if after == 0), np.zeros(1)
            )
            return found

        least = added_up(0.0)
        return added_up(COEFFICIENT_OFF) - least + rounded * least

    def _can(self, after: int, before: int) -> bool:
        """Whether a round can lead from one set to the other."""
        if after == before:
            return True
        return any(hit & before == hit and before & ~hit == after & ~hit for hit in self._hit)


def _turned_by(entry: Entry, before: int, moving: Sequence[int], moves: Sequence[Entry]) -> Entry:
    for place in moving:
        if before >> place & 1:
            entry = entry * moves[place]
    return entry


def _subsets(bits: int) -> Iterator[int]:
    found = bits
    while True:
        yield found
        if not found:
            return
        found = (found - 1) & bits


def _after(second: Matrix, first: Matrix) -> Matrix:
    """Compose two matrices; an empty one is the identity."""
    if not first or not second:
        return second or first
    found: Matrix = {}
    for after, before in first:
        entry: Any = 0  # An array from the first term on.
        for between in _subsets(before):
            if between & after == after:
                entry = entry + second[after, between] * first[between, before]
        found[after, before] = entry
    return found


def _power(matrix: Matrix, power: int) -> Matrix:
    found: Matrix = {}
    while power:
        if power & 1:
            found = _after(matrix, found)
        power >>= 1
        if power:
            matrix = _after(matrix, matrix)
    return found
