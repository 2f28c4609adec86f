"""The guide to the mathematics shows what Python answers."""

import re
from doctest import DocTestParser, DocTestRunner
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "mathematics.md"


def test_the_examples_in_the_guide_are_true() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text("utf-8"), re.M | re.S)
    page = DocTestParser().get_doctest("\n".join(blocks), {}, GUIDE.name, str(GUIDE), 0)
    said: list[str] = []
    failed, tried = DocTestRunner(verbose=False).run(page, out=said.append)
    assert (failed, tried > 30) == (0, True), "".join(said)
