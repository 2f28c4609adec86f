"""A PAR sheet as an Excel workbook whose figures are formulas over the counted combinations.

Only nets and combinations are written as numbers. The spreadsheet works out the rest; the sheet's
values are stored with the formulas for programs that do not calculate.
"""

from collections.abc import Iterator
from io import BytesIO
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ..analysis.wager_figures import WagerFigures
from .formulas import Content, Formula, Rows, column_name, section_tabs
from .sections import facts
from .sheet import Sheet

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_HEADINGS = ("Result", "Pays", "Net", "Combinations", "Probability", "Contribution", "Square")
_FIRST = 2  # The row below the headings.


def as_workbook(sheet: Sheet) -> bytes:
    named = [("Title", _title(sheet)), ("Summary", _summary(sheet))]
    for number, (key, figures) in enumerate(sheet.analysis.wagers.items(), start=1):
        named.append((_tab(number), _wager(sheet, key, figures)))
    named.append(("All bets together", _position(sheet)))
    named += section_tabs(sheet)
    return _zipped(named)


def _tab(number: int) -> str:
    """Name a tab by number: a title may be too long (31) or hold forbidden characters."""
    return f"Wager {number}"


def _title(sheet: Sheet) -> Rows:
    rows: Rows = [[name, value] for name, value, _ in facts(sheet)]
    return [["PAR sheet", sheet.title.name], *rows]


def _summary(sheet: Sheet) -> Rows:
    rows: Rows = [["Wager", "Tab", "House edge", "Standard deviation", "Combinations"]]
    for number, (key, figures) in enumerate(sheet.analysis.wagers.items(), start=1):
        last = _FIRST + len(figures.outcomes) - 1
        tab = _tab(number)
        rows.append(
            [
                sheet.titles[key],
                tab,
                Formula(f"'{tab}'!F{last + 3}", figures.house_edge.value),
                Formula(f"'{tab}'!F{last + 5}", figures.standard_deviation.value),
                Formula(f"'{tab}'!D{last + 1}", figures.combinations),
            ]
        )
    return rows


def _wager(sheet: Sheet, key: str, figures: WagerFigures) -> Rows:
    """Rows of a wager; envy is not a row of its table, so its mean and variance stand below."""
    last = _FIRST + len(figures.outcomes) - 1
    rows: Rows = [list(_HEADINGS)]
    of_rows = sum(each.contribution.value for each in figures.outcomes)
    squares = sum(each.net * each.contribution.value for each in figures.outcomes)
    for at, each in enumerate(figures.outcomes, start=_FIRST):
        rows.append(
            [
                sheet.titles.get(f"{key}.{each.outcome}", each.outcome),
                each.pays or "",
                each.net,
                each.combinations,
                Formula(f"D{at}/SUM(D${_FIRST}:D${last})", each.probability.value),
                Formula(f"C{at}*E{at}", each.contribution.value),
                Formula(f"C{at}*F{at}", each.net * each.contribution.value),
            ]
        )
    summed = [
        Formula(f"SUM({column}{_FIRST}:{column}{last})", value)
        for column, value in (
            ("D", figures.combinations),
            ("E", 1.0),
            ("F", of_rows),
            ("G", squares),
        )
    ]
    rows.append(["Total", "", "", *summed])
    envy = -of_rows - figures.house_edge.value
    more = figures.variance.value - (squares - of_rows * of_rows)
    edge = Formula(f"-F{last + 1}-F{last + 2}", figures.house_edge.value)
    spread = Formula(f"G{last + 1}-F{last + 1}*F{last + 1}+G{last + 2}", figures.variance.value)
    root = Formula(f"SQRT(F{last + 4})", figures.standard_deviation.value)
    blank: list[Content] = ["", "", "", ""]
    clean = [0.0 if abs(each) < 1e-12 else each for each in (envy, more)]
    rows.append(["Envy, and what it adds to the variance", *blank, *clean])
    rows.append(["House edge", *blank, edge])
    rows.append(["Variance", *blank, spread])
    rows.append(["Standard deviation", *blank, root])
    return rows


def _position(sheet: Sheet) -> Rows:
    figures = sheet.position.figures
    last = _FIRST + len(figures.outcomes) - 1
    rows: Rows = [["Net, cents", "Combinations", "Probability", "At most"]]
    for at, each in enumerate(figures.outcomes, start=_FIRST):
        before = f"D{at - 1}+" if at > _FIRST else ""
        rows.append(
            [
                each.net_cents,
                each.combinations,
                Formula(f"B{at}/SUM(B${_FIRST}:B${last})", each.probability.value),
                Formula(f"{before}C{at}", each.at_most.value),
            ]
        )
    nets, chances = f"A{_FIRST}:A{last}", f"C{_FIRST}:C{last}"
    mean = Formula(f"SUMPRODUCT({nets},{chances})", figures.expected_cents.value)
    spread = f"SUMPRODUCT({nets},{nets},{chances})-B{last + 2}*B{last + 2}"
    rows.append([])
    rows.append(["Expected net, cents", mean])
    deviation = figures.standard_deviation_cents.value
    rows.append(["Standard deviation, cents", Formula(f"SQRT({spread})", deviation)])
    rows.append(["Opening bets, cents", figures.opening_cents])
    rows.append(["House edge", Formula(f"-B{last + 2}/B{last + 4}", figures.house_edge.value)])
    return rows


# The file


def _zipped(named: list[tuple[str, Rows]]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, text in _parts(named):
            archive.writestr(ZipInfo(name), _XML + text)  # Dated 1980, so the file is reproducible.
    return out.getvalue()


def _parts(named: list[tuple[str, Rows]]) -> Iterator[tuple[str, str]]:
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    numbers = range(1, len(named) + 1)
    sheets = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{kinds}.worksheet+xml"/>'
        for n in numbers
    )
    relations = "application/vnd.openxmlformats-package.relationships+xml"
    yield (
        "[Content_Types].xml",
        (
            f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
            f'ContentType="{relations}"/><Override PartName="/xl/workbook.xml" '
            f'ContentType="{kinds}.sheet.main+xml"/>{sheets}</Types>'
        ),
    )
    yield "_rels/.rels", _relations([("officeDocument", "xl/workbook.xml")])
    yield (
        "xl/_rels/workbook.xml.rels",
        _relations([("worksheet", f"worksheets/sheet{n}.xml") for n in numbers]),
    )
    tabs = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="rId{n}"/>'
        for n, (name, _) in enumerate(named, start=1)
    )
    yield (
        "xl/workbook.xml",
        (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{tabs}</sheets>'
            f'<calcPr fullCalcOnLoad="1"/></workbook>'
        ),
    )
    for n, (_, rows) in enumerate(named, start=1):
        yield f"xl/worksheets/sheet{n}.xml", _worksheet(rows)


def _relations(targets: list[tuple[str, str]]) -> str:
    found = "".join(
        f'<Relationship Id="rId{n}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, start=1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{found}</Relationships>'


def _worksheet(rows: Rows) -> str:
    body = "".join(
        f'<row r="{at}">{"".join(_cells(row, at))}</row>' for at, row in enumerate(rows, start=1)
    )
    widths = '<cols><col min="1" max="1" width="34" customWidth="1"/>'
    widths += '<col min="2" max="14" width="18" customWidth="1"/></cols>'
    return f'<worksheet xmlns="{_MAIN}">{widths}<sheetData>{body}</sheetData></worksheet>'


def _cells(row: list[Content], at: int) -> Iterator[str]:
    for number, content in enumerate(row):
        place = f'r="{column_name(number)}{at}"'
        if isinstance(content, Formula):
            yield f"<c {place}><f>{escape(content.text)}</f><v>{content.value!r}</v></c>"
        elif isinstance(content, str):
            if content:
                text = f'<is><t xml:space="preserve">{escape(content)}</t></is>'
                yield f'<c {place} t="inlineStr">{text}</c>'
        elif content is not None:
            yield f"<c {place}><v>{content!r}</v></c>"
