"""A dealer at the console, by what can be seen and clicked there."""

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .browsing import Visitor

DONE = re.compile(r"^(Done|Dealt|Shuffled|Paid|Taken|Pushed|Verified)(, as \w+)?$")


class Dealer:
    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page

    def set_up(self, house: str, part: str, *, players: int) -> None:
        """A private table to learn on, at which the steps of the part are done by hand."""
        page = self.page
        page.goto("/dealer")
        form = page.get_by_role("region", name="A table to learn on")
        form.get_by_label("House").select_option(house)
        form.get_by_label("Players").fill(str(players))
        form.get_by_role("radio", name=part).check()
        form.get_by_role("button", name="Set the table up").click()
        expect(self.next).to_be_visible()

    @property
    def next(self) -> Locator:
        return self.page.get_by_role("region", name="Next step")

    def seat(self, number: int) -> Locator:
        layout = self.page.get_by_role("region", name="The layout")
        return layout.get_by_role("button", name=re.compile(rf"^{number} "))

    @property
    def state(self) -> Any:
        """What the table last sent, as the page has it too."""
        states = (json.loads(frame) for frame in reversed(self.visitor.frames))
        return next(state for state in states if "view" in state)

    @property
    def due(self) -> Any:
        return self.state["view"]["due"]

    def steps(self, *, until: str = "") -> Iterator[Any]:
        """Each step that is due, when the console shows it; the caller does it."""
        while (due := self.due) and due["step"] != until:
            expect(self.next).to_contain_text(due["text"])
            version = self.state["version"]
            yield due
            self.visitor.wait_until(lambda: self.state["version"] > version)  # noqa: B023

    def done(self) -> None:
        self.next.get_by_role("button", name=DONE).click()

    def end_round(self) -> None:
        version = self.state["version"]
        self.done()
        self.visitor.wait_until(lambda: self.state["version"] > version)

    def no_more_bets(self) -> None:
        version = self.state["version"]
        self.next.get_by_role("button", name=re.compile("^“No more bets", re.IGNORECASE)).click()
        self.visitor.wait_until(lambda: self.state["version"] > version)

    def sit_and_bet(self, number: int, *, buy_in: int, bets: dict[str, int]) -> None:
        """The trainee takes a seat too; the chips of the amount are clicked together."""
        page = self.page
        self.seat(number).click()
        page.get_by_role("dialog").get_by_role("button", name="Seat the player").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        self.seat(number).click()
        dialog = page.get_by_role("dialog", name=re.compile(f"^Seat {number}, "))
        dialog.get_by_role("button", name=f"Add ${buy_in}", exact=True).click()
        dialog.get_by_role("button", name=f"Buy in ${buy_in}").click()
        expect(dialog.get_by_text(f"${buy_in} in chips")).to_be_visible()
        for wager, amount in bets.items():
            row = dialog.get_by_role("listitem").filter(has_text=wager)
            dialog.get_by_role("button", name=f"Add ${amount}", exact=True).click()
            row.get_by_role("button", name=f"Put ${amount}").click()
            expect(row.locator("b")).to_have_text(f"${amount}")
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_be_hidden()
