"""What a viewer sees beyond the public view. Viewers with equal sights see the same.

As at a real table, only the player sees a face-down card, once the dealer lets players look: not
the dealer, not the floor, not surveillance.
"""

from functools import lru_cache
from typing import NamedTuple

from .roles import SEE_REQUESTS, SEE_THE_TRAY, STAFF, Actor, role_of
from .state import Table, waits_for_first_hand


class Sight(NamedTuple):
    """Everything that sets a viewer of a table apart from the public."""

    staff: bool = False
    tray: bool = False  # Sees what the tray holds.
    requests: bool = False  # Sees requests that wait for signatures.
    hands: tuple[int, ...] = ()  # Seats whose face-down cards this viewer knows.

    def sees(self, table: Table, seat: int) -> bool:
        return seat in table.round.revealed or seat in self.hands

    @property
    def of_role(self) -> "Sight":
        """The sight of anybody in this role, apart from face-down hands."""
        return Sight(self.staff, self.tray, self.requests) if self.hands else self


class Glimpse(NamedTuple):
    """What sets a viewer apart for one event."""

    before: Sight
    after: Sight
    looks: tuple[int, ...] = ()  # Seats whose player looks at the cards now.


def sight_of(table: Table, viewer: str) -> Sight:
    sight, dealt = _sight_of_role(role_of(table.house, viewer)), table.round
    role, name = Actor.parse(viewer)
    if not dealt.released or role != "player":
        return sight
    own = [seat for seat, sitting in table.seats.items() if sitting.player == name]
    seen = [seat for seat in sorted(own) if _is_closed(table, seat)]
    return Sight(sight.staff, sight.tray, sight.requests, tuple(seen)) if seen else sight


def closed_hands(table: Table) -> frozenset[int]:
    """The seats whose cards only their players see."""
    released = table.round.released
    return frozenset([seat for seat in released if seat in table.seats and _is_closed(table, seat)])


def _is_closed(table: Table, seat: int) -> bool:
    dealt = table.round
    looked = seat in dealt.released and seat not in dealt.revealed
    return looked and not waits_for_first_hand(table, seat)


@lru_cache(maxsize=256)
def _sight_of_role(role: str) -> Sight:
    return Sight(role in STAFF, role in SEE_THE_TRAY, role in SEE_REQUESTS)


def glimpse_of(before: Table, after: Table, viewer: str) -> Glimpse:
    """The viewer's glimpse of one event."""
    was = sight_of(before, viewer)
    if after.round is before.round and after.seats is before.seats:
        return Glimpse(was, was)
    now = sight_of(after, viewer)
    if now.hands == was.hands and after.round.revealed == before.round.revealed:
        return Glimpse(was, now)
    looks = (
        seat
        for seat, cards in sorted(after.round.hands.items())
        if cards and now.sees(after, seat) and not was.sees(before, seat)
    )
    return Glimpse(was, now, tuple(seat for seat in looks if _is_own(after, viewer, seat)))


def _is_own(table: Table, viewer: str, seat: int) -> bool:
    role, name = Actor.parse(viewer)
    return role == "player" and seat in table.seats and table.seats[seat].player == name
