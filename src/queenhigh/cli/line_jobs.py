"""Batches of lines worked on by several processes; results are written in order.

Batches go to the processes in turn, each by a pipe of its own, and results come back in the same
turn. A pool would do it too, but its threads and queues take as long as the lines.
"""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from queue import Queue
from threading import Thread
from typing import Any

from .ctrl_c import ctrl_c_blocked

_AHEAD = 2  # Batches for each process: one that it works on, and the next.


class _Worker:
    def __init__(self, work: Callable[..., bytes]):
        self._pipe, there = Pipe()
        self._process = Process(target=_answer, args=(work, there, self._pipe), daemon=True)
        self._process.start()
        there.close()

    def ask(self, arguments: tuple[Any, ...]) -> None:
        with _still_there():
            self._pipe.send(arguments)

    def answer(self) -> bytes:
        with _still_there():
            answer: bytes | Exception = self._pipe.recv()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def stop(self) -> None:
        self._process.terminate()

    def close(self) -> None:
        self._pipe.close()
        self._process.join()


@contextmanager
def _still_there() -> Iterator[None]:
    try:
        yield
    except (EOFError, ConnectionError):
        raise OSError("a process ended before its lines were settled") from None


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
    under_way: Queue[tuple[_Worker, int] | None] = Queue(jobs * _AHEAD)
    failed: list[BaseException] = []
    with ctrl_c_blocked():
        workers = [_Worker(work) for _ in range(jobs)]
        writer = Thread(target=_write, args=(under_way, write, failed))
        writer.start()
    try:
        for place, (size, arguments) in enumerate(batches):
            if failed:
                break
            worker = workers[place % jobs]
            under_way.put((worker, size))
            worker.ask(arguments)
    except BaseException:
        for worker in workers:
            worker.stop()
        raise
    finally:
        under_way.put(None)
        writer.join()
        for worker in reversed(workers):  # A later one holds the pipes of those before it.
            worker.close()
    if failed:
        raise failed[0]


def _write(
    under_way: "Queue[tuple[_Worker, int] | None]",
    write: Callable[[bytes, int], None],
    failed: list[BaseException],
) -> None:
    """After a failure it goes on to take answers: the reader may be waiting until there is room."""
    while (batch := under_way.get()) is not None:
        worker, size = batch
        try:
            answer = worker.answer()
            if not failed:
                write(answer, size)
        except BaseException as error:
            failed.append(error)


def _answer(work: Callable[..., bytes], pipe: Connection, other_end: Connection) -> None:
    """Answer batches until no more can come. Ctrl-C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    other_end.close()
    try:
        while True:
            arguments = pipe.recv()
            try:
                answer: bytes | Exception = work(*arguments)
            except Exception as error:
                answer = error
            pipe.send(answer)
    except (EOFError, ConnectionError):
        return
