"""What the site lists is there, and it needs no network."""

import re

from tests.docs.examples import ROOT

DOCS = ROOT / "docs"
CONFIG = (ROOT / "mkdocs.yml").read_text("utf-8")
LISTED = re.findall(r":\s+([\w/-]+\.md)$", CONFIG, re.MULTILINE)


def test_every_page_of_the_site_is_there_once() -> None:
    assert len(LISTED) == len(set(LISTED))
    assert [page for page in LISTED if not (DOCS / page).is_file()] == []


def test_the_site_asks_nothing_of_a_network() -> None:
    assert "font: false" in CONFIG
    assert "://" not in CONFIG
