"""From the first administrator to a table of money that is opened, counted and closed."""

import re

from playwright.sync_api import Locator, Page, expect

from .browsing import Visitor
from .conftest import Visit
from .serving import Service

PASSWORD = "the queen plays, the jack folds"


def come_in(visitor: Visitor, link: str, name: str) -> None:
    """By a link that works once."""
    page = visitor.page
    page.goto(link)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label(re.compile("^Password")).fill(PASSWORD)
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("heading", name="Three Card Poker, by the book")).to_be_visible()


def invite(page: Page, role: str) -> str:
    page.goto("/floor/people")
    section = page.get_by_role("region", name="Let somebody in")
    section.get_by_role("combobox").select_option(role)
    section.get_by_role("button", name="Make a link").click()
    made = section.get_by_role("status").filter(has_text="This link works once")
    return made.locator("code").inner_text()


class Pit:
    """One table as the floor has it before it."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.tile: Locator = page.get_by_role("article").filter(
            has=page.get_by_role("heading", name=name)
        )

    @property
    def tray(self) -> Locator:
        return self.tile.locator("dt:text-is('Tray') + dd")

    def manage(self, what: str, **fields: str) -> None:
        self.tile.get_by_role("button", name="Manage").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name=what).click()
        for label, value in fields.items():
            field = dialog.get_by_label(re.compile(f"^{label.replace('_', ' ')}"))
            field.fill(value)
        dialog.locator("form").get_by_role("button").last.click()
        expect(dialog).to_be_hidden()


def test_the_floor_runs_a_table_of_money_from_its_setting_up_to_its_closing(
    own_cardroom: Service, visit: Visit
) -> None:
    admin, floor, patron = (visit(own_cardroom) for _ in range(3))
    come_in(admin, own_cardroom.administrator, "ada")
    come_in(floor, invite(admin.page, "floor"), "flo")
    come_in(patron, invite(floor.page, "player"), "pat")

    page = floor.page
    page.goto("/floor/cage")
    page.get_by_label("Patron, by name").fill("pat")
    page.get_by_role("button", name="Look up").click()
    page.get_by_label("Amount, in dollars").fill("300")
    page.get_by_role("button", name="Take in $300").click()
    expect(page.get_by_role("status").filter(has_text="$300 taken in.")).to_be_visible()
    assert patron.get("/api/me/purse")["money_cents"] == 300_00

    page.goto("/floor/new")
    page.get_by_label("Name, as it stands in the lobby").fill("Pit 1")
    page.get_by_label("House").select_option("manual")
    page.get_by_role("radio", name="Money", exact=True).check()
    page.get_by_role("radio", name="None by itself").check()
    page.get_by_role("button", name="Set it up").click()
    pit = Pit(page, "Pit 1")
    expect(pit.tile).to_contain_text("Closed")
    pit.manage("Open the table", Dealer_on_duty="dora", Chips_in_the_tray="5000")
    expect(pit.tile).to_contain_text("Floor: Break the seal and open the deck.")
    pit.tile.get_by_role("button", name="Confirm").click()
    expect(pit.tile).not_to_contain_text("Break the seal")
    expect(pit.tray).to_have_text("$5,000")

    pit.manage("Change the limits", Minimum="10", Maximum="500")
    expect(pit.tile).to_contain_text("Ante $10 to $500")
    pit.manage("Fill the tray", Amount="1000")
    expect(pit.tray).to_have_text("$6,000")
    pit.manage("Count the tray", Counted="6000", The_witness="dora")
    pit.manage("Close the table")
    expect(pit.tile).to_contain_text("Closed")

    events = floor.get("/api/tables/pit-1/changes?after=1")["events"]
    (count,) = (event for event in events if event["type"] == "tray_counted")
    assert (count["counted"], count["variance"]) == (6_000_00, 0)
    assert count["witness"] == "floor:dora"
    assert [event["type"] for event in events][-1] == "table_closed"


def test_the_floor_is_closed_to_players_and_an_invitation_works_once(
    own_cardroom: Service, visit: Visit
) -> None:
    admin, second, guest = (visit(own_cardroom) for _ in range(3))
    link = own_cardroom.administrator
    come_in(admin, link, "ada")
    with second.bearing("status of 4"):
        second.page.goto(link)
        expect(
            second.page.get_by_role("heading", name="This invitation is no good")
        ).to_be_visible()
    guest.page.goto("/floor/people")
    expect(guest.page.get_by_role("heading", name="The floor is for staff")).to_be_visible()
    admin.page.get_by_role("button", name="Settings").click()
    admin.page.get_by_role("button", name="Sign out").click()
    expect(admin.page.get_by_role("link", name="Floor")).to_be_hidden()
    admin.page.goto("/sign-in")
    admin.page.get_by_label("Name", exact=True).fill("ada")
    admin.page.get_by_label("Password").fill("not the password")
    with admin.bearing("status of 401"):
        admin.page.get_by_role("button", name="Sign in").click()
        expect(admin.page.get_by_role("alert")).to_be_visible()
    admin.page.get_by_label("Password").fill(PASSWORD)
    admin.page.get_by_role("button", name="Sign in").click()
    expect(admin.page.get_by_role("link", name="Floor")).to_be_visible()
