"""Legal moves are those `decide` accepts: listing them is quicker, with the same result."""

import random

import pytest

from queenhigh.table.commands import AnyCommand
from queenhigh.table.decide import advance, decide
from queenhigh.table.legal_moves import candidates, legal
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Phase, Table
from queenhigh.table.step_groups import group_due
from tests.table.driver import NOON, house
from tests.table.machine import read

CARDS = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
SEATS = {1: 100_00, 2: 10_00, 3: 20_00, 4: 5_00}  # Some have no more than they bet.


class Round:
    """A round with real cards in which somebody now and then acts at random."""

    def __init__(self, of: str, seed: int, tray: int):
        self.chance = random.Random(seed)
        self.table, self.cards = Table(house(of)), CARDS.copy()
        self.chance.shuffle(self.cards)
        opened = {"table": "x", "dealer": "dee", "tray": tray, "kind": "physical"}
        self.do("open_table", "floor:flo", **opened)
        for seat, cents in SEATS.items():
            self.do("sit", f"player:p{seat}", seat=seat)
            self.do("buy_in", "dealer:dee", seat=seat, cents=cents)

    def do(self, kind: str, by: str, /, **fields: object) -> bool:
        return self.give(read({"type": kind, "by": by, **fields}, NOON))

    def give(self, command: AnyCommand) -> bool:
        answer = advance(self.table, command)
        if isinstance(answer, Refusal):
            return False
        self.table = answer.table
        return True

    def step(self) -> bool:
        """Do the next thing at the table; return whether there was one."""
        table = self.table
        if table.phase is Phase.BETTING and not table.due and not table.bettors():
            return all(self._bet(seat) for seat in SEATS)
        if (seat := table.next_to_decide) is not None:
            decision = self.chance.choice(("play", "fold"))
            return self.do(decision, "dealer:dee", seat=seat) or self.do(
                "fold", "dealer:dee", seat=seat
            )
        if (group := group_due(table)) is None:
            return False
        role = "dealer:dee" if group.role == "dealer" else f"{group.role}:flo"
        shown = {"cards": [self.cards.pop() for _ in range(3)]} if group.needs.cards else {}
        return self.do("confirm_group", role, group=group.key, **shown)

    def _bet(self, seat: int) -> bool:
        return self.do("place_wager", f"player:p{seat}", seat=seat, wager="ante", amount=500)


@pytest.mark.parametrize("of", ["manual", "mics"])
@pytest.mark.parametrize("tray", [10_000_00, 200_00])
def test_a_move_is_legal_where_the_table_would_do_it(of: str, tray: int) -> None:
    round_ = Round(of, 3, tray)
    phases: set[Phase] = set()
    corrected: set[bool] = set()
    for _ in range(60):
        phases.add(round_.table.phase)
        for viewer in ("dealer:dee", "floor:flo", "player:p2"):
            offered = legal(round_.table, viewer, NOON)
            tried = list(candidates(round_.table, viewer, NOON))
            accepted = [x for x in tried if not isinstance(decide(round_.table, x), Refusal)]
            assert offered == accepted
            corrections = [x for x in tried if type(x).__name__ == "CorrectDecision"]
            corrected |= {x in accepted for x in corrections}
        if not round_.step():
            break
    assert {Phase.BETTING, Phase.DECIDING, Phase.SETTLING} <= phases
    assert corrected == {True, False}  # One lacks the chips.
