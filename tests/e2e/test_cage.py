"""Money at the cage takes two people: somebody asks, somebody else pays."""

import re

from playwright.sync_api import Page, expect

from .browsing import PHONE
from .conftest import Visit
from .serving import Service
from .staffing import sign_in
from .test_accessibility import violations


def look_up(page: Page, name: str) -> None:
    page.goto("/floor/cage")
    page.get_by_label("Patron, by name").fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_a_patron_asks_by_keyboard_and_the_cage_pays_with_one_button(
    pit: Service, visit: Visit
) -> None:
    cage, patron = sign_in(visit(pit), "cat"), sign_in(visit(pit, viewport=PHONE), "pat")
    window, page = cage.page, patron.page
    window.goto("/floor/cage")
    expect(window.get_by_text("Nobody has asked for money.")).to_be_visible()
    took_in = sign_in(visit(pit), "cal")  # Who takes in a patron's money does not pay it out.
    took_in.post("/api/patrons/pat/deposits", {"cents": 500_00, "seen": "pat", "id": "in-pat"})

    page.goto("/account")
    money = page.get_by_role("region", name="Your money")
    expect(money).to_contain_text("You have $500 with the house,")
    expect(money.get_by_role("button", name="Ask the cage for")).to_be_disabled()
    money.get_by_label("Amount, in dollars").fill("200")
    page.keyboard.press("Enter")
    expect(money.get_by_role("status")).to_contain_text(
        "You have asked the cage for $200: collect it by"
    )
    assert violations(page) == []

    pay = window.get_by_role("button", name="Pay $200 in cash to pat")
    expect(pay).to_be_visible()  # It is listed without being looked for.
    look_up(window, "pat")
    window.get_by_label("Amount, in dollars").fill("201")
    expect(window.get_by_role("button", name="Pay out $201")).to_be_disabled()
    assert violations(window) == []
    pay.focus()
    window.keyboard.press("Enter")
    expect(window.get_by_role("status").filter(has_text="pat: $200 paid out.")).to_be_visible()
    expect(window.get_by_text("Nobody has asked for money.")).to_be_visible()
    expect(window.get_by_text("Nobody has asked for this money")).to_be_visible()
    expect(money).to_contain_text("You have $300 with the house,")
    expect(money.get_by_role("status")).to_contain_text("The cage paid you $200 in cash on")


def test_a_patron_takes_back_what_the_floor_asked_for(pit: Service, visit: Visit) -> None:
    cage, floor, patron = (sign_in(visit(pit), name) for name in ("cat", "flo", "ann"))
    cage.post("/api/patrons/ann/deposits", {"cents": 500_00, "seen": "ann", "id": "in-ann"})
    desk = floor.page
    look_up(desk, "ann")
    desk.get_by_label("Amount, in dollars").fill("501")
    with floor.bearing("status of 409"):
        desk.keyboard.press("Enter")
        expect(desk.get_by_role("alert")).to_have_text("ann has $500 with the house.")
    desk.get_by_label("Amount, in dollars").fill("100")
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("The cage is asked to pay $100.")).to_be_visible()
    expect(desk.get_by_role("button", name=re.compile("^Pay"))).to_have_count(0)
    assert violations(desk) == []

    page = patron.page
    page.goto("/account")
    money = page.get_by_role("region", name="Your money")
    expect(money).to_contain_text("Floor staff have asked the cage to pay you $100:")
    money.get_by_role("button", name="Take it back").click()
    expect(money.get_by_role("status")).to_have_text("Taken back: the cage pays nothing.")
    look_up(cage.page, "ann")
    expect(cage.page.get_by_text("Nobody has asked for this money")).to_be_visible()


def test_readings_of_a_money_table_are_looked_at_by_the_person_who_opens_it(
    pit: Service, visit: Visit
) -> None:
    flo, pia = (sign_in(visit(pit), name) for name in ("flo", "pia"))
    page = flo.page
    page.goto("/floor/new")
    page.get_by_label("Name, as shown in the lobby").fill("Pit 1")
    page.get_by_role("radio", name="Six cards and jackpot").check()
    page.get_by_role("radio", name="Money", exact=True).check()
    page.get_by_role("checkbox", name="Every step").uncheck()
    page.get_by_label("Add to: Options").select_option("tie")
    page.get_by_role("radio", name="Player").check()
    expect(page.get_by_text("is opened by somebody else of the floor")).to_be_visible()
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_url("**/floor/tables")
    tiles = []
    for visitor in (flo, pia):
        seen = visitor.page
        seen.goto("/floor/tables")
        tile = seen.get_by_role("article").filter(has=seen.get_by_role("heading", name="Pit 1"))
        expect(tile).to_contain_text("flo chose these readings in place of the house's")
        expect(tile).to_contain_text("Equal hands: player")
        tiles.append(tile)
    tiles[1].get_by_role("button", name="Manage").click()
    dialog = pia.page.get_by_role("dialog")
    row = dialog.get_by_role("row").filter(has_text="Equal hands")
    expect(row.get_by_role("cell")).to_have_text(["Equal hands", "player", "push"])
    expect(dialog.get_by_role("button", name="Open the table")).to_be_visible()
    assert violations(pia.page) == []
    opening = {"type": "open_table", "dealer": "dora", "tray": 0, "chips": [], "id": "open"}
    pia.post("/api/tables/pit-1/commands", opening)
    for tile in tiles:
        expect(tile).not_to_contain_text("chose these readings")
