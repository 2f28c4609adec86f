"""The tests that cover each clause, read from their source.

A wheel has no tests: the list is written into it when it is built. A checkout reads the tests and
caches the result until one of them changes. The build imports this module by its file, so it may
only use the standard library.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path


def clause_tests(folder: Path) -> dict[str, list[str]]:
    """Return each clause with the tests in the folder that are marked with it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in test_files(folder):
        source = path.read_text("utf-8")
        if "clause(" not in source:
            continue
        tree = ast.parse(source)
        named = {
            node.targets[0].id: node.value  # FOLDS = clause("..."), for use as @FOLDS.
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    decorator = named.get(mark.id, mark) if isinstance(mark, ast.Name) else mark
                    for identity in literals(decorator, "clause"):
                        name = f"{path.relative_to(folder.parent).as_posix()}::{node.name}"
                        found[identity].append(name)
    return dict(found)


def test_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("test_*.py"))


def literals(node: ast.AST, function: str) -> Iterator[str]:
    """Yield the ids in calls of that function."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield from argument.value.split()
