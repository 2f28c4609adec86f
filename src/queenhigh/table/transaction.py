"""A command's events one by one: each changes the state before the next is decided."""

from datetime import datetime

import msgspec
from msgspec.structs import force_setattr

from ..house.model import House
from ..house.points import Point
from .chips import transfers
from .events import AnyEvent
from .evolve import evolve
from .procedure import clauses_here
from .refusal import Refused, TableRefusal
from .roles import role_of
from .state import Phase, Table, Transfer


class Change(msgspec.Struct, frozen=True, gc=False):
    """One event, the table before and after it, and the chips that moved."""

    before: Table
    event: AnyEvent
    after: Table
    moved: list[Transfer] | None = None  # None: not computed yet.


class Transaction:
    """A table on its way through a command. Nothing is kept if a refusal is raised."""

    def __init__(self, table: Table, by: str, at: datetime):
        self.table, self.by, self.at = table, by, at
        self.house: House = table.house
        self.signed: tuple[str, ...] = ()  # Who asked and who signed, if it takes several.
        self.slip = 0  # The number of the signed slip, if it is one.
        self.changes: list[Change] = []

    def agree(self) -> None:
        """Mark the point after which the command is not refused; a mere query can stop here."""

    @property
    def events(self) -> list[AnyEvent]:
        return [change.event for change in self.changes]

    def add(self, event: AnyEvent) -> None:
        force_setattr(event, "by", self.by)
        force_setattr(event, "at", self.at)
        before = self.table
        moved = transfers(before, event)
        self.table = after = evolve(before, event, moved)
        self.house = after.house  # Limits may have changed.
        self.changes.append(Change(before, event, after, moved))

    def go_back_to(self, before: Table, count: int) -> None:
        """Undo all changes after the first `count`."""
        self.table, self.house = before, before.house
        del self.changes[count:]

    def role_of(self, by: str) -> str:
        return role_of(self.house, by)

    def clauses(self, *because: Point | str) -> tuple[str, ...]:
        return clauses_here(self.table, *because)

    def refusal(self, code: TableRefusal, message: str, *because: Point | str) -> Refused:
        return Refused(code.value, message, self.clauses(*because))

    def must_be(
        self,
        *phases: Phase,
        code: TableRefusal = TableRefusal.WRONG_PHASE,
        message: str = "",
        because: Point | None = None,
    ) -> None:
        """Refuse a command that is given in another phase."""
        if self.table.phase in phases:
            return
        allowed = " or ".join(phases)
        plain = f"That is possible only while the table is {allowed}; it is {self.table.phase} now."
        raise self.refusal(code, message or plain, *([because] if because else []))
