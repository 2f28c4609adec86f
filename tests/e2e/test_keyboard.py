"""Without a mouse, from the lobby to the end of a round."""

import re

from playwright.sync_api import Locator, Page, expect

from .conftest import Visit
from .playing import Player, cents

MOST_STOPS = 60
# A ring around the element or its stand-in; on the felt, a thicker outline.
SHOWS_FOCUS = """() => {
  const at = document.activeElement;
  if (at === document.body) return true; // Past the last stop, before the first.
  const ring = ({ outlineStyle, outlineWidth }) =>
    outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  const thick = ({ strokeWidth }) => parseFloat(strokeWidth) >= 5;
  const near = [at, at.nextElementSibling].filter(Boolean);
  const marks = [...at.querySelectorAll('.mark, .seat, .mat')];
  return near.some((each) => ring(getComputedStyle(each)))
    || marks.some((each) => thick(getComputedStyle(each)));
}"""


def tab_to(page: Page, wanted: Locator) -> None:
    """Tab from stop to stop; the focus must be visible at each."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        assert page.evaluate(SHOWS_FOCUS), f"no focus to be seen: {focused(page)}"
        if wanted.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not come to {wanted}")


def focused(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement.outerHTML.slice(0, 200)"))


def press_on(page: Page, wanted: Locator, key: str = "Enter") -> None:
    expect(wanted).to_be_enabled()
    tab_to(page, wanted)
    page.keyboard.press(key)


def test_a_round_is_played_with_the_tab_key_and_one_with_single_keys(visit: Visit) -> None:
    player = Player(visit())
    page = player.page
    page.goto("/")
    press_on(page, page.get_by_role("button", name="Choose the rules"))
    dialog = page.get_by_role("dialog", name="Choose the rules")
    expect(dialog.get_by_role("radio").first).to_be_visible()
    tab_to(page, dialog.locator('input[value="manual"]'))
    tab_to(page, dialog.get_by_role("slider"))
    page.keyboard.press("Home")
    press_on(page, dialog.get_by_role("button", name="Deal me in"))
    buying = page.get_by_role("dialog", name="Buy chips")
    press_on(page, buying.get_by_role("button", name=re.compile(r"^Buy \$")))
    expect(buying).to_be_hidden()
    expect(player.own_chips).to_have_text("$200")

    chip = page.get_by_role("radio", name="$5 chip")
    tab_to(page, chip)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="$25 chip")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(chip).to_be_checked()
    press_on(page, player.spot("ante"))
    expect(player.spot("ante")).to_have_accessible_name(re.compile(r"^Ante: \$5\b"))
    press_on(page, player.spot("pair_plus"), "Space")
    expect(player.spot("pair_plus")).to_have_accessible_name(re.compile(r"^Pair Plus: \$5\b"))
    page.keyboard.press("Delete")
    expect(player.spot("pair_plus")).to_have_accessible_name(re.compile(r"^Pair Plus: nothing"))
    press_on(page, player.deal_button)
    expect(player.play_button).to_be_visible()
    press_on(page, player.play_button)
    expect(player.over).to_be_visible()
    first = cents(player.sum.inner_text())

    page.keyboard.press("r")
    expect(player.spot("ante")).to_have_accessible_name(re.compile(r"^Ante: \$5\b"))
    page.keyboard.press("2")
    page.keyboard.press("p")
    expect(player.spot("pair_plus")).to_have_accessible_name(re.compile(r"^Pair Plus: \$5\b"))
    page.keyboard.press("u")
    expect(player.spot("pair_plus")).to_have_accessible_name(re.compile(r"^Pair Plus: nothing"))
    page.keyboard.press("d")
    expect(player.spot("ante")).to_have_accessible_name(re.compile(r"^Ante: \$10\b"))
    expect(player.deal_button).to_be_enabled()
    page.keyboard.press("l")
    expect(player.play_button).to_be_visible()
    page.keyboard.press("y")
    expect(player.side).to_contain_text("Round 3")
    expect(player.over).to_be_visible()
    second = cents(player.sum.inner_text())
    assert cents(player.own_chips.inner_text()) == 200_00 + first + second


def test_the_question_mark_lists_the_keys_and_escape_puts_the_focus_back(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    button = page.get_by_role("button", name="Choose the rules")
    expect(button).to_be_visible()
    tab_to(page, button)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("play the hand")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(button).to_be_focused()
