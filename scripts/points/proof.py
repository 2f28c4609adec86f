"""The proof: with something taken out, one of the tests that should hold it fails.

Tests are collected once. Each question then runs in its own process, forked from the first: it
takes the places out and runs the tests, quickest first, until one fails. Which tests reach which
place is recorded beforehand in the same way, with nothing taken out.
"""

import multiprocessing
import os
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from . import marks

_FORK: Final = multiprocessing.get_context("fork")
_SECONDS: Final = 300  # For the tests of one question.
_ENOUGH: Final = 25  # After this many weak failures, stop looking for a better one.


class Reach(msgspec.Struct):
    """What a test did with nothing taken out."""

    seconds: float = 0.0
    places: list[str] = []
    failed: bool = False
    clauses: list[str] = []  # The clauses it claims to hold.


class Record(msgspec.Struct):
    """Kept until code or tests change."""

    of: str = ""  # Checksum of code and tests.
    tests: dict[str, Reach] = {}


class Question(msgspec.Struct):
    """Whether one of these tests fails without these places."""

    about: str  # A point, or a clause.
    where: str
    out: list[str]
    tests: list[str]


class Verdict(msgspec.Struct):
    about: str = ""
    where: str = ""
    tests: int = 0
    failed: str = ""  # The test that failed.
    error: str = ""  # Its error.
    broken: bool = False  # The code broke, rather than a test missing something.
    gone: list[str] = []  # What did not happen; empty where only a citation was lost.
    seconds: float = 0.0

    @property
    def shows_little(self) -> bool:
        return self.broken or not self.gone


Plan = Callable[[Mapping[str, Reach]], Iterable[Question]]


class Proof:
    """A pytest plugin that runs the tests its own way."""

    def __init__(self, plan: Plan, report: Callable[[Verdict], None], kept: Path, checksum: str):
        self._plan, self._report, self._kept, self._checksum = plan, report, kept, checksum
        self.verdicts: list[Verdict] = []
        self.left_out: list[str] = []
        self._failures: list[Verdict] = []
        self._seconds = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        marks.watch()
        items = {item.nodeid: item for item in session.items}
        reach = self._reach(items)
        self.left_out = [test for test in items if reach[test].failed]
        quickest = sorted(items, key=lambda test: reach[test].seconds)
        usable = {test: reach[test] for test in quickest if not reach[test].failed}
        questions = {(each.about, each.where): each for each in self._plan(usable)}
        work = (
            (key, self._proving(each.out, [items[test] for test in each.tests]))
            for key, each in questions.items()
        )
        for (about, where), found in _in_processes(work, _SECONDS):
            verdict: Verdict = found or Verdict(error="it came to no end")
            verdict.about, verdict.where = about, where
            self.verdicts.append(verdict)
            self._report(verdict)
        order = {key: number for number, key in enumerate(questions)}
        self.verdicts.sort(key=lambda each: order[each.about, each.where])
        return True

    def _reach(self, items: Mapping[str, pytest.Item]) -> dict[str, Reach]:
        if self._kept.exists():
            record = msgspec.json.decode(self._kept.read_bytes(), type=Record)
            if record.of == self._checksum and set(items) <= set(record.tests):
                return record.tests
        files: dict[Path, list[pytest.Item]] = defaultdict(list)
        for item in items.values():
            files[item.path].append(item)
        tests: dict[str, Reach] = {}
        work = ((file, self._recording(of_file)) for file, of_file in files.items())
        for file, found in _in_processes(work, 10 * _SECONDS):
            tests |= found or {item.nodeid: Reach(failed=True) for item in files[file]}
        self._kept.parent.mkdir(exist_ok=True)
        self._kept.write_bytes(msgspec.json.encode(Record(self._checksum, tests)))
        return tests

    # In the processes

    def _recording(self, items: Sequence[pytest.Item]) -> Callable[[], dict[str, Reach]]:
        def record() -> dict[str, Reach]:
            found: dict[str, Reach] = {}
            for item in self._run(items):
                failed = any(each.failed == item.nodeid for each in self._failures)
                holds = [each for mark in item.iter_markers("clause") for each in mark.args]
                found[item.nodeid] = Reach(self._seconds, sorted(marks.reached), failed, holds)
                marks.reached.clear()
            return found

        return record

    def _proving(self, out: Iterable[str], items: Sequence[pytest.Item]) -> Callable[[], Verdict]:
        def prove() -> Verdict:
            began = time.monotonic()
            marks.take_out(out)
            for _ in self._run(items):
                shown = not all(each.shows_little for each in self._failures)
                if shown or len(self._failures) == _ENOUGH:
                    break
            verdict = min(self._failures, key=lambda each: each.shows_little, default=Verdict())
            verdict.tests, verdict.seconds = len(items), time.monotonic() - began
            return verdict

        return prove

    def _run(self, items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
        marks.reached.clear()
        for item, following in zip_longest(items, items[1:]):
            self._seconds = 0.0
            marks.gone.clear()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            yield item

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        self._seconds += report.duration
        if report.failed and call.excinfo:
            place = Path(call.excinfo.traceback[-1].path)
            in_tests = place.is_relative_to(item.config.rootpath / "tests")
            missed = in_tests or call.excinfo.errisinstance((AssertionError, pytest.fail.Exception))
            verdict = Verdict(failed=item.nodeid, error=call.excinfo.typename, broken=not missed)
            verdict.gone = sorted(marks.gone)
            self._failures.append(verdict)
        return report


_Job = tuple[Any, Callable[[], Any]]


def _in_processes(jobs: Iterable[_Job], seconds: float) -> Iterator[tuple[Any, Any]]:
    """Run each job in its own process, one per core at a time; None for a process that died."""
    waiting, running = iter(jobs), dict[Connection, tuple[Any, BaseProcess, float]]()
    while True:
        while len(running) < (os.cpu_count() or 1) and (job := next(waiting, None)):
            receiver, sender = _FORK.Pipe(duplex=False)
            process: BaseProcess = _FORK.Process(target=_send, args=(sender, job[1]), daemon=True)
            process.start()
            sender.close()
            running[receiver] = job[0], process, time.monotonic() + seconds
        if not running:
            return
        first = min(until for _, _, until in running.values())
        wait(list(running), max(0.0, first - time.monotonic()))
        for receiver, (key, process, until) in list(running.items()):
            if receiver.poll() or time.monotonic() > until:
                del running[receiver]
                yield key, _received(receiver)
                process.kill()
                process.join()


def _received(receiver: Connection) -> Any:
    try:
        return receiver.recv() if receiver.poll() else None
    except EOFError:
        return None


def _send(sender: Connection, work: Callable[[], Any]) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    sender.send(work())
