"""A table with real cards to drive in a test: it is not told what lies on the felt."""

from functools import cache
from typing import Any, Self

from queenhigh.house.loader import with_settings
from queenhigh.house.model import House
from queenhigh.table.events import AnyEvent
from queenhigh.table.state import Phase
from tests.table.driver import DEALER, Driven, hands


@cache
def _without_buy_in_limit(of: House) -> House:
    """Let a full table buy in without the floor."""
    return with_settings(of, {"controls.staff_buy_in_cents": 100_000_00})


class Felt(Driven):
    """Knows the hands on the felt, and enters them at the table when they are turned up."""

    lies: dict[int, str]

    def __init__(self, of: Any, wanted: str = "", **options: Any):
        super().__init__(of, **options)
        self.house = _without_buy_in_limit(self.house)
        self.table = self.table.but(house=self.house)
        self.lies = hands(wanted)

    def open(self, dealer: str = "dee", **fields: Any) -> list[AnyEvent]:
        return super().open(dealer, kind="physical", **fields)

    def confirm(self, step: str = "", **fields: Any) -> list[AnyEvent]:
        due = self.table.due
        assert due is not None, "nothing is due"
        if due.name in ("reveal_dealer", "reveal_hand") and "cards" not in fields:
            place = due.seat or DEALER
            if self.table.round.backs.get(place) and place not in self.view("dealer:dee").read:
                fields["cards"] = self.lies[place].split()
        return super().confirm(step, **fields)

    def shuffle(self, deck: int, order: Any = None) -> list[AnyEvent]:
        return self.give("shuffle_deck", deck=deck)

    def ready(self, wanted: str = "", *, cut: int = 0) -> Self:
        if wanted:
            self.lies = hands(wanted)
        if self.table.phase in (Phase.CLOSED, Phase.OPENING):
            self.opened()
        self.until()
        return self

    def sit(self, *seats: int, player: str = "", dollars: int = 1000) -> Self:
        """Sit down and hand banknotes to the dealer."""
        super().sit(*seats, player=player, dollars=0)
        for seat in seats if dollars else ():
            by = f"dealer:{self.table.dealer}"
            self.give("buy_in", seat=seat, cents=dollars * 100, by=by)
        return self

    # Groups

    def group(self, **fields: Any) -> list[AnyEvent]:
        """Confirm the group that is due, as its owner."""
        group = self.view("dealer:dee").group
        assert group is not None, "no group is due"
        if group.needs.cards and "cards" not in fields:
            fields["cards"] = self.lies[group.needs.cards.place].split()
        name = self.table.dealer if group.role == "dealer" else "x"
        by = f"{group.role}:{name}"
        return self.give("confirm_group", **{"by": by, "group": group.key, **fields})

    def grouped(self) -> list[str]:
        """Confirm groups until somebody has to bet or decide; return their keys."""
        keys: list[str] = []
        while (group := self.view("dealer:dee").group) is not None:
            if group.key == "deal" and self.table.phase is Phase.BETTING and keys:
                break
            keys.append(group.key)
            self.group()
        return keys
