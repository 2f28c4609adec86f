"""Programs in the tutorials print what the tutorials say."""

import re
import subprocess
import sys

import pytest

from tests.docs.examples import ROOT

PAGE = (ROOT / "docs" / "tutorials" / "developer.md").read_text("utf-8")
SHOWN = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("program", "prints"), SHOWN, ids=range(len(SHOWN)))
def test_a_program_prints_what_the_tutorial_shows(program: str, prints: str) -> None:
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (prints, "")


def test_every_program_says_what_it_prints() -> None:
    assert len(SHOWN) == PAGE.count("```python") > 0
