"""A run as a path: what the players have won and what the meter shows, round after round.

A recorder looks on at the run after each block. Where that makes too few points, the blocks are
dealt a second time in steps: a block depends on the plan and its number alone, so it comes out the
same. What the meter paid is not in the blocks; it is added from the run's list of jackpots.
"""

import os
from bisect import bisect_left
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from math import sqrt
from typing import Any

import msgspec
import numba
import numpy as np
from numpy.typing import NDArray

from ..wagers.document import Wagers
from . import kernel
from .expected import expected_cents, jackpot_chance
from .simulation import Plan, Totals, blocks

MOST_POINTS = 2_000
FEWEST_POINTS = 100  # With fewer, blocks are dealt again in steps.
_NORMAL_95 = 1.959963984540054
_AKQ = 6  # The kernel's class of A-K-Q suited.


class Points(msgspec.Struct, frozen=True):
    """A path, column by column; in cents, from the players' side of the table."""

    rounds: list[int]
    net_cents: list[int]
    expected_cents: list[int]
    low_cents: list[int]  # In 95 runs of 100 the net at this round lies between these two.
    high_cents: list[int]
    meter_cents: list[int] | None


class RunPath(msgspec.Struct, frozen=True, kw_only=True):
    house: str
    seats: int
    seed: int
    wagers: Wagers
    points: Points
    jackpots: list[tuple[int, int]]  # The round's number, from 1, and what the meter paid.
    deviation_cents: float  # Of one round.


class Recorder:
    """Looks on at a run. `watch` sees the totals after each block and never stops the run."""

    def __init__(self) -> None:
        self._rounds: list[int] = []
        self._nets: list[int] = []

    def watch(self, totals: Totals) -> bool:
        self._rounds.append(totals.rounds)
        self._nets.append(_net_without_jackpots(totals))
        return False

    def path(self, totals: Totals) -> RunPath:
        """Of the run that was watched, or of as much as there is of it."""
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
    hits = [at for at, _ in totals.jackpots]
    paid = [0, *accumulate(cents for _, cents in totals.jackpots)]
    before = [bisect_left(hits, done) for done in rounds]  # Jackpots in the rounds so far.
    deviation = totals.result().net_standard_error * sqrt(totals.rounds)
    a_round = float(expected_cents(totals.house, plan))
    expected = [a_round * done + expected_from_meter(totals, done) for done in rounds]
    band = [_NORMAL_95 * deviation * sqrt(done) for done in rounds]
    points = Points(
        rounds,
        [net + paid[hit] for net, hit in zip(nets, before, strict=True)],
        [round(each) for each in expected],
        [round(each - half) for each, half in zip(expected, band, strict=True)],
        [round(each + half) for each, half in zip(expected, band, strict=True)],
        _meter(totals, rounds) if plan.wagers.progressive else None,
    )
    return RunPath(
        house=totals.house.name,
        seats=plan.seats,
        seed=plan.seed,
        wagers=plan.wagers,
        points=points,
        jackpots=[(at + 1, cents) for at, cents in totals.jackpots],
        deviation_cents=deviation,
    )


def _net_without_jackpots(totals: Totals) -> int:
    fee = totals.house.options.collection_fee.amount * 100 * totals.plan.seats
    net = int((totals.counts @ totals.plan.worth.net).sum())
    return net + totals.envy_paid - fee * totals.rounds


# The meter


def _meter(totals: Totals, rounds: list[int]) -> list[int]:
    """What it shows after so many rounds: it grows evenly and goes back to its seed when hit."""
    seed, growth = _seed_and_growth(totals)
    resets = [0, *(at + 1 for at, _ in totals.jackpots)]
    return [seed + (done - resets[bisect_left(resets, done + 1) - 1]) * growth for done in rounds]


def _seed_and_growth(totals: Totals) -> tuple[int, int]:
    last = totals.jackpots[-1][0] if totals.jackpots else -1
    return totals.meter_before(last), totals.meter_before(last + 1) - totals.meter_before(last)


def expected_from_meter(totals: Totals, rounds: int) -> float:
    """What the meter is expected to pay in so many rounds, from its seed on.

    Hit with chance p a round, it has grown for (1 - q^(t+1)) / p rounds on average when round t
    comes, q being 1 - p; summed over the rounds.
    """
    p = float(jackpot_chance(totals.plan))
    if not p:
        return 0.0
    seed, growth = _seed_and_growth(totals)
    q = 1 - p
    grown = (rounds - q * (1 - q**rounds) / p) / p
    share = totals.house.progressive_terms.akq_spades_percent / 100
    return share * p * (seed * rounds + growth * grown)


# Finer than blocks


def _dealt_again(totals: Totals) -> tuple[list[int], list[int]]:
    """Points at equal steps, with what the table has won by then, jackpots left out."""
    plan = totals.plan
    step = -(-totals.rounds // MOST_POINTS)
    fee = totals.house.options.collection_fee.amount * 100 * plan.seats
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
    """Each block with the rounds in it at which to look: multiples of the step, and its end."""
    done = 0
    for number, size in blocks(rounds):
        first = step - done % step
        yield number, np.array(sorted({*range(first, size + 1, step), size}), np.int64)
        done += size


def _nets_at(plan: Plan, number: int, marks: NDArray[np.int64]) -> NDArray[np.int64]:
    tables = plan.tables
    found = np.zeros(len(marks), np.int64)
    _deal(
        *(np.uint64(plan.seed), np.uint64(number), plan.seats),
        *(tables.strengths, tables.classes, tables.qualifies, plan.plays),
        *(plan.wagers.ante > 0, plan.six_cards, plan.wheel),
        *(plan.worth.net.sum(axis=1), plan.envy, plan.envy_rules),
        *(marks, found),
    )
    return found


# Not kept on disk: numba would not notice a change of the kernel in its own file.
@numba.njit(nogil=True, error_model="numpy")
def _deal(
    seed: Any,
    block: Any,
    seats: Any,
    strengths: Any,
    classes: Any,
    qualifies: Any,
    plays: Any,
    bets_ante: Any,
    six_cards: Any,
    wheel: Any,
    net: Any,
    envy: Any,
    envy_rules: Any,
    marks: Any,
    found: Any,
) -> None:
    """Deals a block as the kernel does, and keeps only the table's net at the marks."""
    state = kernel.seeded(seed, block)
    deck = np.arange(52).astype(np.uint8)
    hands = np.empty(seats, np.int64)
    folded = np.empty(seats, np.bool_)
    total, done, last = np.int64(0), 0, 3 * seats
    for mark in range(len(marks)):
        while done < marks[mark]:
            kernel.draw(deck, last + 3, state)
            d, e, f = np.int64(deck[last]), np.int64(deck[last + 1]), np.int64(deck[last + 2])
            dealer = kernel.place_of(d, e, f)
            dealer_hand = kernel.class_of(dealer, d, classes)
            best = dealer_hand
            for seat in range(seats):
                a = np.int64(deck[3 * seat])
                b = np.int64(deck[3 * seat + 1])
                c = np.int64(deck[3 * seat + 2])
                own = kernel.place_of(a, b, c)
                hand = kernel.class_of(own, a, classes)
                contest = 5
                if bets_ante:
                    contest = kernel.contest_of(
                        strengths[own], strengths[dealer], qualifies[dealer], plays[own]
                    )
                six = kernel.six_class_of(a, b, c, d, e, f, wheel) if six_cards else 0
                total += net[(contest * kernel.CLASSES + hand) * kernel.SIX_CLASSES + six]
                hands[seat], folded[seat] = hand, contest == 0
                best = max(best, hand)
            if best >= _AKQ:
                total += kernel._envy(hands, folded, dealer_hand, seats, envy, envy_rules)
            done += 1
        found[mark] = total
