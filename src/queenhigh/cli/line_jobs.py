"""Batches of lines worked on by one process, or by several that read and write in turn.

The first batch is worked on before there are other processes: they inherit what it loaded. A
process that has read a batch tells the next one where it ends, and one that has written its results
gives the next one its turn. So no lines and no results pass between processes.
"""

import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import chain
from typing import BinaryIO, NamedTuple, NoReturn

from .ctrl_c import ctrl_c_blocked

_CHUNK = 1 << 16
_SHARED_CHUNK = 1 << 18  # What one of several processes reads in its turn: turns cost time.
LONGEST_LINE = 1 << 20


class Place(NamedTuple):
    """How far a source has been read."""

    line: int = 1
    begun: bytes = b""  # What has been read of this line.


class Batch(NamedTuple):
    """Whole lines; of a line that is too long, just enough to show it."""

    lines: bytes
    first: int
    size: int  # What was read for it.
    end: Place


def batch_at(place: Place, source: BinaryIO, most: int = _CHUNK) -> Batch | None:
    """Read the batch that begins here: no more than is there; None at the end of the source."""
    (first, rest), size = place, 0
    # Every binary stream that is opened here has read1; BinaryIO does not declare it.
    while chunk := source.read1(most):  # type: ignore[attr-defined]
        lines, newline, rest = (rest + chunk).rpartition(b"\n")
        rest, size = rest[: LONGEST_LINE + 1], size + len(chunk)
        if newline:
            return Batch(lines, first, size, Place(first + lines.count(b"\n") + 1, rest))
    return Batch(rest, first, size, Place(first + 1)) if rest else None


Work = Callable[[Batch], bytes]


def write_results(source: BinaryIO, work: Work, jobs: int, advance: Callable[[int], None]) -> None:
    """Write what `work` makes of each batch; `advance` by its size when that is written."""
    place = Place()
    while batch := batch_at(place, source):
        _write(work(batch))
        advance(batch.size)
        place = batch.end
        if jobs > 1:
            _share_out(place, source, work, jobs, advance)
            return


class _Pipe(NamedTuple):
    """Two ends: what is sent at one is received at the other."""

    receiver: BinaryIO
    sender: BinaryIO


def _pipes(number: int) -> list[_Pipe]:
    ends = (os.pipe() for _ in range(number))
    return [_Pipe(open(receiver, "rb"), open(sender, "wb")) for receiver, sender in ends]


def _send(end: BinaryIO, told: object) -> None:
    pickle.dump(told, end)
    end.flush()


def _close_all_but(kept: Iterable[BinaryIO], pipes: Iterable[_Pipe]) -> None:
    """Close the others: a pipe shows that its other end is gone only if nobody else holds it."""
    for end in chain.from_iterable(pipes):
        if end not in kept:
            end.close()


def _share_out(
    place: Place, source: BinaryIO, work: Work, jobs: int, advance: Callable[[int], None]
) -> None:
    """Let processes work on all that follows in the source."""
    turns, reports = _pipes(jobs), _pipes(jobs)  # Each process has one of each.
    processes: list[int] = []
    try:
        with ctrl_c_blocked():
            for number in range(jobs):
                if (process := os.fork()) == 0:
                    mine, following = turns[number].receiver, turns[(number + 1) % jobs].sender
                    report = reports[number].sender
                    _close_all_but((mine, following, report), turns + reports)
                    _work_in_turn(source, work, mine, following, report)
                processes.append(process)
        first, told = turns[0].sender, [report.receiver for report in reports]
        _close_all_but((first, *told), turns + reports)
        _send(first, place)
        _send(first, None)
        first.close()
        _follow(deque(told), advance)
    except BaseException:
        for process in processes:
            os.kill(process, signal.SIGTERM)
        raise
    finally:
        for process in processes:
            os.waitpid(process, 0)


def _follow(reports: deque[BinaryIO], advance: Callable[[int], None]) -> None:
    """Receive what the processes report in turn, until all have ended. Raises what stopped one."""
    while reports:
        try:
            told: int | Exception | None = pickle.load(reports[0])
        except EOFError:
            raise OSError("a worker process died before its lines were settled") from None
        match told:
            case int():
                advance(told)
                reports.rotate(-1)
            case None:
                reports.popleft()
            case _:
                raise told


def _work_in_turn(
    source: BinaryIO, work: Work, mine: BinaryIO, following: BinaryIO, report: BinaryIO
) -> NoReturn:
    """Work on batches until there are no more, then end this process. Ctrl-C is the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with suppress(EOFError):  # Another process has ended.
            while batch := batch_at(pickle.load(mine), source, _SHARED_CHUNK):
                _pass_on(following, batch.end)
                results = work(batch)
                pickle.load(mine)
                _write(results)
                _pass_on(following, None)
                _send(report, batch.size)
        _send(report, None)
    except Exception as error:
        _send(report, error)
    finally:
        os._exit(0)


def _pass_on(following: BinaryIO, told: Place | None) -> None:
    """Give the next process its turn."""
    with suppress(BrokenPipeError):  # It has found the end of the source.
        _send(following, told)


def _write(results: bytes) -> None:
    sys.stdout.buffer.write(results)
    sys.stdout.buffer.flush()
