"""`settle --lines --jobs N`: several processes, with exactly the same answers."""

import os
import signal
from pathlib import Path

import pytest

from tests.cli.runner import a_round, encoded, run, run_apart, start, with_seat

GOOD = encoded(a_round())
MANY = [encoded(with_seat(a_round(), wagers={"ante": 100 * n})) for n in range(1, 2001)]


def test_answers_are_those_of_one_process_in_the_same_order() -> None:
    lines = b"\n".join([*MANY, b"nonsense", *MANY, b"", GOOD])
    alone = run("settle", "--lines", stdin=lines)
    assert run_apart("settle", "--lines", "--jobs", "2", stdin=lines) == alone
    numbers = [each["line"] for each in alone.json_lines if "error" in each]
    assert numbers == [2001, 4002]


def test_answers_arrive_before_the_input_ends() -> None:
    with start("settle", "--lines", "--jobs", "2") as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(GOOD + b"\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(b'{"house":')
        process.stdin.close()
        assert process.wait() == 0


def test_an_interrupt_ends_it_quietly() -> None:
    with start("settle", "--lines", "--jobs", "2", start_new_session=True) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for _ in range(2):  # The first before there are other processes.
            process.stdin.write(GOOD + b"\n")
            process.stdin.flush()
            process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)  # To the whole group, as a terminal does.
        assert (process.wait(), process.stderr.read()) == (130, b"")


def test_a_process_that_dies_is_an_error_not_a_wait() -> None:
    with start("settle", "--lines", "--jobs", "2") as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for _ in range(2):  # The first before there are other processes.
            process.stdin.write(GOOD + b"\n")
            process.stdin.flush()
            process.stdout.readline()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        process.stdin.write(GOOD + b"\n")
        process.stdin.close()
        assert process.wait() == 2
        assert process.stderr.read() == (
            b"queenhigh: a worker process died before its lines were settled\n"
        )


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "257"])
def test_jobs_must_be_a_whole_number_within_reason(jobs: str) -> None:
    answer = run("settle", "--lines", "--jobs", jobs)
    assert answer.status == 2
    assert "--jobs" in answer.err


def test_jobs_needs_lines() -> None:
    answer = run("settle", "--jobs", "2", stdin=GOOD)
    assert answer.status == 2
    assert "--jobs needs --lines" in answer.err
