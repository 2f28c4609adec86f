"""Speed against peers and against the machine's limit: what DESIGN asks of each part, measured."""

import ctypes
import os
import random
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pokerkit import Automation, NoLimitTexasHoldem

from queenhigh.house.loader import built_in
from queenhigh.maths import kernel
from queenhigh.maths.ante_play import ante_play
from queenhigh.maths.cells import decisions_of
from queenhigh.maths.joint import joint
from queenhigh.maths.side_wager import side_wager
from queenhigh.maths.simulation import BLOCK, Plan, on_cores, plan, simulate
from queenhigh.rl.many_seats_env import ManySeatsEnv
from queenhigh.rl.seat_env import SeatEnv
from queenhigh.table.players import play_rounds
from queenhigh.wagers.document import SeatBets

from .durable import durable
from .ratio import Ratio
from .rounds import WAGERS

_HERE = Path(__file__).parent
_C_FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


def ratios(folder: Path, repeats: int, advance: Callable[[str], None]) -> list[Ratio]:
    found = []
    for measure in (_simulation, _cores, _analysis, _joint, _table, _training, durable):
        advance(measure.__doc__ or "")
        found.append(measure(folder, repeats))
    return found


def _best(repeats: int, *works: Callable[[], object]) -> list[float]:
    """The best time of each, taken in turns so that a slow minute slows all of them."""
    times = [[] for _ in works]  # type: list[list[float]]
    for _ in range(repeats):
        for place, work in enumerate(works):
            began = time.perf_counter()
            work()
            times[place].append(time.perf_counter() - began)
    return [min(each) for each in times]


def _compiled(folder: Path, name: str) -> ctypes.CDLL:
    library = folder / f"{name}.so"
    command = ["gcc", *_C_FLAGS, "-o", str(library), str(_HERE / f"{name}.c")]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def _pointers(*arrays: NDArray[np.generic]) -> list[ctypes.c_void_p]:
    return [ctypes.c_void_p(array.ctypes.data) for array in arrays]


def _planned(key: str) -> Plan:
    """One seat with every bet of the house."""
    house = built_in(key)
    decisions = decisions_of(house, "optimal")
    return plan(house, WAGERS[key], seats=1, seed=1, decisions=decisions)


def _twin_tables(planned: Plan) -> tuple[list[ctypes.c_void_p], ctypes.c_int64]:
    """What the twins in C need: strengths, qualifiers, own signatures, and where folds end."""
    strengths, qualifies, own, *_ = planned.tables.arguments
    return _pointers(strengths, qualifies, own), ctypes.c_int64(planned.tables.own_many)


def _simulation(folder: Path, repeats: int) -> Ratio:
    """simulation in C"""
    planned, rounds = _planned("mics"), 20 * BLOCK
    library = _compiled(folder, "simulation")
    inputs, folds_below = _twin_tables(planned)
    cells = planned.tables.cells
    of_c, of_ours = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    hits = np.zeros((1, 2), np.int64)

    def in_c() -> None:
        of_c[:] = 0
        numbers = (ctypes.c_uint64(1), ctypes.c_uint64(0), ctypes.c_int64(rounds))
        library.one_seat(*numbers, *inputs, folds_below, *_pointers(of_c))

    def ours() -> None:
        of_ours[:] = 0
        state, deck = kernel.seeded(np.uint64(1), np.uint64(0)), np.arange(52).astype(np.uint8)
        first = (rounds, state, deck, *planned.tables.arguments)
        one_seat: Any = kernel.one_seat
        one_seat(*first, planned.hit, of_ours, hits)

    ours()
    mine, theirs = _best(repeats, ours, in_c)
    if not np.array_equal(of_c, of_ours):
        raise SystemExit("bench: the kernel and its twin in C count differently")
    what = "simulation, one seat, all bets of mics"
    return Ratio(what, "the same in C, gcc -O3", mine, theirs, theirs / mine, 0.9, 1.0)


def _cores(folder: Path, repeats: int) -> Ratio:
    """simulation on all cores"""
    house, cores = built_in("mics"), os.cpu_count() or 1
    planned = _planned("mics")

    def on(number: int) -> Callable[[], object]:
        return lambda: simulate(house, planned, 40 * BLOCK, runner=on_cores(number))

    mine, theirs = _best(repeats, on(cores), on(1))
    what = f"simulation on {cores} cores"
    return Ratio(what, "one core", mine, theirs, theirs / mine, 1.5, float(cores))


def _analysis(folder: Path, repeats: int) -> Ratio:
    """every deal in C"""
    planned, house = _planned("mics"), built_in("mics")
    library = _compiled(folder, "enumeration")
    inputs, folds_below = _twin_tables(planned)
    counts = np.zeros(planned.tables.cells, np.int64)

    def enumerated() -> None:
        counts[:] = 0
        library.enumerate_deals(*inputs, folds_below, *_pointers(counts))

    def ours() -> None:
        ante_play(house)
        for key in house.wagers:
            side_wager(house, key)

    ours()
    mine, theirs = _best(repeats, ours, enumerated)
    if counts.sum() != 407_170_400:
        raise SystemExit("bench: the enumeration in C missed deals")
    what = "exact figures of all wagers of mics, warm"
    return Ratio(what, "all 407,170,400 deals in C", mine, theirs, theirs / mine, 500, 1_000)


def _joint(folder: Path, repeats: int) -> Ratio:
    """joint distribution"""
    house = built_in("manual")
    bets = SeatBets(1, WAGERS["manual"])
    [mine] = _best(repeats, lambda: joint(house, bets))
    what = "joint distribution of all bets of manual"
    return Ratio(what, "two seconds", mine, 2.0, 2.0 / mine, 1.0, 2.0 / 0.3)


def _table(folder: Path, repeats: int) -> Ratio:
    """a table beside PokerKit"""
    rounds = 30
    house, start = built_in("manual"), datetime(2026, 1, 1, tzinfo=UTC)

    def ours() -> None:
        chance = random.Random(1)
        for _ in play_rounds(house, rounds=rounds, seats=7, chance=chance, start=start):
            pass

    def theirs() -> None:
        for _ in range(rounds):
            _pokerkit_hand()

    mine, peer = _best(repeats, ours, theirs)
    what = "a seven-seat round of manual, every event"
    against = "PokerKit, a seven-player hand"
    return Ratio(what, against, mine / rounds, peer / rounds, peer / mine, 3.0, 10.0)


def _training(folder: Path, repeats: int) -> Ratio:
    """rounds for an agent to learn from"""
    many, few = 4096, 40
    at_once, seat = ManySeatsEnv("classic", many, levels=1), SeatEnv("classic", levels=1)
    at_once.reset(seed=1)
    action = np.ones((many, len(seat.spaces.bets) + 1), np.int64)

    def ours() -> None:
        at_once.step(action)
        at_once.step(action)

    def on_the_engine() -> None:
        for _ in range(few):
            seat.reset(seed=1)
            seat.step(action[0])
            seat.step(action[0])

    mine, peer = _best(repeats, ours, on_the_engine)
    what = "a training round of classic, 4,096 seats at once"
    ratio = (peer / few) / (mine / many)
    return Ratio(what, "the same on the table engine", mine / many, peer / few, ratio, 50.0, 500.0)


def _pokerkit_hand() -> None:
    """Texas hold'em for seven, everybody calls to the end."""
    automations = tuple(
        each for each in Automation if each is not Automation.RUNOUT_COUNT_SELECTION
    )
    state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, (200,) * 7, 7)
    while state.status and state.can_check_or_call():
        state.check_or_call()
