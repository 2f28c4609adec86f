"""Books that do not ship with the program: from a folder, by upload; a house's own rules."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.service import lucky

from .conftest import Visit
from .playing import Player, cents
from .serving import Service
from .staffing import sign_in

ROUNDS = 3
MOST_ROUNDS = 80  # Until the house's own rule decides: 3 dealer hands in 10 are below the queen.


def play_a_round(player: Player, wagers: list[str]) -> int:
    """Play with a bet on every spot; return the result."""
    for wager in wagers:
        player.bet(wager)
    player.deal()
    player.play()
    shown = cents(player.sum.inner_text())
    assert sum(map(cents, player.nets())) == shown
    assert {"play", *wagers} <= set(player.settled())
    (told,) = player.visitor.get(f"/api/tables/{player.id}/rounds?limit=1")
    assert told["net"] == shown
    return shown


@pytest.mark.parametrize(
    ("house", "symbol", "play", "said"),
    [
        ("france", "€", "Jouer", "Rien ne va plus"),
        ("prime", "£", "Raise", "No more bets"),
    ],
)
def test_a_book_from_a_folder_is_played_like_any_other(
    house: str, symbol: str, play: str, said: str, pit: Service, visit: Visit
) -> None:
    player = Player(visit(pit))
    felt = pit.get(f"/api/houses/{house}")["felt"]
    wagers = list(felt["limits"])
    player.practise(house)
    player.buy(500)
    chips = 500_00
    for _ in range(ROUNDS):
        chips += play_a_round(player, wagers)
        expect(player.own_chips).to_have_text(re.compile(rf"^{symbol}"))
        assert cents(player.own_chips.inner_text()) == chips
    assert player.names["play"] == play

    page = player.page
    page.goto(f"/history/{player.id}/1")
    expect(page.get_by_text(f'Dealer: "{said}"').first).to_be_visible()
    page.goto(f"/rules/{house}")
    expect(page.get_by_text(felt["book_title"]).first).to_be_visible()
    page.get_by_role("link", name="Clause by clause").click()
    expect(page.locator("ol > li.entry").first).to_be_visible()
    page.goto(f"/odds/{house}")
    for wager in (each for each in wagers if each != "ante"):
        section = page.get_by_role("region", name=felt["titles"][wager], exact=True)
        expect(section).to_contain_text(re.compile(r"\d\.\d+%"))


def test_a_house_rule_is_labelled_as_one_wherever_it_applies(pit: Service, visit: Visit) -> None:
    player = Player(visit(pit))
    page = player.page
    player.practise("generous")
    player.buy(500)
    expect(page.get_by_text("* house rule").first).to_be_visible()
    departed = player.lines.get_by_text("House rule; the book says:")
    for _ in range(MOST_ROUNDS):
        play_a_round(player, ["ante"])
        if departed.count():
            break
    expect(departed.first).to_be_visible()

    page.goto("/rules/generous")
    rules = page.get_by_role("region", name=re.compile("house rules"))
    expect(rules).to_contain_text("4 to 1")
    page.get_by_role("link", name="Clause by clause").click()
    expect(page.get_by_text("House rule: differs from the book").first).to_be_visible()
    page.goto("/odds/generous")
    section = page.get_by_role("region", name="Pair Plus")
    expect(section.get_by_text("House rule; the book says:").first).to_be_visible()


def choose(page: Page, folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    page.get_by_label("Choose a folder").set_input_files(folder)


def test_a_book_is_uploaded_linted_approved_by_another_and_kept_by_its_tables(
    pit: Service, visit: Visit, tmp_path: Path
) -> None:
    admin, manager, floor = (sign_in(visit(pit), name) for name in ("ada", "mia", "flo"))
    book = tmp_path / "lucky"
    book.mkdir()

    page = admin.page
    page.goto("/rule-books")
    choose(page, book, lucky.files(house=lucky.HOUSE.replace("pair = 2", "pair = -2")))
    expect(page.get_by_role("alert").filter(has_text="It cannot be loaded")).to_be_visible()
    finding = page.get_by_role("listitem").filter(has_text="wagers.two_kings.pays.pair")
    line = lucky.HOUSE.splitlines().index("pair = 2") + 1
    expect(finding).to_contain_text(f"house.toml, line {line}")
    expect(finding.locator(".here")).to_contain_text("pair = -2")

    choose(page, book, lucky.files())
    page.get_by_role("button", name="Keep it as a draft").click()
    expect(page).to_have_url(re.compile("/rule-books/lucky/1$"))
    approve = page.get_by_role("button", name="Approve version 1")
    expect(approve).to_be_disabled()
    expect(page.get_by_text("You uploaded it: another person approves it.")).to_be_visible()

    manager.page.goto("/rule-books")
    manager.page.get_by_role("link", name="The Lucky Deuce, version 1").click()
    manager.page.get_by_role("button", name="Approve version 1").click()
    expect(manager.page.get_by_text("Approved: tables can be opened with it.")).to_be_visible()

    set_up(floor.page, "First")
    choose_again(page, book)
    manager.page.goto("/rule-books/lucky/2")
    manager.page.get_by_role("button", name="Approve version 2").click()
    expect(manager.page.get_by_text("Approved: tables can be opened with it.")).to_be_visible()
    set_up(floor.page, "Second")

    for table, pays in (("First", "2 to 1"), ("Second", "3 to 1")):
        player = Player(visit(pit))
        player.sit(table)
        player.buy(100)
        printed = player.page.get_by_role("img", name=re.compile(rf"^Two Kings.*Pair {pays}"))
        expect(printed).to_be_attached()


def choose_again(page: Page, book: Path) -> None:
    """Upload the second version, which pays more."""
    page.goto("/rule-books")
    choose(page, book, lucky.files(house=lucky.HOUSE.replace("pair = 2", "pair = 3")))
    page.get_by_role("button", name="Keep it as a draft").click()
    expect(page).to_have_url(re.compile("/rule-books/lucky/2$"))


def set_up(page: Page, name: str) -> None:
    page.goto("/floor/new?house=lucky")
    page.get_by_label("Name, as shown in the lobby").fill(name)
    expect(page.get_by_role("radio", name=re.compile("Lucky"))).to_be_checked()
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
