"""`queenhigh settle` and `queenhigh check`."""

import os
import sys
from functools import cache, lru_cache, partial
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
    from .line_jobs import Batch


class LineError(msgspec.Struct):
    """The result for a line that is not a round of its house."""

    error: str
    path: str
    line: int


def settle(
    file: str, house: str | None, *, lines: bool, explain: bool, json: bool, jobs: int = 1
) -> int:
    if explain and (lines or json):
        raise ValueError("--explain cannot be combined with --lines or --json")
    if jobs > 1 and not lines:
        raise ValueError("--jobs needs --lines")
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
        raise ValueError("--explain cannot be combined with --json")
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
    """The house from the command line, else the document's, with the document's options."""
    house = _house(key_or_file) if key_or_file is not None else _built_in(written.house)
    return with_options(house, bytes(written.options)) if written.options else house


@lru_cache(maxsize=16)
def _house(key_or_file: str) -> House:
    return load_house(key_or_file)


@lru_cache(maxsize=16)
def _built_in(key: str) -> House:
    if key not in built_in_keys():
        known = f"there are {', '.join(built_in_keys())}; for a house file use --house"
        if not key:
            raise DocumentError("house", f"is missing ({known})")
        hint = did_you_mean(key, built_in_keys(), otherwise=f" ({known})")
        raise DocumentError("house", f"{key[:40]!r} is not a built-in house{hint}")
    return load_house(key)


def _settle_lines(source: BinaryIO, house: str | None, file: str, jobs: int) -> None:
    """Answer lines as they come in: settle and send those read before waiting for more."""
    from .line_jobs import write_results

    if house is not None:
        _house(house)  # An impossible house is an error of the command, not of every line.
    quiet = file == "-" or sys.stdout.isatty()
    size = 0 if quiet else os.path.getsize(file)
    with counted("settling", size, quiet=quiet) as advance:
        write_results(source, partial(_settled_batch, house), jobs, advance)


def _settled_batch(house: str | None, batch: "Batch") -> bytes:
    from .line_jobs import LONGEST_LINE

    settled = _settled_lines(house)
    results: list[bytes] = []
    for number, line in enumerate(batch.lines.split(b"\n"), batch.first):
        try:
            if len(line) > LONGEST_LINE:
                raise DocumentError("", f"the line is longer than {LONGEST_LINE:,} bytes")
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
