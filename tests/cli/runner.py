"""The command as a user runs it: in this process when many runs are needed, or in its own.

Both return the exit status and the output of both streams. In this process a bug in the program
raises instead of being reported to the user in a line, and so fails the test.
"""

import importlib
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
import pytest

from queenhigh.cli import main


def _can_import(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True


needs_the_table = pytest.mark.skipif(
    not _can_import("queenhigh.table.views"), reason="the table is not on the new model yet"
)

COMMAND = Path(sys.executable).with_name("queenhigh")
# Settings that would make the output depend on who runs the tests, and where.
_OF_THE_TERMINAL = (
    "COLUMNS",
    "FORCE_COLOR",
    "LINES",
    "NO_COLOR",
    "PYTHONUNBUFFERED",  # Would hide output that is written only at the end.
    "TTY_COMPATIBLE",
    "TTY_INTERACTIVE",
)

Document = dict[str, Any]
Input = bytes | str | Document | list[Any]


class Answer(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The document on standard output, which must hold nothing else."""
        return msgspec.json.decode(self.out)

    @property
    def json_lines(self) -> list[Any]:
        return [msgspec.json.decode(line) for line in self.out.splitlines()]

    @property
    def complaint(self) -> str:
        """The one line on standard error of a command that printed no answer."""
        assert self.out == ""
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1, self.err
        return self.err.removesuffix("\n")


def run(
    *arguments: str | Path, stdin: Input = b"", stdout: io.TextIOWrapper | None = None
) -> Answer:
    """Run in this process; capture the output unless told otherwise."""
    out, err = io.BytesIO(), io.BytesIO()
    with (
        patch.object(sys, "argv", ["queenhigh", *map(str, arguments)]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(encoded(stdin)), "utf-8")),
        patch.object(sys, "stdout", stdout or _text(out)) as out_stream,
        patch.object(sys, "stderr", _text(err)) as err_stream,
        patch.dict(os.environ),
    ):
        for name in _OF_THE_TERMINAL:
            os.environ.pop(name, None)
        os.environ["QUEENHIGH_TRACEBACK"] = "1"
        try:
            main()
        except SystemExit as leaving:
            status = leaving.code
        else:
            status = 0
        out_stream.flush()
        err_stream.flush()
        answer = out.getvalue().decode(), err.getvalue().decode()
    assert status is None or isinstance(status, int)
    return Answer(status or 0, *answer)


def _text(bytes_: io.BytesIO) -> io.TextIOWrapper:
    return io.TextIOWrapper(bytes_, "utf-8", write_through=True)


def start(*arguments: str | Path, **more: Any) -> subprocess.Popen[bytes]:
    """Start in its own process, with pipes unless told otherwise."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    environment = {k: v for k, v in os.environ.items() if k not in _OF_THE_TERMINAL}
    return subprocess.Popen(
        [COMMAND, *map(str, arguments)], **{"env": environment, **pipes, **more}
    )


def run_apart(*arguments: str | Path, stdin: Input = b"", **more: Any) -> Answer:
    """Run in its own process until it ends."""
    with start(*arguments, **more) as process:
        out, err = process.communicate(encoded(stdin))
    return Answer(process.returncode, (out or b"").decode(), (err or b"").decode())


def encoded(stdin: Input) -> bytes:
    if isinstance(stdin, bytes):
        return stdin
    return stdin.encode() if isinstance(stdin, str) else msgspec.json.encode(stdin)


def a_round(house: str = "manual", **more: Any) -> Document:
    """A round that settles: seat 3 plays ace-king-queen of spades."""
    seat: Document = {"seat": 3, "cards": "As Ks Qs", "decision": "play"}
    seat["wagers"] = {"ante": 1000}
    return {"house": house, "dealer": "Qd 7d 2c", "seats": [seat]} | more


def with_seat(document: Document, **changes: Any) -> Document:
    """The round with changes to its first seat; None removes a field."""
    first, *others = document["seats"]
    changed = {name: value for name, value in (first | changes).items() if value is not None}
    return document | {"seats": [changed, *others]}
