"""A guest sits down and plays."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import HOUSES, Visit
from .playing import Player, cents, dollars
from .serving import Service

BROUGHT = 1_000_00


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("rounds", [3, pytest.param(10, marks=pytest.mark.long)])
def test_a_guest_plays_some_rounds_with_a_bet_on_every_spot(
    house: str, rounds: int, cardroom: Service, visit: Visit
) -> None:
    player = Player(visit())
    wagers = list(cardroom.get(f"/api/houses/{house}")["felt"]["limits"])
    player.practise(house)
    player.buy(900)
    chips, sums = 900_00, 0
    for number in range(1, rounds + 1):
        for wager in wagers:
            player.bet(wager)
        player.deal()
        player.play()
        listed = [cents(text) for text in player.nets()]
        shown = cents(player.sum.inner_text())
        assert {"play", *wagers} <= set(player.settled())
        assert sum(listed) == shown
        (told,) = player.visitor.get(f"/api/tables/{player.id}/rounds?limit=1")
        assert (told["number"], told["net"]) == (number, shown)
        chips, sums = chips + shown, sums + shown
        assert cents(player.own_chips.inner_text()) == chips
        assert cents(player.balance.inner_text()) == player.purse() == BROUGHT - 900_00
    player.leave()
    expect(player.balance).to_have_text(dollars(BROUGHT + sums))
    assert player.purse() == BROUGHT + sums


def test_with_motion_the_cards_come_one_by_one_and_the_hand_is_named(visit: Visit) -> None:
    player = Player(visit(reduced_motion="no-preference"))
    page = player.page
    player.practise("manual", bots=2, hurried=False)
    player.buy(200)
    player.bet("ante")
    player.deal_button.click()
    expect(player.play_button).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Your cards: .* of "))).to_be_visible()
    expect(page.get_by_role("region", name="Your move")).to_contain_text("play $5 or fold?")
    player.play_button.click()
    expect(page.get_by_role("img", name=re.compile("^The dealer's cards: .* of "))).to_be_visible()
    expect(player.over).to_be_visible()
    told = page.get_by_role("log").get_by_role("paragraph")
    expect(told.filter(has_text=re.compile("^The dealer shows"))).to_have_count(1)
    expect(told.last).to_have_text(re.compile(r"^(Round result: [+−]\$[\d,]+|You break even)\.$"))


def test_a_refusal_is_shown_beside_its_spot_with_a_link_to_the_clause(visit: Visit) -> None:
    player = Player(visit())
    page = player.page
    player.practise("manual")
    player.buy(900)
    page.get_by_role("radio", name="$100 chip").click()
    for _ in range(3):
        player.spot("pair_plus").click()
    expect(player.spot("pair_plus")).to_have_accessible_name(re.compile(r"\$300\b"))
    player.spot("pair_plus").click()
    refusal = page.get_by_role("alert").filter(has_text="$300")
    expect(refusal).to_be_visible()
    expect(player.spot("pair_plus")).to_have_accessible_name(re.compile(r"^Pair Plus: \$300\b"))
    said, spot = refusal.bounding_box(), player.spot("pair_plus").bounding_box()
    assert said
    assert spot
    assert abs(said["y"] + said["height"] / 2 - spot["y"] - spot["height"] / 2) < 150
    refusal.get_by_role("button", name="The rule").click()
    clause = page.get_by_role("dialog", name=re.compile("^The clause"))
    expect(clause.get_by_role("article").first).not_to_contain_text("manual-")
    page.keyboard.press("Escape")
    expect(clause).to_be_hidden()
    refusal.get_by_role("button", name="Close").click()
    expect(refusal).to_be_hidden()


def test_a_page_reloaded_in_the_middle_of_a_round_shows_that_round(
    visit: Visit,
) -> None:
    player = Player(visit())
    page = player.page
    player.practise("manual")
    player.buy(300)
    hand = page.get_by_role("img", name=re.compile("^Your cards: .* of "))
    for _ in range(2):
        player.bet("ante")
        player.deal()
        dealt = hand.get_attribute("aria-label")
        page.reload()
        expect(player.play_button).to_be_visible()
        expect(hand).to_have_attribute("aria-label", dealt or "")
        expect(player.side.get_by_role("heading", name="This round")).to_be_visible()
        player.play()
        player.expect_lines("ante", "play")
