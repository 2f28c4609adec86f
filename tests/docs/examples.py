"""Read the examples in a Markdown page and run them.

A ``toml`` or ``json`` block whose first line is ``# file: NAME`` is a file. A ``console`` block is
commands, each after ``$``, followed by its output, standard error included. A block runs in an
empty folder with the files named above it on the page.

When the program's output changes on purpose, ``python -m tests.docs.examples`` writes the new
output into the pages; read the diff before you commit it.
"""

import contextlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.cli import runner

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"\A# file: (?P<name>\S+)\n")


@dataclass(frozen=True)
class Example:
    """A console block: the files it needs, its commands, and its text on the page."""

    page: Path
    line: int
    files: dict[str, str]
    commands: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def pages() -> list[Path]:
    docs = ROOT / "docs"
    return [ROOT / "README.md", *sorted([*docs.glob("guides/*.md"), *docs.glob("tutorials/*.md")])]


def examples(page: Path) -> Iterator[Example]:
    text = page.read_text("utf-8")
    files: dict[str, str] = {}
    for block in _BLOCK.finditer(text):
        body, line = block["body"], text.count("\n", 0, block.start()) + 1
        if block["kind"] == "console":
            commands = tuple(each[2:] for each in body.splitlines() if each.startswith("$ "))
            yield Example(page, line, dict(files), commands, body)
        elif titled := _FILE.match(body):
            files[titled["name"]] = body[titled.end() :]


def run(example: Example) -> str:
    """Return the block with the program's present output, without trailing blanks."""
    written: list[str] = []
    status = 0  # For `echo $?`.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in example.files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        for command in example.commands:
            status, printed = run_command(command, status)
            written += [f"$ {command}", *(line.rstrip() for line in printed.splitlines())]
    return "".join(f"{line}\n" for line in written)


def run_command(command: str, status: int = 0) -> tuple[int, str]:
    """Run our own command in this process, which is quicker, and whatever follows in a shell."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    name, *words = lexer
    if name != "queenhigh":
        return _in_shell(f"(exit {status}); {command}", b"")
    sign = next((each for each in words if each in ("|", ">")), None)
    ours = words if sign is None else words[: words.index(sign)]
    answer = runner.run(*ours)
    if sign is None:
        return answer.status, answer.out + answer.err
    rest = [each if each in ("|", ">") else shlex.quote(each) for each in words[len(ours) :]]
    after, printed = _in_shell(f"cat {' '.join(rest)}", answer.out.encode())
    return after, answer.err + printed


def _in_shell(command: str, stdin: bytes) -> tuple[int, str]:
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "80",
    }
    done = subprocess.run(
        ["bash", "-c", command],
        env=environment,
        input=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout.decode()


def _write(page: Path) -> None:
    text = page.read_text("utf-8")
    for example in examples(page):
        text = text.replace(f"```console\n{example.text}```", f"```console\n{run(example)}```", 1)
    page.write_text(text, "utf-8")


if __name__ == "__main__":
    for each in pages():
        _write(each)
        print(each.relative_to(ROOT))
