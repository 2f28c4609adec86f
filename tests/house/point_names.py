"""The points that code names, found by reading the source."""

import ast
from collections import defaultdict
from pathlib import Path

import queenhigh
from queenhigh.house.clause_tests import literals

_PACKAGE = Path(queenhigh.__path__[0])


def points_read() -> dict[str, list[str]]:
    """Return the points, each with the files that name it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(_PACKAGE.rglob("*.py")):
        source = path.read_text("utf-8")
        if "point(" in source:
            for node in ast.walk(ast.parse(source)):
                for name in literals(node, "point"):
                    found[name].append(str(path.relative_to(_PACKAGE)))
    return found
