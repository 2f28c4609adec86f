"""What a command loads before it begins, by modules: time is for the bench."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.runner import a_round, encoded

# Loaded modules, Python's own among them, with room for a few more.
BUDGETS = {"--help": 180, "settle": 270, "rules": 290}
HEAVY = ("pydantic", "tomllib", "numpy", "litestar", "sqlalchemy", "textual")
COUNT = """
import sys
sys.argv = ["queenhigh", *sys.argv[1:]]
from queenhigh.__main__ import main
try:
    main()
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
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


def test_no_command_loads_more_modules_than_its_budget(document: str) -> None:
    loaded = {
        "--help": modules("--help"),
        "settle": modules("settle", document),
        "rules": modules("rules", "manual"),
    }
    assert {name: len(found) for name, found in loaded.items() if len(found) > BUDGETS[name]} == {}


def test_settling_loads_no_validator_no_parser_and_no_service(document: str) -> None:
    modules("settle", document)  # What was parsed is kept from here on.
    loaded = modules("settle", document)
    assert [name for name in HEAVY if name in loaded] == []
