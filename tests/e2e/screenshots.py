"""Screenshots of what a player sees, on every screen, in both rooms, in every language.

``python -m tests.e2e.screenshots FOLDER`` writes them; add names of screens to write only those.
On each, no box overlaps another, no text is smaller than 11 px, nothing extends beyond the screen,
and no key or code of the program shows.
"""

import re
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from .browsing import SCREENS, TIGHT, Visitor, launch
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
TOO_WIDE = """() => {
  const over = document.documentElement.scrollWidth - innerWidth;
  return over > 0 ? [`${over} px`] : [];
}"""
# Only inside an open dialog, if there is one, and only what scrolling lists leave visible.
OVERLAPS = """() => {
  const scrolls = (each) => /auto|scroll|hidden/.test(getComputedStyle(each).overflowY);
  const seen = (each) => {
    let { left, right, top, bottom } = each.getBoundingClientRect();
    for (let on = each.parentElement; on; on = on.parentElement) {
      if (!scrolls(on)) continue;
      const box = on.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom };
  };
  const within = document.querySelector('dialog[open]') ?? document.querySelector('main');
  const boxes = [...within.querySelectorAll('button, a, [data-box]')]
    .filter((each) => each.checkVisibility({ opacityProperty: true }))
    .map((each) => ({ each, box: seen(each) }))
    .filter(({ box }) => box.right > box.left && box.bottom > Math.max(box.top, 0)
      && box.top < innerHeight);
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
# Things drawn on the felt may be rotated: two boxes are apart if a line fits between them.
PILLS = """() => {
  const corners = (rect) => {
    const { x, y, width, height } = rect.getBBox();
    const to = rect.getScreenCTM();
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
      .map(([x, y]) => new DOMPoint(x, y).matrixTransform(to));
  };
  const apart = (one, other) => [one, other].some((box) => [[0, 1], [1, 2]].some(([from, to]) => {
    const [x, y] = [box[to].x - box[from].x, box[to].y - box[from].y];
    const along = (each) => each.map((at) => (at.x * x + at.y * y) / Math.hypot(x, y));
    const [a, b] = [along(one), along(other)];
    return Math.max(...a) < Math.min(...b) || Math.max(...b) < Math.min(...a);
  }));
  const pills = [...document.querySelectorAll('.plate, .ribbon')]
    .map((each) => ({ text: each.textContent.trim(), box: corners(each.querySelector('rect')) }));
  return pills.flatMap((one, index) => pills.slice(index + 1)
    .filter((other) => !apart(one.box, other.box))
    .map((other) => `${one.text} / ${other.text}`));
}"""
# Keys and codes of the program, and unfilled placeholders in a sentence.
KEYS = re.compile(r"\b[a-z]+_[a-z_]+\b|\bguest-\w+|\bp-[0-9a-f]{6,}|\bundefined\b|\bNaN\b|\{\w+\}")


class Album:
    """The screenshots of one screen in one room."""

    def __init__(self, page: Page, folder: Path, kind: str) -> None:
        self.page, self.folder, self.kind = page, folder, kind
        self.wrong: list[str] = []

    def take(self, name: str) -> None:
        self.page.evaluate("() => document.fonts.ready")
        self.page.screenshot(path=self.folder / f"{name}-{self.kind}.png")
        for what, found in (
            ("small text", self.page.evaluate(SMALL_TEXT, LEAST_PX)),
            ("overlap", self.page.evaluate(OVERLAPS)),
            ("overlap on the felt", self.page.evaluate(PILLS)),
            ("too wide", self.page.evaluate(TOO_WIDE)),
            ("of the program", KEYS.findall(self.page.locator("body").inner_text())),
        ):
            self.wrong += [f"{name} {self.kind}: {what}: {each}" for each in found]


class Words(NamedTuple):
    """A language's labels for the links between pages."""

    practise: str
    keeps: str
    deal: str
    again: str
    why: str
    close: str
    settings: str
    next: str


LANGUAGES = {
    "en": Words(
        "Practise now", "house keeps", "Deal now", "Repeat", "Why", "Close", "Settings", "Next hand"
    ),
    "fr": Words(
        "Jouer tout de suite", "maison garde", "Distribuer", "Rejouer", "Pourquoi", "Fermer",
        "Réglages", "Main suivante",
    ),
}  # fmt: skip
LOCALES = {"en": "en-US", "fr": "fr-FR"}
PAGES = {
    "how-to-play": "/how-to-play/manual",
    "rules": "/rules/manual",
    "clauses": "/rules/manual?view=clauses",
    "points": "/rules/manual?view=points",
    "odds": "/odds",
    "odds-of-a-house": "/odds/manual",
    "history": "/history",
    "account": "/account",
}


def walk(player: Player, album: Album, words: Words) -> None:
    """Go from the door to the first result, then to the pages about the game."""
    page = player.page
    button = partial(page.get_by_role, "button")
    page.goto("/")
    expect(button(name=words.practise)).to_be_enabled()
    expect(page.get_by_text(words.keeps).first).to_be_visible()
    album.take("lobby")
    button(name=words.practise).click()
    for wager in ("ante", "pair_plus", "six_card_bonus"):
        player.spot(wager).click()
        expect(player.spot(wager)).to_have_accessible_name(re.compile(r"\d"))
    album.take("bet")
    play = button(name=re.compile(r"^Play \S*\d"))
    button(name=words.deal).click()
    expect(play).to_be_visible()
    album.take("decision")
    play.click()
    expect(button(name=re.compile(f"^{words.again} ")).or_(player.call_button)).to_be_visible()
    album.take("result")
    table = player.id
    why = page.get_by_role("region").get_by_role("button", name=words.why)
    if why.is_visible():  # On phones; elsewhere the reasons are beside the felt.
        why.click()
        album.take("why")
        page.keyboard.press("Escape")
    button(name=words.settings).click()
    album.take("settings")
    for name, path in {**PAGES, "round": f"/history/{table}/1"}.items():
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        album.take(name)
    page.goto(f"/statistics/{table}")
    expect(page.get_by_role("img").first).to_be_visible()
    album.take("statistics")
    page.goto("/trainer/manual")
    button(name=re.compile(r"^Play \S*\d")).click()
    expect(button(name=words.next)).to_be_visible()
    album.take("trainer")


def main(folder: Path, screens: Mapping[str, ViewportSize]) -> list[str]:
    folder.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as tool:
        service = Service(Path(kept))
        service.start()
        browser = launch(tool.chromium)
        try:
            for (screen, viewport), room, language in product(screens.items(), ROOMS, LANGUAGES):
                locale = LOCALES[language]
                visitor = Visitor(browser, service.origin, viewport=viewport, locale=locale)
                visitor.page.emulate_media(color_scheme=room, reduced_motion="reduce")
                album = Album(visitor.page, folder, f"{screen}-{room}-{language}")
                walk(Player(visitor), album, LANGUAGES[language])
                wrong += album.wrong + visitor.problems
                visitor.close()
        finally:
            browser.close()
            service.stop()
    return wrong


if __name__ == "__main__":
    every = SCREENS | TIGHT
    found = main(Path(sys.argv[1]), {name: every[name] for name in sys.argv[2:] or every})
    print("\n".join(found) or "Nothing is wrong.")
    sys.exit(1 if found else 0)
