"""Nothing a player sees is left in English once French is chosen."""

import re

from playwright.sync_api import Page, expect

from .conftest import Visit

# Skip code, and text marked by `lang` as another language.
SHOWN = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest('script, style, noscript, code, body [lang]'))
      found.push(node.textContent);
  for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
    for (const each of document.querySelectorAll(`[${name}]`)) found.push(each.getAttribute(name));
  return [...new Set(found.map((text) => text.trim()).filter(Boolean))];
}"""
ENGLISH = re.compile(
    r"\b(the|and|of|is|are|was|with|without|you|your|to|for|from|which|that|this|these|there"
    r"|has|have|by|if|when|where|before|after|each|every|any|nothing|rules|house|hand|seat)\b",
    re.I,
)
# The dealer's calls are in the book's words; tables keep the names they were given.
GIVEN = re.compile(r"Dealer (qualifies|plays|does)\b|Table of ")
PAGES = (
    "/how-to-play/manual",
    "/trainer/manual",
    "/rules/manual",
    "/rules/manual?view=clauses",
    "/rules/mics-alternate?view=points",
    "/odds",
    "/odds/manual",
    "/history",
    "/account",
    "/sign-in",
    "/disputes",
)


def english_on(page: Page) -> set[str]:
    shown: list[str] = page.evaluate(SHOWN)
    assert len(shown) > 10, page.url
    left = {text for text in shown if ENGLISH.search(text) and not GIVEN.search(text)}
    return {f"{page.url}: {text}" for text in left}


def test_a_player_who_reads_french_meets_no_english(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Français").check()
    start = page.get_by_role("button", name="Jouer tout de suite")
    expect(start).to_be_enabled()
    expect(page.get_by_text("la maison garde").first).to_be_visible()
    left = english_on(page)
    start.click()
    expect(page.get_by_role("region", name="À vous")).to_contain_text("Posez au moins 5")
    page.locator("[data-spot=ante]").first.click()
    page.get_by_role("button", name="Distribuer").click()
    expect(page.get_by_role("button", name="Se coucher")).to_be_enabled()
    left |= english_on(page)
    page.get_by_role("button", name=re.compile("^Play ")).click()
    expect(page.get_by_role("button", name="Rejouer")).to_be_enabled()
    left |= english_on(page)
    table = page.url.rsplit("/", 1)[-1]
    for path in (*PAGES, f"/history/{table}", f"/history/{table}/1", f"/statistics/{table}"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        left |= english_on(page)
    assert left == set()


def test_a_rule_book_is_read_in_french(visit: Visit) -> None:
    page = visit().page
    page.add_init_script("localStorage['queenhigh.settings'] = '{\"language\": \"fr\"}'")
    page.goto("/rules/manual?view=clauses")
    expect(page.get_by_text("Une main couchée ne peut pas gagner le Progressive.")).to_be_visible()
    expect(page.locator(".text[lang]")).to_have_count(0)
