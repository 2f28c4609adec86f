"""Simulation and exact analysis against the same in C, compiled here."""

import ctypes
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from distributed import LocalCluster
from numpy.typing import NDArray

from queenhigh.house.loader import built_in, load_house
from queenhigh.house.model import House
from queenhigh.maths.analysis.ante_play import ante_play
from queenhigh.maths.analysis.side_wager import side_wager
from queenhigh.maths.risk.joint_distribution import joint
from queenhigh.maths.simulation import kernel
from queenhigh.maths.simulation.cells import decisions_of
from queenhigh.maths.simulation.cluster import on_cluster
from queenhigh.maths.simulation.simulation import BLOCK, Dealing, Plan, on_cores, plan, simulate
from queenhigh.wagers.document import SeatBets

from .ratio import Ratio, best, faster
from .rounds import WAGERS, least_bets

_HERE = Path(__file__).parent
_OWN_BETS = _HERE.parent / "examples" / "books" / "prime"
_C_FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
_DEALS = 407_170_400
_LONG = 240  # Blocks.
_WARM = 100  # Analyses of a millisecond, measured together.
_ROOM = 1 << 16  # The most rounds a meter can pay for.


def simulation(folder: Path, repeats: int) -> Iterator[Ratio]:
    library = _compiled(folder, "simulation")
    yield _one_seat(library, repeats)
    for house in (built_in("manual"), load_house(str(_OWN_BETS))):
        yield _seven_seats(library, house, repeats)
    yield _cores(repeats)
    yield _cluster(repeats)


def analysis(folder: Path, repeats: int) -> Iterator[Ratio]:
    library = _compiled(folder, "enumeration")
    yield _known_house(library, repeats)
    for house in ("manual", str(_OWN_BETS)):
        yield _any_house(library, house, repeats)
    yield _joint(repeats)


def _compiled(folder: Path, name: str) -> ctypes.CDLL:
    library = folder / f"{name}.so"
    subprocess.run(["gcc", *_C_FLAGS, "-o", str(library), str(_HERE / f"{name}.c")], check=True)
    return ctypes.CDLL(str(library))


def _pointers(*arrays: NDArray[np.generic]) -> list[ctypes.c_void_p]:
    return [ctypes.c_void_p(array.ctypes.data) for array in arrays]


def _planned(house: House, seats: int) -> Plan:
    """Plan the house with all its bets."""
    decisions = decisions_of(house, "optimal")
    return plan(house, least_bets(house), seats=seats, seed=1, decisions=decisions)


class _Tables(ctypes.Structure):
    """`tables` of deal.h: the arguments of the kernels, and the sizes of two of them."""

    _fields_ = [
        *((name, ctypes.c_void_p) for name in ("strengths", "qualifies", "own_by_place")),
        *((name, ctypes.c_void_p) for name in ("own_by_cards", "dealer_by_place")),
        *((name, ctypes.c_void_p) for name in ("dealer_by_cards", "sets")),
        ("six_look", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("together", "sixes", "plain", "spare")),
        *((name, ctypes.c_void_p) for name in ("place", "sums", "five", "six")),
        *((name, ctypes.c_int64) for name in ("folds_below", "dealer_many", "six_many")),
        *((name, ctypes.c_int64) for name in ("rank_sets", "six_sets")),
    ]


def _tables(planned: Plan) -> Any:
    arguments = planned.tables.arguments
    together, spare = arguments[8], arguments[11]
    given = [each.ctypes.data if isinstance(each, np.ndarray) else each for each in arguments]
    return ctypes.byref(_Tables(*given, together.shape[1], spare.shape[1]))


def _one_seat(library: ctypes.CDLL, repeats: int) -> Ratio:
    planned, rounds = _planned(built_in("mics"), 1), 20 * BLOCK
    strengths, qualifies, own, *_ = planned.tables.arguments
    of_c, of_ours = (np.zeros(planned.tables.cells, np.int64) for _ in range(2))
    hits = np.zeros((1, 2), np.int64)

    def in_c() -> None:
        of_c[:] = 0
        numbers = (ctypes.c_uint64(1), ctypes.c_uint64(0), ctypes.c_int64(rounds))
        folds_below = ctypes.c_int64(planned.tables.own_many)
        library.one_seat(
            *numbers, *_pointers(strengths, qualifies, own), folds_below, *_pointers(of_c)
        )

    def ours() -> None:
        of_ours[:] = 0
        state, deck = kernel.seeded(np.uint64(1), np.uint64(0)), np.arange(52).astype(np.uint8)
        one_seat: Any = kernel.one_seat
        first = (rounds, state, deck, planned.tables.arguments)
        one_seat(*first, planned.hit, of_ours, hits)

    ours()
    mine, theirs = best(repeats, ours, in_c)
    _alike(of_c, of_ours)
    what = "simulation, one seat, all bets of mics"
    return faster(what, "the same in C, gcc -O3", mine, theirs, 0.9, 1.0)


def _seven_seats(library: ctypes.CDLL, house: House, repeats: int) -> Ratio:
    planned, rounds = _planned(house, 7), 2 * BLOCK
    tables = _tables(planned)
    counts, columns = np.zeros(planned.tables.cells, np.int64), len(planned.columns) + 2
    sums, squares = np.zeros(columns, np.int64), np.zeros(columns, np.float64)
    hits, hit_rounds = np.zeros((_ROOM, 2), np.int64), np.zeros((_ROOM, columns), np.int64)
    net, envy = np.ascontiguousarray(planned.by_column(planned.worth.net)), planned.envy
    dealt: list[Dealing] = []

    def in_c() -> None:
        for each in (counts, sums, squares):
            each[:] = 0
        library.many_seats(
            *(ctypes.c_uint64(1), ctypes.c_uint64(0), ctypes.c_int64(rounds), tables),
            *(*_pointers(planned.hit, counts, hits), ctypes.c_int64(7), *_pointers(net)),
            *(ctypes.c_int64(net.shape[1]), *_pointers(envy.by_cell)),
            *(ctypes.c_int64(len(envy.rules)), ctypes.c_int64(len(net))),
            *_pointers(envy.of_dealer, envy.rules, sums, squares, hit_rounds),
        )

    def ours() -> None:
        dealt[:] = [Dealing(planned, 0, _ROOM)]
        if not dealt[0].deal(rounds):
            raise SystemExit("bench: no room for all that a meter pays")

    ours()
    mine, theirs = best(repeats, ours, in_c)
    _alike(counts, dealt[0].tally.counts)
    _alike(sums, dealt[0].tally.sums)
    what = f"simulation, seven seats, all bets of {house.key}"
    return faster(what, "the same in C, gcc -O3", mine, theirs, 0.7, 1.0)


def _alike(of_c: NDArray[np.int64], of_ours: NDArray[np.int64]) -> None:
    if not np.array_equal(of_c, of_ours):
        raise SystemExit("bench: the kernel and its twin in C count differently")


def _on(runner: Any, blocks: int = 40) -> Callable[[], object]:
    house = built_in("mics")
    planned = _planned(house, 1)
    return lambda: simulate(house, planned, blocks * BLOCK, runner=runner)


def _cores(repeats: int) -> Ratio:
    cores = os.cpu_count() or 1
    works = _on(on_cores(cores)), _on(on_cores(1))
    mine, theirs = best(repeats, *works, clock=time.perf_counter)
    return faster(f"simulation on {cores} cores", "one core", mine, theirs, 1.5, float(cores))


def _cluster(repeats: int) -> Ratio:
    """Start the schedulers first, and run so long that connecting to them counts little."""
    with _workers(2) as two, _workers(1) as one:
        works = [_on(on_cluster(each.scheduler_address), _LONG) for each in (two, one)]
        for work in works:
            work()
        mine, theirs = best(repeats, *works, clock=time.perf_counter)
    return faster("simulation on two Dask workers", "one worker", mine, theirs, 1.8, 2.0)


def _workers(number: int) -> Any:
    cluster: Any = LocalCluster
    return cluster(
        n_workers=number, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
    )


def _known_house(library: ctypes.CDLL, repeats: int) -> Ratio:
    house = built_in("mics")
    planned = _planned(house, 1)
    strengths, qualifies, own, *_ = planned.tables.arguments
    counts = np.zeros(planned.tables.cells, np.int64)

    def enumerated() -> None:
        counts[:] = 0
        folds_below = ctypes.c_int64(planned.tables.own_many)
        library.enumerate_deals(
            *_pointers(strengths, qualifies, own), folds_below, *_pointers(counts)
        )

    def warm() -> None:
        for _ in range(_WARM):
            _figures(house)

    warm()
    mine, theirs = best(repeats, warm, enumerated)
    mine /= _WARM
    _all_deals(counts)
    what = "exact figures of ante, play and pair plus, warm"
    return faster(what, "all 407,170,400 deals in C", mine, theirs, 500, 1_000)


def _any_house(library: ctypes.CDLL, named: str, repeats: int) -> Ratio:
    """Measure with compiled code but a new house: nothing about the house is cached."""
    houses = [load_house(named).replace({"name": f"bench {turn}"}) for turn in range(repeats + 1)]
    fresh = iter(houses)
    planned = _planned(houses[0], 1)
    tables, counts = _tables(planned), np.zeros(planned.tables.cells, np.int64)

    def enumerated() -> None:
        counts[:] = 0
        library.enumerate_cells(tables, *_pointers(counts))

    _figures(next(fresh))
    mine, theirs = best(repeats, lambda: _figures(next(fresh)), enumerated)
    _all_deals(counts)
    what = f"exact figures of all wagers of {houses[0].key}, warm"
    return faster(what, "all 407,170,400 deals in C", mine, theirs, 5, 50)


def _figures(house: House) -> None:
    ante_play(house)
    for key in house.wagers:
        side_wager(house, key)


def _all_deals(counts: NDArray[np.int64]) -> None:
    if counts.sum() != _DEALS:
        raise SystemExit("bench: the enumeration in C missed deals")


def _joint(repeats: int) -> Ratio:
    house = built_in("manual")
    bets = SeatBets(1, WAGERS["manual"])
    [mine] = best(repeats, lambda: joint(house, bets))
    what = "joint distribution of all bets of manual"
    return faster(what, "two seconds", mine, 2.0, 1.0, 2.0 / 0.3)
