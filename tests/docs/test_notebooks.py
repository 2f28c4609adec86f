"""The notebooks run from the first cell to the last. Their own assertions check the results."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from tests.docs.examples import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def code_cells(file: Path) -> list[str]:
    cells = json.loads(file.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file: Path) -> None:
    names: dict[str, Any] = {}
    for cell in code_cells(file):
        *before, last = ast.parse(cell).body
        exec(compile(ast.Module(before, []), file.name, "exec"), names)
        if not isinstance(last, ast.Expr):
            exec(compile(ast.Module([last], []), file.name, "exec"), names)
            continue
        shown = eval(compile(ast.Expression(last.value), file.name, "eval"), names)
        if type(shown).__module__.startswith("queenhigh."):
            assert shown._repr_html_()


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_stored_without_results_and_proves_something(file: Path) -> None:
    cells = json.loads(file.read_text("utf-8"))["cells"]
    assert all(not cell.get("outputs") for cell in cells)
    assert any("assert " in cell for cell in code_cells(file))


def test_there_are_three_notebooks() -> None:
    assert [file.stem for file in NOTEBOOKS] == ["bot", "figures", "house"]
