"""`queenhigh man`: the man page, made from the help that `--help` prints."""

from collections.abc import Iterator

import typer

from .. import __version__
from .app import app
from .command_groups import GROUPS, TyperObject
from .output import print_json


def man(*, json: bool) -> None:
    page = "\n".join(_page()) + "\n"
    if json:
        print_json({"page": page})
    else:
        typer.echo(page, nl=False)


def _page() -> Iterator[str]:
    root: TyperObject = typer.main.get_command(app)
    context = root.make_context("queenhigh", ["houses"], resilient_parsing=True)
    yield f'.TH QUEENHIGH 1 "" "queenhigh {__version__}"'
    yield from (".SH NAME", "queenhigh \\- Three Card Poker from the rule book to the table")
    yield from (".SH SYNOPSIS", ".B queenhigh", "COMMAND [OPTIONS] [ARGUMENTS]")
    yield from (".SH DESCRIPTION", _plain(root.help or ""))
    names = root.list_commands(context)
    for title, grouped in GROUPS.items():
        yield f".SH {title.upper()}"
        for name in grouped:
            if name in names:
                yield from _command(root.get_command(context, name), f"queenhigh {name}", context)
    yield from (".SH EXIT STATUS", "0: success. 1: the answer is no. 2: bad input or usage.")


def _command(command: TyperObject, path: str, parent: TyperObject) -> Iterator[str]:
    context = command.make_context(path, [], parent=parent, resilient_parsing=True)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SS {_plain(path)} {_plain(usage)}"
    yield _plain(command.help or "")
    for parameter in command.get_params(context):
        if record := parameter.get_help_record(context):
            yield from (".TP", f".B {_plain(record[0])}", _plain(record[1]))
    for name in getattr(command, "commands", {}):
        yield from _command(command.commands[name], f"{path} {name}", context)


def _plain(text: str) -> str:
    """Escape text for roff, so that no line begins with a request."""
    lines = text.replace("\b", "").replace("\\", "\\e").replace("-", "\\-").splitlines()
    kept = [line.strip() for line in lines]
    return "\n".join(f"\\&{line}" if line[:1] in (".", "'") else line or ".PP" for line in kept)
