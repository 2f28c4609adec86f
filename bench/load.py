"""A cardroom under load: tables of seven over WebSocket, against a real `queenhigh serve`.

    python -m bench.load --tables 1,10,100 --seconds 30 --pace 10
    python -m bench.load --tables 100 --database postgresql://... --workers 2

The latency of a command is the time from sending it until all seven seats of its table know.
"""

import argparse
import asyncio
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
from msgspec import UNSET, UnsetType
from websockets.asyncio.client import ClientConnection, connect

_QUEENHIGH = str(Path(sys.executable).with_name("queenhigh"))
SEATS = 7
_STAY_SECONDS = 60
_AT_A_TIME = 8  # Tables filled concurrently.


class ViewTold(msgspec.Struct):
    """The fields of the view in a message; an absent field is unchanged."""

    phase: str | UnsetType = UNSET
    due: msgspec.Raw | UnsetType = UNSET


class Told(msgspec.Struct):
    """The few fields of a message that the load needs."""

    type: str
    id: str = ""
    version: int = 0
    code: str = ""
    view: ViewTold | None = None
    answers: dict[str, int] = {}


class Report(msgspec.Struct):
    tables: int
    seconds: float
    rounds_a_second: float
    commands_a_second: float
    messages_a_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    waited_seconds: float  # Until all tables were full.
    service_mb: float
    service_cores: float  # Seconds of processor time a second.
    players_cores: float  # The same for the simulated players.
    round_seconds: float  # The service's processor time for each round.
    refused: int


_told = msgspec.json.Decoder(Told)
_encode = msgspec.json.Encoder().encode


class Seat:
    def __init__(self, table: "LoadedTable", number: int, socket: ClientConnection):
        self.table, self.number, self.socket = table, number, socket
        self.version = 0

    async def stay(self) -> None:
        """Keep talking: the service takes a silent connection to be gone."""
        while True:
            await asyncio.sleep(_STAY_SECONDS)
            await self.socket.send(_encode({"type": "ping"}), text=True)

    async def listen(self) -> None:
        async for text in self.socket:
            message = _told.decode(text)
            self.table.load.messages += 1
            if message.type in ("snapshot", "change"):
                self.version = message.version
                if self.number == 1 and message.view:
                    self.table.see(message.view)
                self.table.moved()
                for identity, version in message.answers.items():
                    self.table.answered(identity, version)
            elif message.type == "answer":
                self.table.answered(message.id, message.version)
            elif message.type == "refused":
                self.table.load.refused += 1
                self.table.answered(message.id, 0)


class LoadedTable:
    def __init__(self, load: "Load", name: str):
        self.load, self.name = load, name
        self.seats: list[Seat] = []
        self.phase, self.is_due = "", True
        self._answers: dict[str, asyncio.Future[int]] = {}
        self._moved = asyncio.Event()
        self._commands = 0

    def see(self, view: ViewTold) -> None:
        if view.phase is not UNSET:
            self.phase = view.phase
        if view.due is not UNSET:
            self.is_due = bytes(view.due) != b"null"

    def moved(self) -> None:
        self._moved.set()
        self._moved = asyncio.Event()

    def answered(self, identity: str, version: int) -> None:
        if future := self._answers.pop(identity, None):
            future.set_result(version)

    async def give(self, seat: Seat, **command: object) -> None:
        """Send a command and wait until everybody at the table has seen its result."""
        self._commands += 1
        identity = f"{self.name}-{self._commands}"
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._answers[identity] = future
        began = time.perf_counter()
        wish = {"id": identity, "seat": seat.number, **command}
        await seat.socket.send(_encode({"type": "command", "command": wish}), text=True)
        version = await future
        while any(each.version < version for each in self.seats):
            await self._moved.wait()
        if version:
            self.load.latencies.append(time.perf_counter() - began)

    async def until(self, phase: str) -> None:
        while self.phase != phase or self.is_due:
            await self._moved.wait()

    async def play(self, pace: float, until: float) -> None:
        while time.perf_counter() < until:
            began = time.perf_counter()
            await self.until("betting")
            for seat in self.seats:
                await self.give(seat, type="place_wager", wager="ante", amount=500)
            while self.phase != "deciding":
                await self._moved.wait()  # The table's clock locks the bets.
            for seat in self.seats:
                await self.give(seat, type="play")
            self.load.rounds += 1
            now = time.perf_counter()
            await asyncio.sleep(max(0.0, min(pace - (now - began), until - now)))


class Load:
    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.listeners: list[asyncio.Task[None]] = []
        self.rounds = self.refused = self.messages = 0


async def _filled(address: str, load: "Load", tables: int) -> list[LoadedTable]:
    """Fill each table with seven guests who have chips."""
    loaded = [LoadedTable(load, f"t{number}") for number in range(1, tables + 1)]
    few_at_a_time = asyncio.Semaphore(_AT_A_TIME)

    async def fill(table: LoadedTable) -> None:
        async with few_at_a_time, httpx.AsyncClient(base_url=address, timeout=60) as client:
            for number in range(1, SEATS + 1):
                came = (await client.post("/api/guests")).raise_for_status()
                client.cookies.clear()
                cookie = "; ".join(f"{name}={value}" for name, value in came.cookies.items())
                live = f"{address.replace('http', 'ws', 1)}/api/tables/{table.name}/live"
                headers = {"Cookie": cookie, "Origin": address}
                socket_ = await connect(live, additional_headers=headers, max_queue=None)
                seat = Seat(table, number, socket_)
                table.seats.append(seat)
                load.listeners += [
                    asyncio.create_task(seat.listen()), asyncio.create_task(seat.stay()),
                ]  # fmt: skip
            for seat in table.seats:
                await table.give(seat, type="sit")
                await table.give(seat, type="buy_in", cents=100_000)

    await asyncio.gather(*map(fill, loaded))
    return loaded


async def run(address: str, tables: int, seconds: float, pace: float, service: int) -> Report:
    load = Load()
    waiting = time.perf_counter()
    loaded = await _filled(address, load, tables)
    waiting = time.perf_counter() - waiting
    load.latencies.clear()
    load.messages = 0
    began, worked, played = time.perf_counter(), _processor_seconds(service), time.process_time()
    starts = [pace * place / tables for place in range(tables)]

    async def later(table: LoadedTable, wait: float) -> None:
        await asyncio.sleep(wait)
        await table.play(pace, began + seconds)

    await asyncio.gather(*map(later, loaded, starts))
    took = time.perf_counter() - began
    memory, worked = _memory(service), _processor_seconds(service) - worked
    for each in load.listeners:
        each.cancel()
    found = statistics.quantiles(load.latencies, n=100) if len(load.latencies) > 1 else [0.0] * 99
    return Report(
        tables=tables,
        seconds=round(took, 1),
        rounds_a_second=round(load.rounds / took, 2),
        commands_a_second=round(len(load.latencies) / took, 1),
        messages_a_second=round(load.messages / took, 1),
        p50_ms=round(found[49] * 1000, 1),
        p95_ms=round(found[94] * 1000, 1),
        p99_ms=round(found[98] * 1000, 1),
        waited_seconds=round(waiting, 1),
        service_mb=memory,
        service_cores=round(worked / took, 2),
        players_cores=round((time.process_time() - played) / took, 2),
        round_seconds=round(worked / load.rounds, 5) if load.rounds else 0.0,
        refused=load.refused,
    )


def _processes(service: int) -> list[Path]:
    """List the service and its workers, as the kernel reports them."""
    children = subprocess.run(
        ["pgrep", "--parent", str(service)], capture_output=True, text=True, check=False
    )
    return [Path("/proc", each) for each in [str(service), *children.stdout.split()]]


def _memory(service: int) -> float:
    """Return the memory in use, in MB."""
    total = 0
    for each in _processes(service):
        for line in (each / "status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                total += int(line.split()[1])
    return round(total / 1024, 1)


def _processor_seconds(service: int) -> float:
    ticks = 0
    for each in _processes(service):
        fields = (each / "stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])  # User and system time.
    return ticks / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
    return port


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", default="100", help="how many; several runs: 1,10,100")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pace", type=float, default=10, help="seconds a round; 0: flat out")
    parser.add_argument("--database", default="", help="an empty one; its own file if left out")
    parser.add_argument("--workers", type=int, default=1)
    told = parser.parse_args()
    sizes = [int(each) for each in told.tables.split(",")]
    if told.database and len(sizes) > 1:
        parser.error("one database takes one run: give one number of tables with it")
    allow_many_connections()
    for tables in sizes:
        with served(tables, told.database, told.workers) as (address, service):
            report = asyncio.run(run(address, tables, told.seconds, told.pace, service))
        print(msgspec.json.format(msgspec.json.encode(report)).decode(), flush=True)


def allow_many_connections() -> None:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))


@contextmanager
def served(
    tables: int, database: str = "", workers: int = 1, betting_seconds: int = 1
) -> Iterator[tuple[str, int]]:
    """Yield the address of a service with this many tables, and its process."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        config = Path(folder) / "load.toml"
        wanted = "".join(
            f'[[tables]]\nid = "t{number}"\nhouse = "classic"\n'
            f"betting_seconds = {betting_seconds}\n"
            for number in range(1, tables + 1)
        )
        config.write_text(
            f'database = "{database or folder + "/load.db"}"\nport = {port}\nworkers = {workers}\n'
            "rate_limit = 0\nlogin_limit = 1000000\nguest_money_cents = 10000000\n"
            f'log_level = "error"\n{wanted}'
        )
        service = subprocess.Popen(
            [_QUEENHIGH, "serve", "--config", str(config)], stdout=subprocess.DEVNULL
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(address)
            yield address, service.pid
        finally:
            service.terminate()
            service.wait(20)


def _wait(address: str) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        try:
            if httpx.get(f"{address}/ready").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    raise RuntimeError("the service does not come up")


if __name__ == "__main__":
    main()
