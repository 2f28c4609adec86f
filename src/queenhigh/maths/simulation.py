"""Whole tables at full speed.

Rounds come in blocks. A block's cards depend on the seed and its number alone, and blocks are added
up in their order, so the totals are the same on one core, on two and on a cluster. The one thing
that passes from block to block is the meter: blocks only note when the jackpot was hit, and what it
paid is worked out when they are added up.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from math import sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..house.model import House
from ..wagers.document import Wagers
from . import kernel
from .cells import BETS, RankTables, Worth, rank_tables, worth

BLOCK = 1 << 20
WAGERS = {
    "ante_play": ("play", "ante_bonus", "ante"),
    "pair_plus": ("pair_plus",),
    "six_card_bonus": ("six_card_bonus",),
    "progressive": ("progressive",),
}
_PROGRESSIVE, _ENVY, _ALL = len(WAGERS) - 1, len(WAGERS), len(WAGERS) + 1
_MOST_JACKPOTS = 4096  # Of a block: some 330 are expected at seven seats.


class Plan(msgspec.Struct, frozen=True):
    """All that a block needs to be run anywhere. Every seat bets and plays alike."""

    seed: int
    seats: int
    wagers: Wagers
    plays: NDArray[np.bool_]
    tables: RankTables
    worth: Worth
    six_cards: bool
    wheel: bool
    envy: NDArray[np.int64]
    envy_rules: NDArray[np.int64]


class Tally(msgspec.Struct):
    """What a block came to."""

    rounds: int
    counts: NDArray[np.int64]
    sums: NDArray[np.int64]
    squares: NDArray[np.float64]
    jackpots: NDArray[np.int64]  # Round in the block, the progressive's sum, the whole sum.


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
    meter: int | None
    net_per_round: float
    net_standard_error: float


def plan(house: House, wagers: Wagers, *, seats: int, seed: int, plays: NDArray[np.bool_]) -> Plan:
    options = house.options
    envy, rules = np.zeros(2, np.int64), np.zeros(4, np.int64)
    if house.progressive and wagers.progressive:
        amounts = house.progressive.envy
        envy[:] = amounts.akq_suited_cents, amounts.akq_spades_cents
        rules[:] = (
            options.envy_trigger == "any_dealt_hand",
            options.envy_own_hand,
            options.envy_dealer_hand,
            options.envy_multiple,
        )
    return Plan(
        seed,
        seats,
        wagers,
        plays,
        rank_tables(house),
        worth(house, wagers),
        wagers.six_card_bonus > 0,
        options.six_card_wheel,
        envy,
        rules,
    )


def run_block(plan: Plan, number: int, rounds: int) -> Tally:
    counts = np.zeros(kernel.CELLS, np.int64)
    jackpots = np.zeros((_MOST_JACKPOTS, 3), np.int64)
    net = np.ascontiguousarray(_by_wager(plan.worth.net))
    tables = plan.tables
    dealing = (
        *(tables.strengths, tables.classes, tables.qualifies, plan.plays),
        *(plan.wagers.ante > 0, plan.six_cards, plan.wheel),
    )
    seed, block = np.uint64(plan.seed), np.uint64(number)
    if plan.seats == 1 and not plan.envy_rules[1:3].any():
        hits = kernel.one_seat(seed, block, rounds, *dealing, counts, jackpots)
        return _from_cells(rounds, counts, net, jackpots[:hits])
    sums, squares = np.zeros(_ALL + 1, np.int64), np.zeros(_ALL + 1, np.float64)
    hits = kernel.many_seats(
        *(seed, block, rounds, plan.seats, *dealing),
        *(net, plan.envy, plan.envy_rules),
        *(counts, sums, squares, jackpots),
    )
    return Tally(rounds, counts, sums, squares, jackpots[:hits])


def _from_cells(
    rounds: int,
    counts: NDArray[np.int64],
    net: NDArray[np.int64],
    jackpots: NDArray[np.int64],
) -> Tally:
    """At one seat without envy the counts tell it all."""
    envy = np.zeros((len(net), 1), np.int64)
    columns = np.hstack([net, envy, net.sum(axis=1, keepdims=True)])
    cells = jackpots[:, 1]
    jackpots = np.stack(
        [jackpots[:, 0], columns[cells, _PROGRESSIVE], columns[cells, _ALL]], axis=1
    )
    squares = (counts[:, None] * columns.astype(np.float64) ** 2).sum(axis=0)
    return Tally(rounds, counts, counts @ columns, squares, jackpots)


def _by_wager(by_bet: NDArray[np.int64]) -> NDArray[np.int64]:
    columns = [sum(by_bet[:, BETS.index(bet)] for bet in bets) for bets in WAGERS.values()]
    return np.stack(columns, axis=1)


class Totals:
    """Blocks added up in their order, with the meter carried from one to the next."""

    def __init__(self, house: House, plan: Plan):
        self.house, self.plan = house, plan
        self.rounds = 0
        self.counts = np.zeros(kernel.CELLS, np.int64)
        self.squares = [0.0] * (_ALL + 1)
        self.envy_paid = 0
        self.jackpots: list[tuple[int, int]] = []  # Round and cents paid.
        terms = house.progressive if plan.wagers.progressive else None
        self._seed_cents = terms.meter.seed_cents if terms else 0
        self._percent = terms.akq_spades_percent if terms else 0
        per_dollar = terms.meter.contribution_cents if terms else 0
        self._grows_by = per_dollar * plan.wagers.progressive * plan.seats // 100

    def add(self, tally: Tally) -> None:
        self.counts += tally.counts
        self.envy_paid += int(tally.sums[_ENVY])
        for column in range(_ALL + 1):
            self.squares[column] += float(tally.squares[column])
        if self.plan.wagers.progressive:
            for index, progressive, whole in tally.jackpots.tolist():
                self._hit(self.rounds + index, progressive, whole)
        self.rounds += tally.rounds

    def meter_before(self, at: int) -> int:
        """The meter when the cards of a round come out: that round's own wagers are in it."""
        reset = self.jackpots[-1][0] if self.jackpots else -1
        return self._seed_cents + (at - reset) * self._grows_by

    def _hit(self, at: int, progressive: int, whole: int) -> None:
        paid = self.meter_before(at) * self._percent // 100
        self.jackpots.append((at, paid))
        for column, without in ((_PROGRESSIVE, progressive), (_ALL, whole)):
            self.squares[column] += float((without + paid) ** 2 - without**2)

    def result(self) -> Simulated:
        """Figures with their standard errors, for the wagers that were bet."""
        plan, wagers = self.plan, {}
        from_meter = sum(paid for _, paid in self.jackpots)
        staked, paid, returned = (
            (self.counts[:, None] * _by_wager(table)).sum(axis=0).tolist()
            for table in (plan.worth.staked, plan.worth.paid, plan.worth.returned)
        )
        paid[_PROGRESSIVE] += from_meter
        for column, name in enumerate(WAGERS):
            if staked[column]:
                net = paid[column] + returned[column] - staked[column]
                base = self._base(name)
                error = _error(net, self.squares[column], self.rounds) / base
                figure = Figure(staked[column], paid[column], returned[column], 0.0, error)
                figure.edge = -net / (base * self.rounds)
                wagers[name] = figure
        net = sum(paid) + sum(returned) - sum(staked) + self.envy_paid
        fee = self.house.options.collection_fee.amount * 100 * plan.seats
        return Simulated(
            self.house.key,
            plan.seed,
            plan.seats,
            self.rounds,
            wagers,
            self.envy_paid,
            fee * self.rounds,
            len(self.jackpots),
            from_meter,
            self.meter_before(self.rounds - 1) if plan.wagers.progressive else None,
            net / self.rounds - fee,
            _error(net, self.squares[_ALL], self.rounds),
        )

    def _base(self, wager: str) -> int:
        """What is bet at the start of a round: an edge is a share of that, play left out."""
        name = "ante" if wager == "ante_play" else wager
        return int(getattr(self.plan.wagers, name)) * self.plan.seats


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
) -> Totals:
    """Runs the rounds; after each block `watch` may look on, and stop by saying so.

    Ctrl-C stops it too, and what is done by then counts.
    """
    totals = Totals(house, plan)
    running = runner(plan, blocks(rounds))
    try:
        for tally in running:
            totals.add(tally)
            if watch(totals):
                break
    except KeyboardInterrupt:
        pass
    return totals
