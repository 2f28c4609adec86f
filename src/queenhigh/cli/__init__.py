"""The command line. Heavy parts are imported by the command that needs them."""

import io
import os
import sys
from contextlib import suppress
from copy import copy
from typing import NamedTuple, TextIO

import typer
from typer.exceptions import TyperException
from typer.main import get_command_name
from typer.models import CommandInfo

from . import (
    commands_floor,
    commands_maths,
    commands_reliability,
    commands_school,
    commands_service,
    commands_store,
    commands_table,
)
from .app import HELP, app
from .command_groups import EXTRAS
from .usage_complaint import usage_complaint

_INTERRUPTED = 130  # As in a shell.
_COMPLETING = "_QUEENHIGH_COMPLETE"  # Set by a shell that asks for completions.
# Imported to register their commands.
_GROUPS = (
    commands_table,
    commands_school,
    commands_maths,
    commands_service,
    commands_store,
    commands_floor,
    commands_reliability,
)


class Ending(NamedTuple):
    """The end of a command: its exit status and, if it failed, the line that says why."""

    status: int
    complaint: str = ""


def main() -> None:
    """Run a command. If anything goes wrong, the user gets one line and an exit status."""
    out, err = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    sys.stdout, sys.stderr = out, err
    for stream in (out, err):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="replace"
            )  # A terminal that lacks our characters still gets words.
    try:
        ending = _run()
    finally:
        sys.stdout, sys.stderr = out, err  # Typer wraps the streams when a reader has gone.
    # Otherwise Python would write its buffers after we have ended, and fail with its own message.
    failure = _write_out(out)
    if failure and not ending.complaint and ending.status != _INTERRUPTED:
        ending = Ending(2, f"queenhigh: {_in_one_line(failure)}")
    if ending.complaint:
        with suppress(OSError, ValueError):
            print(ending.complaint, file=err)
    _write_out(err)
    sys.exit(ending.status)


def _run() -> Ending:
    try:
        return Ending(_command())
    except (typer.Abort, KeyboardInterrupt):
        return Ending(_INTERRUPTED)
    except TyperException as error:
        return Ending(2, usage_complaint(error, _called()))
    except BrokenPipeError:
        return Ending(0)  # The reader has gone, as `head` does; the rest has nowhere to go.
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # As Typer and Rich put it.
            return Ending(0)
        return Ending(leaving.code if isinstance(leaving.code, int) else 1)
    except (ValueError, OSError) as error:
        return _failed(_in_one_line(error))
    except ModuleNotFoundError as error:
        from ..extras import what_to_install

        if (needed := what_to_install(error, EXTRAS.get(next(iter(sys.argv[1:]), ""), ""))) is None:
            raise
        return _failed(needed)
    except Exception as error:
        if "QUEENHIGH_TRACEBACK" in os.environ:
            raise
        fault = f"{type(error).__name__}: {_in_one_line(error)}"
        hint = "this is a bug in queenhigh; QUEENHIGH_TRACEBACK=1 shows where"
        return _failed(f"{fault} ({hint})")


def _called() -> str:
    """The requested command, as far as the words name one."""
    words = ["queenhigh"]
    group: typer.Typer = app
    for word in sys.argv[1:]:
        if word in map(_name, group.registered_commands):
            return " ".join([*words, word])
        inner = [each.typer_instance for each in group.registered_groups if each.name == word]
        if not inner or inner[0] is None:
            break
        words, group = [*words, word], inner[0]
    return " ".join(words)


def _command() -> int:
    try:
        return _narrowed(app)(prog_name="queenhigh", standalone_mode=False) or 0
    except TyperException as error:
        message = error.format_message()
        if not message.startswith("Usage:"):
            raise
        print(message)  # No command at all gets the help.
        return 2


def _narrowed(whole: typer.Typer) -> typer.Typer:
    """The application with only the command asked for, so that the others are not built."""
    asked = sys.argv[1:2]
    wanted = [each for each in whole.registered_commands if [_name(each)] == asked]
    narrowed = copy(whole)
    if wanted:
        narrowed.registered_commands, narrowed.registered_groups = wanted, []
    elif asked in ([], *([name] for name in HELP)) and _COMPLETING not in os.environ:
        narrowed.registered_commands = [_listed(each) for each in whole.registered_commands]
    return narrowed


def _listed(command: CommandInfo) -> CommandInfo:
    """The command as the list of commands shows it: without its parameters."""

    def listed() -> None: ...

    listed.__doc__ = command.callback.__doc__ if command.callback else None
    entry = copy(command)
    entry.name, entry.callback = _name(command), listed
    return entry


def _name(command: CommandInfo) -> str:
    return command.name or get_command_name(command.callback.__name__ if command.callback else "")


def _failed(message: str) -> Ending:
    return Ending(2, f"queenhigh: {message}")


def _nowhere() -> TextIO:
    """A replacement for a stream that was closed before we started."""
    return open(os.devnull, "w", encoding="utf-8")


def _write_out(stream: TextIO) -> OSError | None:
    """Flush the stream; drop what cannot be written. A reader that has gone is not a failure."""
    try:
        stream.flush()
    except OSError as error:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        return None if isinstance(error, BrokenPipeError) else error
    return None


def _in_one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return " ".join(str(error).split())
