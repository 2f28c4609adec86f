"""A player at a table in the browser, using only what is visible and clickable there."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .browsing import Visitor

NAMES = {
    "ante": "Ante",
    "play": "Play",
    "pair_plus": "Pair Plus",
    "six_card_bonus": "6 Card Bonus",
    "progressive": "Progressive",
}


# The steps of a round are shown at once, as to somebody who looks elsewhere: one drawing for all.
HURRIED = "Object.defineProperty(document, 'hidden', { value: true })"


def dollars(amount: int) -> str:
    """Write an amount as on screen."""
    rest = f".{amount % 100:02}" if amount % 100 else ""
    return f"${amount // 100:,}{rest}"


def cents(text: str) -> int:
    """Read `$12.50`, `+€12` or `−£3` from anywhere in a text."""
    found = re.search(r"([+−-]?)[$€£]([\d,]+)(?:\.(\d\d))?", text)
    assert found, f"no amount in {text!r}"
    amount = int(found[2].replace(",", "")) * 100 + int(found[3] or 0)
    return -amount if found[1] in ("−", "-") else amount


class Player:
    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.names = NAMES  # What the table's house calls its bets.

    # Coming to a table

    def practise(self, house: str, *, bots: int = 0, hurried: bool = True) -> None:
        """Go to a practice table: two clicks from the lobby, and the choice of the house."""
        page = self.page
        if hurried:
            page.add_init_script(HURRIED)
        self.names = self.visitor.get(f"/api/houses/{house}")["felt"]["titles"]
        page.goto("/")
        page.get_by_role("button", name="Choose the rules").click()
        dialog = page.get_by_role("dialog", name="Choose the rules")
        dialog.locator(f'input[value="{house}"]').check()
        dialog.get_by_role("slider").fill(str(bots))
        dialog.get_by_role("button", name="Deal me in").click()

    def sit(self, table: str) -> None:
        self.page.add_init_script(HURRIED)
        self.page.goto("/")
        card = self.page.get_by_role("article", name=table)
        card.get_by_role("button", name="Sit down").click()

    def buy(self, amount: int) -> None:
        """Buy in, in the dialog that opens after sitting down."""
        dialog = self.page.get_by_role("dialog", name="Buy chips")
        dialog.get_by_label(re.compile("^Amount in ")).fill(str(amount))
        dialog.get_by_role("button", name=re.compile(r"^Buy [$€£]")).click()
        expect(dialog).to_be_hidden()
        expect(self.own_chips).not_to_have_text(re.compile(r"^[$€£]0$"))

    # Reading the table

    @property
    def id(self) -> str:
        return self.page.url.rsplit("/", 1)[-1].partition("?")[0]

    @property
    def side(self) -> Locator:
        return self.page.get_by_role("complementary", name="The round")

    @property
    def own_chips(self) -> Locator:
        return self.side.locator("section.stack b")

    @property
    def balance(self) -> Locator:
        return self.page.get_by_role("banner").locator(".balance b")

    @property
    def lines(self) -> Locator:
        return self.side.get_by_role("list").get_by_role("listitem")

    @property
    def sum(self) -> Locator:
        return self.side.locator(".sum b")

    def spot(self, wager: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(rf"^{self.names[wager]}: "))

    @property
    def deal_button(self) -> Locator:
        return self.page.get_by_role("button", name="Deal now")

    @property
    def play_button(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile(rf"^{self.names['play']} [$€£]"))

    @property
    def moves(self) -> Locator:
        return self.page.get_by_role("region", name="Your move")

    @property
    def call_button(self) -> Locator:
        return self.moves.get_by_role("button", name=re.compile("^Call "))

    @property
    def over(self) -> Locator:
        return self.side.get_by_role("heading", name="The last round")

    def view(self) -> Any:
        return self.visitor.get(f"/api/tables/{self.id}")["view"]

    def nets(self) -> list[str]:
        """The net result of each bet, as written."""
        return self.lines.locator("> span > b").all_inner_texts()

    def settled(self) -> list[str]:
        """The wager keys of the result lines."""
        keys = {name: wager for wager, name in self.names.items()}
        written = self.lines.locator(".wager").all_inner_texts()
        return [keys.get(re.split("[$€£]", text)[0].strip(), text) for text in written]

    def expect_lines(self, *wagers: str) -> None:
        """Expect a line for each of these wagers; a good hand adds one for the bonus."""
        expect(self.lines.nth(len(wagers) - 1)).to_be_visible()
        assert set(wagers) <= set(self.settled())

    def purse(self) -> int:
        """The player's play money with the house, from the API."""
        return int(self.visitor.get("/api/me/purse")["play_cents"])

    def seats(self) -> list[int]:
        you = self.visitor.get("/api/session")["person"]["name"]
        return [each["seat"] for each in self.view()["seats"] if each["player"] == you]

    # Playing

    def bet(self, wager: str) -> None:
        """Place the selected chip on an empty spot."""
        spot = self.spot(wager)
        expect(spot).to_have_accessible_name(re.compile(": nothing"))
        spot.click()
        expect(spot).to_have_accessible_name(re.compile(r": [$€£]"))
        expect(spot).to_have_attribute("aria-busy", "false")  # The table has answered.

    def deal(self) -> None:
        self.deal_button.click()
        expect(self.play_button).to_be_visible()

    def play(self) -> None:
        """Play the hand, announcing whatever must be called, until the results show."""
        self.play_button.click()
        expect(self.over.or_(self.call_button)).to_be_visible()
        if self.call_button.is_visible():
            for wager in self.moves.get_by_role("button", name=re.compile("^“")).all():
                wager.click()
            self.call_button.click()
            expect(self.over).to_be_visible()

    def leave(self) -> None:
        self.side.get_by_role("button", name="Leave").click()
        expect(self.side.get_by_text("You are watching.")).to_be_visible()
