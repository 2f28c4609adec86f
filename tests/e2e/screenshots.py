"""Pictures of what a player sees, on three screens in both rooms, with what must hold on each.

``python -m tests.e2e.screenshots FOLDER`` writes them. No box of text lies over another, and no
text is printed smaller than 11 px.
"""

import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, expect, sync_playwright

from .browsing import SCREENS, Visitor, launch
from .playing import Player
from .serving import Service

ROOMS: tuple[Literal["dark", "light"], ...] = ("dark", "light")

LEAST_PX = 11
SMALL_TEXT = """(least) => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.textContent.trim() || !parent.checkVisibility({ opacityProperty: true })) continue;
    if (parent.closest('.unseen, [aria-hidden=true] .card, .card, dialog:not([open])')) continue;
    const svg = parent.closest('svg');
    const scale = svg && parent.getScreenCTM ? Math.hypot(parent.getScreenCTM().a,
      parent.getScreenCTM().b) : 1;
    const px = parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (px < least - 0.05) found.push(`${px.toFixed(1)} px: ${node.textContent.trim()}`);
  }
  return found;
}"""
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('main button, main a, main [data-box]')]
    .filter((each) => each.checkVisibility({ opacityProperty: true }))
    .map((each) => ({ each, box: each.getBoundingClientRect() }))
    .filter(({ box }) => box.width && box.height && box.bottom > 0 && box.top < innerHeight);
  const found = [];
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      if (one.each.contains(other.each) || other.each.contains(one.each)) continue;
      const wide = Math.min(one.box.right, other.box.right)
        - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom)
        - Math.max(one.box.top, other.box.top);
      if (wide > 1.5 && high > 1.5)
        found.push(`${one.each.textContent.trim()} / ${other.each.textContent.trim()}`);
    }
  return found;
}"""


class Album:
    """The pictures of one screen in one room."""

    def __init__(self, page: Page, folder: Path, kind: str) -> None:
        self.page, self.folder, self.kind = page, folder, kind
        self.wrong: list[str] = []

    def take(self, name: str) -> None:
        self.page.evaluate("() => document.fonts.ready")
        self.page.screenshot(path=self.folder / f"{name}-{self.kind}.png")
        for what, found in (
            ("small text", self.page.evaluate(SMALL_TEXT, LEAST_PX)),
            ("overlap", self.page.evaluate(OVERLAPS)),
        ):
            self.wrong += [f"{name} {self.kind}: {what}: {each}" for each in found]


def walk(player: Player, album: Album) -> None:
    """From the door to the first result, then what teaches the game."""
    page = player.page
    page.goto("/")
    expect(page.get_by_role("button", name="Practise now")).to_be_enabled()
    expect(page.get_by_text("house keeps").first).to_be_visible()
    album.take("lobby")
    page.get_by_role("button", name="Practise now").click()
    for wager in ("ante", "pair_plus", "six_card_bonus"):
        player.bet(wager)
    album.take("bet")
    player.deal()
    album.take("decision")
    player.play_button.click()
    again = page.get_by_role("button", name="Repeat $")
    expect(again.or_(player.call_button)).to_be_visible()
    album.take("result")
    page.goto("/how-to-play/manual")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    album.take("how-to-play")
    page.goto("/trainer/manual")
    page.get_by_role("button", name="Play $").click()
    expect(page.get_by_role("button", name="Next hand")).to_be_visible()
    album.take("trainer")
    page.goto("/rules/manual")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    album.take("rules")


def main(folder: Path) -> list[str]:
    folder.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as tool:
        service = Service(Path(kept))
        service.start()
        browser = launch(tool.chromium)
        try:
            for screen, viewport in SCREENS.items():
                for room in ROOMS:
                    visitor = Visitor(browser, service.origin, viewport=viewport)
                    visitor.page.emulate_media(color_scheme=room, reduced_motion="reduce")
                    album = Album(visitor.page, folder, f"{screen}-{room}")
                    walk(Player(visitor), album)
                    wrong += album.wrong + visitor.problems
                    visitor.close()
        finally:
            browser.close()
            service.stop()
    return wrong


if __name__ == "__main__":
    found = main(Path(sys.argv[1]))
    print("\n".join(found) or "Nothing is wrong.")
    sys.exit(1 if found else 0)
