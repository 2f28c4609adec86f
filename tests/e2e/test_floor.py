"""From the first administrator to a money table that is opened, counted and closed."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from queenhigh.table.named_hands import TURNED_UP

from .browsing import Visitor
from .conftest import Visit
from .serving import Service
from .staffing import PASSWORD, sign_in, staffed_room


def come_in(visitor: Visitor, link: str, name: str) -> None:
    """Come in by a one-time link; others know the person as `name`."""
    page = visitor.page
    page.goto(link)
    page.get_by_label("Name", exact=True).fill(f"{name}.in")
    page.get_by_label(re.compile("^Display name")).fill(name)
    page.get_by_label(re.compile("^Password")).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Three Card Poker, by the book")).to_be_visible()


def invite(page: Page, role: str) -> str:
    page.goto("/floor/people")
    section = page.get_by_role("region", name="Invite somebody")
    section.get_by_role("combobox").select_option(role)
    section.get_by_role("button", name="Make a link").click()
    made = section.get_by_role("status").filter(has_text="This link works once")
    return made.locator("code").inner_text()


def confirm_staff(auditor: Visitor, service: Service) -> None:
    """Confirm all who came in by the administrator's links, as the auditor the server let in."""
    come_in(auditor, service.auditor, "vera")
    auditor.page.goto("/floor/people")
    waiting = auditor.page.get_by_role("region", name="To be confirmed")
    expect(waiting).to_be_visible()
    names = waiting.get_by_role("button", name=re.compile("^Confirm "))
    for left in range(names.count(), 0, -1):
        expect(names).to_have_count(left)
        names.first.click()
    expect(waiting).to_be_hidden()


class Pit:
    """One table as the floor sees it."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.tile: Locator = page.get_by_role("article").filter(
            has=page.get_by_role("heading", name=name)
        )

    @property
    def tray(self) -> Locator:
        return self.tile.locator("dt:text-is('Tray') + dd")

    def manage(
        self, what: str, *choices: str, chips: dict[str, int] | None = None, **fields: str
    ) -> None:
        self.tile.get_by_role("button", name="Manage").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name=what).click()
        for choice in choices:
            dialog.get_by_role("radio", name=choice).check()
        for label, value in fields.items():
            field = dialog.get_by_label(re.compile(f"^{label.replace('_', ' ')}"))
            field.fill(value)
        for value, count in (chips or {}).items():
            dialog.get_by_label(f"How many of {value}", exact=True).fill(str(count))
        dialog.locator("form").get_by_role("button").last.click()
        expect(dialog).to_be_hidden()


TABLE = """
[[tables]]
id = "one"
house = "classic"
"""


@pytest.fixture
def young_room(tmp_path: Path) -> Iterator[Service]:
    """A room that waits for its first administrator and its auditor."""
    staff = {"cat": "cage", "cou": "count", "ron": "floor", "pia": "pit_manager"}
    with staffed_room(tmp_path, TABLE, staff) as service:
        yield service


def test_the_floor_runs_a_money_table_from_set_up_to_closing(
    young_room: Service, visit: Visit
) -> None:
    admin, floor, dealer, patron = (visit(young_room) for _ in range(4))
    come_in(admin, young_room.administrator, "ada")
    come_in(floor, invite(admin.page, "floor"), "flo")
    come_in(dealer, invite(admin.page, "dealer"), "dora")
    confirm_staff(visit(young_room), young_room)
    come_in(patron, invite(floor.page, "player"), "pat")
    cage, count, runner, manager = (
        sign_in(visit(young_room), name) for name in ("cat", "cou", "ron", "pia")
    )

    def sign(*people: Visitor) -> None:
        for each in people:
            (asked,) = each.get("/api/tables/pit-1")["view"]["requests"]
            wish = {"type": "approve", "request": asked["request"]}
            each.post("/api/tables/pit-1/commands", wish)

    page = cage.page
    page.goto("/floor/cage")
    page.get_by_label("Patron, by name").fill("pat")
    page.get_by_role("button", name="Look up").click()
    page.get_by_label("Amount, in dollars").fill("300")
    expect(page.get_by_role("button", name="Take in $300")).to_be_disabled()
    page.get_by_role("checkbox", name="The money is for pat").check()
    page.get_by_role("button", name="Take in $300").click()
    expect(page.get_by_role("status").filter(has_text="$300 taken in.")).to_be_visible()
    assert patron.get("/api/me/purse")["money_cents"] == 300_00

    page = floor.page
    page.goto("/floor/new")
    page.get_by_label("Name, as shown in the lobby").fill("Pit 1")
    page.get_by_role("radio", name="Six cards and jackpot").check()
    page.get_by_role("radio", name="Money", exact=True).check()
    page.get_by_role("checkbox", name="Every step").uncheck()
    page.get_by_role("button", name="Set up the table").click()
    pit = Pit(page, "Pit 1")
    expect(pit.tile).to_contain_text("Closed")
    pit.manage("Open the table", chips={"$100": 40, "$25": 40}, Dealer_on_duty="dora")
    counts = count.page
    counts.goto("/floor/tables")
    counted = Pit(counts, "Pit 1")
    expect(counted.tile.locator("dt:text-is('Tray')")).to_be_hidden()  # Counters must find it out.
    counted.manage("Count the tray", "Opening", chips={"$100": 40, "$25": 40})
    sign(manager)
    expect(pit.tile).to_contain_text("Floor: Break the seal and open the deck.")
    pit.tile.get_by_role("button", name="Confirm").click()
    expect(pit.tile).not_to_contain_text("Break the seal")
    expect(pit.tray).to_have_text("$5,000")

    pit.manage("Change the limits", Minimum="10", Maximum="500")
    expect(pit.tile).to_contain_text("Ante $10 to $500")
    console = dealer.page
    console.goto("/dealer/pit-1")
    to_sign = console.get_by_role("list", name="To be signed")

    pit.manage("Fill the tray", chips={"$100": 10}, Runner="ron")
    expect(pit.tile).to_contain_text("flo: Fill tray, $1,000")
    expect(pit.tray).to_have_text("$5,000")
    slips = cage.page
    slips.goto("/floor/slips")
    waits = slips.get_by_role("region", name="To be signed")
    expect(waits).to_contain_text("Fill 1 at table pit-1, $1,000.")
    waits.get_by_role("button", name="Sign").click()
    sign(runner)
    to_sign.get_by_role("button", name="Sign").click()
    expect(pit.tray).to_have_text("$6,000")
    counted.manage("Count the tray", "Closing", chips={"$100": 59, "$25": 4})
    sign(manager)
    expect(to_sign).to_be_hidden()
    done = slips.get_by_role("region", name="Of the day")
    expect(done.get_by_role("row", name=re.compile("Closing inventory"))).to_contain_text("Correct")
    day = done.get_by_label("Gaming day")
    today = day.input_value()
    day.fill("2020-01-02")
    expect(done).to_contain_text("No slip was written on this day.")
    day.fill(today)
    done.get_by_role("row", name=re.compile("^Fill 1")).get_by_role("button").click()
    paper = slips.get_by_role("dialog", name="Fill 1, table pit-1")
    expect(paper.get_by_role("list", name="Signatures").get_by_role("listitem")).to_have_count(4)
    expect(paper).to_contain_text("Runner: ron")
    pit.manage("Close the table")
    to_sign.get_by_role("button", name="Sign").click()
    expect(pit.tile).to_contain_text("Closed")

    events = floor.get("/api/tables/pit-1/changes?after=1")["events"]
    *_, last = (event for event in events if event["type"] == "tray_counted")
    assert (last["counted"], last["variance"]) == (6_000_00, 0)
    assert (last["by"], last["witness"]) == ("count:cou", "pit_manager:pia")
    assert [event["type"] for event in events][-1] == "table_closed"


class Crew:
    """Staff at a table, in tests that are not about their screens."""

    def __init__(self, table: str, **people: Visitor) -> None:
        self.table, self.people = table, people

    def give(self, who: str, type_: str, **fields: object) -> None:
        path = f"/api/tables/{self.table}/commands"
        self.people[who].post(path, {"type": type_, **fields})

    @property
    def view(self) -> Any:
        return self.people["floor"].get(f"/api/tables/{self.table}")["view"]

    def work(self, hands: list[list[str]], *, until: str = "") -> None:
        """Confirm step by step, each as its owner; hands turn up in this order."""
        for _ in range(200):  # More than any round has: a waiting step must not hang the test.
            if not (due := self.view["due"]) or due["step"] == until:
                return
            if due["step"] == "shuffle":
                self.give(due["role"], "shuffle_deck", deck=due["deck"])
                continue
            fields = {name: due[name] for name in ("deck", "seat") if due[name] is not None}
            if due["step"] in TURNED_UP:
                fields["cards"] = hands.pop(0)
            self.give(due["role"], "confirm", step=due["step"], **fields)
        raise AssertionError(f"{self.view['due']} stays due")

    def deal(self, *hands: str, until: str = "") -> None:
        """Deal the dealer's hand and that of seat 3, whose player bets and plays."""
        self.give("player", "place_wager", seat=3, wager="ante", amount=100_00)
        self.give("player", "place_wager", seat=3, wager="pair_plus", amount=100_00)
        self.give("dealer", "announce_no_more_bets")
        self.work([])
        self.give("player", "play", seat=3)
        self.work([hand.split() for hand in hands], until=until)


def test_the_floor_verifies_a_payout_rules_on_a_halt_and_changes_dealer_and_deck(
    pit: Service, visit: Visit
) -> None:
    floor, dealer, relief, patron, cage, count, manager = (
        sign_in(visit(pit), name) for name in ("flo", "dora", "dan", "pam", "cat", "cou", "pia")
    )
    cage.post("/api/patrons/pam/deposits", {"cents": 3_000_00, "seen": "pam"})
    wanted = {"id": "pit-2", "name": "Pit 2", "house": "manual", "stakes": "money"}
    options = {"exposed_dealer_card": "supervisor"}
    floor.post("/api/tables", {**wanted, "kind": "physical", "link": "shared", "options": options})
    crew = Crew("pit-2", floor=floor, dealer=dealer, player=patron)
    chips = [{"value": 100_00, "count": 500}]
    crew.people |= {"manager": manager, "count": count}
    crew.give("manager", "open_table", dealer="dora", tray=50_000_00, chips=chips)
    crew.give("count", "count_tray", counted=50_000_00, chips=chips, inventory="opening")
    crew.give("dealer", "approve", request=1)
    crew.work([])
    crew.give("player", "sit", seat=3)
    crew.give("dealer", "buy_in", seat=3, cents=2_000_00)
    crew.give("floor", "approve", request=2)  # It is above the dealer's own limit.

    page = floor.page
    page.goto("/floor/tables")
    seen = Pit(page, "Pit 2")
    crew.deal("2c 7d 9h", "As Ks Qs", until="verify_payout")
    expect(seen.tile).to_contain_text("Floor: Verify the payout before it is paid.")
    seen.tile.get_by_role("button", name="Verify $4,600: Seat 3, pam").click()
    expect(seen.tile).not_to_contain_text("Verify the payout")
    crew.work([])
    # Less the buy-in and the payouts at 40, 5 and 1 to 1.
    expect(seen.tray).to_have_text("$43,400")

    crew.give("player", "place_wager", seat=3, wager="ante", amount=100_00)
    crew.give("dealer", "announce_no_more_bets")
    crew.work([])
    crew.give("dealer", "report_exposed_card", seat=0, cards=["Jd"])
    expect(seen.tile).to_contain_text("Exposed dealer card. The table waits for a ruling by floor.")
    seen.manage("Rule on the halt", "The round is void", Why="everybody saw it")
    expect(seen.tile.locator(".phase")).not_to_have_text("Halted")

    crew.work([])
    seen.manage("Credit the tray", chips={"$100": 9}, Runner="dan")
    slip = {"type": "approve", "request": 3}
    for each in (cage, relief, dealer):
        each.post("/api/tables/pit-2/commands", slip)
    expect(seen.tray).to_have_text("$42,500")
    seen.manage("Change a deck", "Blue", Why="marked")
    expect(seen.tile).to_contain_text("Floor: Break the seal")
    seen.manage("Relieve the dealer", Who_comes_in="dan")
    expect(seen.tile).to_contain_text("To be signed by dora or shift manager and dan.")
    crew.give("dealer", "approve", request=4)
    relief.post("/api/tables/pit-2/commands", {"type": "approve", "request": 4})
    expect(seen.tile).to_contain_text("dan relieves the dealer")
    expect(page.get_by_role("row").filter(has_text="shared")).to_contain_text("pit-2")

    page.goto("/floor/books")
    expect(page.get_by_role("status").filter(has_text="total $0")).to_be_visible()
    page.get_by_label("Search").fill("pam's account")
    own = page.get_by_role("row").filter(has_text="patron:pam")
    expect(own).to_contain_text("$3,000")  # Chips bought with cash.


def test_a_disabled_person_is_signed_out_at_once_and_returns_with_a_new_password(
    pit: Service, visit: Visit
) -> None:
    admin, patron = sign_in(visit(pit), "ada"), visit(pit)
    come_in(patron, invite(admin.page, "player"), "pim")
    page = admin.page
    page.goto("/floor/people")
    row = page.get_by_role("row").filter(has_text="pim")
    row.get_by_role("button", name="Block").click()
    expect(row).to_contain_text("blocked")
    patron.page.goto("/account")
    expect(patron.page.get_by_role("link", name="Sign in").first).to_be_visible()
    row.get_by_role("button", name="Unblock").click()
    expect(row).not_to_contain_text("blocked")
    row.get_by_role("button", name="New password").click()
    made = page.get_by_role("status").filter(has_text="a new password of pim")
    patron.page.goto(made.locator("code").inner_text())
    patron.page.get_by_label(re.compile("^Password")).fill("the jack folds, the queen plays")
    patron.page.get_by_role("button", name="Continue").click()
    lobby = patron.page.get_by_role("heading", name="Three Card Poker, by the book")
    expect(lobby).to_be_visible()
    assert patron.get("/api/session")["person"]["name"] == "pim"


def test_the_floor_is_closed_to_players_and_an_invitation_works_once(
    pit: Service, visit: Visit
) -> None:
    admin, first, second, guest = (visit(pit) for _ in range(4))
    link = invite(sign_in(admin, "ada").page, "player")
    come_in(first, link, "pip")
    with second.bearing("status of 4"):
        second.page.goto(link)
        expect(
            second.page.get_by_role("heading", name="This invitation is not valid")
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
