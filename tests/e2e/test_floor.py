"""From the first administrator to a money table that is opened, counted and closed."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from queenhigh.table.named_hands import TURNED_UP

from .browsing import Visitor
from .conftest import Visit
from .serving import Service

PASSWORD = "the queen plays, the jack folds"


def come_in(visitor: Visitor, link: str, name: str) -> None:
    """Come in by a one-time link; others know the person as `name`."""
    page = visitor.page
    page.goto(link)
    page.get_by_label("Name", exact=True).fill(f"{name}.in")
    page.get_by_label(re.compile("^Shown to others")).fill(name)
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


def test_the_floor_runs_a_money_table_from_set_up_to_closing(
    own_cardroom: Service, visit: Visit
) -> None:
    admin, floor, dealer, patron, cage, count = (visit(own_cardroom) for _ in range(6))
    runner, manager = (visit(own_cardroom) for _ in range(2))
    come_in(admin, own_cardroom.administrator, "ada")
    come_in(floor, invite(admin.page, "floor"), "flo")
    come_in(dealer, invite(admin.page, "dealer"), "dora")
    come_in(cage, invite(admin.page, "cage"), "cat")
    come_in(count, invite(admin.page, "count"), "cou")
    come_in(runner, invite(admin.page, "floor"), "ron")
    come_in(manager, invite(admin.page, "pit_manager"), "pia")
    confirm_staff(visit(own_cardroom), own_cardroom)
    come_in(patron, invite(floor.page, "player"), "pat")

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
    page.get_by_label("Name, as it stands in the lobby").fill("Pit 1")
    page.get_by_label("House").select_option("manual")
    page.get_by_role("radio", name="Money", exact=True).check()
    page.get_by_role("radio", name="Only the shuffle by itself").check()
    page.get_by_role("button", name="Set it up").click()
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
    expect(done.get_by_role("row", name=re.compile("Closing inventory"))).to_contain_text(
        "As it should be"
    )
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
    own_cardroom: Service, visit: Visit
) -> None:
    admin, floor, dealer, relief, patron = (visit(own_cardroom) for _ in range(5))
    come_in(admin, own_cardroom.administrator, "ada")
    come_in(floor, invite(admin.page, "floor"), "flo")
    come_in(dealer, invite(admin.page, "dealer"), "dora")
    come_in(relief, invite(admin.page, "dealer"), "dina")
    cage, count, manager = (visit(own_cardroom) for _ in range(3))
    come_in(manager, invite(admin.page, "pit_manager"), "pia")
    come_in(cage, invite(admin.page, "cage"), "cat")
    come_in(count, invite(admin.page, "count"), "cou")
    confirm_staff(visit(own_cardroom), own_cardroom)
    come_in(patron, invite(floor.page, "player"), "pat")
    cage.post("/api/patrons/pat/deposits", {"cents": 3_000_00, "seen": "pat"})
    wanted = {"id": "pit-1", "name": "Pit 1", "house": "manual", "stakes": "money"}
    options = {"exposed_dealer_card": "supervisor"}
    floor.post("/api/tables", {**wanted, "kind": "physical", "link": "shared", "options": options})
    crew = Crew("pit-1", floor=floor, dealer=dealer, player=patron)
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
    pit = Pit(page, "Pit 1")
    crew.deal("2c 7d 9h", "As Ks Qs", until="verify_payout")
    expect(pit.tile).to_contain_text("Floor: Verify the payout before it is paid.")
    pit.tile.get_by_role("button", name="Verify $4,600: Seat 3, pat").click()
    expect(pit.tile).not_to_contain_text("Verify the payout")
    crew.work([])
    expect(pit.tray).to_have_text("$43,400")  # Less the buy-in and the payouts at 40, 5 and 1 to 1.

    crew.give("player", "place_wager", seat=3, wager="ante", amount=100_00)
    crew.give("dealer", "announce_no_more_bets")
    crew.work([])
    crew.give("dealer", "report_exposed_card", seat=0, cards=["Jd"])
    expect(pit.tile).to_contain_text("Exposed dealer card: floor rules")
    pit.manage("Rule on the halt", "The round is void", Why="everybody saw it")
    expect(pit.tile.locator(".phase")).not_to_have_text("Halted")

    crew.work([])
    pit.manage("Credit the tray", chips={"$100": 9}, Runner="dina")
    slip = {"type": "approve", "request": 3}
    for each in (cage, relief, dealer):
        each.post("/api/tables/pit-1/commands", slip)
    expect(pit.tray).to_have_text("$42,500")
    pit.manage("Change a deck", "Blue", Why="marked")
    expect(pit.tile).to_contain_text("Floor: Break the seal")
    pit.manage("Relieve the dealer", Who_comes_in="dina")
    expect(pit.tile).to_contain_text("Signs: dora or shift manager and dina.")
    crew.give("dealer", "approve", request=4)
    relief.post("/api/tables/pit-1/commands", {"type": "approve", "request": 4})
    expect(pit.tile).to_contain_text("dina relieves the dealer")
    expect(page.get_by_role("row").filter(has_text="shared")).to_contain_text("pit-1")

    page.goto("/floor/books")
    expect(page.get_by_role("status").filter(has_text="together $0")).to_be_visible()
    page.get_by_label("Search").fill("pat's account")
    own = page.get_by_role("row").filter(has_text="patron:pat")
    expect(own).to_contain_text("$3,000")  # Chips bought with cash.


def test_a_person_who_is_shut_out_is_out_at_once_and_comes_back_with_a_new_password(
    own_cardroom: Service, visit: Visit
) -> None:
    admin, patron = visit(own_cardroom), visit(own_cardroom)
    come_in(admin, own_cardroom.administrator, "ada")
    come_in(patron, invite(admin.page, "player"), "pat")
    page = admin.page
    page.goto("/floor/people")
    row = page.get_by_role("row").filter(has_text="pat")
    row.get_by_role("button", name="Shut out").click()
    expect(row).to_contain_text("shut out")
    patron.page.goto("/account")
    expect(patron.page.get_by_role("link", name="Sign in").first).to_be_visible()
    row.get_by_role("button", name="Let in again").click()
    expect(row).not_to_contain_text("shut out")
    row.get_by_role("button", name="New password").click()
    made = page.get_by_role("status").filter(has_text="a new password of pat")
    patron.page.goto(made.locator("code").inner_text())
    patron.page.get_by_label(re.compile("^Password")).fill("the jack folds, the queen plays")
    patron.page.get_by_role("button", name="Come in").click()
    lobby = patron.page.get_by_role("heading", name="Three Card Poker, by the book")
    expect(lobby).to_be_visible()
    assert patron.get("/api/session")["person"]["name"] == "pat"


def test_the_floor_is_closed_to_players_and_an_invitation_works_once(
    own_cardroom: Service, visit: Visit
) -> None:
    admin, second, guest = (visit(own_cardroom) for _ in range(3))
    link = own_cardroom.administrator
    come_in(admin, link, "ada")
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
    admin.page.get_by_label("Name", exact=True).fill("ada.in")
    admin.page.get_by_label("Password").fill("not the password")
    with admin.bearing("status of 401"):
        admin.page.get_by_role("button", name="Sign in").click()
        expect(admin.page.get_by_role("alert")).to_be_visible()
    admin.page.get_by_label("Password").fill(PASSWORD)
    admin.page.get_by_role("button", name="Sign in").click()
    expect(admin.page.get_by_role("link", name="Floor")).to_be_visible()
