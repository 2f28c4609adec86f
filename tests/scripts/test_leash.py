"""Everything a command of ./check started ends with it, however it ended."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEASH = [sys.executable, str(ROOT / "scripts" / "leash.py"), "--patience", "0.2"]

# A family like those of servers and browsers: in its own session, ignoring the usual signals, and
# the middle one does not wait for the last.
FAMILY = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
os.write(1, b"%d\\n" % os.getpid())  # In one piece: two of them write at once.
{then}
"""
WAITS = "time.sleep(3600)"  # For the leash; one that it missed would still end.

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process adopt others")


@contextmanager
def start(tmp_path: Path, program: str) -> Iterator[subprocess.Popen[str]]:
    command = [*LEASH, str(tmp_path / "seconds"), sys.executable, "-c", program]
    # Under nohup tests get no SIGHUP, and neither does the leash.
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        started = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGHUP, before)
    with started as process:
        try:
            yield process
        finally:
            process.terminate()


def two_pids(process: subprocess.Popen[str]) -> list[int]:
    assert process.stdout is not None
    return [int(process.stdout.readline()) for _ in range(2)]


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for_end(pid: int) -> None:
    try:
        told = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    select.select([told], [], [])
    os.close(told)


def gone(pids: list[int]) -> bool:
    return not any(map(is_there, pids))


@pytest.mark.parametrize("status", [0, 1, 5])
def test_the_exit_status_is_the_commands(tmp_path: Path, status: int) -> None:
    with start(tmp_path, f"raise SystemExit({status})") as process:
        assert process.wait() == status
    assert float((tmp_path / "seconds").read_text()) >= 0


@linux
def test_a_command_that_ends_leaves_nobody_behind(tmp_path: Path) -> None:
    ends = f"if os.getsid(0) != os.getpid():\n    {WAITS}"  # That is, the last one.
    with start(tmp_path, FAMILY.format(then=ends)) as process:
        pids = two_pids(process)
        assert process.wait() == 0
        assert gone(pids)


@linux
@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_command_that_is_stopped_leaves_nobody_behind(
    tmp_path: Path, asked: signal.Signals
) -> None:
    with start(tmp_path, FAMILY.format(then=WAITS)) as process:
        pids = two_pids(process)
        process.send_signal(asked)
        assert process.wait() == 130
        assert gone(pids)


@linux
def test_nobody_is_left_behind_when_the_one_who_started_it_is_killed(tmp_path: Path) -> None:
    command = [*LEASH, str(tmp_path / "seconds"), sys.executable, "-c", FAMILY.format(then=WAITS)]
    starter = f"import subprocess; subprocess.run({command!r})"
    with subprocess.Popen(
        [sys.executable, "-c", starter], stdout=subprocess.PIPE, text=True
    ) as process:
        pids = two_pids(process)
        process.kill()
        for pid in pids:
            wait_for_end(pid)


def test_the_command_hears_ctrl_c_although_a_job_in_the_background_does_not(
    tmp_path: Path,
) -> None:
    asks = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    deaf = "import signal, subprocess, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
    command = [*LEASH, str(tmp_path / "seconds"), sys.executable, "-c", asks]
    done = subprocess.run(
        [sys.executable, "-c", f"{deaf} subprocess.run({command!r})"],
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout == "True\n"


def test_processes_started_by_tests_receive_ctrl_c_in_a_background_job_too(tmp_path: Path) -> None:
    test = tmp_path / "test_signals.py"
    test.write_text(
        "import signal\n"
        "def test_it():\n"
        "    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
    )
    options = (
        f"-c {ROOT / 'pyproject.toml'} --confcutdir {ROOT} -p tests.conftest -p no:cacheprovider"
    )
    done = subprocess.run(
        ["sh", "-c", f'trap "" INT; "$0" -m pytest {options} "$1"', sys.executable, str(test)],
        capture_output=True,
        check=False,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout
