"""A table as one process knows it: its set-up, its state, and the start of its current wait."""

from collections.abc import Callable, Hashable, Iterable
from datetime import datetime
from typing import Any, TypeVar

import msgspec

from ...money.setup import TableSetUp
from ...money.stream import table_stream
from ...table.bet_lock import dealt_to
from ...table.event import NEVER
from ...table.events import RoundBegan
from ...table.instructions import steps_of
from ...table.legal_moves import CommonGrounds, common_grounds, grounds
from ...table.roles import Actor
from ...table.sight import Sight, sight_of
from ...table.state import Phase, Table
from ...table.transaction import Change
from ...table.views import SeatView, TableView, masked, public_view, seat_seen
from ..people.display_names import spoken

_Result = TypeVar("_Result")
HOUSE = "house"  # The name under which the service itself acts as floor and dealer.
_TRAY = 20_000  # Table minimums.
_NO_SEATS: frozenset[int] = frozenset()


class _Computed(msgspec.Struct, eq=False):
    """A cache of what was computed from a table; it does not count when tables are compared."""

    sights: dict[str, Sight] = {}  # By viewer.
    views: dict[Sight | None, TableView] = {}  # None: the public view.
    once: dict[Callable[["Running"], object], Any] = {}  # Each function with its own result.

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Computed)

    __hash__ = None  # type: ignore[assignment]  # It changes, so it has none.


class Running(msgspec.Struct, frozen=True):
    setup: TableSetUp
    table: Table
    clock_from: datetime = NEVER  # When the current wait began, for the clock to count from.
    frozen: int = 0  # The version of its last snapshot.
    acted: dict[str, datetime] = {}  # When each player last acted there.
    said: dict[str, int] = {}  # How many events each person has caused in this round.
    _computed: _Computed = msgspec.field(default_factory=_Computed)

    @property
    def id(self) -> str:
        return self.setup.table

    @property
    def stream(self) -> str:
        return table_stream(self.setup.table)

    @property
    def automated(self) -> bool:
        """Whether the system performs every step."""
        return set(self.setup.automation) >= steps_of(self.table.house)

    @property
    def usual_tray(self) -> int:
        """What the tray of an automatic table begins with."""
        return _TRAY * self.table.house.limits("ante").least

    def after(self, changes: Iterable[Change]) -> "Running":
        """The table after these changes; a new wait begins when it waits for somebody else."""
        table, since, acted, said = self.table, self.clock_from, self.acted, {**self.said}
        waited_for = _clock_counts_for(table)
        for change in changes:
            table = change.after
            role, player = Actor.parse(change.event.by)
            if role == "player":
                acted = {**acted, player: change.event.at}
            if isinstance(change.event, RoundBegan):
                said.clear()
            said[change.event.by] = said.get(change.event.by, 0) + 1
            if (now := _clock_counts_for(table)) != waited_for:
                waited_for, since = now, change.event.at
        return Running(self.setup, table, since, self.frozen, acted, said)

    def sight(self, viewer: str) -> Sight:
        sights = self._computed.sights
        if viewer not in sights:
            sights[viewer] = sight_of(self.table, viewer)
        return sights[viewer]

    def seats_of(self, viewer: str) -> frozenset[int]:
        """The seats at which this viewer plays."""
        role, name = Actor.parse(viewer)
        return self.once(_seats_by_player).get(name, _NO_SEATS) if role == "player" else _NO_SEATS

    def view(self, sight: Sight) -> TableView:
        """The table as seen with this sight, computed once for all who share it."""
        views = self._computed.views
        if sight not in views:
            public = views[None] = views.get(None) or public_view(self.table)
            views[sight] = masked(public, self.table, sight, spoken)
        return views[sight]

    def seat(self, number: int, sight: Sight) -> SeatView | None:
        """One seat as seen with this sight; None if it is free."""
        public = self.view(sight.of_role)
        found = (each for each in public.seats if each.seat == number)
        return next((seat_seen(each, self.table, sight) for each in found), None)

    def grounds(self, viewer: str) -> tuple[Hashable, ...]:
        """What this viewer's legal moves depend on."""
        return grounds(self.table, viewer, self.once(_common_grounds))

    def is_dealt_to(self, player: str) -> bool:
        """Whether this player would get cards if the system closed the bets now."""
        return player in self.once(players_dealt_to)

    def deals_to(self) -> list[int]:
        """The positions that would get cards if the system closed the bets now."""
        return self.once(_deals_to)

    def once(self, find: Callable[["Running"], _Result]) -> _Result:
        """The function's result, computed once."""
        found = self._computed.once
        if find not in found:
            found[find] = find(self)
        result: _Result = found[find]
        return result


def _seats_by_player(running: Running) -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for number, seat in running.table.seats.items():
        found[seat.player] = found.get(seat.player, _NO_SEATS) | {number}
    return found


def _common_grounds(running: Running) -> CommonGrounds:
    return common_grounds(running.table)


def players_dealt_to(running: Running) -> frozenset[str]:
    return frozenset(running.table.seats[number].player for number in running.deals_to())


def _deals_to(running: Running) -> list[int]:
    return dealt_to(running.table, running.clock_from)


def _clock_counts_for(table: Table) -> tuple[object, ...]:
    """What the clock of players counts for.

    A step that comes due does not start it again; it does start `Table.since`, by which people who
    deal are told how long they have kept somebody waiting.
    """
    if table.phase is Phase.BETTING:  # Nobody has to decide, call or reveal entropy.
        has_bets = any(seat.wagers for seat in table.seats.values())
        return table.phase, table.round.number, has_bets
    called = bool(table.to_call), table.entropy_due
    return table.phase, table.round.number, table.next_to_decide, *called
