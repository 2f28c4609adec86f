"""The examples in the client guide run against a real service."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from queenhigh import client
from queenhigh.faults.real_service import Served
from tests.docs.examples import ROOT

GUIDE = (ROOT / "docs" / "guides" / "client.md").read_text("utf-8")
SHOWN = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("guide")
    service = Served(folder, str(folder / "room.db"))
    service.start()
    try:
        asyncio.run(service.ready())
        yield service
    finally:
        service.stop()


@pytest.mark.parametrize(("program", "prints"), SHOWN, ids=range(len(SHOWN)))
def test_a_program_of_the_guide_prints_what_it_shows(
    served: Served, program: str, prints: str
) -> None:
    assert "http://localhost:8030" in program
    program = program.replace("http://localhost:8030", served.address)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == (prints, "")


def test_every_program_says_what_it_prints() -> None:
    assert len(SHOWN) == GUIDE.count("```python")


@pytest.mark.parametrize("error", ["ClientError", "Refused", "Unreachable", "NoAnswer"])
def test_every_error_is_explained(error: str) -> None:
    assert issubclass(getattr(client, error), client.ClientError)
    assert f"| `{error}` |" in GUIDE
