"""A meter that must be hit by an amount: a hidden trigger lies between seed and limit.

The trigger is drawn uniformly, so until it is met it is uniform between the meter and the limit,
and a hit becomes likelier the longer none happens. The time between hits is bounded, so everything
follows from sums over that time, without a tail. A hand may hit the meter as well.
"""

from fractions import Fraction
from functools import cached_property
from math import ceil, log

import msgspec
import numpy as np
from numpy.typing import NDArray

from ...house.wager import Meter
from .meter_process import TAIL, MeterProcess, rounds_to_reserve

_MOST_AGES = 1 << 20
_MANY = 16  # Waits after which the meter's starting amount no longer matters.
_MOST_ROUNDS = 1 << 22

Floats = NDArray[np.float64]


class MustHitBy(msgspec.Struct, frozen=True, dict=True):
    """A must-hit process in cents; a hit pays what the meter holds, the round's bets included."""

    start_cents: int
    seed_cents: int
    growth_cents: int  # Per round.
    limit_cents: int  # The amount by which it is hit.
    chance: Fraction = Fraction(0)  # That a round's hands hit it, regardless of the trigger.

    def __post_init__(self) -> None:
        if self.growth_cents <= 0:
            raise ValueError("a meter that must be hit by an amount grows with every round")
        if self.seed_cents >= self.limit_cents:
            raise ValueError("the amount by which a meter must be hit lies above its seed")
        if not 0 <= self.start_cents < self.limit_cents:
            raise ValueError("the meter stands below the amount by which it must be hit")
        if not 0 <= self.chance < 1:
            raise ValueError("a chance lies between 0 and 1")
        if (self.limit_cents - min(self.start_cents, self.seed_cents)) > (
            _MOST_AGES * self.growth_cents
        ):
            raise ValueError("the meter grows too slowly towards that amount to be followed")

    @property
    def steps_cents(self) -> tuple[int, ...]:
        """The amounts it moves by, resets to and stops at."""
        return self.growth_cents, self.seed_cents, self.limit_cents

    # The next hit

    def hit_in_round(self, base_cents: int | None = None) -> Floats:
        """The chance of a hit in the first round, the second and so on; they add up to 1."""
        base = self.start_cents if base_cents is None else base_cents
        room = self.limit_cents - base
        rounds = -(-room // self.growth_cents)
        grown = np.minimum(np.arange(rounds + 1, dtype=np.float64) * self.growth_cents, room)
        missed = (1 - grown / room) * (1 - float(self.chance)) ** np.arange(rounds + 1)
        found: Floats = -np.diff(missed)
        return found

    def held(self, base_cents: int | None = None) -> Floats:
        """What it holds in each of those rounds; in the last it stands at the limit."""
        base = self.start_cents if base_cents is None else base_cents
        rounds = -(-(self.limit_cents - base) // self.growth_cents)
        grown = base + np.arange(1, rounds + 1, dtype=np.float64) * self.growth_cents
        return np.minimum(grown, self.limit_cents)

    def met_in_round(self, number: int, base_cents: int) -> float:
        """The chance that the trigger is met in that round, given no hit before."""
        before = base_cents + (number - 1) * self.growth_cents
        room = self.limit_cents - before
        return min(self.growth_cents / room, 1.0) if room > 0 else 1.0

    @property
    def rounds_to_hit(self) -> float:
        return self._wait(self.start_cents)

    @property
    def expected_at_hit(self) -> float:
        return float((self.hit_in_round() * self.held()).sum())

    def rounds_until(self, probability: float) -> int:
        """The number of rounds within which it is hit with this probability."""
        within = np.cumsum(self.hit_in_round())
        return min(int(np.searchsorted(within, probability - 1e-12)) + 1, len(within))

    def meter_at_hit(self, probability: float) -> int:
        """The most that it pays with this probability."""
        return int(self.held()[self.rounds_until(probability) - 1])

    def _wait(self, base_cents: int) -> float:
        chances = self.hit_in_round(base_cents)
        return float((chances * np.arange(1, len(chances) + 1)).sum())

    @property
    def rounds_from_seed(self) -> float:
        """Average number of rounds between hits."""
        return self._wait(self.seed_cents)

    def most_hits(self, rounds: int) -> int:
        """A number of hits exceeded with a chance below TAIL (Chernoff bound on waits)."""
        chances = self.hit_in_round(self.seed_cents)
        waits = np.arange(1, len(chances) + 1)
        wait, found = self.rounds_from_seed, float(rounds)
        for pull in np.geomspace(1e-3, 1e3, 60) / wait:
            faded = -log(max(float((chances * np.exp(-pull * waits)).sum()), 1e-300))
            found = min(found, (pull * rounds - log(TAIL)) / faded)
        return min(ceil(found) + 1, rounds)  # The first wait begins at the start, not the seed.

    def limit_reached(self, rounds: int) -> float:
        """0: it is hit before a limit could keep anything out."""
        return 0.0

    def after(self, rounds: int, base_cents: int | None = None) -> int:
        """What it holds after this many rounds without a hit."""
        base = self.start_cents if base_cents is None else base_cents
        return min(base + rounds * self.growth_cents, self.limit_cents)

    @property
    def expected_overflow(self) -> float:
        """Zero: it is hit before it could pass the amount."""
        return 0.0

    def reserve_covers_seed(self, reserve_cents: int, reserve_growth_cents: int) -> float:
        """The chance that the reserve covers the next seed when the meter is hit."""
        rounds = rounds_to_reserve(self.seed_cents - reserve_cents, reserve_growth_cents)
        return 0.0 if rounds is None else float(self.hit_in_round()[max(rounds - 1, 0) :].sum())

    # Over time

    @cached_property
    def paid_a_round(self) -> float:
        """Long-run payout per round: that of an interval from seed to hit, over its length."""
        chances, held = self.hit_in_round(self.seed_cents), self.held(self.seed_cents)
        return float((chances * held).sum()) / self.rounds_from_seed

    @cached_property
    def variance_a_round(self) -> float:
        """Long-run variance of the total payout per round (a renewal-reward process)."""
        chances, held = self.hit_in_round(self.seed_cents), self.held(self.seed_cents)
        rounds = np.arange(1, len(chances) + 1)
        off = held - self.paid_a_round * rounds
        return float((chances * off**2).sum()) / self.rounds_from_seed

    def expected_paid(self, rounds: int) -> float:
        """The expected payout of all hits in this many rounds."""
        followed = self._followed(rounds)
        return float(self._sums[0][followed - 1]) + (rounds - followed) * self.paid_a_round

    def variance_paid(self, rounds: int) -> float:
        followed = self._followed(rounds)
        expected, square = (float(each[followed - 1]) for each in self._sums)
        return max(square - expected**2, 0.0) + (rounds - followed) * self.variance_a_round

    def _followed(self, rounds: int) -> int:
        """How many rounds to sum; after many waits mean and variance grow linearly."""
        if rounds < 1:
            raise ValueError(f"there must be at least one round, not {rounds}")
        return min(rounds, len(self._sums[0]))

    @cached_property
    def _sums(self) -> tuple[Floats, Floats]:
        """After one round, two and so on: the mean of the total payout, and of its square.

        A hit pays M, followed by the course from the seed over the rounds left.
        """
        first = len(self.hit_in_round())
        rounds = first + ceil(_MANY * self.rounds_from_seed)
        if rounds > _MOST_ROUNDS:
            raise ValueError("the meter is hit too rarely to be followed")
        paid = self._paid_in_round(rounds, self.start_cents)
        squares = self._paid_in_round(rounds, self.start_cents, power=2)
        from_seed = np.cumsum(self._paid_in_round(rounds, self.seed_cents))
        crossed = np.zeros(rounds)
        crossed[1:] = _product(paid, from_seed, rounds - 1)
        return np.cumsum(paid), np.cumsum(squares) + 2 * crossed

    def _paid_in_round(self, rounds: int, base_cents: int, power: int = 1) -> Floats:
        """The expected payout by round: of a first hit, and of later hits from the seed."""

        def part(base_cents: int) -> tuple[Floats, Floats]:
            chances = np.zeros(rounds)
            paid = np.zeros(rounds)
            found = self.hit_in_round(base_cents)[:rounds]
            chances[: len(found)] = found
            paid[: len(found)] = found * self.held(base_cents)[: len(found)] ** power
            return chances, paid

        first, first_paid = part(base_cents)
        later, later_paid = part(self.seed_cents)
        renewed = _inverse(later, rounds)  # 1 / (1 - later), as a series in rounds.
        begun = _product(first, renewed, rounds)
        # `begun` has a hit in that round; the next interval starts one round later.
        found: Floats = first_paid.copy()
        found[1:] += _product(begun, later_paid, rounds - 1)
        return found


def _product(one: Floats, other: Floats, terms: int) -> Floats:
    """Multiply two series, keeping this many terms."""
    size = 1 << (len(one) + len(other)).bit_length()
    found: Floats = np.fft.irfft(np.fft.rfft(one, size) * np.fft.rfft(other, size), size)
    return found[:terms]


def _inverse(series: Floats, rounds: int) -> Floats:
    """1 / (1 - z s(z)) to this many terms, by Newton's doubling."""
    shifted = np.zeros(rounds)
    shifted[0] = 1.0
    shifted[1:] = -series[: rounds - 1]
    found = np.array([1.0])
    while len(found) < rounds:
        length = min(2 * len(found), rounds)
        rest = -_product(shifted[:length], found, length)
        rest[0] += 2.0
        found = _product(rest, found, length)
    return found


Process = MeterProcess | MustHitBy


def process_of(terms: Meter, *, start_cents: int, growth_cents: int, chance: Fraction) -> Process:
    """The process of a meter by its terms, given its growth per round and hit chance.

    A meter that nothing feeds never meets its trigger.
    """
    if terms.must_hit_by and growth_cents:
        limit = terms.must_hit_by
        return MustHitBy(start_cents, terms.seed_cents, growth_cents, limit, chance)
    return MeterProcess(start_cents, terms.seed_cents, growth_cents, chance, terms.limit_cents)
