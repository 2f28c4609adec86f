"""Runs a command of ./check, and sees to it that nothing the command started outlives it.

    python scripts/leash.py [--patience SECONDS] FILE COMMAND [ARGUMENT ...]

Writes the seconds it took to FILE. When asked to stop, gives the command SECONDS to tidy up, then
kills everything that is left. The command gets default signal handling even where ./check ignores
signals, as any shell job in the background does.

Process groups are not enough: servers and browsers make their own. On Linux this process adopts
every orphan below it, and so finds them all.
"""

import argparse
import ctypes
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


ASKED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(Exception):
    pass


def main() -> NoReturn:
    wanted = arguments()
    parent = os.getppid()
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, _stop)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # Ignored under nohup.
        signal.signal(signal.SIGHUP, _stop)
    _adopt_orphans()
    if os.getppid() != parent:
        sys.exit(128 + signal.SIGTERM)  # ./check was killed before we started watching it.
    began = time.monotonic()
    status = run(wanted.command, wanted.patience)
    wanted.file.write_text(f"{time.monotonic() - began:.1f}\n", "utf-8")
    sys.exit(status)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--patience", type=float, default=20.0, metavar="SECONDS")
    parser.add_argument("file", type=Path)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    return parser.parse_args()


def run(command: list[str], patience: float) -> int:
    signal.pthread_sigmask(signal.SIG_BLOCK, ASKED)  # Until there is something to stop.
    child = os.posix_spawnp(
        command[0],
        command,
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)],
        setsid=True,
        setsigdef=[signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE],
        setsigmask=[],
    )
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKED)
        while True:
            ended, status = os.wait()
            if ended == child:
                return _exit_status(status)
    except Stopped:
        _send(signal.SIGINT, [-child])  # To its process group, as a terminal does.
        _wait_for_all(patience)  # The command knows best what else it has to stop.
        return 128 + signal.SIGINT
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, ASKED)
        _end_all(child, patience / 4)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    for asked in ASKED:
        signal.signal(asked, signal.SIG_IGN)  # Once is enough.
    raise Stopped


def _adopt_orphans() -> None:
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        library.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        library.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def _exit_status(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _end_all(child: int, patience: float) -> None:
    if not _wait_for_all(patience):
        _send(signal.SIGINT, descendants())
    if not _wait_for_all(patience):
        for pid in descendants():
            print(f"killed, for it did not end: {_command_line(pid)}", flush=True)
            _send(signal.SIGKILL, [pid])
        while not _wait_for_all(0.1):  # A process may have started another meanwhile.
            _send(signal.SIGKILL, descendants())
    if not Path("/proc/self/stat").exists():  # Without /proc only its process group can be reached.
        _send(signal.SIGKILL, [-child])


def _wait_for_all(seconds: float) -> bool:
    """Wait up to this long, and say whether all have ended."""
    last = time.monotonic() + seconds
    while True:
        left = descendants()
        _bury()
        if not left:
            return True
        if time.monotonic() > last:
            return False
        time.sleep(0.02)


def _bury() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


def descendants() -> list[int]:
    """List this process's descendants that are still alive."""
    children = defaultdict(list)
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent, *_ = file.read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue  # It has just ended.
        if state not in "ZX":
            children[int(parent)].append(int(file.parent.name))
    found = [os.getpid()]
    for pid in found:
        found += children[pid]
    return found[1:]


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace").replace("\0", " ")
    except OSError:
        return str(pid)


def _send(what: signal.Signals, pids: Sequence[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, what)
        except (ProcessLookupError, PermissionError):
            continue  # It has ended meanwhile, or belongs to somebody else.


if __name__ == "__main__":
    main()
