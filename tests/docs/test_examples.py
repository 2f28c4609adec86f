"""The README and the guides show what the program prints."""

import pytest

from tests.docs.examples import ROOT, Example, examples, pages, run

SHOWN = [example for page in pages() for example in examples(page)]


@pytest.mark.parametrize("example", SHOWN, ids=str)
def test_the_program_prints_what_the_page_shows(example: Example) -> None:
    assert run(example) == example.text


def test_every_page_with_commands_has_examples() -> None:
    shown = {example.page.relative_to(ROOT).as_posix() for example in SHOWN}
    assert shown == {
        "README.md",
        "docs/guides/audit.md",
        "docs/guides/floor.md",
        "docs/guides/houses.md",
        "docs/guides/library.md",
        "docs/guides/rule-book.md",
        "docs/guides/settling.md",
        "docs/guides/table.md",
        "docs/guides/tour.md",
        "docs/tutorials/mathematician.md",
    }
