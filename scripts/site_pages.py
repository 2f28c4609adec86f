"""Gather the sources of the documentation site: `python -m scripts.site_pages FOLDER`.

That is docs/, plus the files its pages link to elsewhere in the repository: the changelog,
notebooks, files in deploy/. Links are rewritten so that each leads to a file of the site.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
_DOCS = ROOT / "docs"
_LINK = re.compile(r"(?<=\]\()(?P<target>[^)\s#]+)(?P<place>#[^)\s]*)?(?=\))")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def gather(folder: Path) -> None:
    """Write the pages and the files they link to into an empty folder."""
    waiting = [path for path in _DOCS.rglob("*") if path.is_file() and path.suffix != ".py"]
    done: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in done or "__pycache__" in path.parts:
            continue
        done.add(path)
        there = folder / _place(path)
        there.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            text = path.read_text("utf-8")
            waiting += _linked(path, text)
            there.write_text(_rewritten(path, text), "utf-8")
        else:
            shutil.copyfile(path, there)


def _place(path: Path) -> Path:
    """Return where a file of the repository goes in the site."""
    return path.relative_to(_DOCS if path.is_relative_to(_DOCS) else ROOT)


def _linked(page: Path, text: str) -> Iterator[Path]:
    for match in _LINK.finditer(_FENCE.sub("", text)):
        if "://" not in match["target"]:
            yield _target(page, match["target"])


def _target(page: Path, link: str) -> Path:
    found = (page.parent / link).resolve()
    if not found.is_file():
        raise SystemExit(f"{page.relative_to(ROOT)} links to {link}, which is no file")
    return found


def _rewritten(page: Path, text: str) -> str:
    def link(match: re.Match[str]) -> str:
        if "://" in match["target"]:
            return match[0]
        target = _place(_target(page, match["target"]))
        return os.path.relpath(target, _place(page).parent) + (match["place"] or "")

    parts = _FENCE.split(text)  # Every other part is code.
    return "".join(part if i % 2 else _LINK.sub(link, part) for i, part in enumerate(parts))


if __name__ == "__main__":
    gather(Path(sys.argv[1]))
