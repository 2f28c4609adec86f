"""A small spreadsheet that reads a workbook and recalculates its formulas."""

import re
from functools import cache
from io import BytesIO
from math import sqrt
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_REFERENCE = re.compile(r"(?:'?([A-Z][A-Za-z0-9 ]*)'?!)?\$?([A-Z])\$?(\d+)(?::\$?([A-Z])\$?(\d+))?")


class Workbook:
    """Knows +, -, *, /, SUM, SUMPRODUCT, SQRT and POWER, and references within and across tabs."""

    def __init__(self, content: bytes) -> None:
        self.written: dict[str, dict[str, Any]] = {}
        self.formulas: dict[str, dict[str, str]] = {}
        with ZipFile(BytesIO(content)) as archive:
            book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
            tabs = [each.attrib["name"] for each in book.iter(f"{_MAIN}sheet")]
            for number, tab in enumerate(tabs, start=1):
                self._read(tab, archive.read(f"xl/worksheets/sheet{number}.xml"))
        self.value = cache(self._value)

    def _read(self, tab: str, xml: bytes) -> None:
        written, formulas = self.written.setdefault(tab, {}), self.formulas.setdefault(tab, {})
        for cell in ElementTree.fromstring(xml).iter(f"{_MAIN}c"):
            place, text = cell.attrib["r"], cell.find(f"{_MAIN}is/{_MAIN}t")
            number, formula = cell.find(f"{_MAIN}v"), cell.find(f"{_MAIN}f")
            if text is not None:
                written[place] = text.text
            elif number is not None:
                written[place] = float(number.text or 0)
            if formula is not None:
                formulas[place] = formula.text or ""

    def _value(self, tab: str, place: str) -> Any:
        formula = self.formulas[tab].get(place)
        if formula is None:
            return self.written[tab].get(place, 0.0)
        known: list[Any] = []

        def referred(found: re.Match[str]) -> str:
            other, column, row, to_column, to_row = found.groups()
            if to_column is None:
                known.append(self.value(other or tab, column + row))
            else:
                assert column == to_column
                cells = range(int(row), int(to_row) + 1)
                known.append([self.value(other or tab, f"{column}{each}") for each in cells])
            return f"known[{len(known) - 1}]"

        expression = _REFERENCE.sub(referred, formula)
        functions = {"SUM": sum, "SUMPRODUCT": _sum_of_products, "SQRT": sqrt, "POWER": pow}
        return eval(expression, {"__builtins__": {}}, functions | {"known": known})


def _sum_of_products(*columns: list[float]) -> float:
    total = 0.0
    for row in zip(*columns, strict=True):
        product = 1.0
        for each in row:
            product *= each
        total += product
    return total
