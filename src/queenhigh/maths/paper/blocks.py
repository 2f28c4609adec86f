"""The building blocks of a printed sheet: sections of sentences, tables and plots.

PDF, HTML and CSV are all written from these, so they cannot disagree.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import Final, Literal, NamedTuple

import msgspec

from ...house.words import plain_words
from ..exact_figure import Exact

MAY_BREAK = "\u200b"  # Zero-width space.
_LONG = 34  # A fraction this long may be broken.


class Cell(NamedTuple):
    text: str
    exact: str = ""
    value: int | float | None = None
    repeats: bool = False  # Whether it is the exact form of the cell before it.


class Text(msgspec.Struct, frozen=True, tag="text", tag_field="kind"):
    text: str


class Heading(msgspec.Struct, frozen=True, tag="heading", tag_field="kind"):
    text: str


class Table(msgspec.Struct, frozen=True, tag="table", tag_field="kind", kw_only=True):
    """A table; a width is a share of the space, or 0 to fit; `fold` prints parts side by side.

    `table_of` makes one of plain texts and cells.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    widths: tuple[int, ...] = ()
    fold: int = 1
    small: bool = False
    last_is_sum: bool = False


class Plot(msgspec.Struct, frozen=True, tag="plot", tag_field="kind"):
    name: str
    caption: str
    described: str  # Alternative text.


class Signatures(msgspec.Struct, frozen=True, tag="signatures", tag_field="kind"):
    roles: tuple[str, ...]


Block = Text | Heading | Table | Plot | Signatures
Align = Literal["left", "right"]


class Section(msgspec.Struct, frozen=True):
    title: str
    blocks: tuple[Block, ...]
    new_page: bool = False


Row = Sequence[Cell | str]


def table_of(
    title: str,
    columns: tuple[str, ...],
    rows: Iterable[Row],
    *,
    widths: tuple[int, ...] = (),
    fold: int = 1,
    small: bool = False,
    last_is_sum: bool = False,
) -> Table:
    """Make a table; a text among its cells is a cell of words."""
    cells = ((Cell(each) if isinstance(each, str) else each for each in row) for row in rows)
    return Table(
        title=title,
        columns=columns,
        rows=tuple(map(tuple, cells)),
        widths=widths,
        fold=fold,
        small=small,
        last_is_sum=last_is_sum,
    )


# Cells


def whole(number: int) -> Cell:
    return Cell(f"{number:,}", str(number), number)


def net(units: int | float) -> Cell:
    if isinstance(units, int):
        return Cell(f"{units:+,}".replace("-", "−") if units else "0", str(units), units)
    return Cell(f"{units:+,.4f}", "", units)


def percent(figure: Exact, places: int = 4) -> Cell:
    return Cell(share(figure.value, places), figure.exact, figure.value)


def share(value: float, places: int = 4) -> str:
    return f"{value:.{places}%}".replace("-", "−")


def inexact_share(value: float, places: int = 2) -> Cell:
    return Cell(share(value, places), "", value)


def chance(value: float, error: float) -> Cell:
    """Format a chance; one that would round to 100% without being certain gets a lower bound."""
    text = share(value)
    if value < 1 + error and text.startswith("100."):
        text = f"> {share(floor((value - error) * 1e6) / 1e6)}"
    return Cell(text, "", min(value, 1.0))


def plain(figure: Exact, places: int = 4) -> Cell:
    return Cell(f"{figure.value:.{places}f}".replace("-", "−"), figure.exact, figure.value)


def fraction(figure: Exact) -> Cell:
    """The exact value, to stand beside a rounded figure."""
    return Cell(fraction_text(figure.exact), figure.exact, None, repeats=True)


def fraction_text(text: str) -> str:
    """Group digits in thousands, drop a denominator of 1, and let long fractions break."""
    text = text.removesuffix("/1")
    text = re.sub(r"\d{4,}", lambda digits: f"{int(digits[0]):,}", text).replace("-", "−")
    text = text.replace("sqrt", "√")
    return text.replace("/", f"/{MAY_BREAK}") if len(text) > _LONG else text


def figure(name: str, found: Exact, shown: Cell | None = None) -> Row:
    """A row: name, rounded value (by default in percent), exact value."""
    return name, percent(found) if shown is None else shown, fraction(found)


def signed(value: float, places: int, exact: str = "") -> Cell:
    return Cell(f"{value:+.{places}f}".replace("-", "−"), exact, value)


def hand_text(label: str | None) -> str:
    """Format ``Q64`` as ``Q-6-4``."""
    return "-".join(label) if label else "none"


def in_lowest_terms(figure: Exact) -> Cell:
    reduced = Fraction(figure.exact)
    return fraction(Exact(f"{reduced.numerator}/{reduced.denominator}", figure.value))


def readable(value: object) -> str:
    """Put a setting's value into words."""
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if value is None:
        return "none"
    if isinstance(value, dict):
        said = {name: each for name, each in value.items() if not _unsaid(each)}
        return ", ".join(f"{readable(name)}: {readable(each)}" for name, each in said.items()) or (
            "none"
        )
    if isinstance(value, list | tuple):
        return ", ".join(map(readable, value)) or "none"
    if isinstance(value, str) and " " not in value:
        return plain_words(value)
    return str(value)


def _unsaid(value: object) -> bool:
    """Whether a part of a setting is left empty."""
    return value is None or value is False or value in ("", (), [], {})


# For the printers


def aligned(table: Table) -> tuple[Align, ...]:
    """Align figures right and words left; a rounded figure lies beside its fraction."""
    found: list[Align] = []
    for column in zip(*table.rows, strict=True):
        figures = any(cell.value is not None or cell.repeats for cell in column)
        found.append("right" if figures else "left")
    return tuple(found)


def folded(table: Table) -> Iterator[tuple[Cell, ...]]:
    """Rows as printed: the first half beside the second, and so on."""
    if table.fold == 1:
        yield from table.rows
        return
    height = -(-len(table.rows) // table.fold)
    empty = (Cell(""),) * len(table.columns)
    for row in range(height):
        beside: list[Cell] = []
        for part in range(table.fold):
            place = part * height + row
            beside += table.rows[place] if place < len(table.rows) else empty
        yield tuple(beside)


def flat(sections: Iterable[Section]) -> Iterator[tuple[str, str, str, str, str]]:
    """Section, row, column, exact and value for each figure or word of the tables."""
    for section in sections:
        under = [section.title]
        for block in section.blocks:
            if isinstance(block, Heading):
                under = [section.title, block.text]
            if not isinstance(block, Table):
                continue
            name = " / ".join((*under, block.title))
            for row in block.rows:
                for column, cell in zip(block.columns[1:], row[1:], strict=True):
                    if cell.repeats or not cell.text:
                        continue
                    value = _plain(cell.text) if cell.value is None else repr(cell.value)
                    yield name, _plain(row[0].text), column, cell.exact, value


_NUMBER: Final = re.compile(r"[-+]?[$€£]?[0-9][0-9,]*(\.[0-9]+)?(e[-+]?[0-9]+)?%?")
_RUN: Final = ("=", "+", "-", "@", "\t", "\r")  # With these a spreadsheet starts a formula.


def csv_row(cells: Iterable[str]) -> list[str]:
    """Escape cells that a spreadsheet would run; numbers and amounts are left alone."""
    return [
        f"'{cell}" if cell.startswith(_RUN) and not _NUMBER.fullmatch(cell) else cell
        for cell in cells
    ]


def _plain(text: str) -> str:
    return text.replace("−", "-").replace(MAY_BREAK, "")
