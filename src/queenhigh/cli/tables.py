"""`queenhigh script`, `deal` and `replay`: tables driven by commands, and their logs."""

import random
import sys
from collections.abc import Iterable, Iterator
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO

import msgspec

from ..house.decode_errors import explain_as, explain_json, not_json
from ..house.loader import load_house
from ..house.model import House
from ..house.suggestion import did_you_mean
from ..table.commands import AnyCommand
from ..table.decide import advance
from ..table.events import AnyEvent, RoundEnded, TableOpened
from ..table.players import play_rounds
from ..table.refusal import Refusal
from ..table.roles import ROLES, Actor, role_of
from ..table.seen_events import seen_by
from ..table.state import Table
from ..table.transaction import Change
from .output import named_input, print_json
from .progress import counted
from .stakes import check_seats

_NAMELESS = ("public", "system")
_NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


def script(file: str, house: str, viewer: str | None, *, json: bool) -> int:
    """Print one event or refusal a line; with `json`, all of them as one list."""
    answers: list[object] = []
    status = 0
    table = Table(load_house(house))
    if viewer is not None:
        _check_viewer(table.house, viewer)
    with named_input(file) as source:
        for command in read_commands(source):
            answer = advance(table, command)
            if isinstance(answer, Refusal):
                status = 1
                _say(answer, answers, json=json)
                continue
            for change in answer.changes:
                for each in _shown(change, viewer):
                    _say(each, answers, json=json)
            table = answer.table
    if json:
        print_json(answers)
    return status


def _check_viewer(house: House, viewer: str) -> None:
    """Refuse a viewer who is neither `public` nor a role with a name."""
    role, name = role_of(house, viewer), Actor.parse(viewer).name
    if viewer not in _NAMELESS and (role not in ROLES or not name):
        known = [*_NAMELESS, *ROLES, *house.role_titles]
        hint = "" if role in known else did_you_mean(role, known)
        raise ValueError(
            f"--as takes public, or a role and a name as in player:ann, not {viewer!r}{hint}"
        )


def _shown(change: Change, viewer: str | None) -> Iterable[object]:
    if viewer is None:
        return [change.event]
    return seen_by(viewer, change.before, change.event, change.after)


def _say(answer: object, answers: list[object], *, json: bool) -> None:
    if json:
        answers.append(answer)
    else:
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


def read_commands(source: BinaryIO) -> Iterator[AnyCommand]:
    """Skip blank lines and comments (#). A command without a time comes a second after the last."""
    at = _NOON
    for number, line in enumerate(source, start=1):
        if not line.strip() or line.lstrip().startswith(b"#"):
            continue
        try:
            command = _read_command(line, at + timedelta(seconds=1))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
        at = command.at
        yield command


def _read_command(line: bytes, otherwise_at: datetime) -> AnyCommand:
    try:
        written: object = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(not_json(error)) from None
    if isinstance(written, dict):
        written.setdefault("at", otherwise_at)
    try:
        command: AnyCommand = msgspec.convert(written, AnyCommand)
    except msgspec.ValidationError as error:
        path, message = explain_as(error, AnyCommand, written, table="an object")
        raise ValueError(f"{path + ': ' if path else ''}{message}") from None
    if command.at.tzinfo is None:
        raise ValueError("at: a time needs a zone, as in 2026-01-05T12:00:00Z")
    if not MINYEAR < command.at.year < MAXYEAR:  # Another zone, or a second later, may not exist.
        raise ValueError(f"at: must be in one of the years {MINYEAR + 1} to {MAXYEAR - 1}")
    return command


def deal(house: str, rounds: int, seats: int, seed: int, out: str | None, *, json: bool) -> int:
    """Write automated rounds with simple players as a log, one event per line: always JSON."""
    playing = load_house(house)
    check_seats(playing, seats)
    chance = random.Random(seed)
    events = play_rounds(playing, rounds=rounds, seats=seats, chance=chance, start=_NOON)
    target = sys.stdout.buffer if out is None else Path(out).open("wb")  # noqa: SIM115
    try:
        with counted("dealing", rounds, quiet=out is None) as advance:
            for event in events:
                target.write(msgspec.json.encode(event) + b"\n")
                advance(isinstance(event, RoundEnded))
    finally:
        if out is not None:
            target.close()
    return 0


def replay(log: str, house: str | None, number: int | None, *, json: bool) -> int:
    with named_input(log) as source:
        events = list(read_log(source))
    if not events or not isinstance(events[0], TableOpened):
        raise ValueError(f"{log}: a log begins with table_opened")
    playing = load_house(house or events[0].house)
    from .log_story import retell

    return retell(playing, events, number, json=json)


def read_log(source: BinaryIO) -> Iterator[AnyEvent]:
    decoder = msgspec.json.Decoder(AnyEvent)
    for number, line in enumerate(source, start=1):
        if not line.strip() or line.startswith(b'{"type":"refused"'):
            continue  # The output of a script may contain refusals, which changed nothing.
        try:
            yield decoder.decode(line)
        except msgspec.ValidationError as error:
            where, what = explain_json(error, AnyEvent, line)
            told = f"{where}: {what}" if where else what
            raise ValueError(f"line {number}: not an event: {told}") from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"line {number}: not an event: {_unreadable(line, error)}") from None


def _unreadable(line: bytes, error: Exception) -> str:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as not_text:
        return not_json(not_text)
    return not_json(error)
