"""Batches of lines worked on by several processes; results are written in order."""

import signal
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from queue import Queue
from threading import Thread
from typing import Any, NamedTuple

from .ctrl_c import ctrl_c_blocked

_AHEAD = 3  # Batches for each process that are read before the first of them is written.


class _Batch(NamedTuple):
    answer: "Future[bytes]"
    size: int


def in_order(
    jobs: int,
    work: Callable[..., bytes],
    batches: Iterable[tuple[int, tuple[Any, ...]]],
    write: Callable[[bytes, int], None],
) -> None:
    """Writes what `work` makes of each batch's arguments, with the batch's size.

    This thread reads and another writes, so that an answer never waits for more to be read. At
    most a few batches for each process are under way.
    """
    under_way: Queue[_Batch | None] = Queue(jobs * _AHEAD)
    failed: list[BaseException] = []
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent)
    writer = Thread(target=_write, args=(under_way, write, failed))
    try:
        with ctrl_c_blocked():
            writer.start()
        for size, arguments in batches:
            if failed:
                break
            with ctrl_c_blocked():
                answer = pool.submit(work, *arguments)
            under_way.put(_Batch(answer, size))
    except BrokenProcessPool as error:
        failed.append(error)
    except BaseException:
        # Waits for the pool's own thread: Python must not end while it closes its pipes.
        pool.shutdown(cancel_futures=True)
        raise
    finally:
        under_way.put(None)
        if writer.is_alive():
            writer.join()
        pool.shutdown(cancel_futures=True)
    if failed and isinstance(failed[0], BrokenProcessPool):
        raise OSError("a process ended before its lines were settled")
    if failed:
        raise failed[0]


def _write(
    under_way: "Queue[_Batch | None]",
    write: Callable[[bytes, int], None],
    failed: list[BaseException],
) -> None:
    """After a failure it goes on to empty the queue: the reader may be waiting for room in it."""
    while (batch := under_way.get()) is not None:
        if failed:
            batch.answer.cancel()
            continue
        try:
            write(batch.answer.result(), batch.size)
        except BaseException as error:
            failed.append(error)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
