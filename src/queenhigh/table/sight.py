"""Which face-down cards a viewer sees. Two viewers with equal sights are shown the same.

At a real table a face-down card is seen by the one who holds it, once the dealer lets players look,
and by nobody else: not the dealer, not the floor, not surveillance.
"""

from typing import NamedTuple

from .roles import STAFF, role_and_name, role_of
from .state import Table


class Sight(NamedTuple):
    """All that sets a viewer of a table apart from the public."""

    staff: bool
    hands: tuple[int, ...] = ()  # Seats whose cards lie face down and are known to this viewer.

    def sees(self, table: Table, seat: int) -> bool:
        return seat in table.round.revealed or seat in self.hands


class Glimpse(NamedTuple):
    """What sets a viewer apart while one event happens."""

    before: Sight
    after: Sight
    looks: tuple[int, ...] = ()  # Seats whose player looks at the cards now.


def sight_of(table: Table, viewer: str) -> Sight:
    staff = role_of(table.house, viewer) in STAFF
    dealt = table.round
    if not dealt.released:
        return Sight(staff)
    closed = (seat for seat in sorted(dealt.released) if seat not in dealt.revealed)
    hands = (seat for seat in closed if _is_own(table, viewer, seat))
    return Sight(staff, tuple(seat for seat in hands if not waits_for_first_hand(table, seat)))


def glimpse_of(before: Table, after: Table, viewer: str) -> Glimpse:
    was, now = sight_of(before, viewer), sight_of(after, viewer)
    looks = (
        seat
        for seat, cards in sorted(after.round.hands.items())
        if cards and now.sees(after, seat) and not was.sees(before, seat)
    )
    return Glimpse(was, now, tuple(seat for seat in looks if _is_own(after, viewer, seat)))


def _is_own(table: Table, viewer: str, seat: int) -> bool:
    role, name = role_and_name(viewer)
    return role == "player" and seat in table.seats and table.seats[seat].player == name


def waits_for_first_hand(table: Table, seat: int) -> bool:
    """Where the house says so, a second hand is looked at when the first is decided."""
    if not table.house.decisions.before_second_look:
        return False
    player = table.seats[seat].player
    earlier = [n for n in table.round.positions if n < seat and table.seats[n].player == player]
    return any(table.seats[n].ante and not table.seats[n].decision for n in earlier)
