"""The command line in this process: its input and output.

The oracle asks only through the command line, so it holds whatever lies behind it.
"""

import functools
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
import typer.main

from queenhigh.cli import main, rounds

# Typer rebuilds all commands on each call, which takes longer than most of them.
_commands = functools.cache(typer.main.get_command)


class Answer(NamedTuple):
    status: int
    out: bytes
    error: str


def run(*arguments: str, given: bytes = b"") -> Answer:
    """Run `queenhigh` with these arguments and this standard input."""
    with patch.object(typer.main, "get_command", _commands):
        return _run(["queenhigh", *arguments], given, main)


def _run(arguments: list[str], given: bytes, command: Callable[[], object]) -> Answer:
    out, error = io.BytesIO(), io.BytesIO()
    with _in_place_of_the_terminal(arguments, io.BytesIO(given), out, error):
        try:
            returned = command()
            status = returned if isinstance(returned, int) else 0
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 0
        sys.stdout.flush()
        sys.stderr.flush()
        return Answer(status, out.getvalue(), error.getvalue().decode())


@contextmanager
def _in_place_of_the_terminal(arguments: list[str], *streams: io.BytesIO) -> Iterator[None]:
    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv = arguments
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(each, encoding="utf-8") for each in streams
    )
    try:
        yield
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = kept


def settle_all(documents: Iterable[Any], house: str | None = None) -> list[Any]:
    """Return the answers to many rounds, in order; for a bad one, its error and location."""
    given = b"".join(msgspec.json.encode(each) + b"\n" for each in documents)
    answer = run("settle", "--lines", *(["--house", house] if house else []), given=given)
    if answer.status:
        raise RuntimeError(answer.error)
    return [_without_line_number(msgspec.json.decode(line)) for line in answer.out.splitlines()]


def _without_line_number(answer: Any) -> Any:
    if "error" in answer:
        answer.pop("line", None)
    return answer


def settle(document: bytes) -> dict[str, Any]:
    """Send one document through `settle`: the status, and the answer or the error."""
    return _ask("settle", document)


def check(document: bytes, house: str | None = None) -> dict[str, Any]:
    """Send one document through `check`: the status, and the answer or the error."""
    return _ask("check", document, house)


def _ask(command: str, document: bytes, house: str | None = None) -> dict[str, Any]:
    """Skip argument parsing, which takes most of the time."""

    def asked() -> int:
        try:
            if command == "settle":
                return rounds.settle("-", house, lines=False, explain=False, json=True)
            return rounds.check("-", house, explain=False, json=True)
        except ValueError as error:  # As the command line reports it.
            print(f"queenhigh: {' '.join(str(error).split())}", file=sys.stderr)
            return 2

    return _told(_run(["queenhigh", command, "--json"], document, asked))


def figures(command: str, *arguments: str) -> dict[str, Any]:
    """Run `analyze` or `simulate`: the status, and the JSON or the error."""
    return _told(run(command, "--json", *arguments))


def _told(answer: Answer) -> dict[str, Any]:
    status, out, error = answer
    if status == 2:
        return {"status": status, "error": error.rstrip("\n")}
    return {"status": status, "answer": msgspec.json.decode(out)}
