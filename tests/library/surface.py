"""The public library as a list: names, their attributes, and their signatures.

`python -m tests.library.surface` rewrites it. A change to it needs a line in the changelog.
"""

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import queenhigh as qh

RECORDED = Path(__file__).with_name("surface.txt")
# Of a house; its settings are those of a house file, which has its own reference.
OF_A_HOUSE = ("load", "replace", "key", "name", "opening_bets", "limits", "title", "money")


def surface() -> str:
    return "".join(f"{line}\n" for name in qh.__all__ for line in _lines(name, getattr(qh, name)))


def _lines(name: str, thing: Any) -> Iterator[str]:
    if not inspect.isclass(thing):
        yield f"{name}{_names(thing)}"
        return
    yield f"class {name}({', '.join(base.__name__ for base in thing.__bases__)})"
    for member in sorted(vars(thing)):
        if member.startswith("_") and member not in ("__init__", "_repr_html_"):
            continue
        if name == "House" and member not in OF_A_HOUSE:
            continue
        found = inspect.getattr_static(thing, member)
        if inspect.isfunction(found) or isinstance(found, staticmethod | classmethod):
            yield f"    {name}.{member}{_names(getattr(thing, member))}"
        else:
            yield f"    {name}.{member}"


def _names(function: Any) -> str:
    """List parameters without types, which may widen, but with defaults, which may not change."""
    found = inspect.signature(function)
    empty = inspect.Parameter.empty
    bare = [each.replace(annotation=empty) for each in found.parameters.values()]
    return str(found.replace(parameters=bare, return_annotation=inspect.Signature.empty))


if __name__ == "__main__":
    RECORDED.write_text(surface(), "utf-8")
