"""What a command leads to, event by event, each seen by the state before the next is decided."""

from datetime import datetime

from msgspec.structs import force_setattr

from ..house.citation import Citation
from ..house.model import House
from .events import AnyEvent
from .evolve import evolve
from .procedure import clauses_here
from .refusal import Refused, TableRefusal, refuse
from .roles import role_and_name
from .state import Table


class Unfolding:
    """A table on its way through a command. Nothing is kept if a refusal is raised."""

    def __init__(self, table: Table, by: str, at: datetime):
        self.table, self.by, self.at = table, by, at
        self.events: list[AnyEvent] = []

    def add(self, *events: AnyEvent) -> None:
        for event in events:
            force_setattr(event, "by", self.by)
            force_setattr(event, "at", self.at)
            self.events.append(event)
            self.table = evolve(self.table, event)

    def role_of(self, by: str) -> str:
        """The role that a title names in this house."""
        title, _ = role_and_name(by)
        return self.house.options.role_aliases.get(title.replace("_", " "), title)

    @property
    def house(self) -> House:
        return self.table.house

    def clauses(self, *because: Citation) -> tuple[str, ...]:
        return clauses_here(self.table, *because)

    def refusal(self, code: TableRefusal, message: str, *because: Citation) -> Refused:
        return refuse(code, message, self.house, *because)
