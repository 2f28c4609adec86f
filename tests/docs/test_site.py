"""Everything the site lists exists, all its links work, and it needs no network."""

import re
from pathlib import Path

import pytest

from scripts.site_pages import gather
from tests.docs.examples import ROOT

CONFIG = (ROOT / "mkdocs.yml").read_text("utf-8")
LISTED = re.findall(r":\s+([\w/-]+\.md)$", CONFIG, re.MULTILINE)
_CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    gather(folder)
    return folder


def headings(page: Path) -> set[str]:
    """Link targets on a page, as the site names its headings."""
    found = re.findall(r"^#+ (.+)$", _CODE.sub("", page.read_text("utf-8")), re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", each) for each in found]
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", each).strip().lower()) for each in plain}


def test_every_page_is_in_the_site_once(site: Path) -> None:
    assert len(LISTED) == len(set(LISTED))
    assert [page for page in LISTED if not (site / page).is_file()] == []


def test_every_page_is_listed(site: Path) -> None:
    pages = {page.relative_to(site).as_posix() for page in site.rglob("*.md")}
    decisions = {page for page in pages if page.startswith("adr/0")}
    assert sorted(pages - decisions - set(LISTED)) == []
    index = (site / "adr" / "README.md").read_text("utf-8")
    assert [each for each in decisions if f"]({each.removeprefix('adr/')})" not in index] == []


def test_every_link_in_the_site_leads_to_a_place_in_it(site: Path) -> None:
    lost = []
    for page in site.rglob("*.md"):
        text = _CODE.sub("", page.read_text("utf-8"))
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            target, _, place = link.partition("#")
            if "://" in link:
                continue
            file = (page.parent / target).resolve() if target else page
            if not file.is_relative_to(site) or not file.is_file():
                lost.append((page.name, link))
            elif place and place not in headings(file):
                lost.append((page.name, link))
    assert lost == []


def test_the_site_needs_no_network() -> None:
    assert "font: false" in CONFIG
    assert "://" not in CONFIG
