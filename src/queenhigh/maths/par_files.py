"""A PAR sheet as a file: PDF, HTML and Excel for people, JSON and CSV for programs."""

import csv
import datetime
import os
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec

from .par import Sheet
from .par_blocks import Block, Section, Table, aligned, csv_row, flat, folded
from .par_html import as_html
from .par_sections import facts, sections, with_printers
from .par_workbook import as_workbook

_NEEDS = {
    ".pdf": ("numpy", "matplotlib", "typst"),
    ".html": ("numpy", "matplotlib"),
    ".xlsx": ("numpy",),
    ".json": ("numpy",),
    ".csv": ("numpy",),
}
TEMPLATE = Path(__file__).with_name("par_template.typ")
_BREAKS_FROM = 14  # A table with at least this many rows may break across pages.


def check_file(file: Path) -> None:
    """Check before the work: nobody should wait for a file that cannot be written."""
    if file.suffix not in _NEEDS:
        raise ValueError(f"{file}: a PAR sheet is written as {', '.join(_NEEDS)}")
    check_parts(file.suffix)
    if not os.path.isdir(file.parent):
        raise ValueError(f"{file}: there is no directory {file.parent}")
    if os.path.isdir(file):
        raise ValueError(f"{file}: is a directory")
    if not os.access(file if os.path.exists(file) else file.parent, os.W_OK):
        raise ValueError(f"{file}: cannot be written: no permission")


def check_parts(suffix: str) -> None:
    """Check that the packages needed for this kind of file are installed."""
    for module in _NEEDS[suffix]:
        try:
            import_module(module)
        except ImportError:
            message = f"a PAR sheet needs {module}: pip install 'queenhigh[maths]'"
            raise ValueError(message) from None


def write_sheet(sheet: Sheet, file: Path) -> None:
    check_file(file)
    content = _WRITERS[file.suffix](sheet)
    try:
        file.write_bytes(content)
    except OSError as error:
        raise ValueError(f"{file}: cannot be written: {error.strerror}") from None


def as_json(sheet: Sheet) -> bytes:
    return msgspec.json.format(msgspec.json.encode(sheet), indent=2) + b"\n"


def as_csv(sheet: Sheet) -> bytes:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("section", "row", "column", "exact", "value"))
    for name, code, _ in facts(sheet):
        writer.writerow(csv_row(("Title", name, "", "", code)))
    writer.writerows(map(csv_row, flat(sections(sheet))))
    return out.getvalue().encode()


def as_pdf(sheet: Sheet) -> bytes:
    """Render PDF/A for archiving, with Typst's own fonts: the same on every machine."""
    import typst

    day = datetime.date.fromisoformat(sheet.title.date)
    try:
        return typst.compile(
            TEMPLATE.read_bytes(),
            ignore_system_fonts=True,
            sys_inputs={"sheet": typeset(sheet)},
            format="pdf",
            pdf_standards=["a-2a"],
            timestamp=datetime.datetime.combine(day, datetime.time(), datetime.UTC),
        )
    except typst.TypstError as error:
        raise ValueError(f"Typst cannot set the sheet: {error}") from None


def typeset(sheet: Sheet) -> str:
    """Return the template's input as JSON."""
    from .par_plots import plots

    day = datetime.date.fromisoformat(sheet.title.date)
    document = {
        "title": sheet.title,
        "date": {"year": day.year, "month": day.month, "day": day.day},
        "facts": facts(sheet),
        "sections": [_printed_section(each) for each in sections(with_printers(sheet, "typst"))],
        "plots": plots(sheet),
    }
    return msgspec.json.encode(document).decode()


def _printed_section(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "new_page": section.new_page,
        "blocks": [_printed(each) for each in section.blocks],
    }


def _printed(block: Block) -> Any:
    if not isinstance(block, Table):
        return block
    widths = block.widths or (0,) * len(block.columns)
    return {
        "kind": "table",
        "title": block.title,
        "small": block.small,
        "sum": block.last_is_sum,
        "each": len(block.columns),
        "breakable": -(-len(block.rows) // block.fold) >= _BREAKS_FROM or bool(block.widths),
        "columns": [
            {"heading": heading, "align": align, "width": width}
            for heading, align, width in zip(block.columns, aligned(block), widths, strict=True)
        ]
        * block.fold,
        "rows": [
            [{"text": cell.text, "fraction": cell.repeats} for cell in row] for row in folded(block)
        ],
    }


_WRITERS: dict[str, Callable[[Sheet], bytes]] = {
    ".pdf": as_pdf,
    ".html": as_html,
    ".xlsx": as_workbook,
    ".json": as_json,
    ".csv": as_csv,
}
