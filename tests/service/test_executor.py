"""How answers of the writer's thread reach those who wait for them."""

import asyncio
from concurrent.futures import Future
from random import SystemRandom

from queenhigh.service.executor import Executor
from queenhigh.service.metrics import Metrics
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Batch, Landing
from queenhigh.store.writer import Writer


class QuickWriter(Writer):
    """Has the batch landed before `submit` returns, as a thread may that is given the time."""

    def submit(self, batch: Batch) -> "Future[Landing]":
        written = super().submit(batch)
        written.exception(timeout=60)
        return written


def test_an_answer_that_is_there_at_once_is_passed_on() -> None:
    store = MemoryStore()
    writer = QuickWriter(store)
    executor = Executor(store, writer, SystemRandom(), Metrics())

    async def land() -> list[Landing]:
        batches = [Batch("table:m1", 0, f"command-{each}", b"{}", ()) for each in range(3)]
        return await asyncio.gather(*map(executor.land, batches))

    try:
        assert len(asyncio.run(asyncio.wait_for(land(), 60))) == 3
    finally:
        writer.close()
