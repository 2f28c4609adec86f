"""A table's win over many rounds: the distribution of its round, convolved with itself.

Without meters it is the tray's win. With them, their payouts are deducted when they are paid: they
start at their current amounts, every bet feeds them, and a hit leaves the seed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from math import ceil, sqrt
from statistics import NormalDist
from typing import NamedTuple

import msgspec

from ..exact_figure import deviation_of, mean_of
from ..meters.must_hit_meter import Process
from .joint_distribution import limit_in_the_way
from .many_rounds import Jackpots, ManyRounds, many_rounds
from .table_round import TableRound, Weights

_Z_99 = 2.575829  # Deviations that cover 99%.
_FINE = 1 << 24  # Subdivides sampled rounds, so meter hits get their exact frequency.


class SpanQuantile(msgspec.Struct, frozen=True):
    """The most that the house wins with this probability."""

    probability: float
    win_cents: int
    standard_error_cents: float = 0.0  # If sampled.


class TableSpan(msgspec.Struct, frozen=True):
    """The house's win over a number of rounds."""

    rounds: int
    method: str  # exact, bounded, sampled or normal.
    # Bound on the error of any probability; if sampled, of each, in 99 of 100 samples. Unknown if
    # normal.
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
    """The win over successive rounds, each with its own cards.

    A sample is shifted to the players' exact mean per round if that is given and reduces the
    errors. It does not if the mean is off because of awards too rare for this many rounds.
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
    """The quantiles, and standard errors of each probability and of being behind."""
    ends = [span.quantile(each) for each in probabilities]
    return ends, [span.standard_error(end) for end in (*ends, 0.0)], span


class TableCourse(NamedTuple):
    """A table from round to round, from current meters; exact except the shape."""

    mean_cents: float  # The players' mean per round, without meters.
    deviation_cents: float
    shape: TableRound | None  # None if bets are made only in some rounds: then all is normal.
    meters: Mapping[str, Process]
    followed: bool  # Whether the distribution of the meters' payouts can be worked out.

    def tray(self, rounds: int, probabilities: Sequence[float]) -> TableSpan:
        """The tray's win, which includes what meters were fed but not what they pay."""
        if self.shape is not None:
            try:
                return table_span(self.shape, rounds, probabilities, mean_cents=self.mean_cents)
            except ValueError:  # Too spread out, but normal after this many rounds.
                pass
        return _normal_span(rounds, probabilities, self.mean_cents, self.deviation_cents)

    def after_jackpots(self, rounds: int, probabilities: Sequence[float]) -> TableSpan | None:
        """The win less what meters pay; None if it cannot be worked out."""
        if not self.meters:
            return self.tray(rounds, probabilities)
        if self.shape is None or not self.followed:
            return None
        if limit_in_the_way(self.meters.values(), rounds):
            return None
        try:
            mean, meters = self.mean_cents, self.meters
            return table_span(self.shape, rounds, probabilities, mean_cents=mean, meters=meters)
        except ValueError:  # Too spread out, or too many rounds with a trigger.
            return None


def _normal_span(
    rounds: int, probabilities: Sequence[float], mean_cents: float, deviation_cents: float
) -> TableSpan:
    """A normal span with the players' mean and deviation per round."""
    mean = -mean_cents * rounds
    found = NormalDist(mean, deviation_cents * sqrt(rounds) or 1e-9)
    quantiles = (SpanQuantile(each, round(found.inv_cdf(each))) for each in probabilities)
    return TableSpan(rounds, "normal", None, mean, 1 - found.cdf(0), tuple(quantiles))


class _Span:
    """A span of the players' net, queried for the house's win."""

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
        self._mean = mean_of(every.items())
        self._paid = sum(each.expected_paid(rounds) for each in meters.values())

    def moved_to(self, mean: float) -> "_Span":
        found = copy(self)
        found._moved = (mean - self._mean) * self._rounds
        return found

    @property
    def expected(self) -> float:
        return -self._mean * self._rounds - self._moved - self._paid

    def quantile(self, probability: float) -> float:
        """A quantile; if meters are rounded, the low end is the lowest possible."""
        net = self.found.quantile_cents(1 - probability)
        net += self.found.rounded_cents if probability < 0.5 else 0
        return -(net + self._moved)

    def at_most(self, win_cents: float) -> float:
        """The probability that the house wins at most this."""
        below = -win_cents - self._moved
        return 1 - min(self.found.probability_at_most(ceil(below - 1e-6) - 1), 1.0)

    def density(self, win_cents: float) -> float:
        """The probability per cent of win there, averaged over a round's deviation."""
        near = self._deviation
        rise = self.at_most(win_cents + near) - self.at_most(win_cents - near)
        return max(rise, 1e-12) / (2 * near)

    @cached_property
    def _deviation(self) -> float:
        return max(deviation_of(self._round.totals.items()), float(self.found.unit_cents))

    def standard_error(self, win_cents: float) -> float:
        """The standard error of `at_most` for a sample.

        One more occurrence of a round shifts it by what that round adds to the others, the more
        rounds the more so; moving to the exact mean removes the linear part.
        """
        if not self._round.dealt:
            return 0.0
        slope = self.density(win_cents) if self._moved else 0.0
        brought = {net: self.at_most(win_cents + net) for net in self._round.totals}
        totals = self._round.totals
        bent = [(each - slope * net, totals[net]) for net, each in brought.items()]
        return self._rounds * deviation_of(bent) / sqrt(self._round.dealt)


def _with_jackpots(found: TableRound, meters: Mapping[str, Process]) -> tuple[Weights, Jackpots]:
    """Split rounds into those that hit none of these meters, and the others.

    A sample shows the rest of a round with a hit, but not how often hits occur, which is known
    exactly. If it has no hit, a hit is assumed to come with any cards.
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
