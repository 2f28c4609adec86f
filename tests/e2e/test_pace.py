"""How many touches it takes: to begin, and for each further round."""

import re

from playwright.sync_api import Page, expect

from .conftest import Visit
from .playing import Player, cents

COUNTED = "addEventListener('click', () => (window.touches = (window.touches ?? 0) + 1), true)"


def touches(page: Page) -> int:
    return int(page.evaluate("() => { const n = window.touches; window.touches = 0; return n; }"))


def test_the_first_round_takes_four_touches_and_every_later_one_two(visit: Visit) -> None:
    visitor = visit()
    page, player = visitor.page, Player(visitor)
    visitor.context.add_init_script(COUNTED)
    page.goto("/")
    page.get_by_role("button", name="Practise now").click()
    player.spot("ante").click()
    player.deal_button.click()
    player.play_button.click()
    expect(player.over).to_be_visible()
    assert touches(page) == 4
    for _ in range(2):
        page.get_by_role("button", name=re.compile(r"^Repeat \$\d+ and deal$")).click()
        player.play_button.click()
        expect(player.over).to_be_visible()
        assert touches(page) == 2
        player.expect_lines("ante", "play")


def test_the_result_stays_on_the_felt_with_both_hands_named_until_the_player_acts(
    visit: Visit,
) -> None:
    player = Player(visit())
    page = player.page
    player.practise("manual", bots=2, hurried=False)
    player.buy(200)
    player.bet("ante")
    player.deal()
    name = page.locator("svg.felt .ribbon text").first
    called = name.text_content() or ""
    player.play()
    expect(page.get_by_role("button", name=re.compile("^Repeat .* and deal$"))).to_be_visible()
    # The bots have bet again, and nothing covers the results.
    player.visitor.wait_until(
        lambda: sum(bool(each["wagers"]) for each in player.view()["seats"]) == 2
    )
    expect(name).to_have_text(called)
    net = page.locator("svg.felt .ribbon .net")
    shown = net.text_content() or ""
    assert (0 if shown == "Even" else cents(shown)) == cents(player.sum.inner_text())
    expect(page.locator("svg.felt .verdict")).to_contain_text("qualif")
    expect(page.get_by_role("img", name=re.compile("^Your cards: .* of "))).to_be_visible()
    page.reload()  # The round's own record has the cards.
    expect(page.get_by_role("img", name=re.compile("^Your cards: .* of "))).to_be_visible()
    expect(name).to_have_text(called)
    expect(net).to_have_text(shown)
    expect(page.locator("svg.felt .verdict")).to_contain_text("qualif")
    expect(page.get_by_role("button", name=re.compile("^Repeat .* and deal$"))).to_be_visible()
    player.bet("ante")
    expect(net).to_have_count(0)


def test_a_bet_that_needs_another_says_so_when_it_is_tried(visit: Visit) -> None:
    player = Player(visit())
    player.practise("manual")
    player.buy(50)
    expect(player.moves).to_contain_text("Put at least $5 on Ante or Pair Plus.")
    player.spot("six_card_bonus").click()
    needed = player.page.get_by_role("alert").or_(
        player.moves.get_by_text("6 Card Bonus needs an ante or a pair plus beside it")
    )
    expect(needed.first).to_be_visible()


def test_a_player_short_of_chips_is_told_how_to_get_more(visit: Visit) -> None:
    player = Player(visit())
    page = player.page
    player.practise("manual")
    player.buy(50)
    page.get_by_role("radio", name="$100 chip").click()
    player.spot("ante").click()
    refusal = page.get_by_role("alert").filter(has_text="You have $50 in chips; this takes $100.")
    refusal.get_by_role("button", name="Buy chips").click()
    expect(page.get_by_role("dialog", name="Buy chips")).to_be_visible()


def test_the_game_is_explained_on_one_page_of_each_house(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("link", name="How to play").click()
    expect(page.get_by_text("A straight beats a flush")).to_be_visible()
    page.get_by_role("link", name="Six cards and jackpot").click()
    expect(page.get_by_text("Play Q-6-4 or better")).to_be_visible()
    expect(page.get_by_role("heading", name="6 Card Bonus")).to_be_visible()
