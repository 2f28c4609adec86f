"""A table's deadlines: for bets, decisions, calls and entropy, and for the seats it keeps.

They count from times in the log, so that they carry on after a restart.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from ...table.entropy import TIME_TO_REVEAL
from ...table.event import NEVER
from ...table.state import Phase
from ...wire.messages import Deadline
from .bots import names
from .running_table import Running


def deadline(running: Running) -> Deadline | None:
    return running.once(_deadline)


def _deadline(running: Running) -> Deadline | None:
    setup, table = running.setup, running.table
    if table.entropy_due:
        seconds = int(TIME_TO_REVEAL.total_seconds())
        return Deadline(running.clock_from + TIME_TO_REVEAL, "entropy", seconds)
    if table.by_people:
        return None  # No other clock acts where people deal.
    if table.phase is Phase.DECIDING and setup.decision_seconds:
        seconds = setup.decision_seconds
        at = running.clock_from + timedelta(seconds=seconds)
        return Deadline(at, "decision", seconds, table.next_to_decide)
    if table.to_call and setup.decision_seconds:
        seconds = setup.decision_seconds
        return Deadline(running.clock_from + timedelta(seconds=seconds), "calls", seconds)
    betting = table.phase is Phase.BETTING and not table.due and table.bettors()
    # Bets that cannot be dealt to wait for others, or for their player to leave.
    if betting and setup.betting_seconds and running.deals_to():
        at = running.clock_from + timedelta(seconds=setup.betting_seconds)
        return Deadline(at, "betting", setup.betting_seconds)
    return None


class SeatKept(NamedTuple):
    """A seat whose player is idle, and how long it is kept."""

    seat: int
    until: datetime


def seat_kept(running: Running) -> SeatKept | None:
    """The next seat that an automatic table will give up between rounds."""
    return running.once(_seat_kept)


def _seat_kept(running: Running) -> SeatKept | None:
    table, seconds = running.table, running.setup.seat_kept_seconds
    between_rounds = table.phase is Phase.BETTING and not table.due
    if seconds is None or not between_rounds or "shuffle" not in table.automation:
        return None
    bots = names(running)
    found = [
        SeatKept(number, last + timedelta(seconds=seconds))
        for number, seat in table.seats.items()
        if seat.player not in bots
        and (last := running.acted.get(seat.player, running.clock_from)) != NEVER
    ]
    return min(found, key=lambda each: each.until, default=None)


def wakes_at(running: Running) -> datetime | None:
    """When the house must look at the table again, if nothing happens there before."""
    until, kept = deadline(running), seat_kept(running)
    times = [until.at] if until else []
    times += [kept.until] if kept else []
    return min(times, default=None)
