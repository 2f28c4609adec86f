"""A meter from round to round: it grows with every bet; a hit pays all of it and resets it.

Between hits it grows evenly, so its age says everything about it, and every round has the same
chance of a hit. What it pays over many rounds follows from sums over that age, taken in double
precision over nonnegative numbers, so nothing cancels.
"""

from fractions import Fraction
from math import ceil, log, log1p

import msgspec
import numpy as np
from numpy.typing import NDArray

TAIL = 1e-14  # Probability that may be ignored as too unlikely.
_LONG = 45  # This many average waits without a hit do not happen: e^-45 is 3e-20.
_MOST_AGES = 1 << 24

Floats = NDArray[np.float64]


class MeterProcess(msgspec.Struct, frozen=True):
    """A meter process, in cents; a round's own bets are in the meter when its cards come out."""

    start_cents: int
    seed_cents: int
    growth_cents: int  # Per round.
    chance: Fraction  # Of a hit in a round.
    limit_cents: int = 0  # It stops growing here; 0 for no limit.

    def __post_init__(self) -> None:
        if not 0 < self.chance <= 1:
            raise ValueError("a meter that nothing hits has no course to follow")

    @property
    def steps_cents(self) -> tuple[int, ...]:
        """The amounts it moves by and resets to."""
        return self.growth_cents, self.seed_cents

    # The next hit

    def after(self, rounds: int, base_cents: int | None = None) -> int:
        """What it holds after this many rounds without a hit."""
        base = self.start_cents if base_cents is None else base_cents
        grown = base + rounds * self.growth_cents
        return max(min(grown, self.limit_cents), base) if self.limit_cents else grown

    @property
    def rounds_to_hit(self) -> Fraction:
        return 1 / self.chance

    def rounds_until(self, probability: float) -> int:
        """The number of rounds within which it is hit with this probability."""
        if self.chance == 1:
            return 1
        return max(1, ceil(log1p(-probability) / log1p(-float(self.chance)) - 1e-9))

    def meter_at_hit(self, probability: float) -> int:
        """The most that the next hit pays with this probability."""
        return self.after(self.rounds_until(probability))

    @property
    def expected_at_hit(self) -> float:
        """Expected payout of the next hit."""
        grown = self.start_cents + self.growth_cents / self.chance
        return float(grown) - self.expected_overflow

    @property
    def expected_overflow(self) -> float:
        """Expected amount that its limit keeps out until the next hit."""
        if not self.limit_cents or not self.growth_cents:
            return 0.0
        room = max(self.limit_cents - self.start_cents, 0)
        whole, rest = divmod(room, self.growth_cents)  # The round after `whole` exceeds the limit.
        return self._missed(whole) * (self.growth_cents / float(self.chance) - rest)

    def limit_reached(self, rounds: int) -> float:
        """Bound the probability that the limit reduces an award within this many rounds."""
        if not self.limit_cents or not self.growth_cents:
            return 0.0

        def beyond(base_cents: int) -> float:
            free = max(self.limit_cents - base_cents, 0) // self.growth_cents
            return self._missed(free) if free < rounds else 0.0

        renewed = rounds * float(self.chance)  # Average number of resets to the seed.
        return min(beyond(self.start_cents) + renewed * beyond(self.seed_cents), 1.0)

    def reserve_covers_seed(self, reserve_cents: int, reserve_growth_cents: int) -> float:
        """The chance that the reserve covers the next seed when the meter is hit."""
        rounds = rounds_to_reserve(self.seed_cents - reserve_cents, reserve_growth_cents)
        return 0.0 if rounds is None else self._missed(max(rounds - 1, 0))

    def hit_within(self, rounds: int) -> float:
        """The chance of at least one hit in this many rounds."""
        return 1 - self._missed(rounds)

    def most_hits(self, rounds: int) -> int:
        """A number of hits exceeded with a chance below TAIL (Chernoff bound, Poisson)."""
        mean, most = float(self.chance) * rounds, 1
        while most <= mean or most * log(most / mean) - most + mean < -log(TAIL):
            most += 1 + most // 16
        return min(most, rounds)

    def _missed(self, rounds: int) -> float:
        return float((1 - float(self.chance)) ** rounds)

    # Many rounds

    @property
    def paid_a_round(self) -> Fraction | float:
        """Long-run payout per round: what bets feed in, plus the seeds of its hits."""
        if not self.limit_cents:
            return self.growth_cents + self.chance * self.seed_cents
        from_seed = msgspec.structs.replace(self, start_cents=self.seed_cents)
        return float(self.chance) * from_seed.expected_at_hit

    def expected_paid(self, rounds: int) -> float:
        """The expected payout of all hits in this many rounds."""
        if self.limit_cents:
            return self._moments(rounds)[0]
        # At round t it has grown for (1 - q^t) / p rounds on average.
        p, q = float(self.chance), 1 - float(self.chance)
        grown = (rounds - q * self.hit_within(rounds) / p) / p
        from_seed = p * (self.seed_cents * rounds + self.growth_cents * grown)
        return from_seed + (self.start_cents - self.seed_cents) * self.hit_within(rounds)

    def variance_paid(self, rounds: int) -> float:
        if self.limit_cents:
            return self._moments(rounds)[1]
        return self._variance_without_limit(rounds)

    def _variance_without_limit(self, rounds: int) -> float:
        """With K hits, the last of them A rounds ago, the payout is linear in both.

        It is seed K + growth (N - A), plus start - seed if there is a hit. K is binomial, and A is
        geometric, cut off where there is no hit; given A, the hits before the last one are
        binomial.
        """
        p, q, most = float(self.chance), 1 - float(self.chance), float(rounds)
        missed = self._missed(rounds)
        age = q * (1 - missed) / p - most * missed  # E[A; A < N].
        square = (q * (1 - missed) + 2 * q * age) / p - most * most * missed  # E[A^2; A < N].
        mean_age, mean_hits = age + most * missed, most * p
        of_age = square + most * most * missed - mean_age**2
        hits_and_age = age * (1 + (most - 1) * p) - p * square - mean_hits * mean_age
        first_and_age = age - (1 - missed) * mean_age
        first, seed, growth = self.start_cents - self.seed_cents, self.seed_cents, self.growth_cents
        return max(
            first**2 * missed * (1 - missed)
            + seed**2 * mean_hits * q
            + growth**2 * of_age
            + 2 * first * seed * missed * mean_hits
            - 2 * first * growth * first_and_age
            - 2 * seed * growth * hits_and_age,
            0.0,
        )

    def _moments(self, rounds: int) -> tuple[float, float]:
        """Mean and variance of the payout; beyond some length both grow linearly."""
        long = ceil(_LONG / float(self.chance))
        if rounds <= 2 * long:
            return self._summed(rounds)
        if 2 * long > _MOST_AGES:
            raise ValueError("the meter is hit too rarely to be followed for so many rounds")
        (one, spread), (two, wide) = self._summed(long), self._summed(2 * long)
        times = (rounds - long) / long
        return one + (two - one) * times, spread + (wide - spread) * times

    def _summed(self, rounds: int) -> tuple[float, float]:
        """A hit in round r pays M, followed by the course from the seed.

        So E[J] sums p E[M], and E[J^2] sums p E[M^2] + 2 p E[M] E[J' of the rounds left].
        """
        if rounds > _MOST_AGES:
            raise ValueError("the meter is hit too rarely to be followed for so many rounds")
        p = float(self.chance)
        first, later = self._held(rounds, self.start_cents), self._held(rounds, self.seed_cents)
        waits = np.exp(np.arange(rounds) * log1p(-p)) if p < 1 else np.eye(1, rounds)[0]
        mean, square = _at_round(first, later, waits, p)
        from_seed, _ = _at_round(later, later, waits, p)
        left = np.concatenate([[0.0], np.cumsum(p * from_seed)[:-1]])[::-1]
        expected = float(p * mean.sum())
        second = float((p * square).sum() + 2 * (p * mean * left).sum())
        return expected, max(second - expected * expected, 0.0)

    def _held(self, rounds: int, base_cents: int) -> Floats:
        """What it holds after one round, two and so on without a hit."""
        held = base_cents + np.arange(1, rounds + 1, dtype=np.float64) * self.growth_cents
        limit = max(self.limit_cents, base_cents)
        return np.minimum(held, limit) if self.limit_cents else held


def _at_round(first: Floats, later: Floats, waits: Floats, p: float) -> tuple[Floats, Floats]:
    """The meter's mean and mean square as each round's cards come out."""

    def mean(power: int) -> Floats:
        renewed = np.cumsum(p * waits * later**power)
        found: Floats = waits * first**power
        found[1:] += renewed[:-1]
        return found

    return mean(1), mean(2)


def rounds_to_reserve(missing_cents: int, growth_cents: int) -> int | None:
    """The rounds until a reserve has the missing amount; None if it never does."""
    if missing_cents <= 0:
        return 0
    return -(-missing_cents // growth_cents) if growth_cents else None
