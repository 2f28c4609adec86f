"""`queenhigh settle` and `queenhigh check`."""

import os
import sys
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from ..house.errors import HouseError
from ..house.loader import built_in_keys, load_house, with_options
from ..house.model import House
from ..house.suggestion import did_you_mean
from ..wagers.document import DocumentError, Round, read_round
from ..wagers.round_settlement import settle_round
from .output import named_input, open_input, print_json
from .progress import counted

if TYPE_CHECKING:
    from ..wagers.settled_json import SettledLines
    from ..wagers.usual_round import UsualRound

_CHUNK = 1 << 16
_LONGEST_LINE = 1 << 20


class LineError(msgspec.Struct):
    """What a line that is not a round of its house gets for a result."""

    error: str
    path: str
    line: int


def settle(
    file: str, house: str | None, *, lines: bool, explain: bool, json: bool, jobs: int = 1
) -> int:
    if explain and (lines or json):
        raise ValueError("--explain prints for a person: it does not go with --lines or --json")
    if jobs > 1 and not lines:
        raise ValueError("--jobs goes with --lines: one document is settled by one process")
    if lines:
        with open_input(file) as source:
            _settle_lines(source, house, file, jobs)
        return 0
    with named_input(file) as source:
        written = read_round(source.read())
        playing = house_of(written, house)
        settled = settle_round(playing, written)
    if explain or _for_a_person(json=json):
        from .explanation import explain_settled

        explain_settled(playing, settled)
    else:
        print_json(settled)
    return 0


def check(file: str, house: str | None, *, explain: bool, json: bool) -> int:
    if explain and json:
        raise ValueError("--explain prints for a person: it does not go with --json")
    from ..wagers.opening import check_opening

    with named_input(file) as source:
        written = read_round(source.read())
        playing = house_of(written, house)
        checked = check_opening(playing, written)
    if explain or _for_a_person(json=json):
        from .explanation import explain_checked

        explain_checked(playing, written, checked)
    else:
        print_json(checked)
    return 0 if checked.accepted else 1


def _for_a_person(*, json: bool) -> bool:
    return sys.stdout.isatty() and not json


def house_of(written: "Round | UsualRound", key_or_file: str | None) -> House:
    """The house of the command line, else the document's, with the document's options."""
    house = _house(key_or_file) if key_or_file is not None else _built_in(written.house)
    return with_options(house, bytes(written.options)) if written.options else house


@lru_cache(maxsize=16)
def _house(key_or_file: str) -> House:
    return load_house(key_or_file)


@lru_cache(maxsize=16)
def _built_in(key: str) -> House:
    if key not in built_in_keys():
        known = f"there are {', '.join(built_in_keys())}; for a file use --house"
        if not key:
            raise DocumentError("house", f"is missing ({known})")
        hint = did_you_mean(key, built_in_keys(), otherwise=f" ({known})")
        raise DocumentError("house", f"{key[:40]!r} is not a built-in house{hint}")
    return load_house(key)


def _settle_lines(source: BinaryIO, house: str | None, file: str, jobs: int) -> None:
    """Answers as lines come in: what has been read is settled and sent before more is awaited."""
    if house is not None:
        _house(house)  # A house that cannot be is the command's error, not every line's.
    quiet = file == "-" or sys.stdout.isatty()
    size = 0 if quiet else os.path.getsize(file)
    with counted("settling", size, quiet=quiet) as advance:
        if jobs == 1:
            for size, batch in _numbered(source, house):
                sys.stdout.buffer.write(_settled_batch(*batch))
                sys.stdout.buffer.flush()
                advance(size)
        else:
            from .line_jobs import write_in_turn

            write_in_turn(jobs, _settled_batch, _numbered(source, house), advance)


_Batch = tuple[bytes, int, str | None]


def _numbered(source: BinaryIO, house: str | None) -> Iterator[tuple[int, _Batch]]:
    """Lines with the number of the first of them and their house, and the size of all."""
    number = 1
    for lines, size in _batches(source):
        yield size, (lines, number, house)
        number += lines.count(b"\n") + 1


def _settled_batch(lines: bytes, first: int, house: str | None) -> bytes:
    """The results of lines, of which the first has this number."""
    settled = _settled_lines(house)
    results: list[bytes] = []
    for number, line in enumerate(lines.split(b"\n"), first):
        try:
            if len(line) > _LONGEST_LINE:
                raise DocumentError("", f"the line is longer than {_LONGEST_LINE:,} bytes")
            settled.add(line, results)
        except DocumentError as error:
            results += _told(LineError(str(error), error.path, number))
        except HouseError as error:
            results += _told(LineError(str(error), error.problems[0].key, number))
    return b"".join(results)


@cache
def _settled_lines(house: str | None) -> "SettledLines":
    from ..wagers.settled_json import SettledLines

    return SettledLines(lambda written: house_of(written, house))


def _told(error: LineError) -> tuple[bytes, bytes]:
    return msgspec.json.encode(error), b"\n"


def _batches(source: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Whole lines, as many as have come; of one that is too long not more than shows that."""
    rest, size = b"", 0
    # Every binary stream that is opened here has read1; BinaryIO does not declare it.
    while chunk := source.read1(_CHUNK):  # type: ignore[attr-defined]
        lines, newline, rest = (rest + chunk).rpartition(b"\n")
        rest, size = rest[: _LONGEST_LINE + 1], size + len(chunk)
        if newline:
            yield lines, size
            size = 0
    if rest:
        yield rest, size
