"""A table in this process, driven by commands; its clock ticks with each. Chance is passed in."""

from datetime import datetime, timedelta
from typing import Final

from ..house.model import House
from . import commands as c
from .claims import winning
from .commands import AnyCommand
from .decide import advance
from .decks import CHANGED_BEFORE, system_shuffle, worn_deck
from .events import AnyEvent
from .fairness import Chance
from .refusal import Refusal
from .roles import Actor
from .state import Phase, Table
from .transaction import Change

_SECOND: Final = timedelta(seconds=1)
_TRAY_CENTS: Final = 1_000_000_00


class Driver:
    def __init__(self, house: House, start: datetime, chance: Chance):
        self.table = Table(house)
        self.at, self.chance = start, chance
        self.changes: list[Change] = []  # Since they were last taken.

    def now(self) -> datetime:
        self.at += _SECOND
        return self.at

    def taken(self) -> list[Change]:
        changes, self.changes = self.changes, []
        return changes

    def tried(self, *commands: AnyCommand) -> list[AnyEvent] | Refusal:
        """Apply all of the commands, or none of them: then return the refusal."""
        table = self.table
        changes: list[Change] = []
        for command in commands:
            answer = advance(table, command)
            if isinstance(answer, Refusal):
                return answer
            table = answer.table
            changes += answer.changes
        self.table = table
        self.changes += changes
        return [change.event for change in changes]

    def do(self, *commands: AnyCommand) -> list[AnyEvent]:
        """Apply commands that cannot be refused here."""
        answer = self.tried(*commands)
        if isinstance(answer, Refusal):
            raise ValueError(f"{answer.code}: {answer.message}")
        return answer

    def open_automated(self) -> None:
        """Open a table that does every step by itself, apart from the shuffles."""
        self.do(
            c.OpenTable(
                by="floor:house",
                at=self.now(),
                dealer="dealer",
                tray=_TRAY_CENTS,
                automation=("all",),
            )
        )

    def player(self, seat: int) -> str:
        return str(Actor("player", self.table.seats[seat].player))

    def arrival(self, seat: int, player: str, cents: int) -> tuple[c.Sit, c.BuyIn]:
        """Sit down and buy in."""
        by = str(Actor("player", player))
        return (
            c.Sit(by=by, at=self.now(), seat=seat),
            c.BuyIn(by=by, at=self.now(), seat=seat, cents=cents),
        )

    def call_awards(self) -> None:
        """Call the winning bets, where the house pays only those that are called."""
        for seat in self.table.to_call:
            wagers = winning(self.table, seat)
            by = self.player(seat)
            self.do(c.CallAwards(by=by, at=self.now(), seat=seat, wagers=wagers))

    def look_after_decks(self) -> None:
        """Shuffle whatever is due; between rounds change decks that are nearly too old."""
        self._shuffle_where_due()
        while (worn := self._worn_deck()) is not None:
            self.do(c.ChangeDeck(by="floor:house", at=self.now(), deck=worn, reason="age"))
            self._shuffle_where_due()

    def _shuffle_where_due(self) -> None:
        while (due := self.table.due) and due.name == "shuffle":
            self.do(system_shuffle(self.chance, due.deck or 0, self.now()))

    def _worn_deck(self) -> int | None:
        if self.table.phase is not Phase.BETTING or self.table.bettors():
            return None
        return worn_deck(self.table, self.at, CHANGED_BEFORE)
