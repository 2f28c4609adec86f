"""How answers of the writer's thread reach those who wait for them."""

import asyncio
from random import SystemRandom
from threading import Event

from queenhigh.service.executor import Executor
from queenhigh.service.metrics import Metrics
from queenhigh.store.memory import MemoryStore
from queenhigh.store.records import Batch, Landing
from queenhigh.store.writer import Tell, Writer


class QuickWriter(Writer):
    """Has the batch landed before `submit` returns, as a thread may that is given the time."""

    def submit(self, batch: Batch, tell: Tell) -> None:
        told = Event()

        def tell_at_once(landing: Landing | Exception) -> None:
            tell(landing)
            told.set()

        super().submit(batch, tell_at_once)
        assert told.wait(60)


def test_an_immediate_answer_is_passed_on() -> None:
    store = MemoryStore()
    writer = QuickWriter(store)
    executor = Executor(store, writer, SystemRandom(), Metrics())

    async def land() -> list[Landing]:
        batches = [Batch("table:m1", 0, f"command-{each}", b"{}", ()) for each in range(3)]
        return await asyncio.gather(*map(executor.land_batch, batches))

    try:
        assert len(asyncio.run(asyncio.wait_for(land(), 60))) == 3
    finally:
        writer.close()
