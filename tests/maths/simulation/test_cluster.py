"""The same blocks on a cluster: the same totals, bit for bit, whichever workers are lost."""

import os
import signal
import socket
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from queenhigh.house.loader import built_in
from queenhigh.maths.simulation import cluster, simulation
from queenhigh.maths.simulation.cells import decisions_of
from queenhigh.maths.simulation.cluster import Block, on_cluster, run_blocks_there
from queenhigh.maths.simulation.simulation import (
    Plan,
    Runner,
    Tally,
    Totals,
    on_cores,
    plan,
    run_block,
    simulate,
)
from tests.patience import SECONDS

HOUSE = built_in("manual")
BLOCK = 20_000


@pytest.fixture(autouse=True)
def _shorter_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "BLOCK", BLOCK)
    # A busy machine may take minutes to restart a killed worker.
    monkeypatch.setattr(cluster, "PATIENCE_SECONDS", 600)


def a_plan(seats: int = 5) -> Plan:
    wagers = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "progressive": 100}
    decisions = decisions_of(HOUSE, "optimal")
    return plan(HOUSE, wagers, seats=seats, seed=11, decisions=decisions)


def run(runner: Runner, rounds: int, watch: Any = lambda totals: False) -> Totals:
    return simulate(HOUSE, a_plan(), rounds, runner=runner, watch=watch)


def assert_same(one: Totals, two: Totals) -> None:
    assert one.result() == two.result()
    assert (one.squares == two.squares).all()
    assert one.jackpots == two.jackpots
    assert (one.counts == two.counts).all()


@pytest.fixture
def dask() -> Any:
    return pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster_here() -> Iterator[Any]:
    with cluster._local_cluster(pytest.importorskip("distributed"), 2) as started:
        yield started


@pytest.fixture
def two_workers(cluster_here: Any) -> Any:
    """Wait for both workers: one killed by an earlier test may be restarting.

    Dask gives up on one that takes too long to come back, as on a busy machine: then start both.
    """
    with pytest.importorskip("distributed").Client(cluster_here, set_as_default=False) as client:
        try:
            client.wait_for_workers(2, timeout=30)
        except TimeoutError:
            cluster_here.scale(0)
            cluster_here.scale(2)
            client.wait_for_workers(2, timeout=SECONDS)
    return cluster_here


def run_blocks_or_die(
    folder: Path, deadly: set[int], plan: Plan, blocks: list[Block], version: str
) -> list[Tally]:
    """On a worker: be killed in the middle of these blocks, at the first attempt."""
    for number, rounds in blocks:
        died = folder / str(number)
        if number in deadly and not died.exists():
            run_block(plan, number, rounds // 2)
            died.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return run_blocks_there(plan, blocks, version)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("dask")
def test_a_cluster_started_here_gives_the_same_totals() -> None:
    rounds = 5 * BLOCK + 12_345
    assert_same(run(on_cluster("local:2"), rounds), run(on_cores(2), rounds))


@pytest.mark.exhaustive
def test_a_worker_killed_in_the_middle_changes_nothing(
    two_workers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "run_blocks_there", partial(run_blocks_or_die, tmp_path, {3, 7}))
    rounds = 12 * BLOCK + 1
    found = run(on_cluster(two_workers.scheduler_address), rounds)
    assert {each.name for each in tmp_path.iterdir()} == {"3", "7"}
    assert_same(found, run(on_cores(2), rounds))


@pytest.mark.exhaustive
def test_blocks_that_the_scheduler_gives_up_are_sent_again(
    two_workers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scheduler that tolerates no death answers with an error for its worker's tasks."""
    rounds = 10 * BLOCK
    sent: list[int] = []
    submitted = cluster._Blocks._submitted

    def counting(self: Any, task: list[Block]) -> Any:
        sent.extend(number for number, _ in task)
        return submitted(self, task)

    monkeypatch.setattr(cluster._Blocks, "_submitted", counting)
    monkeypatch.setattr(cluster, "run_blocks_there", partial(run_blocks_or_die, tmp_path, {4}))
    monkeypatch.setattr(two_workers.scheduler, "allowed_failures", 0)
    found = run(on_cluster(two_workers.scheduler_address), rounds)
    assert sent.count(4) == 2
    assert_same(found, run(on_cores(2), rounds))


@pytest.mark.exhaustive
def test_a_run_that_is_stopped_leaves_the_cluster_to_others(two_workers: Any) -> None:
    runner = on_cluster(two_workers.scheduler_address)
    for _ in range(2):
        totals = run(runner, 1_000 * BLOCK, lambda totals: totals.rounds >= 2 * BLOCK)
        assert totals.rounds == 2 * BLOCK


@pytest.mark.exhaustive
def test_no_more_blocks_are_sent_than_the_cluster_can_use(two_workers: Any) -> None:
    asked = []

    def endless() -> Iterator[tuple[int, int]]:
        for number in range(10_000):
            asked.append(number)
            yield number, 1_000

    tallies = on_cluster(two_workers.scheduler_address)(a_plan(), endless())
    for _ in range(20):
        next(tallies)
    tallies.close()  # type: ignore[attr-defined]
    assert len(asked) <= 20 + (3 * 2 + 1) * cluster._MOST_BLOCKS


@pytest.mark.exhaustive
def test_a_cluster_without_workers_is_distinguished_from_no_cluster(
    dask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", SECONDS)
    monkeypatch.setattr(cluster, "WORKER_SECONDS", 0.1)
    with (
        cluster._local_cluster(dask, 0) as started,
        pytest.raises(ValueError, match=r"^the cluster at .* has no workers$"),
    ):
        run(on_cluster(started.scheduler_address), 1)


@pytest.mark.usefixtures("dask")
def test_nobody_at_the_address_is_a_one_line_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(ValueError, match=f"^no Dask scheduler answers at {address}$"):
            run(on_cluster(address), 1)


@pytest.mark.usefixtures("dask")
@pytest.mark.parametrize(
    "address", ["", "local", "local:", "local:0", "local:two", "nowhere", "http://a:8786", "a b:1"]
)
def test_a_malformed_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(ValueError, match="is not a cluster: write local:2"):
        on_cluster(address)


def test_without_dask_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"pip install 'queenhigh\[cluster\]'$"):
        on_cluster("local:2")


def test_a_worker_of_another_version_refuses() -> None:
    with pytest.raises(ValueError, match=r"a worker runs queenhigh .*, but this is 0\.0\.0$"):
        run_blocks_there(a_plan(1), [(0, 10)], "0.0.0")


def test_a_worker_that_cannot_import_queenhigh_is_found_before_it_gets_a_block() -> None:
    class Workers:
        """The workers of a cluster where one has nothing installed."""

        def run(self, *arguments: Any, on_error: str) -> dict[str, Any]:
            assert on_error == "return"
            return {"tcp://a:1": ModuleNotFoundError("No module named 'queenhigh'")}

    with pytest.raises(ValueError, match=r"the worker at tcp://a:1 cannot run queenhigh"):
        cluster._check_versions(Workers())


def test_blocks_that_keep_failing_are_an_error(dask: Any) -> None:
    class Lost:
        status = "error"

        def result(self, timeout: float) -> Any:
            raise dask.scheduler.KilledWorker("block", "worker", 3)

    class Client:
        """The client of a cluster whose workers all die."""

        def submit(self, *arguments: Any, pure: bool) -> Lost:
            return Lost()

        def nthreads(self) -> dict[str, int]:
            return {"worker": 1}

    blocks = cluster._Blocks(dask, Client(), "tcp://a:1", a_plan(1))
    with pytest.raises(ValueError, match="lost block 0 5 times"):
        next(blocks.in_order([(0, 10)]))
