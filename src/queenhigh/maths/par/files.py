"""A PAR sheet as a file: PDF, HTML and Excel for people, JSON and CSV for programs."""

import datetime
from collections.abc import Callable
from pathlib import Path

from ...extras import need
from ...house.plain_data import json_document
from ..paper.block_printer import (
    Content,
    content_json,
    csv_of,
    pdf_of,
    section_content,
    table_content,
)
from ..paper.blocks import Block, Cell, Table
from ..paper.output_file import check_output
from .html_page import as_html
from .sections import facts, sections, with_printers
from .sheet import Sheet
from .workbook import as_workbook

_NEEDS = {
    ".pdf": ("numpy", "matplotlib", "typst"),
    ".html": ("numpy", "matplotlib"),
    ".xlsx": ("numpy",),
    ".json": ("numpy",),
    ".csv": ("numpy",),
}
TEMPLATE = Path(__file__).with_name("template.typ")
_BREAKS_FROM = 14  # A table with at least this many rows may break across pages.


def check_file(file: Path) -> None:
    """Raise before the work if the file cannot be written or a package for it is missing."""
    check_output(file, _NEEDS, "a PAR sheet")
    need(*_NEEDS[file.suffix])


def write_sheet(sheet: Sheet, file: Path) -> None:
    check_file(file)
    content = _WRITERS[file.suffix](sheet)
    try:
        file.write_bytes(content)
    except OSError as error:
        raise ValueError(f"{file}: cannot be written: {error.strerror}") from None


def as_json(sheet: Sheet) -> bytes:
    return json_document(sheet)


def as_csv(sheet: Sheet) -> bytes:
    return csv_of("Title", facts(sheet), sections(sheet))


def as_pdf(sheet: Sheet) -> bytes:
    return pdf_of(TEMPLATE, "sheet", typeset(sheet), _midnight(sheet))


def _midnight(sheet: Sheet) -> datetime.datetime:
    return datetime.datetime.fromisoformat(sheet.title.date).replace(tzinfo=datetime.UTC)


def typeset(sheet: Sheet) -> str:
    """The template's input as JSON."""
    from .plots import plots

    parts = sections(with_printers(sheet, "typst"))
    content = {
        "title": sheet.title,
        "facts": facts(sheet),
        "sections": [section_content(each, _printed) for each in parts],
        "plots": plots(sheet),
    }
    return content_json(content, _midnight(sheet))


def _printed(block: Block) -> Block | Content:
    if not isinstance(block, Table):
        return block
    rows = -(-len(block.rows) // block.fold)
    return table_content(block, _cell, breakable=rows >= _BREAKS_FROM or bool(block.widths))


def _cell(cell: Cell) -> Content:
    return {"text": cell.text, "fraction": cell.repeats}


_WRITERS: dict[str, Callable[[Sheet], bytes]] = {
    ".pdf": as_pdf,
    ".html": as_html,
    ".xlsx": as_workbook,
    ".json": as_json,
    ".csv": as_csv,
}
