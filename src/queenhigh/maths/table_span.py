"""What a table wins in many rounds: the distribution of its round, convolved with itself.

Without meters it is the tray's win. With them what they pay is taken from it as it is paid: they
begin where they stand, every bet feeds them, and a hit leaves the seed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from math import ceil, sqrt
from statistics import NormalDist
from typing import NamedTuple

import msgspec

from .joint import limit_in_the_way
from .must_hit import Process
from .rounds import Jackpots, ManyRounds, many_rounds
from .table_round import TableRound, Weights, deviation_of, mean_of

_Z_99 = 2.575829  # Deviations within which 99 of 100 lie.
_FINE = 1 << 24  # Parts of a dealt round, where rounds that hit a meter count as often as they come


class SpanQuantile(msgspec.Struct, frozen=True):
    """What the house wins at most with this probability."""

    probability: float
    win_cents: int
    standard_error_cents: float = 0.0  # Of a sample.


class TableSpan(msgspec.Struct, frozen=True):
    """The house's win of so many rounds."""

    rounds: int
    method: str  # exact, bounded, sampled or normal.
    # No probability is off by more; each of a sample, in 99 samples of 100. Unknown where normal.
    error: float | None
    expected_cents: float
    house_ahead: float
    quantiles: tuple[SpanQuantile, ...]

    def at(self, probability: float) -> SpanQuantile:
        return min(self.quantiles, key=lambda each: abs(each.probability - probability))


def table_span(
    found: TableRound,
    rounds: int,
    probabilities: Sequence[float],
    *,
    mean_cents: float | None = None,
    meters: Mapping[str, Process] | None = None,
) -> TableSpan:
    """Of rounds one after another, each with cards of its own.

    A sample is moved to the players' mean of a round, where it is known exactly and the move makes
    errors smaller: not where the mean is off for awards that so many rounds do not meet.
    """
    worked_out = _Span(found, rounds, meters or {})
    spans = [worked_out]
    if found.dealt and mean_cents is not None:
        spans.append(worked_out.moved_to(mean_cents))
    ends, errors, span = min(
        (_with_errors(each, probabilities) for each in spans), key=lambda each: max(each[1])
    )
    return TableSpan(
        rounds,
        "sampled" if found.dealt else span.found.method,
        _Z_99 * max(errors) if found.dealt else span.found.error,
        spans[-1].expected,
        1 - span.at_most(0.0),
        tuple(
            SpanQuantile(each, round(end), error / span.density(end) if error else 0.0)
            for each, end, error in zip(probabilities, ends, errors, strict=False)
        ),
    )


def _with_errors(
    span: "_Span", probabilities: Sequence[float]
) -> tuple[list[float], list[float], "_Span"]:
    """What the house wins at most, the standard error of each probability, and of being behind."""
    ends = [span.quantile(each) for each in probabilities]
    return ends, [span.standard_error(end) for end in (*ends, 0.0)], span


class TableCourse(NamedTuple):
    """A table from round to round, its meters from where they stand. Exact but for the shape."""

    mean_cents: float  # The players', of a round, meters left out.
    deviation_cents: float
    shape: TableRound | None  # None where bets are made now and then: then all is normal.
    meters: Mapping[str, Process]
    followed: bool  # Whether a distribution of what the meters pay can be worked out.

    def tray(self, rounds: int, probabilities: Sequence[float]) -> TableSpan:
        """What meters were fed is in it, what they pay is not."""
        if self.shape is not None:
            try:
                return table_span(self.shape, rounds, probabilities, mean_cents=self.mean_cents)
            except ValueError:  # Too far apart for so many rounds: by then it is a normal one.
                pass
        return _normal_span(rounds, probabilities, self.mean_cents, self.deviation_cents)

    def after_jackpots(self, rounds: int, probabilities: Sequence[float]) -> TableSpan | None:
        """What meters pay is taken from it. None where it cannot be worked out."""
        if not self.meters:
            return self.tray(rounds, probabilities)
        if self.shape is None or not self.followed:
            return None
        if limit_in_the_way(self.meters.values(), rounds):
            return None
        try:
            mean, meters = self.mean_cents, self.meters
            return table_span(self.shape, rounds, probabilities, mean_cents=mean, meters=meters)
        except ValueError:  # Too far apart, or too many rounds with a trigger.
            return None


def _normal_span(
    rounds: int, probabilities: Sequence[float], mean_cents: float, deviation_cents: float
) -> TableSpan:
    """As if it were normal, of the players' mean and deviation of a round."""
    mean = -mean_cents * rounds
    found = NormalDist(mean, deviation_cents * sqrt(rounds) or 1e-9)
    quantiles = (SpanQuantile(each, round(found.inv_cdf(each))) for each in probabilities)
    return TableSpan(rounds, "normal", None, mean, 1 - found.cdf(0), tuple(quantiles))


class _Span:
    """Of the players' net; asked for the house's win."""

    _moved = 0.0  # Added to the net, in cents.

    def __init__(self, found: TableRound, rounds: int, meters: Mapping[str, Process]):
        self._round, self._rounds = found, rounds
        if meters:
            plain, jackpots = _with_jackpots(found, meters)
            self.found: ManyRounds = many_rounds(plain, rounds, jackpots=jackpots)
            every = Counter(plain)
            every.update(jackpots.nets)
        else:
            self.found = many_rounds(found.totals, rounds, "bounded" if found.dealt else None)
            every = Counter(found.totals)
        self._mean = mean_of(every)
        self._paid = sum(each.expected_paid(rounds) for each in meters.values())

    def moved_to(self, mean: float) -> "_Span":
        found = copy(self)
        found._moved = (mean - self._mean) * self._rounds
        return found

    @property
    def expected(self) -> float:
        return -self._mean * self._rounds - self._moved - self._paid

    def quantile(self, probability: float) -> float:
        """Where meters are rounded, the low end is the lowest it can be."""
        net = self.found.quantile_cents(1 - probability)
        net += self.found.rounded_cents if probability < 0.5 else 0
        return -(net + self._moved)

    def at_most(self, win_cents: float) -> float:
        """How likely the house wins no more."""
        below = -win_cents - self._moved
        return 1 - min(self.found.probability_at_most(ceil(below - 1e-6) - 1), 1.0)

    def density(self, win_cents: float) -> float:
        """Of the win there, in a cent: over the deviation of a round."""
        near = self._deviation
        rise = self.at_most(win_cents + near) - self.at_most(win_cents - near)
        return max(rise, 1e-12) / (2 * near)

    @cached_property
    def _deviation(self) -> float:
        return max(deviation_of(self._round.totals), float(self.found.unit_cents))

    def standard_error(self, win_cents: float) -> float:
        """Of `at_most`, for a sample.

        A round that came up once more moves it by what that round brings the others to, the more so
        the more rounds there are; a move to the exact mean takes off what is in a straight line.
        """
        if not self._round.dealt:
            return 0.0
        slope = self.density(win_cents) if self._moved else 0.0
        brought = {net: self.at_most(win_cents + net) for net in self._round.totals}
        bent = {net: each - slope * net for net, each in brought.items()}
        return self._rounds * _deviation(bent, self._round.totals) / sqrt(self._round.dealt)


def _deviation(values: Mapping[int, float], weights: Weights) -> float:
    """Of what belongs to each net, which comes up so often."""
    every = sum(weights.values())
    mean = sum(values[net] * many for net, many in weights.items()) / every
    return sqrt(sum((values[net] - mean) ** 2 * many for net, many in weights.items()) / every)


def _with_jackpots(found: TableRound, meters: Mapping[str, Process]) -> tuple[Weights, Jackpots]:
    """Rounds that hit none of these meters, and the others.

    A sample knows what else such a round comes to, but not how often it comes: that is exact. Where
    it met none, a hit may come with any cards.
    """
    names, plain = tuple(meters), Counter(found.plain)
    hits: dict[tuple[int, ...], Counter[int]] = {}
    for which, deals in found.hits.items():
        places = tuple(names.index(name) for name in which if name in names)
        (hits.setdefault(places, Counter()) if places else plain).update(deals)
    if found.dealt:
        every = found.dealt
        for place, process in enumerate(meters.values()):
            if process.chance and not any(place in each for each in hits):
                hits[place,] = Counter(plain)
        seen = [sum(sum(n.values()) for w, n in hits.items() if p in w) for p in range(len(names))]
        for places, nets in hits.items():
            first = places[0]
            often = float(meters[names[first]].chance) * every / seen[first]
            hits[places] = Counter({net: round(n * often * _FINE) for net, n in nets.items()})
        missed = every * _FINE - sum(sum(each.values()) for each in hits.values())
        scale = missed / sum(plain.values())
        plain = Counter({net: round(many * scale) for net, many in plain.items()})
    return dict(plain), Jackpots(tuple(meters.values()), hits or {(0,): {}})
