"""Blocks as files, for PAR sheets and the documents of the floor: PDF by a template, and CSV."""

import csv
import datetime
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec

from .par_blocks import Block, Cell, Section, Table, aligned, csv_row, flat, folded

Fact = tuple[str, str, bool]  # Name, value, and whether it is set as code.
Content = dict[str, Any]  # What a template reads as JSON, so anything that JSON can hold.


def content_json(content: Content, day: datetime.date) -> str:
    """Return a template's input."""
    made = {"date": {"year": day.year, "month": day.month, "day": day.day}}
    return msgspec.json.encode(content | made).decode()


def pdf_of(template: Path, name: str, content: str, at: datetime.datetime) -> bytes:
    """Render PDF/A for archiving, with Typst's own fonts: the same on every machine.

    The template finds its content as JSON under this name.
    """
    import typst

    try:
        return typst.compile(
            template.read_bytes(),
            ignore_system_fonts=True,
            sys_inputs={name: content},
            format="pdf",
            pdf_standards=["a-2a"],
            timestamp=at.replace(microsecond=0),  # Typst takes no microseconds.
        )
    except typst.TypstError as error:
        raise ValueError(f"Typst cannot set the {name}: {error}") from None


def section_content(section: Section, printed: Callable[[Block], object]) -> Content:
    blocks = [printed(each) for each in section.blocks]
    return {"title": section.title, "new_page": section.new_page, "blocks": blocks}


def table_content(table: Table, cell: Callable[[Cell], object], *, breakable: bool) -> Content:
    widths = table.widths or (0,) * len(table.columns)
    columns = [
        {"heading": heading, "align": align, "width": width}
        for heading, align, width in zip(table.columns, aligned(table), widths, strict=True)
    ]
    return {
        "kind": "table",
        "title": table.title,
        "small": table.small,
        "sum": table.last_is_sum,
        "each": len(table.columns),
        "breakable": breakable,
        "columns": columns * table.fold,
        "rows": [[cell(each) for each in row] for row in folded(table)],
    }


def csv_of(title: str, facts: Iterable[Fact], sections: Iterable[Section]) -> bytes:
    """Render one line per fact, and per figure or word of the tables."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("section", "row", "column", "exact", "value"))
    for name, value, _ in facts:
        writer.writerow(csv_row((title, name, "", "", value)))
    writer.writerows(map(csv_row, flat(sections)))
    return out.getvalue().encode()
