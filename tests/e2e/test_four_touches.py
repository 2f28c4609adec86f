"""Tasks between rounds at the console: each in at most four touches."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from playwright.sync_api import Locator, expect

from .conftest import Visit
from .dealing import TABLETS, Dealer
from .serving import Service
from .staffing import sign_in

CHIPS = [{"value": 100_00, "count": 200}]
MOST = 4


class Desk(Dealer):
    """A member of staff at the console, whose touches and keys are counted."""

    def __init__(self, visit: Visit, pit: Service, name: str) -> None:
        super().__init__(sign_in(visit(pit, viewport=TABLETS["small"], has_touch=True), name))

    def command(self, **command: Any) -> Any:
        return self.visitor.post("/api/tables/idle/commands", command)

    def here(self) -> Any:
        return self.visitor.get("/api/tables/idle")["view"]

    @contextmanager
    def few_touches(self, done: Callable[[Any], bool]) -> Iterator[None]:
        before = self.touches
        yield
        self.visitor.wait_until(lambda: done(self.view))
        assert self.touches - before <= MOST

    def dialog(self, number: int) -> Locator:
        """Open a seat; while bets are open, the first touch only selects a taken seat."""
        expect(self.page.get_by_role("dialog")).to_be_hidden()
        bets = self.page.get_by_role("region", name=f"Bets of seat {number}")
        chosen = self.view["phase"] != "betting" or is_free(number, self.view)
        if not chosen and not bets.is_visible():
            self.seat(number).tap()
            expect(bets).to_be_visible()
        self.seat(number).tap()
        return self.page.get_by_role("dialog", name=re.compile(f"^Seat {number}"))

    def add(self, number: int, dollars: int, button: str) -> None:
        dialog = self.dialog(number)
        dialog.get_by_role("button", name=f"Add ${dollars}", exact=True).tap()
        dialog.get_by_role("button", name=button).tap()

    def sign(self) -> None:
        self.next.get_by_role("button", name="Sign", exact=True).tap()

    def close_dialog(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_be_hidden()


def opened(visit: Visit, pit: Service) -> tuple[Desk, Desk]:
    """The dealer's and the floor's consoles, at a table whose first player has arrived."""
    dora, flo = Desk(visit, pit, "dora"), Desk(visit, pit, "flo")
    flo.command(type="open_table", dealer="dora", tray=20_000_00, chips=CHIPS)
    count(visit, pit, 20_000_00, CHIPS, "opening")
    for each in (dora, flo):
        each.page.goto("/dealer/idle")
        expect(each.next).to_be_visible()
    return dora, flo


def count(visit: Visit, pit: Service, cents: int, chips: Any, inventory: str) -> None:
    """Have two people count the tray, outside the console."""
    cou, mia = (sign_in(visit(pit), name) for name in ("cou", "mia"))
    at = "/api/tables/idle"
    counted = {"counted": cents, "chips": chips, "inventory": inventory}
    cou.post(f"{at}/commands", {"type": "count_tray", **counted})
    asked = mia.get(at)["view"]["requests"][-1]["request"]
    mia.post(f"{at}/commands", {"type": "approve", "request": asked})


def work_through(dora: Desk, flo: Desk) -> None:
    while group := dora.here()["group"]:
        who = dora if group["role"] == "dealer" else flo
        who.command(type="confirm_group", group=group["key"])
    dora.catch_up()


def seat_of(view: Any, number: int) -> Any:
    return next((each for each in view["seats"] if each["seat"] == number), None)


def is_free(number: int, view: Any) -> bool:
    return seat_of(view, number) is None


def test_everything_besides_the_rounds_takes_four_touches(visit: Visit, pit: Service) -> None:
    dora, flo = opened(visit, pit)
    page, others = dora.page, walk_ins(flo)
    with dora.few_touches(lambda view: seat_of(view, 4) and seat_of(view, 4)["stack"] == 100_00):
        dora.add(4, 100, "with $100 in cash")  # A walk-in with a cash buy-in.
    expect(dora.seat(4)).to_contain_text("Walk-in 4")
    work_through(dora, flo)
    dora.visitor.wait_until(lambda: dora.view["phase"] == "betting" and not dora.due)
    expect(page.get_by_role("region", name="Bets of seat 4")).to_be_visible()
    dora.add(6, 100, "with $100 in cash")
    expect(page.get_by_role("region", name="Bets of seat 6")).to_be_visible()

    with dora.few_touches(lambda view: seat_of(view, 4)["stack"] == 125_00):
        dora.add(4, 25, "Buy in $25")
    dora.close_dialog()
    dora.seat(6).tap()
    with dora.few_touches(lambda _: any("chips_coloured" in each for each in dora.visitor.frames)):
        dora.add(4, 25, "Colour up $25")
    dora.close_dialog()
    dora.seat(6).tap()
    with dora.few_touches(lambda view: view["requests"]):
        dora.add(4, 5, "Toke $5")
    dora.close_dialog()
    with flo.few_touches(lambda view: seat_of(view, 4)["stack"] == 120_00):
        flo.sign()

    dora.command(type="place_wager", seat=4, wager="ante", amount=25_00)
    dora.seat(6).tap()
    with dora.few_touches(lambda view: view["requests"]):
        dora.add(4, 25, "Coupon on Ante")
    dora.close_dialog()
    expect(dora.next).to_contain_text("dora: Place coupon, seat 4")
    with flo.few_touches(lambda view: seat_of(view, 4)["coupons"] == {"ante": 25_00}):
        flo.sign()
    dora.command(type="withdraw_wager", seat=4, wager="ante")

    with flo.few_touches(lambda view: view["limits"]["ante"].startswith("$25 ")):
        form = flo.menu("Table", "Change the limits")
        form.get_by_role("group", name="Usual, for Minimum").get_by_text("$25", exact=True).tap()
        form.get_by_role("button", name="Change the limits").tap()
    expect(dora.next).to_contain_text("Say")
    expect(dora.next).to_contain_text("New limits on Ante: $25")

    with dora.few_touches(lambda view: view["phase"] == "opening" or view["due"]):
        dora.menu("Table", "Table is idle").get_by_role("button", name="Spread the cards").tap()
    work_through(dora, flo)

    dan = Desk(visit, pit, "dan")
    page = dan.page
    page.goto("/dealer/idle")
    expect(page.get_by_role("group", name="More actions")).to_be_visible()
    with dan.few_touches(lambda view: view["requests"]):
        form = dan.menu("Table", "Relieve the dealer")
        form.get_by_role("button", name="Relieve", exact=True).tap()
    for who in (dora, flo):
        before = who.touches
        who.sign()
        assert who.touches - before == 1
    dan.visitor.wait_until(lambda: dan.view["dealer"] == "dan" or dan.view["relief"] == "dan")
    while (group := dan.here()["group"]) and group["key"].startswith("relief"):
        who = dan if group["key"] == "relief:incoming" else dora
        who.command(type="confirm_group", group=group["key"])
    expect(page.get_by_label("Status")).to_contain_text("Next relief")

    with dan.few_touches(lambda view: view["due"]):
        dan.menu("Table", "Change a deck").get_by_role("button", name="Change the deck").tap()
    work_through(dan, flo)

    for seat in (4, 6):
        with dan.few_touches(partial(is_free, seat)):
            dan.dialog(seat).get_by_role("button", name="Leaves the table").tap()
    tray = flo.here()["tray"]
    count(visit, pit, tray, [{"value": 25_00, "count": tray // 25_00}], "closing")
    with flo.few_touches(lambda view: view["requests"]):
        form = flo.menu("Table", "Close the table")
        form.get_by_role("button", name="Close the table").tap()
    with dan.few_touches(lambda view: view["phase"] == "closed"):
        dan.sign()

    # The floor asks and the cage pays what walk-ins carried away, by the name used at the table.
    left = {name: cents for name, cents in walk_ins(flo).items() if cents and name not in others}
    assert sum(left.values()) == 220_00
    cal = sign_in(visit(pit), "cal")
    for name, cents in left.items():
        asked = {"cents": cents, "id": f"ask-{name}"}
        flo.visitor.post(f"/api/patrons/{name}/cash-outs/request", asked)
        paid = {"cents": cents, "how": "cash", "reference": "", "id": f"out-{name}"}
        assert cal.post(f"/api/patrons/{name}/cash-outs", paid)["money_cents"] == 0


def walk_ins(flo: Desk) -> dict[str, int]:
    found = flo.visitor.get("/api/accounts?prefix=patron:walk-in-")
    return {each["account"].removeprefix("patron:"): each["cents"] for each in found}
