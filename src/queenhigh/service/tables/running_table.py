"""A table as one process knows it: its set-up, its state, and since when it waits for somebody."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from ...money.setup import TableSetUp
from ...money.stream import table_stream
from ...table.events import AnyEvent, RoundBegan
from ...table.evolve import evolve
from ...table.roles import role_and_name
from ...table.state import Phase, Table
from ...table.transaction import Change
from ...table.views import Seen
from ...table.wording import seen_in_words
from ..people.display_names import spoken

NEVER = datetime(1, 1, 1, tzinfo=UTC)


class Running(msgspec.Struct, frozen=True):
    setup: TableSetUp
    table: Table
    since: datetime = NEVER  # When the present wait began, for the clock to count from.
    frozen: int = 0  # The version of its last snapshot.
    acted: dict[str, datetime] = {}  # When each player last did something there.
    said: dict[str, int] = {}  # How many events of this round each person has led to.

    @property
    def id(self) -> str:
        return self.setup.table

    @property
    def stream(self) -> str:
        return table_stream(self.setup.table)

    def after(self, changes: Iterable[Change]) -> "Running":
        """The same table later on; a new wait begins when somebody else is waited for."""
        table, since, acted, said = self.table, self.since, self.acted, {**self.said}
        for change in changes:
            table = change.after
            role, player = role_and_name(change.event.by)
            if role == "player":
                acted = {**acted, player: change.event.at}
            if isinstance(change.event, RoundBegan):
                said.clear()
            said[change.event.by] = said.get(change.event.by, 0) + 1
            if _waits_for(table) != _waits_for(change.before):
                since = change.event.at
        return Running(self.setup, table, since, self.frozen, acted, said)

    def by(self, events: Iterable[AnyEvent]) -> "News":
        """What the log says happened next."""
        changes, table = [], self.table
        for event in events:
            later = evolve(table, event)
            changes.append(Change(table, event, later))
            table = later
        return News(tuple(changes), self.after(changes))


class Told(NamedTuple):
    """What one viewer is told of: the events as they may be seen, and each in words."""

    events: list[Seen]
    texts: list[str]


def told(viewer: str, changes: Iterable[Change]) -> Told:
    pairs = [pair for change in changes for pair in seen_in_words(viewer, change, spoken)]
    return Told([seen for seen, _ in pairs], [text for _, text in pairs])


class News(msgspec.Struct, frozen=True):
    """What happened at a table, change by change, and what it has come to."""

    changes: tuple[Change, ...]
    running: Running

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        return tuple(change.event for change in self.changes)

    def then(self, later: "News") -> "News":
        return News(self.changes + later.changes, later.running)

    def since(self, version: int) -> "News | None":
        """What of it is new to one who knows the table at that version."""
        new = tuple(each for each in self.changes if each.after.version > version)
        return News(new, self.running) if new else None

    def told(self, viewer: str) -> Told:
        return told(viewer, self.changes)


def _waits_for(table: Table) -> tuple[object, ...]:
    has_bets = table.phase is Phase.BETTING and bool(table.bettors())
    return table.phase, table.round.number, table.next_to_decide, has_bets, bool(table.to_call)
