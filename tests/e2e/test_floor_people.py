"""The floor's papers in the browser: notices, disputes, duties, conduct."""

import re

from playwright.sync_api import Locator, Page, expect

from .browsing import PHONE
from .conftest import Visit
from .playing import Player
from .serving import Service
from .staffing import sign_in
from .test_accessibility import violations

DAY = "2026-01-05"


def card(page: Page, title: str, *texts: str) -> Locator:
    found = page.get_by_role("article", name=title)
    for text in texts:
        found = found.filter(has_text=text)
    return found


def duties_of_the_day(page: Page) -> None:
    page.goto("/compliance")
    page.get_by_label("From the gaming day").fill(DAY)
    page.get_by_label("To", exact=True).fill(DAY)
    with page.expect_response(re.compile("/compliance/duties\\?from=")):
        page.get_by_role("button", name="Show").click()


def test_a_notice_is_acknowledged_by_name_and_the_bell_counts_the_open_ones(
    room: Service, visit: Visit
) -> None:
    visitor = sign_in(visit(room), "pia")
    page = visitor.page
    page.goto("/floor")
    bell = page.get_by_role("banner").get_by_role("link", name=re.compile("^Notices: "))
    expect(bell).to_have_accessible_name("Notices: 2 notices wait for you, 2 overdue")
    said = page.get_by_role("log")
    expect(said).to_contain_text("2 notices wait for you, 2 overdue.")
    expect(said).not_to_contain_text("jackpot")
    bell.click()

    jackpot = card(page, "A jackpot")
    expect(jackpot).to_contain_text("Overdue by")
    jackpot.get_by_role("button", name="Rule").click()
    expect(page.get_by_role("dialog").locator("article").first).to_be_visible()
    page.keyboard.press("Escape")
    jackpot.get_by_label(re.compile("^Note")).fill("On my way to the table.")
    jackpot.get_by_role("button", name="Acknowledge").click()
    told = jackpot.get_by_role("list", name="Notified").get_by_role("listitem")
    expect(told.filter(has_text="Pit manager")).to_contain_text("pia")
    expect(told.filter(has_text="Shift manager")).to_contain_text("has not acknowledged")
    expect(jackpot.get_by_role("button", name="Acknowledge")).to_be_hidden()
    expect(bell).to_have_accessible_name("Notices: 1 notice waits for you, 1 overdue")

    page.get_by_label("The log of a gaming day").fill(DAY)
    expect(page.get_by_role("status").filter(has_text="2 notices on")).to_be_visible()
    expect(page.get_by_role("article")).to_have_count(2)
    assert page.url.endswith(f"/notices?day={DAY}")
    listed = visitor.get(f"/api/notices?day={DAY}")
    (known,) = (each for each in listed if each["about"] == "jackpot")
    assert [each["by"] for each in known["acknowledged"] if each["role"] == "pit_manager"] == [
        "pit_manager:pia"
    ]


def test_a_dispute_goes_from_a_round_in_the_history_to_the_commissioner(
    room: Service, visit: Visit
) -> None:
    cage, mia = sign_in(visit(room), "cat"), sign_in(visit(room), "mia")
    player = Player(sign_in(visit(room), "pat"))
    page = player.page
    brought = {"cents": 1_000_00, "how": "cash", "seen": "pat", "id": "for-pat"}
    cage.post("/api/patrons/pat/deposits", brought)
    player.sit("Tonight")
    player.buy(500)
    player.bet("ante")
    player.deal()
    player.play()
    table = player.id
    (told,) = player.visitor.get(f"/api/tables/{table}/rounds?limit=1")
    number = told["number"]
    expect(player.side.get_by_role("button", name="Dispute this round")).to_be_visible()
    player.leave()

    def money() -> int:
        return int(player.visitor.get("/api/me/purse")["money_cents"])

    before = money()
    page.goto(f"/history/{table}/{number}")
    page.get_by_role("button", name="Dispute this round").click()
    dialog = page.get_by_role("dialog", name=f"Dispute round {number}")
    dialog.get_by_label("What is disputed").fill("My hand was better than it was paid for.")
    dialog.get_by_label(re.compile("^Amount claimed")).fill("40")
    dialog.get_by_role("button", name="Open the dispute").click()
    dialog.get_by_role("link", name="See the dispute").click()
    expect(page.get_by_role("heading", name=f"Round {number} at table {table}")).to_be_visible()
    expect(page.get_by_text("$40 claimed").first).to_be_visible()
    expect(page.get_by_role("heading", name="Dossier")).to_be_hidden()  # It contains other hands.
    page.get_by_label("Your statement").fill("Look at the camera.")
    page.get_by_role("button", name="Put it on record").click()
    expect(page.get_by_text("Look at the camera.")).to_be_visible()
    address = page.url

    other = mia.page
    other.goto("/disputes")
    other.get_by_role("link", name="My hand was better than it was paid for.").click()
    expect(other.get_by_text("All agree:")).to_be_visible()
    expect(other.get_by_text("Unbroken.")).to_be_visible()
    paper = other.get_by_role("link", name="Open as a PDF").get_attribute("href")
    assert mia.context.request.get(paper or "").body().startswith(b"%PDF")
    other.get_by_role("button", name="Decide").click()
    dialog = other.get_by_role("dialog", name="Decide")
    dialog.get_by_label("Denied").check()
    expect(dialog.get_by_label("Amount, in dollars")).to_be_hidden()
    dialog.get_by_label("Partly upheld").check()
    dialog.get_by_label("The reason").fill("Half of it is owed.")
    dialog.get_by_label("Amount, in dollars").fill("20")
    dialog.get_by_role("button", name="Decide, and pay $20").click()
    expect(other.get_by_text("it waits for the signature of another person")).to_be_visible()
    expect(other.get_by_role("button", name="Sign or decline")).to_be_hidden()
    assert money() == before
    second = sign_in(visit(room), "sue").page
    countersign(second, address)
    expect(second.get_by_text("$20 paid to the patron")).to_be_visible()
    assert money() == before + 20_00

    page.goto(address)
    page.get_by_role("button", name="Take it to the commissioner").click()
    dialog = page.get_by_role("dialog", name="Take it to the commissioner")
    dialog.get_by_role("button", name="Take it to the commissioner").click()
    expect(
        page.get_by_text("The patron has gone to the commissioner, who has not been notified yet.")
    ).to_be_visible()

    other.goto(address)
    other.get_by_role("button", name="Notify the commissioner").click()
    dialog = other.get_by_role("dialog", name="Notify the commissioner")
    dialog.get_by_label("How").fill("by telephone")
    dialog.get_by_label(re.compile("^Reference")).fill("call 7")
    dialog.get_by_role("button", name="Record that it was notified").click()
    expect(other.get_by_text("by telephone (call 7)")).to_be_visible()
    expect(other.get_by_text(re.compile("after the patron asked"))).to_be_visible()
    other.get_by_role("button", name="Record the finding").click()
    dialog = other.get_by_role("dialog", name="Record the finding")
    dialog.get_by_role("textbox", name=re.compile("^What .* found$")).fill("The patron is right.")
    dialog.get_by_label(re.compile("^What the house pays")).fill("20")
    dialog.get_by_role("button", name="Record the finding, and pay $20").click()
    expect(other.get_by_text("The patron is right.")).to_be_visible()
    countersign(second, address)
    assert money() == before + 40_00


def countersign(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Sign or decline").click()
    dialog = page.get_by_role("dialog", name="Sign or decline")
    dialog.get_by_role("radio", name="Sign").check()
    dialog.get_by_role("button", name="Sign").click()
    expect(dialog).to_be_hidden()


def test_duties_are_recorded_and_a_patrons_identity_is_shown_for_a_reason(
    room: Service, visit: Visit
) -> None:
    page = sign_in(visit(room), "sue").page
    duties_of_the_day(page)
    royal = card(page, "Form W-2G on 6 Card Bonus", "Payment waits")
    expect(royal).to_contain_text("an award that always takes a form")
    royal.get_by_role("button", name="Record form W-2G").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Reportable winnings")
    dialog.get_by_label("Reference").fill("W2G-18")
    dialog.get_by_role("button", name="Record form W-2G").click()
    expect(royal).to_be_hidden()
    page.get_by_label("Include what is done").check()
    expect(card(page, "Form W-2G on 6 Card Bonus")).to_contain_text("W2G-18: sue, shift manager")

    log = card(page, "Transaction log, cash in", "bob")
    expect(log).to_contain_text("$3,000 cash in; due from $3,000")
    log.get_by_role("link", name="bob").click()
    page.get_by_role("button", name="Record identity").click()
    dialog = page.get_by_role("dialog", name="Identity of bob")
    dialog.get_by_label("Legal name").fill("Robert Example")
    dialog.get_by_role("button", name="Save sealed").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("Robert Example")).to_be_hidden()
    page.get_by_label("What you need it for").fill("the log of 5 January")
    page.get_by_role("button", name="Show identity").click()
    expect(page.get_by_text("Robert Example")).to_be_visible()
    page.get_by_role("button", name="Hide it").click()
    expect(page.get_by_text("Robert Example")).to_be_hidden()

    duties_of_the_day(page)
    page.get_by_label("Include what is done").uncheck()  # As it was left.
    expect(log).not_to_contain_text("Legal name")
    log.get_by_role("button", name="Record the log entry").click()
    page.get_by_role("dialog").get_by_label("Reference").fill("MTL-1")
    page.get_by_role("dialog").get_by_role("button", name="Record the log entry").click()
    expect(log).to_be_hidden()


def test_conduct_is_announced_and_recorded_and_a_suspicion_stays_off_the_table(
    room: Service, visit: Visit
) -> None:
    dealer, floor = sign_in(visit(room), "ben").page, sign_in(visit(room), "flo").page
    dealer.goto("/conduct?table=3")
    dealer.get_by_role("button", name="Said: Please stay seated while you play.").click()
    expect(dealer.get_by_text(re.compile("Said once, last"))).to_be_visible()
    dealer.get_by_role("button", name="Violation: showed a hand").click()
    dialog = dealer.get_by_role("dialog", name="Record a violation")
    dialog.get_by_role("combobox", name="Seat").select_option("5")
    dialog.get_by_role("button", name="Record the violation").click()
    expect(dialog).to_be_hidden()
    recorded = dealer.get_by_role("region", name="What was recorded").get_by_role("listitem")
    expect(recorded).to_contain_text("seat 5, ed")
    dealer.get_by_role("button", name="Tell the supervisor").click()
    dialog = dealer.get_by_role("dialog", name="Tell the supervisor")
    dialog.get_by_role("combobox", name="Seat").select_option("5")
    dialog.get_by_label("What was seen").fill("Looks at the next card.")
    dialog.get_by_role("button", name="Send it").click()
    expect(dialog).to_be_hidden()
    expect(recorded).to_have_count(1)

    floor.goto("/floor/tables")
    bell = floor.get_by_role("banner").get_by_role("link", name=re.compile("^Notices: "))
    expect(bell).to_have_accessible_name(re.compile("wait"))
    expect(floor.get_by_role("banner")).not_to_contain_text("suspicion")
    bell.click()
    expect(card(floor, "A suspicion")).to_contain_text("Looks at the next card.")


def test_each_role_finds_its_own_pages_and_no_others(room: Service, visit: Visit) -> None:
    auditor = sign_in(visit(room), "abe").page
    auditor.goto("/conduct?table=3")
    floor = auditor.get_by_role("navigation", name="The floor")
    expect(floor.get_by_role("link", name="Conduct")).to_have_attribute("aria-current", "page")
    expect(floor.get_by_role("link", name="Notices")).to_be_hidden()
    expect(auditor.get_by_text("Please stay seated while you play.")).to_be_visible()
    expect(auditor.get_by_role("button", name=re.compile("^(Said|Violation)"))).to_have_count(0)
    auditor.goto("/compliance/patrons/di")
    expect(auditor.get_by_text("shown only to those who take forms")).to_be_visible()
    auditor.goto("/disputes/D-1")
    expect(auditor.get_by_text("Nothing for you to do.")).to_be_visible()
    expect(auditor.get_by_text("All agree:")).to_be_visible()
    guest = visit(room).page
    guest.goto("/compliance")
    expect(guest.get_by_role("heading", name="Compliance is for staff")).to_be_visible()


def test_a_phone_shows_staff_all_their_pages(room: Service, visit: Visit) -> None:
    """Regression: pages that did not fit into the line were cut off without a hint."""
    page = sign_in(visit(room), "flo").page
    page.set_viewport_size(PHONE)
    page.goto(f"{room.origin}/odds")
    links = page.get_by_role("navigation", name="Pages").get_by_role("link")
    expect(links).to_have_count(8)
    for link in links.all():
        box = link.bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= PHONE["width"], link.inner_text()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        shown = "([x, y]) => document.elementFromPoint(x, y)?.textContent.trim()"
        assert page.evaluate(shown, middle) == link.inner_text()


def test_axe_finds_nothing_on_the_floors_papers(room: Service, visit: Visit) -> None:
    page, found = sign_in(visit(room), "mia").page, []
    for path in (
        "/notices",
        f"/notices?day={DAY}",
        "/disputes",
        "/disputes/D-1",
        "/compliance/cash",
        "/compliance/books",
        "/compliance/patrons/di",
        "/conduct?table=3",
    ):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        found += violations(page)
        page.set_viewport_size(PHONE)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            found.append(f"{path} is {wide} pixels wider than a phone")
        page.set_viewport_size({"width": 1366, "height": 768})
    page.get_by_role("button", name=re.compile("^Violation: showed")).click()
    found += violations(page)
    duties_of_the_day(page)
    expect(page.get_by_role("article").first).to_be_visible()
    found += violations(page)
    page.goto("/disputes")
    page.get_by_role("button", name="Open a dispute").click()
    expect(page.get_by_role("dialog", name="Open a dispute")).to_be_visible()
    found += violations(page)
    assert found == []
