"""What a command loads before it starts, in modules: the bench measures time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.runner import a_round, encoded

# Loaded modules, including Python's own, with room for a few more.
BUDGETS = {
    "--help": 172, "settle": 265, "check": 265, "rules": 240, "houses": 290, "points": 290,
}  # fmt: skip
HEAVY = ("pydantic", "tomllib", "numpy", "litestar", "sqlalchemy", "textual")
COUNT = """
import atexit, sys
sys.argv = ["queenhigh", *sys.argv[1:]]
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from queenhigh.__main__ import main
main()
"""


def modules(*arguments: str) -> set[str]:
    kept = {name: os.environ[name] for name in os.environ if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", COUNT, *arguments]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, env=kept)
    return set(answer.stderr.split())


@pytest.fixture
def document(tmp_path: Path) -> str:
    file = tmp_path / "round.json"
    file.write_bytes(encoded(a_round()))
    return str(file)


def commands(document: str) -> dict[str, tuple[str, ...]]:
    return {
        "--help": ("--help",),
        "settle": ("settle", document),
        "check": ("check", document),
        "rules": ("rules", "manual"),
        "houses": ("houses",),
        "points": ("points",),
    }


@pytest.mark.parametrize("command", BUDGETS)
def test_a_command_loads_no_more_modules_than_its_budget(command: str, document: str) -> None:
    arguments = commands(document)[command]
    modules(*arguments)  # Parsed files are cached from here on.
    loaded = modules(*arguments)
    assert [name for name in HEAVY if name in loaded] == []
    assert len(loaded) <= BUDGETS[command]


def test_a_command_that_ends_quickly_runs_what_is_due_at_its_end_and_keeps_its_status() -> None:
    command = [sys.executable, "-c", COUNT, "settle", "nowhere.json"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stderr.startswith("queenhigh: nowhere.json: No such file or directory\n")
    assert " queenhigh.cli " in answer.stderr


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("queenhigh sett", "settle"),
        ("queenhigh settle --", "--lines"),
        ("queenhigh audit v", "verify"),
    ],
)
def test_a_shell_completes_commands_and_their_options(typed: str, offered: str) -> None:
    asked = {"_QUEENHIGH_COMPLETE": "complete_fish", "_TYPER_COMPLETE_ARGS": typed}
    asked["_TYPER_COMPLETE_FISH_ACTION"] = "get-args"
    command = [str(Path(sys.executable).with_name("queenhigh"))]
    answer = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, **asked}
    )
    assert offered in answer.stdout
