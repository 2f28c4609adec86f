"""Benchmarks of the table engine, and of rounds for agents."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from pokerkit import Automation, NoLimitTexasHoldem

from queenhigh.house.loader import built_in
from queenhigh.rl.many_seats_env import ManySeatsEnv
from queenhigh.rl.seat_env import SeatEnv
from queenhigh.table.players import play_rounds

from .ratio import Ratio, best, faster


def engine(folder: Path, repeats: int) -> Iterator[Ratio]:
    yield _table(repeats)
    yield _training(repeats)


def _table(repeats: int) -> Ratio:
    rounds = 30
    house, start = built_in("manual"), datetime(2026, 1, 1, tzinfo=UTC)

    def ours() -> None:
        chance = random.Random(1)
        for _ in play_rounds(house, rounds=rounds, seats=7, chance=chance, start=start):
            pass

    def theirs() -> None:
        for _ in range(rounds):
            _pokerkit_hand()

    mine, peer = best(repeats, ours, theirs)
    what = "a seven-seat round of manual, every event"
    against = "PokerKit, a seven-player hand"
    return faster(what, against, mine / rounds, peer / rounds, 7.0, 15.0)


def _training(repeats: int) -> Ratio:
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

    mine, peer = best(repeats, ours, on_the_engine)
    what = "a training round of classic, 4,096 seats at once"
    against = "the same on the table engine"
    return faster(what, against, mine / many, peer / few, 50.0, 500.0)


def _pokerkit_hand() -> None:
    """Play seven-handed Texas hold'em in which everybody calls to the end."""
    automations = tuple(
        each for each in Automation if each is not Automation.RUNOUT_COUNT_SELECTION
    )
    state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, (200,) * 7, 7)
    while state.status and state.can_check_or_call():
        state.check_or_call()
