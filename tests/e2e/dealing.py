"""A dealer at the console, using only what is visible and touchable there."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from playwright.sync_api import Locator, Page, ViewportSize, expect

from queenhigh.wire.view_delta import applied

from .browsing import Visitor

DONE = re.compile(r"^(Done|Dealt|Shuffled|Paid|Taken|Pushed|Verified)(, as \w+)?$")
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
TABLETS: dict[str, ViewportSize] = {
    "small": {"width": 1024, "height": 768},
    "large": {"width": 1180, "height": 820},
}
Hands = Mapping[int, Sequence[str]]  # By seat; 0 is the dealer.

# The browser itself counts touches, whatever causes them.
COUNT_TOUCHES = """
window.touches = 0;
addEventListener('click', () => window.touches++, true);
"""
# A quick finger: touches the next button as soon as the page allows it, until the round is over or
# somebody else has to act. It touches only visible buttons.
DEAL_A_ROUND = """async ({ hands, folds, repeat }) => {
  const next = () => document.querySelector('[aria-label="Next step"] .confirm');
  const entry = () => document.querySelector('[aria-label="Cards turned up"]');
  const row = () => document.querySelector('[aria-label="Decisions"]');
  const key = (card) => {
    const suits = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };
    const name = `${card[0] === 'T' ? '10' : card[0]} of ${suits[card[1]]}`;
    return entry().querySelector(`[aria-label="${name}"]`);
  };
  const moment = () => new Promise((go) => setTimeout(go, 4));
  const place = () => {
    const title = entry().querySelector('h3').textContent;
    return Number(/^Seat (\\d+)/.exec(title)?.[1] ?? 0);
  };
  const until = performance.now() + 60_000;
  const entered = new Set();
  let begun = !repeat, folded = false;
  while (performance.now() < until) {
    await moment();
    const said = next().textContent.trim();
    if (entry() && !entered.has(place())) {
      const at = place();
      if (key(hands[at][0]).disabled) continue;
      for (const card of hands[at]) key(card).click();
      entered.add(at);
    } else if (row() && !folded) {
      for (const seat of folds)
        [...row().querySelectorAll('fieldset')]
          .find((each) => each.querySelector('legend b').textContent === String(seat))
          .querySelector('.fold').click();
      folded = true;
    } else if (said.startsWith('Waiting for the')) {
      return said;
    } else if (!next().disabled && !entry()) {
      if (said.startsWith('Repeat all bets')) {
        if (begun) return 'over';
        begun = true;
      }
      next().click();
      await moment();
    }
  }
  return `it took too long: ${next().textContent}`;
}"""


class Dealer:
    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self._state: Any = {}
        self._read = 0  # Frames read so far.
        visitor.context.add_init_script(COUNT_TOUCHES)

    def set_up(
        self, house: str, kind: Literal["training", "physical"], *, players: int = 0
    ) -> None:
        """Open a private training table, with virtual or real cards."""
        page = self.page
        page.goto("/dealer")
        form = page.get_by_role("region", name="A table to learn on")
        form.get_by_label("House").select_option(house)
        form.locator(f"input[value={kind}]").check()
        if players:
            form.get_by_label("Players").fill(str(players))
        form.get_by_role("button", name="Set the table up").click()
        expect(self.next).to_be_visible()

    def tell(self, command: Mapping[str, Any], *, role: str = "dealer") -> Any:
        """Give a command at this table outside the page, for what other tests cover."""
        return self.visitor.post(f"{self._address}/commands?as={role}", dict(command))

    @property
    def _address(self) -> str:
        return f"/api/tables/{self.page.url.rsplit('/')[-1]}"

    def catch_up(self) -> None:
        """Wait until the console has heard of what was done outside it."""
        version = self.visitor.get(self._address)["version"]
        self.visitor.wait_until(lambda: self.state.get("version", -1) >= version)

    @property
    def next(self) -> Locator:
        return self.page.get_by_role("region", name="Next step")

    @property
    def confirm(self) -> Locator:
        """The large button, whatever its text."""
        return self.next.locator(".confirm")

    @property
    def touches(self) -> int:
        counted: int = self.page.evaluate("window.touches")
        return counted

    def seat(self, number: int) -> Locator:
        layout = self.page.get_by_role("region", name="The layout")
        return layout.get_by_role("button", name=re.compile(rf"^{number} "))

    @property
    def state(self) -> Any:
        """The table's state, assembled from its messages as the page does it."""
        frames = self.visitor.frames
        while self._read < len(frames):
            message = json.loads(frames[self._read])
            self._read += 1
            if message["type"] == "change":
                message["view"] = applied(self._state["view"], message["view"])
                self._state |= message
            elif message["type"] == "snapshot":
                self._state = message
        return self._state

    @property
    def view(self) -> Any:
        return self.state["view"]

    @property
    def due(self) -> Any:
        return self.view["due"]

    def steps(self, *, until: str = "") -> Iterator[Any]:
        """Yield each step that is due once the console shows it; the caller does it."""
        while (due := self.due) and due["step"] != until:
            version = self.state["version"]

            def gone(version: int = version) -> bool:
                return bool(self.state["version"] > version)

            def shown(text: str = due["text"]) -> bool:
                return text in self.next.inner_text() or gone()

            # The system does its own steps, perhaps before the console has shown them.
            if due["step"] != "settle":
                self.visitor.wait_until(shown)
            if not gone():
                yield due
                self.visitor.wait_until(gone)

    def done(self) -> None:
        self.next.get_by_role("button", name=DONE).click()

    def touch(self) -> None:
        """Touch the large button once, and wait until something else is due."""
        before = self._task
        expect(self.confirm).to_be_enabled()
        self.confirm.click()
        self.visitor.wait_until(lambda: self._task != before)

    @property
    def _task(self) -> tuple[Any, ...]:
        """Identify the dealer's task; bets arriving meanwhile do not change it."""
        view, group = self.view, self.view["group"] or {}
        said = (view["phase"], view["round"], view["next_to_decide"])
        return (*said, view["due"], group.get("key"), len(group.get("payouts", ())))

    def all_play(self) -> None:
        """Touch once, and have each seat decide."""
        expect(self.confirm).to_be_enabled()
        self.confirm.click()
        self.visitor.wait_until(lambda: self.view["phase"] == "settling")

    def touch_until(self, phase: str, holds: Callable[[Any], bool] = bool) -> None:
        """Touch until the table gets there."""
        while not (self.view["phase"] == phase and holds(self.view)):
            self.touch()

    def open_in_groups(self) -> int:
        """Open until bets are taken; return the number of touches."""
        before = self.touches
        while self.view["phase"] == "opening" or self.due:
            self.touch()
        return self.touches - before

    def turn_up(self, cards: Sequence[str]) -> None:
        """Enter the faces of the requested hand by touch."""
        version = self.state["version"]
        pad = self.page.get_by_role("group", name="The deck")
        for card in cards:
            rank = card[0].replace("T", "10")
            pad.get_by_role("button", name=f"{rank} of {SUITS[card[1]]}", exact=True).tap()
        self.visitor.wait_until(lambda: self.state["version"] > version)

    def settle_the_rest(self, hands: Hands) -> None:
        """Settle from the dealer's cards to the end of the round, touch by touch."""
        number = self.view["round"]
        while self.view["round"] == number and self.view["phase"] == "settling":
            needed = self.view["group"]["needs"]["cards"]
            if needed:
                self.turn_up(hands[needed["place"]])
            else:
                self.touch()

    def deal_quickly(self, hands: Hands, folds: Sequence[int] = (), *, repeat: bool = True) -> str:
        """Deal a round from its bets, or the rest of one, with touches made inside the page.

        Return `over`, or whom it waits for.
        """
        told: str = self.page.evaluate(
            DEAL_A_ROUND,
            {
                "hands": {str(at): list(cards) for at, cards in hands.items()},
                "folds": list(folds),
                "repeat": repeat,
            },
        )
        return told

    def menu(self, which: str, title: str) -> Locator:
        """Open a dialog beside the next step."""
        self.page.get_by_role("group", name="More actions").get_by_role(
            "button", name=which, exact=True
        ).click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name=title, exact=True).click()
        return self.page.get_by_role("dialog", name=title)

    def sit_and_bet(self, number: int, *, buy_in: int, bets: dict[str, int]) -> None:
        """Seat a walk-in and place the bets by touching chips that add up to each amount."""
        page = self.page
        self.seat(number).click()
        dialog = page.get_by_role("dialog", name=re.compile(f"^Seat {number}"))
        dialog.get_by_role("button", name=f"Add ${buy_in}", exact=True).click()
        dialog.get_by_role("button", name=f"with ${buy_in} in cash").click()
        expect(dialog).to_be_hidden()
        panel = page.get_by_role("region", name=f"Bets of seat {number}")
        for wager, amount in bets.items():
            panel.get_by_role("group", name="Chip").get_by_role(
                "button", name=f"${amount}", exact=True
            ).click()
            row = panel.get_by_role("listitem").filter(has_text=wager)
            row.get_by_role("button", name=f"More on {wager}").click()
            expect(row.locator("output")).to_have_text(f"${amount}")
