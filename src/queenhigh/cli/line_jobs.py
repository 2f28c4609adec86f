"""Batches of lines worked on by several processes, which write their results in turn.

The first batch is worked on before there are processes: they inherit what it loaded. The others go
to the processes in turn, each by a pipe of its own. A process that has written hands the turn to
write to the next one, so no result is copied to a process that only writes it.
"""

import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import chain, islice
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from typing import Any

from .ctrl_c import ctrl_c_blocked

Batch = tuple[int, tuple[Any, ...]]  # Its size, and the arguments of the work on it.
_Ends = tuple[Connection, Connection]


def write_in_turn(
    jobs: int,
    work: Callable[..., bytes],
    batches: Iterable[Batch],
    advance: Callable[[int], None],
) -> None:
    """Write what `work` makes of each batch's arguments; `advance` by its size when it is sent."""
    coming = iter(batches)
    for size, arguments in islice(coming, 1):
        _write(work(*arguments))
        advance(size)
    for batch in islice(coming, 1):
        _share_out(jobs, work, chain([batch], coming), advance)


def _share_out(
    jobs: int,
    work: Callable[..., bytes],
    batches: Iterable[Batch],
    advance: Callable[[int], None],
) -> None:
    pipes: list[_Ends] = [Pipe() for _ in range(jobs)]
    turns: list[_Ends] = [Pipe(duplex=False) for _ in range(jobs)]
    with ctrl_c_blocked():
        workers = [
            Process(target=_work_in_turn, args=(place, work, pipes, turns), daemon=True)
            for place in range(jobs)
        ]
        for worker in workers:
            worker.start()
    turns[0][1].send(True)
    ours = [mine for mine, _ in pipes]
    _close_all_but(ours, pipes + turns)
    try:
        _send(ours, batches, advance)
        _raise_failure(ours)
    except BaseException:
        for worker in workers:
            worker.terminate()
        raise
    finally:
        for worker in workers:
            worker.join()


def _send(
    pipes: list[Connection],
    batches: Iterable[Batch],
    advance: Callable[[int], None],
) -> None:
    with suppress(ConnectionError):  # The process has ended; _raise_failure says why.
        for place, (size, arguments) in enumerate(batches):
            pipes[place % len(pipes)].send(arguments)
            advance(size)
    for pipe in pipes:
        with suppress(ConnectionError):
            pipe.send(None)


def _raise_failure(pipes: list[Connection]) -> None:
    """Raise what stopped a process. A silent one was killed, or waited for one that was."""
    failures: list[Exception] = []
    for pipe in pipes:
        try:
            failure: Exception | None = pipe.recv()
        except (EOFError, ConnectionError):
            failures.append(OSError("a process ended before its lines were settled"))
        else:
            failures[:0] = [failure] if failure else []
    if failures:
        raise failures[0]


def _work_in_turn(
    place: int, work: Callable[..., bytes], pipes: list[_Ends], turns: list[_Ends]
) -> None:
    """Work on batches and write the results, until there are no more. Ctrl-C is the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    batches, my_turn, next_turn = (
        pipes[place][1],
        turns[place][0],
        turns[(place + 1) % len(turns)][1],
    )
    _close_all_but([batches, my_turn, next_turn], pipes + turns)
    failure: Exception | None = None
    try:
        while (arguments := batches.recv()) is not None:
            results = work(*arguments)
            my_turn.recv()
            _write(results)
            with suppress(ConnectionError):  # The next one has no more to write.
                next_turn.send(True)
    except EOFError:  # Another process ended, and all the others with it.
        return
    except Exception as error:
        failure = error
    with suppress(ConnectionError):
        batches.send(failure)


def _write(results: bytes) -> None:
    sys.stdout.buffer.write(results)
    sys.stdout.buffer.flush()


def _close_all_but(kept: list[Connection], pairs: list[_Ends]) -> None:
    """A pipe tells that its other end is gone only if nobody else holds that end."""
    for end in chain.from_iterable(pairs):
        if end not in kept:
            end.close()
