"""Every `Any`, `cast` and `type: ignore` in the program says why: types are checked elsewhere."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "queenhigh"
_IGNORE = re.compile(r"type: ignore\[[a-z, -]+\](?P<why>.*)")
_GIVES_UP = re.compile(r"\bAny\b|\bcast\(|type: ignore")
_NO_REASON = re.compile(r"# (fmt:|noqa|type: ignore)")


def undefended(source: str) -> Iterator[int]:
    """The lines that give up a type, with no reason beside them or on the line above.

    An alias gives the reason for everything that uses it.
    """
    if not _GIVES_UP.search(source):  # Reading every file in full takes seconds.
        return
    comments, alone = _comments(source)
    for line in sorted({*_given_up(ast.parse(source)), *_ignored(comments)}):
        if line - 1 not in alone and not _is_reason(comments.get(line, "")):
            yield line


def _comments(source: str) -> tuple[dict[int, str], set[int]]:
    """Comments by line, and the lines that hold nothing else."""
    comments, alone = {}, set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line, column = token.start
            comments[line] = token.string
            if not token.line[:column].strip():
                alone.add(line)
    return comments, alone


def _ignored(comments: dict[int, str]) -> Iterator[int]:
    return (line for line, comment in comments.items() if "type: ignore" in comment)


def _is_reason(comment: str) -> bool:
    if ignore := _IGNORE.search(comment):
        comment = ignore["why"].strip()
    return len(comment.split()) > 2 and not _NO_REASON.match(comment)


def _given_up(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id="Any") | ast.Attribute(attr="Any"):
                yield node.lineno
            case ast.Call(func=ast.Name(id="cast") | ast.Attribute(attr="cast")):
                yield node.lineno
            # Types are written as text where they are imported for the type checker alone.
            case ast.Subscript(slice=inner):
                yield from _written(inner)
            case (
                ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation)
            ):
                yield from _written(annotation)
            case ast.FunctionDef(returns=ast.expr() as answer):
                yield from _written(answer)
            case ast.AsyncFunctionDef(returns=ast.expr() as answer):
                yield from _written(answer)
            case _:
                pass


def _written(annotation: ast.expr) -> Iterator[int]:
    for node in ast.walk(annotation):
        match node:
            case ast.Constant(value=str(text)) if re.search(r"\bAny\b", text):
                yield node.lineno
            case _:
                pass


def test_a_type_is_given_up_only_where_a_comment_says_why() -> None:
    found = [
        f"{file.relative_to(SOURCE)}:{line}"
        for file in sorted(SOURCE.rglob("*.py"))
        for line in undefended(file.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "planted",
    [
        "def read(text: str) -> Any: ...",
        "found: dict[str, Any] = {}",
        "found: dict[str, Any] = {}  # noqa: X100",
        'Matrix = dict[int, "NDArray[Any]"]',
        'def ended(task: "Task[Any]") -> None: ...',
        "answer = cast(int, found)",
        "answer = found  # type: ignore[return-value]",
    ],
)
def test_a_type_given_up_without_a_reason_is_found(planted: str) -> None:
    assert list(undefended(f"import x\n{planted}\n")) == [2]
    assert list(undefended(f"import x\n# The shape is that of the file.\n{planted}\n")) == []
    reasoned = planted.removesuffix("  # noqa: X100") + "  # The shape is that of the file."
    assert list(undefended(f"import x\n{reasoned}\n")) == []


def test_an_alias_speaks_for_all_that_use_it() -> None:
    alias = "Raw = dict[str, Any]  # As TOML gives it: the model checks it."
    assert list(undefended(f"{alias}\ndef merged(base: Raw) -> Raw: ...\n")) == []
