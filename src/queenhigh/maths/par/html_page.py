"""A PAR sheet as one HTML file with its plots embedded; it prints in pages."""

from html import escape

from ..paper.blocks import MAY_BREAK, Block, Heading, Plot, Table, Text, aligned, folded
from .sections import facts, sections, with_printers
from .sheet import Sheet

_SHORT = 14  # Up to this many rows, a printed table is kept on one page.
_STYLE = """
:root { --ink: #1d2726; --quiet: #5d6664; --hair: #c3c9c7; color: var(--ink); background: #fff; }
body { font: 16px/1.45 "Libertinus Serif", Georgia, "Times New Roman", serif; max-width: 62rem;
  margin: 0 auto; padding: 2rem 1.5rem 5rem; font-variant-numeric: lining-nums tabular-nums; }
h1 { font-size: 2.1rem; margin: 0; line-height: 1.15; }
h2 { font-size: 1.4rem; margin: 3rem 0 .8rem; }
h3 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
.over, .under, figcaption, th, dt, .fraction { color: var(--quiet); }
.over { letter-spacing: .08em; font-size: .85rem; margin: 0; }
.under { font-size: 1.1rem; margin: .1rem 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.6rem; margin: 0;
  padding: .7rem 0; border: solid var(--ink); border-width: 1.5px 0; }
dd { margin: 0; overflow-wrap: anywhere; }
code { font-size: .85em; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 1.2rem 0; }
nav a { color: inherit; }
.scroll { overflow-x: auto; margin: 1rem 0 1.6rem; }
table { border-collapse: collapse; border: solid var(--ink); border-width: 1.2px 0;
  font-size: .93rem; }
table.wide { width: 100%; }
caption { text-align: left; font-weight: bold; padding-bottom: .35rem; }
th { font-weight: normal; border-bottom: 1px solid var(--hair); vertical-align: bottom; }
th, td { padding: .16rem .55rem; text-align: left; vertical-align: top; }
th:first-child, td:first-child { padding-left: 0; white-space: nowrap; }
.right { text-align: right; white-space: nowrap; }
.right.long { white-space: normal; }
tr.sum td { border-top: 1px solid var(--hair); font-weight: bold; }
figure { margin: 1.4rem 0; }
figure svg { width: 100%; height: auto; max-width: 52rem; }
.sign { display: grid; grid-template-columns: 2fr 2fr 1fr; gap: 1.5rem; margin-top: 3.5rem; }
.sign span { border-top: 1px solid var(--ink); padding-top: .2rem; color: var(--quiet);
  font-size: .9rem; }
@page { size: letter; margin: 1.8cm; }
@media print {
  body { font-size: 10pt; line-height: 1.25; max-width: none; padding: 0; }
  h2 { margin-top: 1.4rem; }
  .short { break-inside: avoid; }
  nav { display: none; }
  .scroll { overflow: visible; }
  table { font-size: 8.4pt; }
  th, td { padding-top: .04rem; padding-bottom: .04rem; }
  h2, h3, caption { break-after: avoid; }
  tr, figure, .sign { break-inside: avoid; }
  section.page { break-before: page; }
}
"""


def as_html(sheet: Sheet) -> bytes:
    from .plots import plots

    parts = sections(with_printers(sheet))
    pictures = plots(sheet)
    title = escape(sheet.title.name)
    names = "".join(
        f"<dt>{name}</dt><dd>{f'<code>{escape(value)}</code>' if code else escape(value)}</dd>"
        for name, value, code in facts(sheet)
    )
    links = "".join(
        f'<a href="#part-{number}">{escape(each.title)}</a>'
        for number, each in enumerate(parts, start=1)
    )
    body = "\n".join(
        f'<section id="part-{number}"{" class=page" if each.new_page else ""}>'
        f"<h2>{escape(each.title)}</h2>\n"
        + "\n".join(_element(block, pictures) for block in each.blocks)
        + "</section>"
        for number, each in enumerate(parts, start=1)
    )
    page = (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>PAR sheet, {title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<p class="over">PROBABILITY ACCOUNTING REPORT</p>\n<h1>{title}</h1>\n'
        f'<p class="under">Three Card Poker</p>\n<dl>{names}</dl>\n<nav>{links}</nav>\n'
        f"{body}\n</body>\n</html>\n"
    )
    return page.encode()


def _element(block: Block, pictures: dict[str, str]) -> str:
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Plot):
        svg = pictures[block.name].replace(
            "<svg", f'<svg role="img" aria-label="{escape(block.described)}"', 1
        )
        return f"<figure>{svg}<figcaption>{escape(block.caption)}</figcaption></figure>"
    if isinstance(block, Heading):
        return f"<h3>{escape(block.text)}</h3>"
    if isinstance(block, Text):
        return f"<p>{escape(block.text)}</p>"
    return "".join(
        f'<div class="sign"><span>{escape(role)}, name</span><span>signature</span>'
        f"<span>date</span></div>"
        for role in block.roles
    )


def _table(table: Table) -> str:
    sides = aligned(table) * table.fold
    head = "".join(
        f'<th scope="col" class="{side}">{escape(heading)}</th>'
        for heading, side in zip(table.columns * table.fold, sides, strict=True)
    )
    rows = list(folded(table))
    body = "".join(
        f"<tr{' class=sum' if table.last_is_sum and row is rows[-1] else ''}>"
        + "".join(
            f'<td class="{side}{" fraction" if cell.repeats else ""}'
            f'{" long" if MAY_BREAK in cell.text else ""}">{escape(cell.text)}</td>'
            for cell, side in zip(row, sides, strict=True)
        )
        + "</tr>\n"
        for row in rows
    )
    caption = f"<caption>{escape(table.title)}</caption>" if table.title else ""
    short = " short" if len(rows) < _SHORT else ""
    wide = ' class="wide"' if table.widths else ""
    return (
        f'<div class="scroll{short}"><table{wide}>{caption}<thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
