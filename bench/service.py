"""A real service with full tables over WebSocket: its processor time, and people's waits."""

import asyncio
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from queenhigh.house.loader import built_in
from queenhigh.table import commands as c
from queenhigh.table.driver import Driver

from .load import SEATS, Report, allow_many_connections, free_port, run, served
from .ratio import Ratio, best, longer

_HOUSE = "classic"  # The house `load` opens its tables with.
_ANTE = 500
_BETTING_SECONDS = 3
_MOST_REFUSED = 0.01  # As a fraction of all commands.
_PACE = 20.0  # Seconds per round: three times as fast as a real pit.
_MINUTE = 60.0
_TABLES = 100
_FEW = 10
_TWO = 2
_COMMANDS = 2 * SEATS  # A bet and a decision for each seat.


def service(folder: Path, seconds: int) -> Iterator[Ratio]:
    """Measure processor time on two tables flat out, and waits on 100 at triple the real pace."""
    allow_many_connections()
    ours, engine = _loaded(_TWO, seconds, 0.0).round_seconds, _engine_round()
    what = "service: processor time of a round with seven live viewers"
    yield longer(what, "the engine's own time for that round", ours, engine, 14.0, 6.0)
    waited = _loaded(_TABLES, seconds, _PACE).p99_ms / 1000
    echoed = _echo(seconds)
    what = f"a command to all seven seats, {_TABLES} tables at three times a real pace, p99"
    yield longer(what, "a bare WebSocket echo", waited, echoed, 5.0, 2.0)


def crowd(folder: Path, seconds: int, tables: int) -> Iterator[Ratio]:
    """Measure waits at a real pace, a round a minute."""
    allow_many_connections()
    many = _loaded(tables, max(seconds, 2 * _MINUTE), _MINUTE)
    few = _loaded(_FEW, max(seconds, 2 * _MINUTE), _MINUTE)
    what = f"{tables:,} tables, {tables * SEATS:,} viewers, a round a minute, p99"
    against = f"{_FEW} tables"
    yield longer(what, against, many.p99_ms / 1000, few.p99_ms / 1000, 5.0, 2.0)


def _loaded(tables: int, seconds: float, pace: float) -> Report:
    with served(tables, betting_seconds=_BETTING_SECONDS) as (address, process):
        report = asyncio.run(run(address, tables, seconds, pace, process))
    if report.refused > _MOST_REFUSED * report.commands_a_second * report.seconds:
        raise SystemExit(f"bench: {report.refused} commands were refused: they came too late")
    return report


def _engine_round() -> float:
    """Time the commands of the same round in process."""
    driver = Driver(built_in(_HOUSE), datetime(2026, 1, 1, tzinfo=UTC), random.Random(1))
    driver.open_automated()
    for seat in range(1, SEATS + 1):
        driver.do(*driver.arrival(seat, f"p{seat}", 50_000_00))

    def rounds(number: int = 10) -> None:
        for _ in range(number):
            _play(driver)

    [seconds] = best(10, rounds)
    return seconds / 10


def _play(driver: Driver) -> None:
    driver.look_after_decks()
    for seat in range(1, SEATS + 1):
        by, at = f"player:p{seat}", driver.now()
        driver.do(c.PlaceWager(by=by, at=at, seat=seat, wager="ante", amount=_ANTE))
    driver.do(c.AnnounceNoMoreBets(by="system", at=driver.now()))
    for seat in range(1, SEATS + 1):
        driver.do(c.Play(by=f"player:p{seat}", at=driver.now(), seat=seat))
    driver.taken()


# The echo


def _echo(seconds: float) -> float:
    """Return the p99 of an echo with as many connections and commands as the tables have."""
    with _echo_server() as address:
        return asyncio.run(_echoed(address, seconds))


async def _echoed(address: str, seconds: float) -> float:
    sockets = [await connect(address) for _ in range(_TABLES * SEATS)]
    times: list[float] = []
    until = time.perf_counter() + seconds

    async def send(socket: ClientConnection, wait: float) -> None:
        await asyncio.sleep(wait)
        while time.perf_counter() < until:
            began = time.perf_counter()
            await socket.send("x" * 100)
            await socket.recv()
            times.append(time.perf_counter() - began)
            await asyncio.sleep(_PACE * SEATS / _COMMANDS)

    many = len(sockets)
    await asyncio.gather(
        *(send(each, _PACE / 2 * place / many) for place, each in enumerate(sockets))
    )
    for each in sockets:
        await each.close()
    return statistics.quantiles(times, n=100)[98]


@contextmanager
def _echo_server() -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "bench.echo", str(port)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    address = f"ws://127.0.0.1:{port}"
    try:
        asyncio.run(_up(address))
        yield address
    finally:
        process.terminate()
        process.wait(20)


async def _up(address: str) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            async with connect(address):
                return
        except OSError:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(0.1)
