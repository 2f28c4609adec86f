"""What happened at a table, change by change, and how each viewer is told of it."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from ...table.chips import transfers
from ...table.events import AnyEvent
from ...table.evolve import evolve
from ...table.legal_moves import unmoved
from ...table.roles import Actor
from ...table.seen_events import set_apart
from ...table.sight import Glimpse, Sight, closed_hands, glimpse_of
from ...table.transaction import Change
from ...table.wording import glimpsed_in_words
from ...wire.messages import Changed
from ...wire.view_delta import EncodedDelta, SeatDelta, difference, seat_changed
from ..people.display_names import spoken
from .change_messages import ChangeMessage, EncodedEvents, EncodedRuns, items, joined
from .running_table import Running, players_dealt_to
from .surroundings import Surroundings


class _Run(NamedTuple):
    """Changes from the first up to, but not including, `stop`."""

    first: int
    stop: int
    apart: frozenset[int]  # Seats whose players see it differently: then it is one change.


class Asked(NamedTuple):
    """A client's command that acted: the viewer, its id, and the version after it."""

    asker: object
    id: str
    version: int


class _ComputedForAll(msgspec.Struct):
    """A cache of what was computed from news."""

    runs: list[_Run] = []
    shown: dict[Sight, list[EncodedEvents]] = {}  # By run, to all in a role who are not set apart.
    told: dict[Sight, EncodedRuns] = {}  # The same, put together.
    deltas: dict[Sight, EncodedDelta] = {}  # By role.
    apart: frozenset[str] | None = None
    unmoved: frozenset[str] | None = None
    surroundings: Surroundings | None = None
    # By role, and by what the viewers knew of the surroundings.
    changes: dict[tuple[Sight, Surroundings | None], ChangeMessage] = {}


class News(msgspec.Struct, frozen=True):
    """What happened at a table, change by change, and the resulting table.

    What several viewers are told is computed and encoded once.
    """

    changes: tuple[Change, ...]
    before: Running
    running: Running
    asked: tuple[Asked, ...] = ()
    _computed: _ComputedForAll = msgspec.field(default_factory=_ComputedForAll)

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        return tuple(change.event for change in self.changes)

    def then(self, later: "News") -> "News":
        asked = self.asked + later.asked
        return News(self.changes + later.changes, self.before, later.running, asked)

    def since(self, version: int) -> "News | None":
        """The part that is new to a viewer who knows the table at that version."""
        if self.before.table.version >= version:
            return self
        new = tuple(each for each in self.changes if each.after.version > version)
        before = Running(self.running.setup, new[0].before) if new else None
        return News(new, before, self.running, self.asked) if before else None

    def answers(self, asker: object) -> dict[str, int]:
        """This client's commands among those that caused it, and the version after each."""
        if not self.asked:
            return {}
        return {each.id: each.version for each in self.asked if each.asker is asker}

    def surroundings(self, find: Callable[[Running], Surroundings | None]) -> Surroundings | None:
        """The function's result, computed once for all viewers."""
        found = self._computed
        if found.surroundings is None:
            found.surroundings = find(self.running)
        return found.surroundings

    def change_for(
        self,
        viewer: str,
        role: Sight,
        known: Surroundings | None,
        now: Surroundings,
        clock: Callable[[], datetime],
    ) -> ChangeMessage:
        """The change for a viewer who knows these surroundings and has this role's sight."""
        is_apart, told = viewer in self.set_apart(), self._computed.changes
        if is_apart or (role, known) not in told:
            events, texts = self.encoded(viewer)
            # `Any`: JSON that is encoded already takes the place of lists.
            encoded: Any = {"events": events, "texts": texts, "view": self.delta(viewer)}
            change = ChangeMessage(
                Changed(
                    version=self.running.table.version,
                    since=self.before.table.version,
                    now=clock(),
                    **encoded,
                    **now.since(known),
                )
            )
            if is_apart:
                return change
            told[role, known] = change
        return told[role, known]

    def set_apart(self) -> frozenset[str]:
        """The players who are told differently from others, because of their own hands."""
        found = self._computed
        if found.apart is None:
            tables = self.before.table, self.running.table
            apart = {seat for run in self._in_runs() for seat in run.apart}
            closed = self.running.once(_closed_hands)
            apart |= {seat for seat in closed if not self._stays_closed(seat)}
            found.apart = frozenset(
                _viewer(table.seats[seat].player)
                for table in tables
                for seat in apart & table.seats.keys()
            )
        return found.apart

    def unmoved(self) -> frozenset[str]:
        """The players whose legal moves cannot have changed."""
        found, before, now = self._computed, self.before, self.running
        if found.unmoved is None:
            same_steps = before.table.automation == now.table.automation
            same = unmoved(before.table, now.table) if same_steps else frozenset()
            dealt = before.once(players_dealt_to) ^ now.once(players_dealt_to)
            acted = {change.event.by for change in self.changes}
            found.unmoved = frozenset(map(_viewer, same - dealt)) - acted
        return found.unmoved

    def encoded(self, viewer: str) -> EncodedRuns:
        """The events as this viewer sees them, and their sentences, encoded in runs."""
        role, found = self.before.sight(viewer).of_role, self._computed
        if role not in found.told:
            shown = [self._encoded(run, Glimpse(role, role)) for run in self._in_runs()]
            found.shown[role], found.told[role] = shown, joined(shown)
        own = self.before.seats_of(viewer) | self.running.seats_of(viewer)
        apart = [n for n, run in enumerate(found.runs) if run.apart and run.apart & own]
        if not apart:
            return found.told[role]
        parts = [*found.shown[role]]
        for n in apart:
            change = self.changes[found.runs[n].first]
            glimpse = glimpse_of(change.before, change.after, viewer)
            parts[n] = self._encoded(found.runs[n], glimpse)
        return joined(parts)

    def _in_runs(self) -> list[_Run]:
        """Runs of changes that all of a role see alike; others one by one."""
        runs = self._computed.runs
        if runs:
            return runs
        for number, change in enumerate(self.changes):
            apart = set_apart(change.before, change.event, change.after)
            if runs and not apart and not runs[-1].apart:
                runs[-1] = _Run(runs[-1].first, number + 1, apart)
            else:
                runs.append(_Run(number, number + 1, apart))
        return runs

    def _encoded(self, run: _Run, glimpse: Glimpse) -> EncodedEvents:
        told = [
            seen
            for change in self.changes[run.first : run.stop]
            for seen in glimpsed_in_words(glimpse, change, spoken)
        ]
        return EncodedEvents(items([event for event, _ in told]), items([text for _, text in told]))

    def delta(self, viewer: str) -> msgspec.Raw:
        """What has changed in this viewer's view.

        Viewers who differ only in face-down hands share all but those seats.
        """
        was, now = self.before.sight(viewer), self.running.sight(viewer)
        role, deltas = was.of_role, self._computed.deltas
        if role not in deltas:
            before, after = self.before.view(role), self.running.view(role)
            opened = self.before.once(_closed_hands) - self.running.once(_closed_hands)
            deltas[role] = EncodedDelta(difference(before, after, opened))
        closed = self.running.once(_closed_hands)
        own = {
            seat: self._seat(seat, was, now)
            for seat in {*was.hands, *now.hands}
            if seat in closed and not self._stays_closed(seat)
        }
        return deltas[role].encoded(own)

    def _stays_closed(self, seat: int) -> bool:
        """Whether the only viewer of the hand saw it before: then all share the seat's delta."""
        before, after = self.before.table, self.running.table
        was, now = before.round, after.round
        return (
            seat in self.before.once(_closed_hands)
            and before.seats[seat].player == after.seats[seat].player
            and was.hands.get(seat) == now.hands.get(seat)
            and was.backs.get(seat) == now.backs.get(seat)
            and was.rack == now.rack
        )

    def _seat(self, seat: int, was: Sight, now: Sight) -> SeatDelta | None:
        before, after = self.before.seat(seat, was), self.running.seat(seat, now)
        return seat_changed(before, after) if after else None


def news_of(running: Running, events: Iterable[AnyEvent]) -> News:
    """Apply the next events from the log, and return the result as news."""
    changes, table = [], running.table
    for event in events:
        moved = transfers(table, event)
        later = evolve(table, event, moved)
        changes.append(Change(table, event, later, moved))
        table = later
    return News(tuple(changes), running, running.after(changes))


@lru_cache(maxsize=4_096)
def _viewer(player: str) -> str:
    return str(Actor("player", player))


def _closed_hands(running: Running) -> frozenset[int]:
    return closed_hands(running.table)
