"""Printing: one JSON document for a program, tables for a person."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from ..house.plain_data import json_document

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_WIDTH_OF_A_FILE = 120  # What a table may take where there is no terminal to measure.


def print_json(document: object) -> None:
    sys.stdout.buffer.write(json_document(document))
    sys.stdout.buffer.flush()


def plain_money(cents: int) -> str:
    """Format an amount without its currency: ``12.50``."""
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}.{part:02}"


def console() -> "Console":
    from rich.console import Console

    return Console(
        width=None if sys.stdout.isatty() else _WIDTH_OF_A_FILE, highlight=False, emoji=False
    )


def columns(*headings: str, words: int = 1) -> "Table":
    """A table without lines; the first columns are words, the others figures."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number < words else "right")
    return table


def styled(style: str, text: str) -> str:
    """Style a part of a line for `print_lines`; outside a terminal, return the bare text."""
    return f"[{style}]{plain(text)}[/]" if sys.stdout.isatty() else text


def plain(text: str) -> str:
    """Escape what a person wrote, for `print_lines`."""
    if not sys.stdout.isatty():
        return text
    from rich.markup import escape

    return escape(text)


def print_lines(lines: list[str]) -> None:
    """Print lines wrapped and styled on a terminal; elsewhere unwrapped, for programs."""
    if sys.stdout.isatty():
        console().print("\n".join(lines))
    else:
        print("\n".join(lines))


@contextmanager
def named_input(file: str) -> Iterator[BinaryIO]:
    """Open the input; errors about it name the file."""
    from ..house.errors import HouseError

    with open_input(file) as source:
        try:
            yield source
        except ValueError as error:
            is_of_a_house = isinstance(error, HouseError) and bool(error.file)
            if file == "-" or is_of_a_house:
                raise
            raise ValueError(f"{file}: {error}") from None


def open_input(file: str) -> BinaryIO:
    """Open standard input for ``-``, otherwise the file, as bytes."""
    if file != "-":
        return open(file, "rb")
    if sys.stdin is None:
        raise ValueError("standard input is closed: give a file")
    if sys.stdin.isatty():
        print("reading from the terminal; end with Ctrl-D", file=sys.stderr)
    return sys.stdin.buffer
