"""Run the simulation's blocks on a Dask cluster, with the same totals as on local cores.

A block is a pure function of plan and number, so it does not matter which worker runs it or how
often: blocks of a lost worker are run again elsewhere. The plan is sent once, as a task of its own
and not scattered: scattered data is lost with its worker, whereas a task is simply run again.
"""

import logging
import re
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from importlib import import_module
from itertools import islice
from pkgutil import resolve_name
from typing import Any

from ... import __version__
from .simulation import Plan, Runner, Tally, run_block

OfDask = Any  # Dask, its clients and its futures: an extra, without types.
CONNECT_SECONDS = 10
WORKER_SECONDS = 10  # Until the first worker of a cluster that answers.
PATIENCE_SECONDS = 60  # How long a cluster may have no workers before we give up.
RESUBMISSIONS = 5  # For one block, after the scheduler has already tried it on several workers.
_AHEAD = 3  # Tasks in flight for each cluster thread.
_MOST_BLOCKS = 8  # In one task. Scheduling a task takes a fifth of the time of a block.
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?[^/\s]+:\d+")

# Ctrl-C also reaches the workers. We handle it; they would only print tracebacks.
_DEAF_TO_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"


def on_cluster(address: str) -> Runner:
    """A runner for the cluster at this address; `local:2` starts two workers here."""
    workers = _local_workers(address)
    distributed = _distributed()

    def run(plan: Plan, blocks: Iterable[Block]) -> Iterator[Tally]:
        with ExitStack() as open_until_done:
            open_until_done.enter_context(_quiet())
            where: OfDask = address
            if workers:
                where = open_until_done.enter_context(_local_cluster(distributed, workers))
            client = open_until_done.enter_context(_connected(distributed, where, address))
            try:
                yield from _Blocks(distributed, client, address, plan).in_order(blocks)
            except OSError:
                raise ValueError(f"the scheduler at {address} has gone away") from None

    return run


Block = tuple[int, int]  # Its number and its rounds.


def run_blocks_there(plan: Plan, blocks: list[Block], version: str) -> list[Tally]:
    """Run blocks on a worker, after checking its version: another might deal other cards."""
    if version != __version__:
        raise ValueError(f"a worker runs queenhigh {__version__}, but this is {version}")
    return [run_block(plan, number, rounds) for number, rounds in blocks]


def _same(plan: Plan) -> Plan:
    return plan


class _Blocks:
    """Tasks in flight, oldest first; each has a few blocks."""

    def __init__(self, distributed: OfDask, client: OfDask, address: str, plan: Plan):
        self.client, self.address, self.plan = client, address, plan
        self._lost = (distributed.scheduler.KilledWorker, CancelledError)
        self._held = client.submit(_same, plan, pure=False)

    def in_order(self, blocks: Iterable[Block]) -> Iterator[Tally]:
        """What came of each block. Tasks begin small, so that a short run is shared too."""
        left, waiting = iter(blocks), deque[tuple[list[Block], OfDask]]()
        threads, submitted = self._threads(), 0
        while task := list(islice(left, min(1 + submitted // threads, _MOST_BLOCKS))):
            waiting.append((task, self._submitted(task)))
            submitted += 1
            if len(waiting) > _AHEAD * threads:
                yield from self._result(*waiting.popleft())
                threads = self._threads()
        while waiting:
            yield from self._result(*waiting.popleft())

    def _threads(self) -> int:
        """The current number of threads; workers come and go."""
        threads: dict[str, int] = self.client.nthreads()
        return max(sum(threads.values()), 1)

    def _submitted(self, task: list[Block]) -> OfDask:
        return self.client.submit(run_blocks_there, self._held, task, __version__, pure=False)

    def _result(self, task: list[Block], future: OfDask) -> list[Tally]:
        for _ in range(RESUBMISSIONS):
            try:
                return self._awaited(future)
            except self._lost:
                # Its workers died one after another, or the scheduler gave up on it.
                if self._held.status in ("error", "lost", "cancelled"):
                    self._held = self.client.submit(_same, self.plan, pure=False)
                future = self._submitted(task)
        raise ValueError(
            f"the cluster at {self.address} lost block {task[0][0]} {RESUBMISSIONS} times; "
            f"look into its workers' logs"
        )

    def _awaited(self, future: OfDask) -> list[Tally]:
        without_workers = False
        while True:
            try:
                tallies: list[Tally] = future.result(timeout=PATIENCE_SECONDS)
                return tallies
            except TimeoutError:
                if without_workers and not self.client.nthreads():
                    message = f"the cluster at {self.address} has no workers left"
                    raise ValueError(message) from None
                without_workers = not self.client.nthreads()


def _distributed() -> OfDask:
    try:
        return import_module("distributed")
    except ImportError:
        message = "running on a cluster needs Dask: pip install 'queenhigh[cluster]'"
        raise ValueError(message) from None


def _local_workers(address: str) -> int:
    """How many workers to start here; 0 if the address is an existing cluster."""
    if local := re.fullmatch(r"local:([1-9]\d{0,2})", address):
        return int(local[1])
    # Checked here because Dask's client prints a traceback if it cannot parse an address.
    if address.startswith("local:") or not _ADDRESS.fullmatch(address):
        message = "write local:2 for two workers here, or a scheduler's address: tcp://host:8786"
        raise ValueError(f"{address!r} is not a cluster: {message}")
    return 0


def _local_cluster(distributed: OfDask, workers: int) -> OfDask:
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        # We use no dashboard, but its server would still take a port another cluster may have.
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        silence_logs=logging.CRITICAL,
        preload=[_DEAF_TO_CTRL_C],
    )


@contextmanager
def _connected(distributed: OfDask, where: OfDask, address: str) -> Iterator[OfDask]:
    try:
        client = distributed.Client(where, timeout=CONNECT_SECONDS, set_as_default=False)
    except OSError:
        raise ValueError(f"no Dask scheduler answers at {address}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError:
            raise ValueError(f"the cluster at {address} has no workers") from None
        _check_versions(client)
        yield client


def _check_versions(client: OfDask) -> None:
    """Check versions first: a worker that cannot import us would crash on its first block."""
    found = client.run(
        resolve_name, "queenhigh.maths.simulation.cluster:__version__", on_error="return"
    )
    for worker, version in found.items():
        if isinstance(version, Exception):
            message = f"the worker at {worker} cannot run queenhigh[cluster]: {version}"
            raise ValueError(message) from None
        if version != __version__:
            message = f"the worker at {worker} runs queenhigh {version}, but this is {__version__}"
            raise ValueError(message)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's tracebacks about lost workers: we handle those ourselves."""
    noisy = ("distributed", "tornado", "asyncio")
    known = [name for name in logging.root.manager.loggerDict if name.startswith(noisy)]
    levels = {name: logging.getLogger(name).level for name in known}
    for name in known:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
