"""Whole tables at full speed.

Rounds come in blocks. A block's cards depend on the seed and its number alone, and blocks are added
up in their order, so the totals are the same on one core, on two and on a cluster. The one thing
that passes from block to block is the meters: blocks only note when they were hit, and what they
paid is worked out when the blocks are added up.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..house.model import House
from ..wagers.document import SeatBets
from . import kernel
from .analysis_figures import ANTE_PLAY
from .cells import EnvyTables, KernelTables, MeterRow, Worth, envy_tables, kernel_tables, worth
from .hand_tables import Array
from .meter_process import fed_cents
from .prices import column_of

BLOCK = 1 << 20
_HITS_AT_FIRST = 4096  # Of a block; where there are more, it is dealt again with room for them.


class Plan(msgspec.Struct, frozen=True):
    """All that a block needs to be run anywhere. Every seat bets and plays alike."""

    seed: int
    seats: int
    wagers: dict[str, int]
    decisions: NDArray[np.int64]  # Of each of the 22,100 hands.
    tables: KernelTables
    worth: Worth
    envy: EnvyTables
    hit: NDArray[np.bool_]  # By cell: whether a meter pays.
    meter_rows: list[list[MeterRow]]  # By cell.

    @property
    def columns(self) -> tuple[str, ...]:
        """The wagers: ante and play as one."""
        return tuple(dict.fromkeys(map(column_of, self.worth.bets)))

    def by_column(self, by_bet: NDArray[np.int64]) -> NDArray[np.int64]:
        """Cents by cell and wager, out of those by cell and bet."""
        found = np.zeros((len(by_bet), len(self.columns)), np.int64)
        for number, bet in enumerate(self.worth.bets):
            name = column_of(bet)
            found[:, self.columns.index(name)] += by_bet[:, number]
        return found


class Tally(msgspec.Struct):
    """What a block came to. Of the sums the last is the whole, the one before it is envy."""

    rounds: int
    counts: NDArray[np.int64]
    sums: NDArray[np.int64]
    squares: NDArray[np.float64]
    hits: NDArray[np.int64]  # Round in the block, and cell.
    hit_rounds: NDArray[np.int64]  # The sums of that round.


class Figure(msgspec.Struct):
    """One wager over all seats and rounds, in cents."""

    staked: int
    paid: int
    returned: int
    edge: float
    standard_error: float


class Simulated(msgspec.Struct):
    house: str
    seed: int
    seats: int
    rounds: int
    wagers: dict[str, Figure]
    envy_paid: int
    fees: int
    jackpots: int
    jackpots_paid: int
    meter: int | None  # Of a house with one.
    meters: dict[str, int]
    net_per_round: float
    net_standard_error: float


def plan(
    house: House, wagers: Mapping[str, int], *, seats: int, seed: int, decisions: Array
) -> Plan:
    """Decisions are of each of the 22,100 hands, as `cells.decisions_of` gives them."""
    placed = {name: cents for name, cents in wagers.items() if cents}
    bets = SeatBets(1, placed)
    tables = kernel_tables(house, bets, decisions)
    priced, rows = worth(house, bets, tables)
    hit = np.array([bool(each) for each in rows], np.bool_)
    envy = envy_tables(house, bets, tables)
    return Plan(seed, seats, placed, decisions, tables, priced, envy, hit, rows)


def run_block(plan: Plan, number: int, rounds: int) -> Tally:
    room = _HITS_AT_FIRST
    while True:
        dealing = Dealing(plan, number, room)
        if dealing.deal(rounds):
            return dealing.tally
        room *= 16


_one_seat: Any = kernel.one_seat
_many_seats: Any = kernel.many_seats


class Dealing:
    """A block that is dealt in one go, or in steps."""

    def __init__(self, plan: Plan, number: int, room: int = _HITS_AT_FIRST):
        self.plan = plan
        self._state = kernel.seeded(np.uint64(plan.seed), np.uint64(number))
        self._deck = np.arange(52).astype(np.uint8)
        self._net = np.ascontiguousarray(plan.by_column(plan.worth.net))
        columns = len(plan.columns) + 2
        self.tally = Tally(
            0,
            np.zeros(plan.tables.cells, np.int64),
            np.zeros(columns, np.int64),
            np.zeros(columns, np.float64),
            np.zeros((0, 2), np.int64),
            np.zeros((0, columns), np.int64),
        )
        self._hits = np.zeros((room, 2), np.int64)

    def deal(self, rounds: int, *, whole_tables: bool = False, apart: Array | None = None) -> bool:
        """False if meters were hit more often than there is room for.

        In steps it is for whole tables, and tells the hits of the last step alone. `apart` takes
        what the table won in each round, meters left out.
        """
        plan, tally = self.plan, self.tally
        first: Any = (rounds, self._state, self._deck, *plan.tables.arguments)
        hit_rounds = np.zeros((len(self._hits), len(tally.sums)), np.int64)
        noted = (plan.hit, tally.counts, self._hits)
        whole_tables |= plan.seats > 1 or apart is not None or bool(plan.envy.rules[:, :2].any())
        alone = not whole_tables
        if alone:
            hits = _one_seat(*first, *noted)
        else:
            hits = _many_seats(
                *(*first, *noted, plan.seats, self._net),
                *(plan.envy.by_cell, plan.envy.of_dealer, plan.envy.rules),
                *(tally.sums, tally.squares, hit_rounds),
                np.zeros(0, np.int64) if apart is None else apart,
            )
        if hits < 0:
            return False
        tally.rounds += rounds
        tally.hits, tally.hit_rounds = self._hits[:hits], hit_rounds[:hits]
        if alone:
            self._from_counts()
        return True

    def _from_counts(self) -> None:
        """At one seat without envy the counts tell it all."""
        tally, net = self.tally, self._net
        envy = np.zeros((len(net), 1), np.int64)
        columns = np.hstack([net, envy, net.sum(axis=1, keepdims=True)])
        tally.sums = tally.counts @ columns
        tally.squares = (tally.counts[:, None] * columns.astype(np.float64) ** 2).sum(axis=0)
        tally.hit_rounds = columns[tally.hits[:, 1]]


class _Meter:
    """A meter between two rounds: it grows evenly and goes back to its seed when it is hit."""

    def __init__(self, start_cents: int, seed_cents: int, growth_cents: int, limit_cents: int):
        self.seed, self.growth, self.limit = seed_cents, growth_cents, limit_cents
        self._cents, self._after = start_cents, 0  # What it held after so many rounds.

    def before(self, at: int) -> int:
        """When the cards of a round come out: that round's own wagers are in it."""
        grown = self._cents + (at + 1 - self._after) * self.growth
        return max(min(grown, self.limit), self._cents) if self.limit else grown

    def pay(self, at: int, percent: Fraction, most: int) -> int:
        """Of what earlier seats left. What is missing to the seed is put back."""
        held = self.before(at)
        paid = min(int(percent * held / 100), most)
        self._cents, self._after = max(held - paid, self.seed), at + 1
        return paid


class Totals:
    """Blocks added up in their order, with the meters carried from one to the next."""

    def __init__(self, house: House, plan: Plan, meters: Mapping[str, int] | None = None):
        self.house, self.plan = house, plan
        self.starts = {**house.seeds, **(meters or {})}
        self.rounds = 0
        self.counts = np.zeros(plan.tables.cells, np.int64)
        self.squares = [0.0] * (len(plan.columns) + 2)
        self.envy_paid = 0
        self.jackpots: list[tuple[int, int]] = []  # Round and cents paid.
        self.from_meters = dict.fromkeys(plan.columns, 0)
        self._meters = {
            name: _Meter(
                self.starts[name],
                house.meters[name].seed_cents,
                growth_of(house, plan, name),
                house.meters[name].limit_cents,
            )
            for name in meters_of(house, plan)
        }

    def add(self, tally: Tally) -> None:
        self.counts += tally.counts
        self.envy_paid += int(tally.sums[-2])
        for column in range(len(self.squares)):
            self.squares[column] += float(tally.squares[column])
        self._add_hits(tally)
        self.rounds += tally.rounds

    def _add_hits(self, tally: Tally) -> None:
        by_round: dict[int, list[int]] = {}
        for number, index in enumerate(tally.hits[:, 0].tolist()):
            by_round.setdefault(index, []).append(number)
        for index, numbers in by_round.items():
            sums = tally.hit_rounds[numbers[0]].tolist()
            paid = [0] * len(sums)
            for number in numbers:
                for row in self.plan.meter_rows[int(tally.hits[number, 1])]:
                    at = self.rounds + index
                    cents = self._meters[row.meter].pay(at, row.percent, row.most_cents)
                    self.jackpots.append((at, cents))
                    self.from_meters[row.wager] += cents
                    paid[self.plan.columns.index(row.wager)] += cents
                    paid[-1] += cents
            for column, (without, more) in enumerate(zip(sums, paid, strict=True)):
                self.squares[column] += float((without + more) ** 2 - without**2)

    def meters(self) -> dict[str, int]:
        """What they hold after the rounds so far."""
        return {name: each.before(self.rounds - 1) for name, each in self._meters.items()}

    def result(self) -> Simulated:
        """Figures with their standard errors, for the wagers that were bet."""
        plan, wagers = self.plan, {}
        staked, paid, returned = (
            (self.counts[:, None] * plan.by_column(table)).sum(axis=0).tolist()
            for table in (plan.worth.staked, plan.worth.paid, plan.worth.returned)
        )
        for column, name in enumerate(plan.columns):
            paid[column] += self.from_meters[name]
            if staked[column]:
                net = paid[column] + returned[column] - staked[column]
                base = plan.wagers["ante" if name == ANTE_PLAY else name] * plan.seats
                error = _error(net, self.squares[column], self.rounds) / base
                figure = Figure(staked[column], paid[column], returned[column], 0.0, error)
                figure.edge = -net / (base * self.rounds)
                wagers[name] = figure
        net = sum(paid) + sum(returned) - sum(staked) + self.envy_paid
        fee = self.house.fee.amount_cents * plan.seats
        meters = self.meters()
        return Simulated(
            self.house.key,
            plan.seed,
            plan.seats,
            self.rounds,
            wagers,
            self.envy_paid,
            fee * self.rounds,
            len(self.jackpots),
            sum(self.from_meters.values()),
            meters.get(self.house.only_meter or ""),
            meters,
            net / self.rounds - fee,
            _error(net, self.squares[-1], self.rounds),
        )


def meters_of(house: House, plan: Plan) -> tuple[str, ...]:
    """Those that the bets feed or win."""
    used = {name for key in plan.wagers if key in house.wagers for name in house.wagers[key].meters}
    return tuple(name for name in house.meters if name in used)


def growth_of(house: House, plan: Plan, meter: str) -> int:
    """What a round adds to a meter."""
    return fed_cents(house, meter, plan.wagers) * plan.seats


def _error(total: int, squares: float, rounds: int) -> float:
    """The standard error of the mean of a round."""
    if rounds < 2:
        return 0.0
    variance = (squares - total * total / rounds) / (rounds - 1)
    return sqrt(max(variance, 0.0) / rounds)


Runner = Callable[[Plan, Iterable[tuple[int, int]]], Iterator[Tally]]


def on_cores(cores: int) -> Runner:
    """Runs blocks on the cores of this machine, a few ahead of the one that is awaited."""

    def run(plan: Plan, blocks: Iterable[tuple[int, int]]) -> Iterator[Tally]:
        waiting: deque[Future[Tally]] = deque()
        with ThreadPoolExecutor(cores) as pool:
            try:
                for number, rounds in blocks:
                    waiting.append(pool.submit(run_block, plan, number, rounds))
                    if len(waiting) > 2 * cores:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for future in waiting:
                    future.cancel()

    return run


def blocks(rounds: int) -> Iterator[tuple[int, int]]:
    """Numbers and sizes of the blocks that make so many rounds."""
    for number in range(-(-rounds // BLOCK)):
        yield number, min(BLOCK, rounds - number * BLOCK)


def simulate(
    house: House,
    plan: Plan,
    rounds: int,
    *,
    runner: Runner,
    watch: Callable[[Totals], bool] = lambda totals: False,
    meters: Mapping[str, int] | None = None,
) -> Totals:
    """Runs the rounds; after each block `watch` may look on, and stop by saying so.

    Meters begin at their seeds where none are given.

    Ctrl-C stops it too, and what is done by then counts.
    """
    totals = Totals(house, plan, meters)
    running = runner(plan, blocks(rounds))
    try:
        for tally in running:
            totals.add(tally)
            if watch(totals):
                break
    except KeyboardInterrupt:
        pass
    return totals
