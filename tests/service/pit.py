"""A table run by people over HTTP: each step by its owner, with known cards."""

import random
from collections.abc import Iterable
from typing import Any

from queenhigh.house.loader import built_in
from queenhigh.table.denominations import chips_for
from queenhigh.table.named_hands import TURNED_UP
from tests.service.desk import Browser, House
from tests.table.driver import hands, stacked

STAFF = (
    *("dealer", "floor", "pit_manager", "shift_manager", "surveillance", "management"),
    *("cage", "count"),
)


def deposited(cage: Browser, name: str, **money: Any) -> Any:
    """Deposit as the page does: the clerk checks the name a second time."""
    seen = cage.get(f"/api/patrons/{name}").json()["known_as"]
    return cage.post(f"/api/patrons/{name}/deposits", {**money, "seen": seen})


def paid_out(cage: Browser, name: str, cents: int, *, asks: Browser) -> Any:
    """Pay out as the pages do: the patron or somebody of the floor asks first."""
    own = asks.person["name"] == name
    path = "/api/me/cash-outs" if own else f"/api/patrons/{name}/cash-outs/request"
    answer = asks.post(path, {"cents": cents})
    assert answer.status_code == 200, answer.text
    return cage.post(f"/api/patrons/{name}/cash-outs", {"cents": cents})


class Stacked(random.Random):
    """The system's randomness, with its next shuffles fixed; later ones are random."""

    def __init__(self, orders: Iterable[list[str]]) -> None:
        super().__init__(1)
        self.orders = [*orders]

    def shuffle(self, x: list[str]) -> None:  # type: ignore[override]
        if self.orders:
            x[:] = self.orders.pop(0)
        else:
            super().shuffle(x)


class Pit:
    """A table with its staff, named after their roles, and players.

    Each of `deals` is a round: `"1: As Kd 2c, dealer: ..."`. The system shuffles to that order, or
    real cards turn up in it.
    """

    def __init__(
        self, house: House, table: str, of: str = "manual", *deals: str, **wanted: Any
    ) -> None:
        self.house, self.table, self.of = house, table, built_in(of)
        self.staff = {role: house.person(role) for role in STAFF}
        self.players: dict[int, Browser] = {}
        settings = {"stakes": "money", "automation": [], **wanted}
        self._physical, self._deals = settings.get("kind") == "physical", [*map(hands, deals)]
        if deals and not self._physical:
            by_hand = self.of.shuffle.method == "hand"  # Only then are the cards cut.
            cut = (self.of.shuffle.cut_aims_at or 26) if by_hand else 0
            orders = [stacked(each, self.of.dealing.method, cut=cut) for each in deals]
            house.lobby.cardroom.chance = Stacked(orders)
        answer = self.staff["floor"].post(
            "/api/tables", {"id": table, "house": of, "betting_seconds": None,
                            "decision_seconds": None, **settings},
        )  # fmt: skip
        assert answer.status_code == 201, answer.text

    def view(self) -> dict[str, Any]:
        return self.view_of("dealer")

    def view_of(self, role: str) -> dict[str, Any]:
        found: dict[str, Any] = self.staff[role].get(f"/api/tables/{self.table}").json()["view"]
        return found

    def say(self, role: str, **command: Any) -> Any:
        return self.staff[role].done(self.table, **command)

    def sit(self, seat: int, name: str, cents: int = 3_000_00) -> Browser:
        """Sit with money brought to the cage by check, or in cash at a table with real cards."""
        player = self.players[seat] = self.house.person("player", name)
        player.done(self.table, type="sit", seat=seat)
        if self._physical:
            self.say("dealer", type="buy_in", seat=seat, cents=cents)
            self.sign("floor")
            return player
        assert deposited(self.staff["cage"], name, cents=cents, how="check").status_code == 200
        player.done(self.table, type="buy_in", seat=seat, cents=cents)
        return player

    def open(self, cents: int = 50_000_00) -> None:
        """Open with the tray by value; where money is played for, two people count it."""
        how = {"dealer": "dealer", "tray": cents, "chips": self.chips(cents)}
        self.say("floor", type="open_table", **how)
        if self.view()["guarded"]:
            self.count(cents, "opening")

    def chips(self, cents: int) -> list[dict[str, int]]:
        return [{"value": each.value, "count": each.count} for each in chips_for(self.of, cents)]

    def count(self, cents: int, inventory: str, witness: str = "pit_manager") -> None:
        self.say(
            "count", type="count_tray", counted=cents, chips=self.chips(cents), inventory=inventory
        )
        self.sign(witness)

    def sign(self, *roles: str) -> None:
        for role in roles:
            self.say(role, type="approve", request=self.view()["requests"][-1]["request"])

    def wish(self) -> tuple[str, dict[str, Any]]:
        """Return the step that is due, and whose it is."""
        view = self.view()
        due = view["due"]
        if due["step"] == "shuffle":
            return "dealer", {"type": "shuffle_deck", "deck": due["deck"] or 0}
        named = {name: due[name] for name in ("deck", "seat") if due.get(name) is not None}
        if self._physical and due["step"] in TURNED_UP:
            named["cards"] = self._deals[view["round"] - 1][due.get("seat") or 0].split()
        return due["role"], {"type": "confirm", "step": due["step"], **named}

    def until(self, phase: str) -> None:
        """Confirm steps until the table is in that phase with nothing due before it."""
        while True:
            view = self.view()
            if view["phase"] == phase and (phase != "betting" or view["due"] is None):
                return
            if view["due"]["step"] != "shuffle" or self._physical:
                self.step()  # Any other shuffle is done by the system, in its own time.

    def step(self) -> None:
        role, command = self.wish()
        self.say(role, **command)

    def deal(self, **bets: dict[str, int]) -> None:
        """Deal up to the first decision: `deal(seat1={"ante": 1000})`."""
        seats = {int(name.removeprefix("seat")): wagers for name, wagers in bets.items()}
        self.until("betting")
        for seat, wagers in seats.items():
            for wager, amount in wagers.items():
                self.players[seat].done(
                    self.table, type="place_wager", seat=seat, wager=wager, amount=amount
                )
        self.say("dealer", type="announce_no_more_bets")
        self.until("deciding")

    def decide(self, seat: int, decision: str = "play") -> None:
        self.players[seat].done(self.table, type=decision, seat=seat)

    def finish(self) -> None:
        """Play to the end of the round."""
        while self.view()["phase"] == "settling":
            self.step()
