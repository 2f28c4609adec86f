"""A training table: the real engine, the system's cards, a person's steps, simulated players.

Everything that is not the dealer's task is done here: players sit down, bet and decide, machines
shuffle, the floor rules when a table waits for it. Time is a count of seconds, chance a seed.
"""

from copy import copy
from datetime import UTC, datetime
from random import Random
from typing import Final, Literal

from ..house.model import House
from ..table import commands as c
from ..table.commands import AnyCommand
from ..table.decks import system_shuffle
from ..table.driver import Driver
from ..table.events import AnyEvent, Step
from ..table.instructions import role_of_step
from ..table.refusal import Refusal
from ..table.roles import Actor
from ..table.state import Phase

LEARNER: Final = "learner"
DEALER: Final = str(Actor("dealer", LEARNER))
_BEGIN: Final = datetime(2026, 1, 5, 12, tzinfo=UTC)
_TRAY: Final = 10_000_000_00
_BUY_IN: Final = 200  # Table minimums.
_SIDE_BET_RATE: Final = 0.6
_TOKE_RATE: Final = 0.3
_FOLD_RATE: Final = 0.25


class TrainingTable(Driver):
    chance: Random

    def __init__(self, house: House, players: int, chance: Random):
        super().__init__(house, _BEGIN, chance)
        self.house = house
        self._bet_on = 0  # The last round with bets.
        self.do(
            c.OpenTable(
                by="floor:floor", at=self.now(), dealer=LEARNER, tray=_TRAY, kind="training"
            )
        )
        number = min(players, house.seats)
        for seat in sorted(chance.sample(range(1, house.seats + 1), number)):
            self.do(*self.arrival(seat, f"player-{seat}", _BUY_IN * house.limits("ante").first))

    def copied(self) -> "TrainingTable":
        """Copy the table: changes to one do not affect the other."""
        other = copy(self)
        other.chance, other.changes = copy(self.chance), [*self.changes]
        return other

    def confirmation(self, step: str, seat: int | None = None) -> AnyCommand:
        """Confirm a step as the person responsible for it; a shuffle includes its order."""
        due = self.table.due
        if step == "shuffle" and due and due.name == "shuffle":
            return system_shuffle(self.chance, due.deck or 0, self.now())
        role = role_of_step(self.house, step)
        by = DEALER if role == "dealer" else str(Actor(role, role))
        return c.Confirm(by=by, at=self.now(), step=step, seat=seat)

    def do_step(self, step: Step) -> list[AnyEvent]:
        return self.do(self.confirmation(step.name, step.seat))

    # Players and the floor

    @property
    def awaits_announcement(self) -> bool:
        """Whether the bets are down and only the dealer's announcement is due."""
        table = self.table
        return table.phase is Phase.BETTING and not table.todo and bool(table.bettors())

    def others_act(self) -> None:
        """Let players and the floor act until it is the dealer's turn."""
        while self._other_acts():
            pass

    def _other_acts(self) -> bool:
        table = self.table
        if table.phase is Phase.HALTED:
            self._rule()
        elif table.phase is Phase.BETTING and self._bet_on != table.round.number:
            self._bet_on = table.round.number
            for each in sorted(table.seats):
                self._bet(each)
        elif (seat := table.next_to_decide) is not None and not table.due:
            self._decide(seat)
        elif table.to_call:
            self.call_awards()
        elif table.due and table.due.name == "shuffle" and not table.shuffler_works:
            self._replace_the_shuffler()
        else:
            return False
        return True

    def _rule(self) -> None:
        ruling: Literal["void", "continue"] = self.chance.choice(("void", "continue"))
        by = "management:manager"
        self.do(c.Rule(by=by, at=self.now(), ruling=ruling, reason="after review"))

    def _replace_the_shuffler(self) -> None:
        for wish in (
            c.ReplaceShuffler(by="management:manager", at=self.now(), source="backup_machine"),
            c.ReplaceShuffler(by="management:manager", at=self.now(), source="borrowed_machine"),
            c.ShuffleByHand(by="management:manager", at=self.now()),
        ):
            if not isinstance(self.tried(wish), Refusal):
                return
        raise ValueError("the house has no way to go on without its shuffler")

    def _bet(self, seat: int) -> None:
        """Place the ante and other bets of the house, skipping refused ones."""
        for wager in self.house.opening_bets:
            own = self.house.wagers.get(wager)
            if own and not own.required and self.chance.random() > _SIDE_BET_RATE:
                continue
            amount = self.house.limits(wager).first * self.chance.choice((1, 1, 2, 3))
            for cents in (amount, self.house.limits(wager).first):
                wish = c.PlaceWager(
                    by=self.player(seat), at=self.now(), seat=seat, wager=wager, amount=cents
                )
                if not isinstance(self.tried(wish), Refusal):
                    break
        if self.chance.random() < _TOKE_RATE:
            step = self.house.tokes.minimum_cents or self.house.tokes.step_cents
            by = self.player(seat)
            self.tried(c.PlaceToke(by=by, at=self.now(), seat=seat, wager="ante", amount=step))

    def _decide(self, seat: int) -> None:
        kind = c.Fold if self.chance.random() < _FOLD_RATE else c.Play
        self.do(kind(by=self.player(seat), at=self.now(), seat=seat))
