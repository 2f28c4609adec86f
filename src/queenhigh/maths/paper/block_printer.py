"""Blocks as files, for PAR sheets and the documents of the floor: PDF by a template, and CSV."""

import csv
import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from io import StringIO
from pathlib import Path

import msgspec

from ...house.plain_data import Json
from .blocks import Block, Cell, Section, Table, aligned, csv_row, flat, folded

Fact = tuple[str, str, bool]  # Name, value, and whether it is set as code.
Content = Mapping[str, object]  # What a template reads as JSON, so anything that JSON can hold.


_SURE = range(0x20, 0x250)  # Latin letters, which the fonts have.
_MOST_TRIES = 40  # Used to find out which other characters they have.


def content_json(content: Content, day: datetime.date) -> str:
    """A template's input, in characters that can be set."""
    made = {"date": {"year": day.year, "month": day.month, "day": day.day}}
    whole = {**content, **made}
    text = msgspec.json.encode(whole).decode()
    unsure = {each for each in text if ord(each) not in _SURE} | set(_control_characters(text))
    if missing := _not_set(unsure):
        plain = msgspec.to_builtins(whole)
        return msgspec.json.encode(_spelled_out(plain, missing)).decode()
    return text


def _control_characters(json: str) -> Iterable[str]:
    """The control characters in the JSON text, as escapes; lines and tabs do not count."""
    found = (chr(int(each, 16)) for each in re.findall(r"\\u(00[01][0-9a-fA-F])", json))
    return (each for each in found if each not in "\n\t")


def _not_set(unsure: set[str]) -> set[str]:
    """Those of the characters that Typst cannot set, as it finds out one by one.

    PDF/A needs a glyph for each, and people write anything: an emoji in a claim must not stop the
    report of a whole day.
    """
    missing: set[str] = set()
    for _ in range(_MOST_TRIES):
        left = unsure - missing
        if not left or (found := _first_not_set(" ".join(sorted(left)))) is None:
            return missing
        missing |= left & set(found)
        if not left & set(found):
            break
    return unsure


def _first_not_set(text: str) -> str | None:
    """The characters that Typst complains about; None if there are none."""
    import typst

    try:
        typst.compile(
            b"#sys.inputs.text",
            ignore_system_fonts=True,
            sys_inputs={"text": text},
            format="pdf",
            pdf_standards=["a-2a"],
        )
    except typst.TypstError as error:
        named = re.findall(r'`"(.*?)"`', str(error))
        return re.sub(r"\\u\{(\w+)\}", lambda code: chr(int(code[1], 16)), "".join(named[:1]))
    return None


def _spelled_out(value: Json, missing: set[str]) -> Json:
    """Replace characters by their numbers, wherever a text has them: ``[U+1F622]``."""
    if isinstance(value, str):
        return "".join(f"[U+{ord(each):04X}]" if each in missing else each for each in value)
    if isinstance(value, dict):
        return {key: _spelled_out(each, missing) for key, each in value.items()}
    if isinstance(value, list):
        return [_spelled_out(each, missing) for each in value]
    return value


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
