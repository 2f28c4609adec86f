"""A table as one process knows it: its set-up, its state, and since when it waits for somebody."""

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from ..money.setup import TableSetUp
from ..table.events import AnyEvent
from ..table.evolve import evolve
from ..table.state import Phase, Table

NEVER = datetime(1, 1, 1, tzinfo=UTC)


class Running(msgspec.Struct, frozen=True):
    setup: TableSetUp
    table: Table
    since: datetime = NEVER  # When the present wait began, for the clock to count from.
    frozen: int = 0  # The version of its last snapshot.

    @property
    def id(self) -> str:
        return self.setup.table

    @property
    def stream(self) -> str:
        return stream_of(self.setup.table)

    def evolved(self, event: AnyEvent) -> "Running":
        table = evolve(self.table, event)
        return self.at(table, event.at)

    def at(self, table: Table, moment: datetime) -> "Running":
        """The same table later on; a new wait begins when somebody else is waited for."""
        waits_anew = _waits_for(table) != _waits_for(self.table)
        since = moment if waits_anew else self.since
        return Running(self.setup, table, since, self.frozen)

    def after(self, events: Iterable[AnyEvent]) -> "Running":
        running = self
        for event in events:
            running = running.evolved(event)
        return running


def stream_of(table: str) -> str:
    return f"table:{table}"


def _waits_for(table: Table) -> tuple[object, ...]:
    has_bets = table.phase is Phase.BETTING and bool(table.bettors())
    return table.phase, table.round.number, table.next_to_decide, has_bets, bool(table.to_call)
