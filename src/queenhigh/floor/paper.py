"""A document for people: a title, facts, sections of sentences and tables; as PDF and as CSV.

The blocks are those of the PAR sheet. The same document gives the same bytes: time is passed in.
"""

import csv
import datetime
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec

from ..house.money import currency_text
from ..maths.par_blocks import Block, Cell, Plot, Section, Table, aligned, csv_row, flat, folded

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
    facts: tuple[tuple[str, str, bool], ...] = ()  # Name, value, whether it is set as code.
    sections: tuple[Section, ...] = ()
    plots: dict[str, tuple[Reading, ...]] = {}  # By the plot names in the sections.
    made_at: datetime.datetime
    footer: str = ""


def as_pdf(paper: Paper) -> bytes:
    """Render as PDF/A with Typst's own fonts, the same on every machine."""
    import typst

    try:
        return typst.compile(
            TEMPLATE.read_bytes(),
            ignore_system_fonts=True,
            sys_inputs={"paper": typeset(paper)},
            format="pdf",
            pdf_standards=["a-2a"],
            timestamp=paper.made_at.replace(microsecond=0),  # Typst takes no microseconds.
        )
    except typst.TypstError as error:
        raise ValueError(f"Typst cannot set the document: {error}") from None


def as_csv(paper: Paper) -> bytes:
    """Render one line per figure or word of the tables."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("section", "row", "column", "exact", "value"))
    for name, value, _ in paper.facts:
        writer.writerow(csv_row((paper.title, name, "", "", value)))
    writer.writerows(map(csv_row, flat(paper.sections)))
    return out.getvalue().encode()


def typeset(paper: Paper) -> str:
    """Return the template's input as JSON."""
    made = paper.made_at
    document = {
        "kind": paper.kind,
        "title": paper.title,
        "subtitle": paper.subtitle,
        "facts": paper.facts,
        "footer": paper.footer,
        "date": {"year": made.year, "month": made.month, "day": made.day},
        "sections": [
            {
                "title": section.title,
                "new_page": section.new_page,
                "blocks": [_printed(each, paper.plots) for each in section.blocks],
            }
            for section in paper.sections
        ],
    }
    return msgspec.json.encode(document).decode()


def _printed(block: Block, plots: dict[str, tuple[Reading, ...]]) -> Any:
    if isinstance(block, Plot):
        return {**msgspec.to_builtins(block), "readings": plots[block.name]}
    if not isinstance(block, Table):
        return block
    if not block.rows:
        return {"kind": "text", "text": f"{block.title}: none." if block.title else "None."}
    if block.fold == 1:
        block = _without_blanks(block)
    widths = block.widths or (0,) * len(block.columns)
    return {
        "kind": "table",
        "title": block.title,
        "small": block.small,
        "sum": block.last_is_sum,
        "breakable": len(block.rows) >= _BREAKS_FROM or _signs(block) > _BREAKS_BEYOND,
        "columns": [
            {"heading": heading, "align": align, "width": width}
            for heading, align, width in zip(block.columns, aligned(block), widths, strict=True)
        ],
        "rows": [[cell.text for cell in row] for row in folded(block)],
    }


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
    """Return the sections that have content."""
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
