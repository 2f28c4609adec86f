"""Whole tables at full speed.

Rounds come in blocks. A block's cards depend only on the seed and its number, and blocks are added
up in order, so the totals are the same on one core, on two and on a cluster. Only the meters carry
over between blocks: a block just records when they were hit, and their payouts are worked out when
the blocks are added up.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from math import sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from ...house.model import House
from ...wagers.document import SeatBets
from ..analysis.analysis_figures import ANTE_PLAY
from ..analysis.prices import column_of
from ..deals.hand_tables import Array
from . import kernel
from .cells import EnvyTables, KernelTables, MeterRow, Worth, envy_tables, kernel_tables, worth
from .run_meters import Jackpot, RunMeters

BLOCK = 1 << 20
_HITS_AT_FIRST = 4096  # Per block; if there are more, it is dealt again with enough room.


class Plan(msgspec.Struct, frozen=True):
    """Everything needed to run a block anywhere. All seats bet and play alike."""

    seed: int
    seats: int
    wagers: dict[str, int]
    decisions: NDArray[np.int64]  # By hand, for all 22,100.
    tables: KernelTables
    worth: Worth
    envy: EnvyTables
    hit: NDArray[np.bool_]  # By cell: whether a meter pays.
    meter_rows: list[list[MeterRow]]  # By cell.

    @property
    def columns(self) -> tuple[str, ...]:
        """The wagers, with ante and play as one."""
        return tuple(dict.fromkeys(map(column_of, self.worth.bets)))

    def by_column(self, by_bet: NDArray[np.int64]) -> NDArray[np.int64]:
        """Convert cents by cell and bet to cents by cell and wager."""
        found = np.zeros((len(by_bet), len(self.columns)), np.int64)
        for number, bet in enumerate(self.worth.bets):
            name = column_of(bet)
            found[:, self.columns.index(name)] += by_bet[:, number]
        return found


class Tally(msgspec.Struct):
    """The results of a block; the last sum is the whole, the one before it envy."""

    rounds: int
    counts: NDArray[np.int64]
    sums: NDArray[np.int64]
    squares: NDArray[np.float64]
    hits: NDArray[np.int64]  # Round within the block, and cell.
    hit_rounds: NDArray[np.int64]  # The sums of those rounds.


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
    meter: int | None  # If the house has exactly one.
    meters: dict[str, int]
    net_per_round: float
    net_standard_error: float


def plan(
    house: House, wagers: Mapping[str, int], *, seats: int, seed: int, decisions: Array
) -> Plan:
    """Make a plan; decisions are for each of the 22,100 hands, as from `cells.decisions_of`."""
    placed = {name: cents for name, cents in wagers.items() if cents}
    bets = SeatBets(1, placed)
    tables = kernel_tables(house, bets, decisions)
    priced, rows = worth(house, bets, tables)
    hit = np.array([bool(each) for each in rows], np.bool_)
    envy = envy_tables(house, bets, tables)
    return Plan(seed, seats, placed, decisions, tables, priced, envy, hit, rows)


def run_block(plan: Plan, number: int, rounds: int, apart: Array | None = None) -> Tally:
    room = _HITS_AT_FIRST
    while True:
        dealing = Dealing(plan, number, room)
        if dealing.deal(rounds, apart=apart):
            return dealing.tally
        room *= 16


class Dealing:
    """A block dealt in one go, or in steps."""

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
        """Deal rounds; False if meters were hit more often than there is room for.

        Stepwise dealing needs whole tables and gives only the last step's hits. `apart` receives
        the table's win in each round, without meters.
        """
        plan, tally = self.plan, self.tally
        first = (rounds, self._state, self._deck, plan.tables.arguments)
        hit_rounds = np.zeros((len(self._hits), len(tally.sums)), np.int64)
        noted = (plan.hit, tally.counts, self._hits)
        whole_tables |= plan.seats > 1 or apart is not None or bool(plan.envy.rules[:, :2].any())
        alone = not whole_tables
        if alone:
            hits = kernel.one_seat(*first, *noted)
        else:
            hits = kernel.many_seats(
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
        """Derive the sums from the counts, which suffice at one seat without envy."""
        tally, net = self.tally, self._net
        envy = np.zeros((len(net), 1), np.int64)
        columns = np.hstack([net, envy, net.sum(axis=1, keepdims=True)])
        tally.sums = tally.counts @ columns
        tally.squares = (tally.counts[:, None] * columns.astype(np.float64) ** 2).sum(axis=0)
        tally.hit_rounds = columns[tally.hits[:, 1]]


class Totals:
    """Blocks added up in order, carrying the meters from one to the next."""

    def __init__(self, house: House, plan: Plan, meters: Mapping[str, int] | None = None):
        self.house, self.plan = house, plan
        self.rounds = 0
        self.counts = np.zeros(plan.tables.cells, np.int64)
        self.envy_paid = 0
        self.meters = RunMeters(house, plan, meters or {})
        columns = len(plan.columns) + 2
        # Without meter awards: the last is the whole, the one before it envy.
        self.sums = np.zeros(columns, np.int64)
        self.squares = np.zeros(columns)
        self._of_hits = np.zeros((2, columns))  # Seeds of hits; seeds times the rest of that round.

    @property
    def jackpots(self) -> list[Jackpot]:
        return self.meters.jackpots

    def add(self, tally: Tally) -> None:
        self.counts += tally.counts
        self.envy_paid += int(tally.sums[-2])
        self.sums += tally.sums
        self.squares += tally.squares
        self._add_hits(tally)
        self.rounds += tally.rounds
        self.meters.trigger(self.rounds)

    def _add_hits(self, tally: Tally) -> None:
        """Pay hits; a hand's hit takes precedence over a trigger met in the same round."""
        for number, (index, cell) in enumerate(tally.hits.tolist()):
            at = self.rounds + index
            self.meters.trigger(at)
            for row in self.plan.meter_rows[cell]:
                self.meters.pay(at, row.meter, row.wager, row.percent, row.most_cents)
                won = np.zeros(len(self.sums))
                won[[self.plan.columns.index(row.wager), -1]] = self.house.seeds[row.meter]
                self._of_hits += won, won * tally.hit_rounds[number]

    def paid_by_meters(self) -> dict[str, int]:
        """Meter payouts by wager."""
        found = dict.fromkeys(self.plan.columns, 0)
        for each in self.jackpots:
            found[each.wager] += each.cents
        return found

    def deviation(self, wager: str | None = None, rounds: int | None = None) -> float:
        """The deviation in cents of the table's win over these rounds, of a wager or all.

        All wagers include envy. Rounds are independent except through the meters, so the variance
        is sampled for the rest, and that of the meters' courses is added, with the covariance of
        hits and other bets won by the same hand.
        """
        done, column = self.rounds, -1 if wager is None else self.plan.columns.index(wager)
        if done < 2:
            return 0.0
        total = float(self.sums[column])
        of_round = float(self.squares[column] - total * total / done) / (done - 1)
        seeds, with_rest = self._of_hits[:, column]
        together = 2 * float(with_rest - seeds * total / done) / done
        wanted = rounds or done
        plain = max(of_round + together, 0.0) * wanted
        return sqrt(plain + self.meters.variance_paid(wanted, wager))

    def edge_error(self, wager: str) -> float:
        """The standard error of a wager's edge."""
        return self.deviation(wager) / (self._unit(wager) * self.rounds)

    def _unit(self, wager: str) -> int:
        """What a round bets on it before the cards."""
        return self.plan.wagers["ante" if wager == ANTE_PLAY else wager] * self.plan.seats

    def result(self) -> Simulated:
        """Figures with standard errors for the wagers that were bet."""
        plan, wagers, from_meters = self.plan, {}, self.paid_by_meters()
        staked, paid, returned = (
            (self.counts[:, None] * plan.by_column(table)).sum(axis=0).tolist()
            for table in (plan.worth.staked, plan.worth.paid, plan.worth.returned)
        )
        for column, name in enumerate(plan.columns):
            paid[column] += from_meters[name]
            if staked[column]:
                net = paid[column] + returned[column] - staked[column]
                edge = -net / (self._unit(name) * self.rounds)
                amounts = staked[column], paid[column], returned[column]
                wagers[name] = Figure(*amounts, edge, self.edge_error(name))
        net = sum(paid) + sum(returned) - sum(staked) + self.envy_paid
        fee = self.house.fee.amount_cents * plan.seats
        meters = self.meters.held(self.rounds)
        return Simulated(
            self.house.key,
            plan.seed,
            plan.seats,
            self.rounds,
            wagers,
            self.envy_paid,
            fee * self.rounds,
            len(self.jackpots),
            sum(from_meters.values()),
            meters.get(self.house.only_meter or ""),
            meters,
            net / self.rounds - fee,
            self.deviation() / self.rounds,
        )


Runner = Callable[[Plan, Iterable[tuple[int, int]]], Iterator[Tally]]


def on_cores(cores: int) -> Runner:
    """A runner for this machine's cores, a few blocks ahead of the one awaited."""

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
    """Numbers and sizes of the blocks that make up this many rounds."""
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
    """Run the rounds; after each block `watch` sees the totals, and may return True to stop.

    Meters start at their seeds by default.

    Ctrl-C stops it too, keeping what is done by then.
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
