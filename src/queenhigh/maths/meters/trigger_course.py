"""Successive rounds with a meter that must be hit by an amount, in Fourier coefficients.

Every hit pays the seed plus the growth since the previous hit. The growths of all hits add up to
the growth until the last of them, so the recurrence need not carry them: only the last hit's round
rotates the coefficient by it.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from .jackpot_course import COEFFICIENT_OFF

if TYPE_CHECKING:
    from .must_hit_meter import MustHitBy

_ROUNDED = 64 * 2.0**-53  # Rounding error of the few products and sums of a step.
_MOST_STEPS = 3_000_000_000

Complex = NDArray[np.complex128]


class _Time(NamedTuple):
    """The time from a start to a hit, as far as the trigger determines it."""

    rounds: int  # The most it takes.
    step: float  # Share of the room used by each round.
    rest: float  # Share used by the last round.


class TriggerCourse:
    """A course of rounds, each of which misses the meter or has a hand that hits it."""

    def __init__(self, missed: Complex, hit: Complex, process: "MustHitBy", unit: int):
        self._missed, self._hit, self._process, self._unit = missed, hit, process, unit

    def rounded_cents(self, rounds: int) -> int:
        """The most that rounding amounts down to units can lose over all hits."""
        process, unit = self._process, self._unit
        hits = process.most_hits(rounds)
        bases = process.start_cents, process.seed_cents
        start = unit if process.start_cents % unit else 0
        seeds = unit * hits if process.seed_cents % unit else 0
        growth = unit if process.growth_cents % unit else 0
        # In the last round it only grows to the limit.
        short = unit * (1 + hits) if any(self._too_much(base) % unit for base in bases) else 0
        return start + seeds + growth + short

    def after(
        self, kept: NDArray[np.int64], turns: Complex, rounds: int
    ) -> tuple[Complex, NDArray[np.float64]]:
        """The coefficients after this many rounds, and the error bound of each."""
        from .trigger_kernel import after_rounds

        if len(kept) * rounds > _MOST_STEPS:
            raise ValueError("with a trigger that is too much to compute: use fewer rounds")
        process = self._process

        def turned(cents: int) -> Complex:
            found: Complex = turns[(kept * (cents // self._unit)) % len(turns)]
            return found

        found = after_rounds(
            self._missed,
            self._hit,
            self._time(process.start_cents),
            self._time(process.seed_cents),
            self._paid(process.start_cents, turned),
            self._paid(process.seed_cents, turned),
            kept,
            turns,
            process.growth_cents,
            self._unit,
            rounds,
        )
        return found, self._off(rounds)

    def _too_much(self, base_cents: int) -> int:
        """By how much the last round's growth would exceed the limit."""
        return -(self._process.limit_cents - base_cents) % self._process.growth_cents

    def _time(self, base_cents: int) -> _Time:
        growth, room = self._process.growth_cents, self._process.limit_cents - base_cents
        rounds = -(-room // growth)
        return _Time(rounds, growth / room, (room - (rounds - 1) * growth) / room)

    def _paid(self, base_cents: int, turned: Callable[[int], Complex]) -> Complex:
        up_to_units = -(-self._too_much(base_cents) // self._unit) * self._unit
        found: Complex = np.stack(
            [turned(base_cents), turned(base_cents // self._unit * self._unit - up_to_units)]
        )
        return found

    def _off(self, rounds: int) -> NDArray[np.float64]:
        """Bound the error: over all triggers, the rounds are a power of a miss-or-hit round.

        So an error in a coefficient has no more effect than it has on that power. A step of the
        recurrence loses a share that grows with how far back its sums reach, and every hit loses it
        again. All of it is weighed as if every term had the same sign.
        """
        missed, hit = np.abs(self._missed), np.abs(self._hit)
        either = missed + hit
        off = (either + 2 * COEFFICIENT_OFF) ** rounds - either**rounds
        ages = self._time(self._process.seed_cents).rounds
        share = np.max(hit / np.maximum(either, 1e-300), initial=0.0)
        reach = min(ages, rounds) + min(1 / share if share else rounds, rounds) + 8
        likelier = msgspec.structs.replace(
            self._process, chance=Fraction(min(float(share), 1 - 1e-9))
        )
        hits = (rounds + ages) / likelier.rounds_from_seed
        found: NDArray[np.float64] = off + _ROUNDED * reach * (hits + 2) * either**rounds
        return found
