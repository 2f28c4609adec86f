"""A document for people: a title, facts, sections of sentences and tables; as PDF and as CSV.

The blocks are those of the PAR sheet. The same document gives the same bytes: time is passed in.
"""

import datetime
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import msgspec

from ..house.money import currency_text
from ..maths.paper.block_printer import (
    Content,
    Fact,
    content_json,
    csv_of,
    pdf_of,
    section_content,
    table_content,
)
from ..maths.paper.blocks import Block, Cell, Plot, Section, Table

TEMPLATE = Path(__file__).with_name("paper.typ")
_BREAKS_FROM = 12  # Tables with at least this many rows may break across pages,
_BREAKS_BEYOND = 2_500  # as may those with long texts beyond this many characters.


class Reading(msgspec.Struct, frozen=True):
    """A point of a plot: a result, and its distance from the expectation in standard errors."""

    name: str
    off: float | None  # None if there is no error to measure by.
    text: str


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    kind: str  # The kind of document, above the title: DOSSIER, DAILY REPORT.
    title: str
    subtitle: str = ""
    facts: tuple[Fact, ...] = ()
    sections: tuple[Section, ...] = ()
    plots: dict[str, tuple[Reading, ...]] = {}  # By the plot names in the sections.
    made_at: datetime.datetime
    footer: str = ""


def as_pdf(paper: Paper) -> bytes:
    return pdf_of(TEMPLATE, "document", typeset(paper), paper.made_at)


def typeset(paper: Paper) -> str:
    """The template's input as JSON."""
    content = {
        "kind": paper.kind,
        "title": paper.title,
        "subtitle": paper.subtitle,
        "facts": paper.facts,
        "footer": paper.footer,
        "sections": [section_content(each, partial(_printed, paper)) for each in paper.sections],
    }
    return content_json(content, paper.made_at)


def as_csv(paper: Paper) -> bytes:
    return csv_of(paper.title, paper.facts, paper.sections)


def _printed(paper: Paper, block: Block) -> Block | Content:
    if isinstance(block, Plot):
        return {**msgspec.to_builtins(block), "readings": paper.plots[block.name]}
    if not isinstance(block, Table):
        return block
    if not block.rows:
        return {"kind": "text", "text": f"{block.title}: none." if block.title else "None."}
    if block.fold == 1:
        block = _without_blanks(block)
    breakable = len(block.rows) >= _BREAKS_FROM or _signs(block) > _BREAKS_BEYOND
    return table_content(block, _text, breakable=breakable)


def _text(cell: Cell) -> str:
    return cell.text


def _signs(table: Table) -> int:
    return sum(len(cell.text) for row in table.rows for cell in row)


def _without_blanks(table: Table) -> Table:
    """Drop columns that have neither a heading nor content."""
    kept = [
        number
        for number, heading in enumerate(table.columns)
        if heading or any(row[number].text for row in table.rows)
    ]
    return msgspec.structs.replace(
        table,
        columns=tuple(table.columns[n] for n in kept),
        rows=tuple(tuple(row[n] for n in kept) for row in table.rows),
        widths=tuple(table.widths[n] for n in kept) if table.widths else (),
    )


def sections(*found: tuple[str, Iterable[Block]]) -> tuple[Section, ...]:
    """The sections that have content."""
    listed = [(title, tuple(blocks)) for title, blocks in found]
    return tuple(Section(title, blocks) for title, blocks in listed if blocks)


class Currency:
    """Amounts on paper, in one currency."""

    def __init__(self, code: str):
        self.code = code

    def text(self, cents: int) -> str:
        return currency_text(cents, self.code).replace("-", "−")

    def cell(self, cents: int) -> Cell:
        return Cell(self.text(cents), str(cents), cents)
