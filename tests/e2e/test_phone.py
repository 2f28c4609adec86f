"""On a phone, portrait and landscape, by touch."""

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from .browsing import PHONE, PHONE_LYING
from .conftest import Visit
from .playing import Player, cents

FINGER = 44
# Links in running text are exempt from the 44 px minimum, by the same guideline.
SMALL_TARGETS = """(least) => {
  const targets = 'button, a[href], input, select, summary, [role=button], [role=radio]';
  const inText = (each) => each.matches('a, button.link') && each.closest('p, li, dd, td, caption');
  const top = document.querySelector('dialog[open]') ?? document.body;
  return [...top.querySelectorAll(targets)]
    .filter((each) => each.checkVisibility({ opacityProperty: true }) && !inText(each))
    .filter((each) => !each.disabled)
    .map((each) => {
      const label = each.matches('input') ? (each.closest('label') ?? each) : each;
      const { width, height, right, bottom } = label.getBoundingClientRect();
      const name = each.ariaLabel || label.textContent.trim() || each.outerHTML.slice(0, 80);
      return { name, width, height, seen: right > 0 && bottom > 0 };
    })
    .filter(({ width, height, seen }) => seen && (width < least || height < least))
    .map(({ name, width, height }) => `${name}: ${Math.round(width)} x ${Math.round(height)}`);
}"""
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def fits(page: Page) -> None:
    assert page.evaluate(OVERFLOW) == 0, f"{page.url} scrolls sideways"
    assert page.evaluate(SMALL_TARGETS, FINGER - 0.5) == [], page.url


def inside(page: Page, element: Locator) -> bool:
    box, view = element.bounding_box(), page.viewport_size
    assert box
    assert view
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= view["width"]
        and box["y"] + box["height"] <= view["height"]
    )


@pytest.mark.parametrize(
    "viewport", [pytest.param(PHONE, id="upright"), pytest.param(PHONE_LYING, id="lying")]
)
def test_a_round_is_played_with_a_finger(viewport: ViewportSize, visit: Visit) -> None:
    player = Player(visit(viewport=viewport, has_touch=True, is_mobile=True))
    page = player.page
    page.goto("/")
    page.get_by_role("button", name="Choose the rules").tap()
    dialog = page.get_by_role("dialog", name="Choose the rules")
    dialog.locator('input[value="manual"]').tap()
    fits(page)
    dialog.get_by_role("button", name="Deal me in").tap()
    buying = page.get_by_role("dialog", name="Buy chips")
    expect(buying).to_be_visible()
    fits(page)
    buying.get_by_role("button", name="$500", exact=True).tap()
    buying.get_by_role("button", name="Buy $500").tap()
    wagers = ("ante", "pair_plus", "six_card_bonus", "progressive")
    for wager in wagers:
        expect(player.spot(wager)).to_have_accessible_name(re.compile(": nothing"))
        player.spot(wager).tap()
        expect(player.spot(wager)).to_have_accessible_name(re.compile(r": \$"))
    fits(page)
    page.get_by_role("radio", name="$100 chip").tap()
    for _ in range(3):
        player.spot("ante").tap()
    refusal = page.get_by_role("alert").filter(has_text="maximum is $300")
    expect(refusal).to_be_visible()
    assert inside(page, refusal), "the refusal is cut off"
    refusal.get_by_role("button", name="Close").tap()
    player.deal_button.tap()
    expect(player.play_button).to_be_visible()
    fits(page)
    player.play_button.tap()
    result = page.get_by_role("button", name=re.compile("^(Won|Lost|Even)"))
    expect(result).to_be_visible()
    fits(page)
    result.tap()
    player.expect_lines("play", *wagers)
    fits(page)
    reasons = page.get_by_role("dialog")
    headings = reasons.get_by_role("heading").all_inner_texts()
    assert headings[:2] == ["Six cards and jackpot", "The last round"]
    assert headings.count("Six cards and jackpot") == 1
    assert sum(map(cents, player.nets())) == cents(player.sum.inner_text())
    page.get_by_role("button", name="Close").tap()
    expect(player.side).to_be_hidden()

    page.goto(f"/statistics/{player.id}")
    expect(page.get_by_role("img", name=re.compile("^Running result"))).to_be_visible()
    fits(page)
    page.set_viewport_size(PHONE if viewport == PHONE_LYING else PHONE_LYING)
    player.visitor.wait_until(lambda: page.evaluate(OVERFLOW) == 0)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_lobby_fits_a_small_phone_for_a_seated_player(language: str, visit: Visit) -> None:
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).page
    page.add_init_script(f"localStorage['queenhigh.settings'] = '{{\"language\": \"{language}\"}}'")
    page.goto("/")
    page.locator(".ways .brass").tap()
    expect(page.locator("[data-spot=ante]").first).to_be_visible()
    table = page.url
    page.goto("/")
    first = page.get_by_role("article").first
    expect(first.get_by_role("button", name=re.compile("seat|place"))).to_be_visible()
    fits(page)
    back = page.get_by_role("banner").get_by_role("link", name=re.compile("your table|votre table"))
    expect(back).to_be_visible()
    assert inside(page, back)
    page.locator(".ways .brass").tap()
    expect(page).to_have_url(table)  # The same table.


PAGES = (
    "/", "/history", "/odds", "/odds/manual", "/rules/manual", "/dealer", "/sign-in", "/account",
)  # fmt: skip


def test_every_page_fits_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True).page
    for path in PAGES:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="…")).to_have_count(0)
        fits(page)
