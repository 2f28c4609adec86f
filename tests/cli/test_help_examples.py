"""Examples in help texts run as printed, in a folder with a cardroom's log."""

import contextlib
import re
import shutil
from base64 import b64encode
from pathlib import Path

import pytest
import typer
from typer.main import get_command_name

from queenhigh.cli.app import app
from queenhigh.cli.commands_store import audit_app
from tests.cli.runner import run
from tests.docs.examples import run_command

LONG = {"simulate-faults", "crash-test"}  # They run for minutes, and have their own tests.
_EXAMPLE = re.compile(r"^ +Example: (.*?)\n\n", re.MULTILINE | re.DOTALL)


def named(group: typer.Typer, *before: str) -> list[tuple[str, ...]]:
    return [
        (*before, each.name or get_command_name(each.callback.__name__))
        for each in group.registered_commands
        if each.callback
    ]


def examples() -> dict[str, str]:
    found = {}
    for command in [*named(app), *named(audit_app, "audit")]:
        if shown := _EXAMPLE.search(run(*command, "--help").out):
            found[" ".join(command)] = shown[1]
    return found


EXAMPLES = examples()


@pytest.fixture(scope="module")
def cardroom(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the examples need: a log, a backup of it, and a key."""
    folder = tmp_path_factory.mktemp("cardroom")
    assert run("audit", "sample", folder / "cardroom.db", "--rounds", "2").status == 0
    assert run("backup", folder / "cardroom.db", folder / "monday.db").status == 0
    (folder / "id.key").write_text(b64encode(bytes(32)).decode())
    return folder


def test_there_are_examples() -> None:
    assert {"settle", "report", "dispute", "audit verify", *LONG} <= set(EXAMPLES)


@pytest.mark.parametrize("command", sorted(EXAMPLES.keys() - LONG))
def test_an_example_of_a_help_text_runs_as_printed(
    command: str, cardroom: Path, tmp_path: Path
) -> None:
    for each in ("cardroom.db", "id.key"):
        shutil.copy(cardroom / each, tmp_path)
    if command != "backup":
        shutil.copy(cardroom / "monday.db", tmp_path)
    example = EXAMPLES[command]
    assert "\n" not in example or not example.startswith("queenhigh"), "a shell takes it for two"
    with contextlib.chdir(tmp_path):
        status, printed = run_command(example)
    assert status == 0, printed
