"""The command line. Heavy parts are imported by the command that needs them."""

import os
import sys

from .app import app


def main() -> None:
    """Run a command. Whatever goes wrong, the user gets one line and an exit status."""
    import click

    try:
        status = app(standalone_mode=False)
    except click.UsageError as error:
        status = _complain(error.format_message(), error.ctx)
    except click.Abort:
        status = 130
    except BrokenPipeError:
        # The reader has gone, as `head` does; what is left in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except KeyboardInterrupt:
        status = 130
    except (ValueError, OSError) as error:
        status = _complain(_in_one_line(error), None)
    sys.exit(status)


def _complain(message: str, context: object) -> int:
    command = getattr(context, "command_path", "queenhigh")
    print(f"{command}: {message}", file=sys.stderr)
    return 2


def _in_one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return " ".join(str(error).split())
