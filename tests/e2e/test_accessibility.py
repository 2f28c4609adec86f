"""axe finds no violations: on every page, in both rooms, on a laptop and on a phone."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from .browsing import LAPTOP, PHONE
from .conftest import Visit
from .dealing import Dealer
from .playing import Player
from .serving import Service
from .test_floor import come_in, confirm_staff, invite

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (some) => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...some });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      `${id} (${help}) at ${target}: ${failureSummary.replaceAll(/\\s+/g, ' ')}`));
}"""
ROOM = """(room) => {
  document.documentElement.dataset.room = room;
  document.getAnimations().forEach((each) => each.finish());
}"""
# Rooms differ only in their colours: in the second one only those are checked again.
OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
ROOMS = {"dark": {}, "light": OF_COLOURS}
SETTLED = "() => document.fonts.ready.then(() => !document.querySelector('.loading'))"


def violations(page: Page) -> list[str]:
    """Check the page as it stands, in both rooms and sizes."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, None] = {}
    for size in (LAPTOP, PHONE):
        page.set_viewport_size(size)
        for room, rules in ROOMS.items():
            page.evaluate(ROOM, room)
            page.wait_for_function(SETTLED)
            where = f"{page.url}, {'phone' if size is PHONE else 'laptop'}, {room}"
            found |= dict.fromkeys(f"{where}: {each}" for each in page.evaluate(RUN, rules))
    page.set_viewport_size(LAPTOP)
    return list(found)


PAGES = (
    "/",
    "/history",
    "/statistics/quick",
    "/sign-in",
    "/account",
    "/developers",
    "/welcome/no-such-link",
    "/odds",
    "/odds/manual",
    "/how-to-play/manual",
    "/trainer/manual",
    "/rules/classic",
    "/rules/classic?view=clauses",
    "/rules/manual?view=points",
    "/dealer",
    "/floor",
    "/nowhere",
)


def test_axe_finds_nothing_on_any_page(visit: Visit) -> None:
    """One browser, started once, but a new person on each page."""
    visitor, found = visit(), []
    for path in PAGES:
        visitor.forget()
        with visitor.bearing("status of 40"):
            visitor.page.goto(path)
            expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
            visitor.page.wait_for_load_state("networkidle")
        found += violations(visitor.page)
    assert found == []


def test_axe_finds_nothing_at_a_table_in_any_phase(visit: Visit) -> None:
    player = Player(visit())
    page = player.page
    page.goto("/")
    page.get_by_role("button", name="Choose the rules").click()
    expect(page.get_by_role("dialog").get_by_role("radio").first).to_be_visible()
    found = violations(page)
    page.keyboard.press("Escape")
    player.practise("manual", bots=3)
    expect(page.get_by_role("dialog", name="Buy chips")).to_be_visible()
    found += violations(page)
    player.buy(900)
    found += violations(page)
    player.bet("ante")
    player.bet("pair_plus")
    player.deal()
    page.get_by_role("checkbox", name="Advise me before I decide").check()
    expect(player.side.get_by_text("Better to")).to_be_visible()
    found += violations(page)
    player.play()
    found += violations(page)
    table = player.id
    page.goto(f"/history/{table}/1")
    expect(page.get_by_text("It is the one that was committed to")).to_be_visible()
    found += violations(page)
    page.goto(f"/history/{table}")
    expect(page.get_by_role("table")).to_be_visible()
    found += violations(page)
    page.goto(f"/statistics/{table}")
    expect(page.get_by_role("img", name=re.compile("^Running result"))).to_be_visible()
    found += violations(page)
    assert found == []


def test_axe_finds_nothing_on_the_dealers_and_the_floors_pages(
    own_cardroom_of_all_houses: Service, visit: Visit
) -> None:
    own_cardroom = own_cardroom_of_all_houses
    visitor = visit(own_cardroom)
    page, found = visitor.page, []
    page.goto(own_cardroom.administrator)
    expect(page.get_by_role("button", name="Come in")).to_be_visible()
    found += violations(page)
    come_in(visitor, own_cardroom.administrator, "ada")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("region", name="Settings")).to_be_visible()
    found += violations(page)
    for path in ("/account", "/floor/people"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        found += violations(page)
    floor = visit(own_cardroom)
    come_in(floor, invite(page, "floor"), "flo")
    page.goto("/floor/people")
    expect(page.get_by_role("region", name="To be confirmed")).to_be_visible()
    found += violations(page)
    confirm_staff(visit(own_cardroom), own_cardroom)
    for path in ("/floor/tables", "/floor/new", "/floor/cage", "/floor/books"):
        floor.page.goto(path)
        floor.page.wait_for_load_state("networkidle")
        found += violations(floor.page)

    dealer = Dealer(visit(own_cardroom))
    dealer.set_up("manual", "training", players=3)
    found += violations(dealer.page)
    with dealer.visitor.bearing("status of 409"):  # There is no hand yet: the dialog says so.
        report = dealer.menu("Report", "Wrong number of cards")
        expect(report.locator(".consequence .lose")).to_be_visible()
        found += violations(dealer.page)
    assert found == []
