"""Rounds one after another with a meter that must be hit by an amount, in Fourier coefficients.

Every hit pays the seed and what the meter has grown by since the hit before. The growths of all
hits add up to that until the last of them, so they need no place in the recurrence: only the last
hit's round turns the coefficient by it.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from .jackpot_course import COEFFICIENT_OFF

if TYPE_CHECKING:
    from .must_hit import MustHitBy

_ROUNDED = 64 * 2.0**-53  # What the few products and sums of one step can round away.
_MOST_STEPS = 3_000_000_000

Complex = NDArray[np.complex128]


class _Time(NamedTuple):
    """From a beginning to a hit, as far as the trigger decides it."""

    rounds: int  # It takes no more.
    step: float  # What each of them takes of the room.
    rest: float  # What the last one does.


class TriggerCourse:
    """A round misses the meter with one coefficient, or a hand hits it with another."""

    def __init__(self, missed: Complex, hit: Complex, process: "MustHitBy", unit: int):
        self._missed, self._hit, self._process, self._unit = missed, hit, process, unit

    def rounded_cents(self, rounds: int) -> int:
        """By how much amounts that are rounded down to units fall short, all hits together."""
        process, unit = self._process, self._unit
        hits = process.most_hits(rounds)
        bases = process.start_cents, process.seed_cents
        start = unit if process.start_cents % unit else 0
        seeds = unit * hits if process.seed_cents % unit else 0
        growth = unit if process.growth_cents % unit else 0
        # In its last round it grows to the limit only.
        short = unit * (1 + hits) if any(self._too_much(base) % unit for base in bases) else 0
        return start + seeds + growth + short

    def after(
        self, kept: NDArray[np.int64], turns: Complex, rounds: int
    ) -> tuple[Complex, NDArray[np.float64]]:
        """The coefficients after so many rounds, and how far off each can be."""
        from .trigger_kernel import after_rounds

        if len(kept) * rounds > _MOST_STEPS:
            raise ValueError("that is too much to follow with a trigger: take fewer rounds")
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
        """What the last round would bring beyond the limit."""
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
        """Over all triggers, so many rounds come to the power of a round that is missed or hit.

        So a coefficient that is off a little changes no more than that power. A step of the
        recurrence loses a share that grows with the rounds its sums reach back; hits lose it
        again and again. All of it is weighed as if every term had the same sign.
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
