"""What the program says when it refuses: read out of its source, without running it."""

import ast
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from queenhigh.service.errors import CODES

PACKAGE = Path(__file__).parents[2] / "src" / "queenhigh"
_SERVICE_ERROR = "ServiceError"
_HOLE = "…"  # For what depends on the case.


class Said(NamedTuple):
    sentence: str
    status: int = 0  # Of HTTP, where the service itself refuses.


def said_with(codes: type[StrEnum]) -> dict[str, list[Said]]:
    """By code of a closed list: the sentences that go with it."""
    found: dict[str, list[Said]] = {code.value: [] for code in codes}
    for call, known in _calls():
        for code, sentence in zip(call.args, call.args[1:], strict=False):
            if _is_one_of(code, codes):
                _add(found[codes[_name(code)].value], _text(sentence, known))
    return found


def said_by_the_service() -> dict[str, list[Said]]:
    """The codes of the service's own errors."""
    found = {code: [Said(message, status)] for status, (code, message) in CODES.items()}
    for call, known in _calls("service"):
        if _name(call.func) == _SERVICE_ERROR and len(call.args) > 1:
            code, sentence = call.args[:2]
            if isinstance(code, ast.Constant):
                said = found.setdefault(str(code.value), [])
                _add(said, _text(sentence, known), _status(call))
    return dict(sorted(found.items()))


def _calls(layer: str = "") -> Iterator[tuple[ast.Call, dict[str, ast.expr]]]:
    """Every call, with what the names of its function hold just before it."""
    for file in sorted((PACKAGE / layer).rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from _calls_in(function)


def _calls_in(function: ast.AST) -> Iterator[tuple[ast.Call, dict[str, ast.expr]]]:
    known: dict[str, ast.expr] = {}
    nodes = [node for node in ast.walk(function) if hasattr(node, "lineno")]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            known[node.targets[0].id] = node.value
        elif isinstance(node, ast.Call):
            yield node, known


def _is_one_of(node: ast.expr, codes: type[StrEnum]) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and _name(node.value) == codes.__name__
        and node.attr in codes.__members__
    )


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _text(node: ast.expr, known: dict[str, ast.expr]) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part, known) for part in parts)
        case ast.Name(id=name) if name in known and not isinstance(known[name], ast.Name):
            return _text(known[name], known)
    return _HOLE


def _status(call: ast.Call) -> int:
    given = [each.value for each in call.keywords if each.arg == "status"] or call.args[2:3]
    status = given[0] if given else None
    return int(str(status.value)) if isinstance(status, ast.Constant) else 0


def _add(said: list[Said], sentence: str, status: int = 0) -> None:
    """Once, and only where something is known of it."""
    if sentence != _HOLE and all(each.sentence != sentence for each in said):
        said.append(Said(sentence, status))
