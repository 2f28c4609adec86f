"""A table as one process knows it: its set-up, its state, and when its current wait began."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import msgspec

from ...money.setup import TableSetUp
from ...money.stream import table_stream
from ...table.bet_lock import dealt_to
from ...table.commands import AnnounceNoMoreBets
from ...table.decide import accepts
from ...table.events import AnyEvent, RoundBegan
from ...table.evolve import evolve
from ...table.instructions import steps_of
from ...table.legal_moves import CommonGrounds, common_grounds, grounds, unmoved
from ...table.roles import Actor, role_and_name
from ...table.seen_events import Seen, set_apart
from ...table.sight import Glimpse, Sight, closed_hands, glimpse_of, sight_of
from ...table.state import Phase, Table
from ...table.transaction import Change
from ...table.views import SeatView, TableView, masked, public_view, seat_seen
from ...table.wording import glimpsed_in_words, seen_in_words
from ...wire.messages import Changed
from ...wire.view_delta import EncodedDelta, SeatDelta, difference, seat_changed
from ..people.display_names import spoken
from .surroundings import Surroundings

_encode = msgspec.json.Encoder().encode
_Result = TypeVar("_Result")
NEVER = datetime(1, 1, 1, tzinfo=UTC)
HOUSE = "house"  # The name under which the service itself acts as floor and dealer.
_TRAY = 20_000  # Table minimums.
_NO_SEATS: frozenset[int] = frozenset()


class _Found(msgspec.Struct, eq=False):
    """What has been computed from a table on demand: tables are equal whatever it is."""

    sights: dict[str, Sight] = {}  # By viewer.
    views: dict[Sight | None, TableView] = {}  # None: the public view.
    once: dict[Callable[["Running"], Any], Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Found)

    __hash__ = None  # type: ignore[assignment]


class Running(msgspec.Struct, frozen=True):
    setup: TableSetUp
    table: Table
    since: datetime = NEVER  # When the current wait began, for the clock to count from.
    frozen: int = 0  # The version of its last snapshot.
    acted: dict[str, datetime] = {}  # When each player last acted there.
    said: dict[str, int] = {}  # How many events each person has caused in this round.
    _found: _Found = msgspec.field(default_factory=_Found)

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
        table, since, acted, said = self.table, self.since, self.acted, {**self.said}
        waited_for = _waits_for(table)
        for change in changes:
            table = change.after
            role, player = role_and_name(change.event.by)
            if role == "player":
                acted = {**acted, player: change.event.at}
            if isinstance(change.event, RoundBegan):
                said.clear()
            said[change.event.by] = said.get(change.event.by, 0) + 1
            if (now := _waits_for(table)) != waited_for:
                waited_for, since = now, change.event.at
        return Running(self.setup, table, since, self.frozen, acted, said)

    def sight(self, viewer: str) -> Sight:
        sights = self._found.sights
        if viewer not in sights:
            sights[viewer] = sight_of(self.table, viewer)
        return sights[viewer]

    def seats_of(self, viewer: str) -> frozenset[int]:
        """The seats at which this viewer plays."""
        role, name = role_and_name(viewer)
        return self.once(_seats_by_player).get(name, _NO_SEATS) if role == "player" else _NO_SEATS

    def view(self, sight: Sight) -> TableView:
        """The table as seen with this sight, computed once for all who share it."""
        views = self._found.views
        if sight not in views:
            public = views[None] = views.get(None) or public_view(self.table)
            views[sight] = masked(public, self.table, sight)
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
        return player in self.once(_players_dealt_to)

    def deals_to(self) -> list[int]:
        """The positions that would get cards if the system closed the bets now."""
        return self.once(_deals_to)

    def once(self, find: Callable[["Running"], _Result]) -> _Result:
        """What this function finds, computed once."""
        found = self._found.once
        if find not in found:
            found[find] = find(self)
        result: _Result = found[find]
        return result

    def by(self, events: Iterable[AnyEvent]) -> "News":
        """Apply the next events from the log, and return the result as news."""
        changes, table = [], self.table
        for event in events:
            later = evolve(table, event)
            changes.append(Change(table, event, later))
            table = later
        return News(tuple(changes), self, self.after(changes))


class Told(NamedTuple):
    """What one viewer is told: the events as that viewer may see them, and each in words."""

    events: list[Seen]
    texts: list[str]


def told(viewer: str, changes: Iterable[Change]) -> Told:
    pairs = [pair for change in changes for pair in seen_in_words(viewer, change, spoken)]
    return Told([seen for seen, _ in pairs], [text for _, text in pairs])


class _Encoded(NamedTuple):
    """Events and their sentences as items of a list."""

    events: msgspec.Raw
    texts: msgspec.Raw


class _Run(NamedTuple):
    """Changes from the first up to, but not including, `stop`."""

    first: int
    stop: int
    apart: frozenset[int]  # Seats whose players see it otherwise: then it is one change.


_Told = tuple[list[msgspec.Raw], list[msgspec.Raw]]  # Events and sentences, in runs.


def _joined(found: Sequence[_Encoded]) -> _Told:
    shown = [each for each in found if each.events]
    return [each.events for each in shown], [each.texts for each in shown]


def _items(values: Sequence[object]) -> msgspec.Raw:
    """The JSON between the list's brackets, which adds all its items to an enclosing list."""
    return msgspec.Raw(_encode(values)[1:-1])


class Asked(NamedTuple):
    """A client's command that acted: who asked, under which id, and the version after it."""

    asker: object
    id: str
    version: int


class ToldChange:
    """A change as several viewers are told it, and as one of them is with things of their own."""

    def __init__(self, message: Changed):
        self.message = message
        self._encoded = b""

    def encoded(self, own: dict[str, Any]) -> bytes:
        if own:
            return _encode(msgspec.structs.replace(self.message, **own))
        self._encoded = self._encoded or _encode(self.message)
        return self._encoded


class _FoundInNews(msgspec.Struct):
    """What has been computed of news on demand."""

    runs: list[_Run] = []
    shown: dict[Sight, list[_Encoded]] = {}  # By run, to all in a role who are not set apart.
    told: dict[Sight, _Told] = {}  # The same, put together.
    deltas: dict[Sight, EncodedDelta] = {}  # By role.
    apart: frozenset[str] | None = None
    unmoved: frozenset[str] | None = None
    surroundings: Surroundings | None = None
    changes: dict[tuple[Sight, Surroundings | None], ToldChange] = {}  # By what is known already.


class News(msgspec.Struct, frozen=True):
    """What happened at a table, change by change, and the resulting table.

    What viewers are told alike is computed and encoded once.
    """

    changes: tuple[Change, ...]
    before: Running
    running: Running
    asked: tuple["Asked", ...] = ()
    _found: _FoundInNews = msgspec.field(default_factory=_FoundInNews)

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
        """What this function finds, found once for all viewers."""
        found = self._found
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
    ) -> ToldChange:
        """The change for this viewer, who knows those surroundings and has that role's sight."""
        is_apart, told = viewer in self.set_apart(), self._found.changes
        if is_apart or (role, known) not in told:
            events, texts = self.encoded(viewer)
            encoded: Any = {"events": events, "texts": texts, "view": self.delta(viewer)}
            change = ToldChange(
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
        found = self._found
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
        """The players whose legal moves surely are as before."""
        found, before, now = self._found, self.before, self.running
        if found.unmoved is None:
            same_steps = before.table.automation == now.table.automation
            same = unmoved(before.table, now.table) if same_steps else frozenset()
            dealt = before.once(_players_dealt_to) ^ now.once(_players_dealt_to)
            acted = {change.event.by for change in self.changes}
            found.unmoved = frozenset(map(_viewer, same - dealt)) - acted
        return found.unmoved

    def encoded(self, viewer: str) -> "_Told":
        """The events as this viewer sees them, and their sentences, encoded in runs."""
        role, found = self.before.sight(viewer).of_role, self._found
        if role not in found.told:
            shown = [self._encoded(run, Glimpse(role, role)) for run in self._in_runs()]
            found.shown[role], found.told[role] = shown, _joined(shown)
        own = self.before.seats_of(viewer) | self.running.seats_of(viewer)
        apart = [n for n, run in enumerate(found.runs) if run.apart and run.apart & own]
        if not apart:
            return found.told[role]
        parts = [*found.shown[role]]
        for n in apart:
            change = self.changes[found.runs[n].first]
            glimpse = glimpse_of(change.before, change.after, viewer)
            parts[n] = self._encoded(found.runs[n], glimpse)
        return _joined(parts)

    def _in_runs(self) -> list["_Run"]:
        """Runs of changes that all of a role see alike; others one by one."""
        runs = self._found.runs
        if runs:
            return runs
        for number, change in enumerate(self.changes):
            apart = set_apart(change.before, change.event, change.after)
            if runs and not apart and not runs[-1].apart:
                runs[-1] = _Run(runs[-1].first, number + 1, apart)
            else:
                runs.append(_Run(number, number + 1, apart))
        return runs

    def _encoded(self, run: "_Run", glimpse: Glimpse) -> "_Encoded":
        told = [
            seen
            for change in self.changes[run.first : run.stop]
            for seen in glimpsed_in_words(glimpse, change, spoken)
        ]
        return _Encoded(_items([event for event, _ in told]), _items([text for _, text in told]))

    def delta(self, viewer: str) -> msgspec.Raw:
        """What has changed in this viewer's view.

        Viewers who differ only in face-down hands share all but those seats.
        """
        was, now = self.before.sight(viewer), self.running.sight(viewer)
        role, deltas = was.of_role, self._found.deltas
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
        """Whether the only one who sees the hand saw it before: then its delta is everybody's."""
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


def _seats_by_player(running: Running) -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for number, seat in running.table.seats.items():
        found[seat.player] = found.get(seat.player, _NO_SEATS) | {number}
    return found


@lru_cache(maxsize=4_096)
def _viewer(player: str) -> str:
    return str(Actor("player", player))


def _closed_hands(running: Running) -> frozenset[int]:
    return closed_hands(running.table)


def _common_grounds(running: Running) -> CommonGrounds:
    return common_grounds(running.table)


def _players_dealt_to(running: Running) -> frozenset[str]:
    return frozenset(running.table.seats[number].player for number in running.deals_to())


def _deals_to(running: Running) -> list[int]:
    if running.table.phase is not Phase.BETTING:
        return []
    command = AnnounceNoMoreBets(by="system", at=running.since)
    return dealt_to(running.table, running.since) if accepts(running.table, command) else []


def _waits_for(table: Table) -> tuple[object, ...]:
    if table.phase is Phase.BETTING:  # Nobody has to decide, to call or to add entropy.
        has_bets = any(seat.wagers for seat in table.seats.values())
        return table.phase, table.round.number, has_bets
    called = bool(table.to_call), table.entropy_due
    return table.phase, table.round.number, table.next_to_decide, *called
