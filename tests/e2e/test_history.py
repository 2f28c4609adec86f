"""After the round: a replay step by step; the shuffle checked; the session against expectation."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .playing import Player, cents

ROUNDS = 3


@pytest.fixture
def player(visit: Visit) -> Player:
    """A player who has played a few rounds at their own table."""
    player = Player(visit())
    player.practise("manual")
    player.buy(500)
    for _ in range(ROUNDS):
        player.bet("ante")
        player.bet("pair_plus")
        player.deal()
        player.play()
    return player


def test_a_round_is_replayed_and_its_shuffle_checked_in_the_browser(player: Player) -> None:
    page = player.page
    shown = player.sum.inner_text()
    page.get_by_role("link", name="Rounds of this table").click()
    rows = page.get_by_role("table").locator("tbody").get_by_role("row")
    expect(rows).to_have_count(ROUNDS)
    expect(rows.first).to_contain_text(shown if shown != "$0" else "Even")
    page.get_by_role("link", name="2", exact=True).click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()

    result = page.get_by_role("region", name="Result")
    expect(result.get_by_role("listitem").first).to_be_visible()
    listed = page.get_by_role("list", name="The steps of the round")
    expect(listed).to_contain_text(re.compile(r"Seat \d bets Ante"))
    expect(listed).not_to_contain_text("Guest")
    expect(listed).not_to_contain_text("commitment")
    page.get_by_label("All steps").check()
    expect(listed).to_contain_text("commitment")
    steps = listed.get_by_role("listitem")
    now = page.locator("[aria-current=step]")
    replay = page.get_by_role("group", name="Replay")
    expect(now).to_have_text(steps.first.inner_text())
    results = page.get_by_role("img", name=re.compile(r": .*\b(Win|Loss|Push|Forfeit)\b"))
    expect(results).to_have_count(0)  # Nor those of the previous round.
    dealer = page.get_by_role("img", name=re.compile("^The dealer's cards: .* of "))
    expect(dealer).to_have_count(0)
    for _ in range(steps.count() - 1):
        replay.get_by_role("button", name="Next").click()
    expect(replay.get_by_role("button", name="Next")).to_be_disabled()
    expect(dealer).to_be_visible()
    expect(results.nth(2)).to_be_visible()
    expect(now).to_contain_text("The shuffle is opened")
    page.keyboard.press("Home")
    expect(replay.get_by_role("button", name="Back")).to_be_disabled()

    check = page.get_by_role("complementary")
    expect(check.get_by_text("This is the shuffle committed to")).to_be_visible()
    expect(check.get_by_text("Players added to this shuffle")).to_be_visible()  # Automatically.
    check.get_by_text("How it was checked").click()
    expect(check.get_by_text(re.compile("^[0-9a-f]{64}$")).first).to_be_visible()


def test_the_session_is_drawn_against_expectation(player: Player) -> None:
    page = player.page
    page.goto(f"/statistics/{player.id}")
    plot = page.get_by_role("img", name=re.compile(f"^Running result over {ROUNDS} rounds"))
    drawn = plot.locator("path.line.strong").get_attribute("d") or ""
    assert drawn.count("L") == ROUNDS  # From the start to after the last round.
    expect(page.get_by_text(f"In {ROUNDS} rounds you bet $45 in all.")).to_be_visible()
    facts = page.locator("dl > div")
    amounts = [facts.nth(n).locator("dd").first.inner_text() for n in range(4)]
    *parts, result = [cents(amount) for amount in amounts]
    assert abs(sum(parts) - result) <= 2  # Each is rounded to the cent separately.
