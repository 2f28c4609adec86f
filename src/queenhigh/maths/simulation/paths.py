"""A run as a path: the players' net and the meter, round after round.

A recorder watches the run after each block. If that gives too few points, the blocks are dealt
again in steps: a block depends only on the plan and its number, so it comes out the same. Meter
awards are not in the blocks; they are added from the run's list of jackpots.
"""

import os
from bisect import bisect_left
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from math import sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from .expectation import expected_cents
from .simulation import Dealing, Plan, Totals, blocks

MOST_POINTS = 2_000
FEWEST_POINTS = 100  # With fewer, blocks are dealt again in steps.
_NORMAL_95 = 1.959963984540054


class Points(msgspec.Struct, frozen=True):
    """A path by columns, in cents, from the players' side of the table."""

    rounds: list[int]
    net_cents: list[int]
    expected_cents: list[int]
    low_cents: list[int]  # In 95 of 100 runs, the net at this round is between low and high.
    high_cents: list[int]
    meter_cents: list[int] | None  # If the house has exactly one.


class RunPath(msgspec.Struct, frozen=True, kw_only=True):
    house: str
    currency: str
    seats: int
    seed: int
    wagers: dict[str, int]
    titles: dict[str, str]  # Titles of the wagers.
    points: Points
    jackpots: list[tuple[int, int]]  # Round number from 1, and what the meter paid.
    deviation_cents: float  # Of the whole run, over the square root of its rounds.


class Recorder:
    """Watches a run: `watch` sees the totals after each block and never stops the run."""

    def __init__(self) -> None:
        self._rounds: list[int] = []
        self._nets: list[int] = []

    def watch(self, totals: Totals) -> bool:
        self._rounds.append(totals.rounds)
        self._nets.append(_net_without_jackpots(totals))
        return False

    def path(self, totals: Totals) -> RunPath:
        """The path of the watched run, or of the part that was run."""
        rounds, nets = self._rounds, self._nets
        if len(rounds) < FEWEST_POINTS:
            rounds, nets = _dealt_again(totals)
        else:
            every = -(-len(rounds) // MOST_POINTS)
            kept = sorted({*range(every - 1, len(rounds), every), len(rounds) - 1})
            rounds, nets = [rounds[place] for place in kept], [nets[place] for place in kept]
        return _path(totals, [0, *rounds], [0, *nets])


def _path(totals: Totals, rounds: list[int], nets: list[int]) -> RunPath:
    plan = totals.plan
    hits = [each.round for each in totals.jackpots]
    paid = [0, *accumulate(each.cents for each in totals.jackpots)]
    before = [bisect_left(hits, done) for done in rounds]  # Jackpots up to each point.
    a_round = float(expected_cents(totals.house, plan))
    expected = [a_round * done + expected_from_meters(totals, done) for done in rounds]
    band = [_NORMAL_95 * totals.deviation(rounds=done) if done else 0.0 for done in rounds]
    points = Points(
        rounds,
        [net + paid[hit] for net, hit in zip(nets, before, strict=True)],
        [round(each) for each in expected],
        [round(each - half) for each, half in zip(expected, band, strict=True)],
        [round(each + half) for each, half in zip(expected, band, strict=True)],
        _meter(totals, rounds) if totals.meters.held(1) and totals.house.only_meter else None,
    )
    return RunPath(
        house=totals.house.called,
        currency=totals.house.currency,
        seats=plan.seats,
        seed=plan.seed,
        wagers=plan.wagers,
        titles={name: totals.house.title(name) for name in plan.wagers},
        points=points,
        jackpots=[(each.round + 1, each.cents) for each in totals.jackpots],
        deviation_cents=totals.deviation() / sqrt(totals.rounds),
    )


def _net_without_jackpots(totals: Totals) -> int:
    fee = totals.house.fee.amount_cents * totals.plan.seats
    net = int((totals.counts @ totals.plan.worth.net).sum())
    return net + totals.envy_paid - fee * totals.rounds


# The meter


def _meter(totals: Totals, rounds: list[int]) -> list[int]:
    """What it shows after each number of rounds: even growth, and a drop at a hit."""
    name = totals.house.only_meter or ""
    growth, terms = totals.meters.growth(name), totals.house.meters[name]
    limit = terms.must_hit_by or terms.limit_cents
    shown, held, since = [], totals.meters.starts[name], 0

    def after(rounds: int) -> int:
        grown = held + rounds * growth
        return max(min(grown, limit), held) if limit else grown

    hits = iter([*((each.round, each.cents) for each in totals.jackpots), (1 << 62, 0)])
    at, paid = next(hits)
    for done in rounds:
        while at < done:
            held, since = max(after(at + 1 - since) - paid, terms.seed_cents), at + 1
            at, paid = next(hits)
        shown.append(after(done - since))
    return shown


def expected_from_meters(totals: Totals, rounds: int) -> float:
    """The expected payout of the meters over this many rounds from their start.

    Assumes that every hit empties its meter; after a partial hit there is more left than that.
    """
    return sum(
        float(totals.meters.shares[name]) * process.expected_paid(rounds)
        for name, process in totals.meters.processes.items()
        if rounds
    )


# Finer than blocks


def _dealt_again(totals: Totals) -> tuple[list[int], list[int]]:
    """Points at equal steps and the table's net by then, without jackpots."""
    plan = totals.plan
    step = -(-totals.rounds // MOST_POINTS)
    fee = totals.house.fee.amount_cents * plan.seats
    points: list[int] = []
    nets: list[int] = []
    done = won = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        in_order = list(_marked(totals.rounds, step))
        dealt = pool.map(lambda each: _nets_at(plan, *each), in_order)
        for (_, marks), found in zip(in_order, dealt, strict=True):
            for mark, net in zip(marks.tolist(), found.tolist(), strict=True):
                if (done + mark) % step == 0 or done + mark == totals.rounds:
                    points.append(done + mark)
                    nets.append(won + net - fee * (done + mark))
            done += int(marks[-1])
            won += int(found[-1])
    return points, nets


def _marked(rounds: int, step: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Each block with the rounds to look at: multiples of the step, and the block's end."""
    done = 0
    for number, size in blocks(rounds):
        first = step - done % step
        yield number, np.array(sorted({*range(first, size + 1, step), size}), np.int64)
        done += size


def _nets_at(plan: Plan, number: int, marks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The table's net at the marks, without jackpots."""
    dealing, found, done = Dealing(plan, number, room=1 << 16), [], 0
    for mark in marks.tolist():
        dealing.deal(mark - done, whole_tables=True)
        done = mark
        found.append(int(dealing.tally.sums[-1]))
    return np.array(found, np.int64)
