"""The main process starts, replaces and stops the processes that serve."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from multiprocessing import Process
from pathlib import Path

import pytest

from queenhigh.service import worker_processes
from queenhigh.service.config import Config
from queenhigh.service.worker_processes import (
    COULD_NOT_START,
    WorkerProcesses,
    end_with_parent,
)


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    kept = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def run(config: Config, notes: Path, work: object, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run processes that do `work`, which gets `notes` in place of the file of limits."""
    monkeypatch.setattr(worker_processes, "work", work)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return WorkerProcesses(config, listening, str(notes)).run()


def test_a_service_that_does_not_come_up_ends_the_main_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(config: Config, listening: socket.socket, notes: str) -> None:
        os._exit(COULD_NOT_START)

    assert run(Config(), tmp_path, work, monkeypatch) == 1


def test_one_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes, main = tmp_path / "notes", os.getpid()

    def work(config: Config, listening: socket.socket, notes: str) -> None:
        with Path(notes).open("a") as file:
            file.write(f"{os.getpid()}\n")
        if len(Path(notes).read_text().split()) == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        os.kill(main, signal.SIGTERM)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pause()

    assert run(Config(), notes, work, monkeypatch) == 0
    assert len(set(notes.read_text().split())) == 2


def test_one_that_does_not_stop_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    main = os.getpid()

    def work(config: Config, listening: socket.socket, notes: str) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.kill(main, signal.SIGINT)
        while True:
            signal.pause()

    monkeypatch.setattr(worker_processes, "SECONDS_TO_STOP", 0.1)
    monkeypatch.setattr(worker_processes.logger, "propagate", True)
    monkeypatch.setattr(worker_processes.logger.parent, "propagate", True)
    began = time.monotonic()
    assert run(Config(), tmp_path, work, monkeypatch) == 0
    assert time.monotonic() - began >= 0.1
    assert "did not stop in time" in caplog.text


def test_one_that_dies_at_once_is_not_replaced_in_a_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes, main = tmp_path / "notes", os.getpid()

    def work(config: Config, listening: socket.socket, notes: str) -> None:
        with Path(notes).open("a") as file:
            file.write(f"{os.getpid()}\n")
        if len(Path(notes).read_text().split()) == 4:
            os.kill(main, signal.SIGTERM)
        os._exit(1)

    monkeypatch.setattr(worker_processes, "SECONDS_BETWEEN_STARTS", 0.2)
    began = time.monotonic()
    assert run(Config(), notes, work, monkeypatch) == 0
    assert time.monotonic() - began >= 3 * 0.2


def test_no_number_of_signals_keeps_the_main_process_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def impatient(*arguments: object) -> int:
        for _ in range(3_000):  # More than a socket takes that nobody reads.
            signal.raise_signal(signal.SIGTERM)
        return 0

    def work(config: Config, listening: socket.socket, notes: str) -> None:
        signal.pause()

    monkeypatch.setattr(WorkerProcesses, "_kept_running", impatient)
    assert run(Config(), tmp_path, work, monkeypatch) == 0


def test_one_whose_main_process_is_gone_when_it_starts_ends() -> None:
    def late() -> None:
        end_with_parent(0)  # Nobody's number: as if the parent had died before.
        os._exit(7)

    process = Process(target=late)
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
