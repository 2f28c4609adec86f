"""The command line. Heavy parts are imported by the command that needs them."""

import io
import os
import sys

import typer
from typer.exceptions import TyperException

from . import (
    commands_floor,
    commands_maths,
    commands_reliability,
    commands_service,
    commands_store,
    commands_table,
)
from .app import app

# Parts that come with an extra, and which.
_EXTRAS = {
    **dict.fromkeys(("numba", "numpy", "matplotlib", "typst"), "maths"),
    **dict.fromkeys(("dask", "distributed"), "cluster"),
    **dict.fromkeys(("argon2", "granian", "litestar", "prometheus_client"), "service"),
    **dict.fromkeys(("alembic", "cryptography", "sqlalchemy"), "store"),
    **dict.fromkeys(("psycopg",), "postgres"),
}
# Imported so that their commands are there.
_GROUPS = (
    commands_table,
    commands_maths,
    commands_service,
    commands_store,
    commands_floor,
    commands_reliability,
)


def main() -> None:
    """Run a command. Whatever goes wrong, the user gets one line and an exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # A terminal without our signs still gets words.
    try:
        status = app(prog_name="queenhigh", standalone_mode=False)
    except (typer.Abort, KeyboardInterrupt):
        status = 130
    except TyperException as error:
        status = _misused(error)
    except (BrokenPipeError, SystemExit):
        # The reader has gone, as `head` does (Typer then exits); the rest has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except (ValueError, OSError) as error:
        status = _complain("queenhigh", _in_one_line(error))
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _EXTRAS:
            raise
        needed = f"pip install 'queenhigh[{_EXTRAS[missing]}]'"
        status = _complain("queenhigh", f"this needs {missing}, which is not here: {needed}")
    except Exception as error:
        if "QUEENHIGH_TRACEBACK" in os.environ:
            raise
        fault = f"{type(error).__name__}: {_in_one_line(error)}"
        hint = "this is a fault of queenhigh; QUEENHIGH_TRACEBACK=1 shows where"
        status = _complain("queenhigh", f"{fault} ({hint})")
    sys.exit(status)


def _misused(error: TyperException) -> int:
    """A command or an option that is not there, a value that does not fit; or no command at all."""
    message = error.format_message()
    command = getattr(getattr(error, "ctx", None), "command_path", "queenhigh")
    if message.startswith("Usage:"):
        print(message)
        return 2
    return _complain(command, f"{message.rstrip('.')} (see {command} --help)")


def _complain(command: str, message: str) -> int:
    print(f"{command}: {message}", file=sys.stderr)
    return 2


def _in_one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return " ".join(str(error).split())
