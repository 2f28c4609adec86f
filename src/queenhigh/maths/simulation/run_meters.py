"""The meters of a simulated run: what they pay round by round, and its variance.

Rounds with a moving meter are not independent: a meter that was just hit has little in it. Meter
awards are therefore kept apart from the rest of a round, and their variance is that of the meters'
courses.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...house.model import House
from ...house.wager import Meter
from ...wagers.document import SeatBets
from ...wagers.meter_feed import contribution_cents
from ..analysis.prices import price_seat
from ..deals.deals import cells_of
from ..meters.must_hit_meter import Process, process_of

if TYPE_CHECKING:
    from .simulation import Plan

_BATCHES = 32
_FULL = 10**6  # Amount in every meter, so that a payout reveals the share that a hit takes.
_TRIGGERS = 0x7D1_66E5  # Mixed into the run's seed, so triggers and cards are drawn independently.


class Jackpot(NamedTuple):
    round: int  # From 0.
    cents: int
    meter: str
    wager: str


class RunMeter:
    """A meter between two rounds: it grows evenly, and a hit resets it to its seed.

    A meter that must be hit by an amount has a trigger, drawn uniformly above its start.
    """

    def __init__(self, terms: Meter, start_cents: int, growth_cents: int, seed: tuple[int, ...]):
        self.seed, self.growth, self._terms = terms.seed_cents, growth_cents, terms
        self._cents, self._after = start_cents, 0  # The amount it held, and after how many rounds.
        self._chance = np.random.default_rng((_TRIGGERS, *seed)) if terms.must_hit_by else None
        self._draw()

    def before(self, at: int) -> int:
        """What it holds when a round's cards come out, that round's bets included."""
        grown = self._cents + (at + 1 - self._after) * self.growth
        limit = self._terms.must_hit_by or self._terms.limit_cents
        return max(min(grown, limit), self._cents) if limit else grown

    def pay(self, at: int, percent: Fraction, most: int) -> int:
        """Pay from what earlier seats left, then top the meter up to its seed."""
        held = self.before(at)
        paid = min(int(percent * held / 100), most)
        self._cents, self._after = max(held - paid, self.seed), at + 1
        self._draw()
        return paid

    def triggered(self, until: int) -> Iterator[tuple[int, int]]:
        """The rounds before `until` in which the trigger is met, and what is paid."""
        while self._chance and self.growth:
            rounds = max(1, ceil((self._trigger - self._cents) / self.growth))
            at = self._after + rounds - 1
            if at >= until:
                return
            yield at, self.pay(at, Fraction(100), self.before(at))

    def _draw(self) -> None:
        if self._chance and self._terms.must_hit_by:
            room = self._terms.must_hit_by - self._cents
            self._trigger = self._cents + room * (1 - self._chance.random())


class RunMeters:
    """The meters that the bets of a run feed or may win."""

    def __init__(self, house: House, plan: "Plan", meters: Mapping[str, int]):
        self._house, self._plan = house, plan
        self.starts = {**house.seeds, **meters}
        self.jackpots: list[Jackpot] = []
        of_contest = house.contest_rows if "ante" in plan.wagers else ()
        won_or_fed = {row.meter for row in of_contest}.union(
            *(house.wagers[key].meters for key in plan.wagers if key in house.wagers)
        )
        self._running = {
            name: RunMeter(
                house.meters[name], self.starts[name], self.growth(name), (plan.seed, place)
            )
            for place, name in enumerate(house.meters)
            if name in won_or_fed
        }

    def growth(self, meter: str) -> int:
        """What a round adds to a meter."""
        bets = [*self._plan.wagers.items()] * self._plan.seats
        return contribution_cents(self._house, meter, bets)

    def pay(self, at: int, meter: str, wager: str, percent: Fraction, most: int) -> int:
        """Pay a hand that hits the meter."""
        cents = self._running[meter].pay(at, percent, most)
        self.jackpots.append(Jackpot(at, cents, meter, wager))
        return cents

    def trigger(self, until: int) -> None:
        """Pay triggers met before that round, to the one wager that feeds the meter."""
        found = [
            Jackpot(at, cents, name, wager)
            for name, meter in self._running.items()
            for at, cents in meter.triggered(until)
            for wager in self.winners[name]  # Houses may have only one.
        ]
        self.jackpots += sorted(found)

    def held(self, rounds: int) -> dict[str, int]:
        """What the meters hold after this many rounds."""
        return {name: each.before(rounds - 1) for name, each in self._running.items()}

    # Variance

    @cached_property
    def winners(self) -> dict[str, set[str]]:
        """By meter, the wagers that may hit it."""
        found: dict[str, set[str]] = {}
        for rows in self._plan.meter_rows:
            for row in rows:
                found.setdefault(row.meter, set()).add(row.wager)
        return found

    @cached_property
    def shares(self) -> dict[str, Fraction]:
        """By meter, the average share that a hit takes."""
        return {name: share for name, (_, share) in self._chances.items()}

    @cached_property
    def _chances(self) -> dict[str, tuple[Fraction, Fraction]]:
        """Hit chances and shares, including meters that only a trigger pays."""
        found = _hit_chances(self._house, self._plan)
        triggered = (name for name in self._running if self._house.meters[name].must_hit_by)
        unhit = {name: (Fraction(0), Fraction(1)) for name in triggered if self.growth(name)}
        return unhit | found

    @cached_property
    def processes(self) -> dict[str, Process]:
        """The process of each meter that may be paid, as if every hit emptied it."""
        return {
            name: process_of(
                self._house.meters[name],
                start_cents=self.starts[name],
                growth_cents=self.growth(name),
                chance=min(chance * self._plan.seats, Fraction(1)),
            )
            for name, (chance, _) in self._chances.items()
        }

    def followed(self, meter: str) -> bool:
        """Whether its process is exact: nothing hits it, or one wager does and empties it."""
        if meter not in self.processes:
            return True
        return self.shares[meter] == 1 and len(self.winners[meter]) == 1

    def courses(self, wager: str | None = None) -> list[Process]:
        """The exact processes of meters that may pay this wager, or any wager."""
        return [
            self.processes[name]
            for name, wagers in self.winners.items()
            if name in self.processes and wager in (None, *wagers) and self.followed(name)
        ]

    def variance_paid(self, rounds: int, wager: str | None = None) -> float:
        """The variance of meter payouts over this many rounds, to one wager or to all."""
        found = sum(each.variance_paid(rounds) for each in self.courses(wager))
        for name, wagers in self.winners.items():
            if wager in (None, *wagers) and not self.followed(name):
                found += self._by_batches(rounds, name, wager)
        return found

    def _by_batches(self, rounds: int, meter: str, wager: str | None) -> float:
        """Estimate the variance from the run itself, by equally long batches."""
        parts = [0] * min(_BATCHES, rounds)
        for each in self.jackpots:
            if each.round < rounds and each.meter == meter and wager in (None, each.wager):
                parts[each.round * len(parts) // rounds] += each.cents
        mean, many = sum(parts) / len(parts), len(parts)
        return many * sum((each - mean) ** 2 for each in parts) / max(many - 1, 1)


def _hit_chances(house: House, plan: "Plan") -> dict[str, tuple[Fraction, Fraction]]:
    """Return, by meter, a seat's chance of a hit and the share of the meter it takes, exactly."""
    if not house.meters:
        return {}
    every, bets, full = 0, SeatBets(1, plan.wagers), dict.fromkeys(house.meters, _FULL)
    many: dict[str, int] = {}
    taken: dict[str, int] = {}
    for cell in cells_of(house, plan.wagers, plan.decisions):
        every += cell.deals
        for line in price_seat(house, cell.deal, bets, cell.multiple, full):
            if line.meter is not None:
                many[line.meter] = many.get(line.meter, 0) + cell.deals
                taken[line.meter] = taken.get(line.meter, 0) + cell.deals * line.paid
    return {
        name: (Fraction(hits, every), Fraction(taken[name], hits * _FULL))
        for name, hits in many.items()
    }
