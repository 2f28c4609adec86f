"""Work nobody waits for any longer ends: in threads, in queues and in processes."""

import asyncio
import functools
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, patch

import pytest
from sqlalchemy import text

from queenhigh.floor.abandoned_work import asking, go_on
from queenhigh.floor.card_knowledge import suspects
from queenhigh.floor.luck import luck
from queenhigh.floor.paper_document import Paper
from queenhigh.service.errors import ServiceError
from queenhigh.service.paper_process import _FLOOR, Turns, made_apart, pdf_of
from queenhigh.service.reports import report_pool
from queenhigh.service.reports.report_pool import aside
from queenhigh.service.tables import player_results
from queenhigh.service.waiting_client import ConnectionAtHand, WaitingClient
from queenhigh.store.database import open_database
from tests.floor.day import the_day
from tests.patience import becomes, until
from tests.stores import shared_postgres
from tests.table.driver import house

# A paper that never finishes, given its seconds.
ENDLESS: Any = time.sleep  # noqa: TID251
FOR_EVER = 100_000
PATIENCE = 60.0


class Connection:
    """A connection as a server sees it: the request, then silence until the client goes away."""

    def __init__(self) -> None:
        self.closed = asyncio.Event()
        self._read = False

    async def receive(self) -> dict[str, Any]:
        if not self._read:
            self._read = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.closed.wait()
        return {"type": "http.disconnect"}


async def answer(connection: Connection, handler: Callable[[], Awaitable[Any]]) -> Any:
    """Return the handler's answer behind the middleware that knows the connection."""
    given: list[Any] = []

    async def app(*_: Any) -> None:
        given.append(await handler())

    await ConnectionAtHand().handle({}, connection.receive, app, app)  # type: ignore[arg-type]
    return given[0]


async def seen(happened: threading.Event) -> None:
    assert await asyncio.to_thread(happened.wait, PATIENCE)


def code_of(refused: pytest.ExceptionInfo[ServiceError]) -> str:
    return refused.value.body.code


async def left_at_work(work: Callable[[], None], begun: threading.Event) -> None:
    """The client goes away while a thread is working for it."""
    connection = Connection()
    asking = asyncio.create_task(answer(connection, aside(work)))
    await seen(begun)
    connection.closed.set()
    with pytest.raises(ServiceError) as refused:
        await asking
    assert code_of(refused) == "request/given_up"


def work_on() -> None:
    """Work until nobody waits, or until it is clear that nobody will stop this."""

    def never() -> bool:
        go_on()
        return False

    becomes(never, PATIENCE)


def test_work_that_is_still_wanted_is_done() -> None:
    def work() -> str:
        go_on()
        return "done"

    async def run() -> None:
        assert await answer(Connection(), aside(work)) == "done"

    asyncio.run(run())


def test_a_thread_ends_its_work_when_the_client_goes_away() -> None:
    begun, ended = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        try:
            work_on()
        finally:
            ended.set()

    asyncio.run(left_at_work(work, begun))
    assert ended.is_set()


def test_a_thread_ends_its_work_when_the_request_is_cancelled() -> None:
    begun, ended = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        try:
            work_on()
        except ServiceError:
            ended.set()
            raise

    async def run() -> None:
        asking = asyncio.create_task(answer(Connection(), aside(work)))
        await seen(begun)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await seen(ended)

    asyncio.run(run())


def test_work_that_waits_for_a_thread_never_begins() -> None:
    release, begun = threading.Event(), []

    async def run() -> None:
        threads = report_pool._FLOOR._max_workers
        busy = [asyncio.create_task(aside(release.wait)(PATIENCE)) for _ in range(threads)]
        connection = Connection()
        asking = asyncio.create_task(answer(connection, aside(lambda: begun.append(1))))
        await until(lambda: report_pool._FLOOR._work_queue.qsize() == 1)
        connection.closed.set()
        with pytest.raises(ServiceError) as refused:
            await asking
        assert code_of(refused) == "request/given_up"
        release.set()
        await asyncio.gather(*busy)
        assert not begun

    asyncio.run(run())


def test_results_stop_at_the_next_round() -> None:
    connection, begun, left = Connection(), threading.Event(), threading.Event()
    worked: list[Any] = []

    def expected(house: Any, round_: Any) -> None:
        worked.append(round_)
        begun.set()
        left.wait(PATIENCE)

    async def run() -> None:
        work = functools.partial(player_results.results, MagicMock(), MagicMock(), "ann", 50)
        asking = asyncio.create_task(answer(connection, work))
        await seen(begun)
        with patch.object(WaitingClient, "leave", autospec=True, side_effect=leave):
            connection.closed.set()
            with pytest.raises(ServiceError) as refused:
                await asking
        assert code_of(refused) == "request/given_up"

    def leave(asker: WaitingClient) -> None:
        leaving(asker)
        left.set()

    leaving = WaitingClient.leave
    rounds = [MagicMock(), MagicMock()]
    for each in rounds:
        each.shown.void = False
    with (
        patch.object(player_results, "own_rounds", return_value=rounds),
        patch.object(player_results, "expected_of", expected),
    ):
        asyncio.run(run())
    assert worked == [rounds[1]], "the first of them, and no other"


class Started:
    """Keeps the processes that are started."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[bytes]] = []
        self.one = threading.Event()
        self._start = subprocess.Popen

    def __call__(self, *args: Any, **kwargs: Any) -> subprocess.Popen[bytes]:
        process = self._start(*args, **kwargs)
        self.processes.append(process)
        self.one.set()
        return process


def test_a_process_is_killed_when_the_client_goes_away() -> None:
    started = Started()
    paper = aside(lambda: made_apart(ENDLESS, FOR_EVER, turns=Turns(1, 0)))

    async def run() -> None:
        connection = Connection()
        asking = asyncio.create_task(answer(connection, paper))
        await seen(started.one)
        connection.closed.set()
        with pytest.raises(ServiceError) as refused:
            await asking
        assert code_of(refused) == "request/given_up"

    with patch("subprocess.Popen", started):
        asyncio.run(run())
    assert [each.returncode for each in started.processes] == [-9]


def test_a_waiting_request_gives_up_its_turn() -> None:
    started, turns = Started(), Turns(1, 1)
    waits = threading.Event()

    def paper() -> None:
        waits.set()
        made_apart(ENDLESS, FOR_EVER, turns=turns)

    async def run() -> None:
        connection = Connection()
        asking = asyncio.create_task(answer(connection, aside(paper)))
        await seen(waits)
        connection.closed.set()
        with pytest.raises(ServiceError) as refused:
            await asking
        assert code_of(refused) == "request/given_up"

    with patch("subprocess.Popen", started), turns.taken(1):
        asyncio.run(run())
    assert not started.processes
    with turns.taken(1):
        pass


ENDLESS_QUERY = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
)


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
def test_a_query_is_ended_when_the_client_goes_away(kind: str, tmp_path: Path) -> None:
    """Regression: the database went on with it, and one of the floor's threads waited."""
    address = {"memory": "memory", "sqlite": str(tmp_path / "room.db")}.get(kind)
    with closing(open_database(address or shared_postgres().new_database())) as database:
        begun = threading.Event()

        def work() -> None:
            with database.reading() as connection:
                begun.set()
                connection.execute(text(ENDLESS_QUERY))

        asyncio.run(left_at_work(work, begun))
        with database.reading() as connection:  # The next caller finds a database that answers.
            assert connection.execute(text("SELECT 1")).scalar() == 1


def test_requests_beyond_the_queue_must_retry() -> None:
    turns = Turns(1, 0)
    with turns.taken(1), pytest.raises(ServiceError) as refused:
        made_apart(ENDLESS, FOR_EVER, turns=turns)
    assert code_of(refused) == "paper/busy"


def test_documents_take_two_of_the_floors_three_threads() -> None:
    with _FLOOR.taken(1), _FLOOR.taken(1), pytest.raises(ServiceError) as refused:
        pdf_of(Paper(kind="REPORT", title="A paper", made_at=datetime(2026, 1, 5, tzinfo=UTC)))
    assert code_of(refused) == "paper/busy"


def test_a_report_stops_computing_when_its_client_has_left() -> None:
    def left() -> None:
        raise ServiceError("request/given_up", "The client has disconnected.", 503)

    kept = the_day().floor.journal(house("mics"))
    for figures in (luck, suspects):
        with asking(left), pytest.raises(ServiceError):
            list(figures(kept.houses(), kept.rounds))
