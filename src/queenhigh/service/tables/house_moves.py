"""The house's automatic moves at a table: shuffles, clocks, and replacing worn decks.

Each is a command like any other, given by the service and recorded in the log. The clock counts
from times in the log, so that it carries on after a restart.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from ...table import commands as c
from ...table.commands import AnyCommand
from ...table.decks import CHANGED_BEFORE, system_shuffle, worn_deck
from ...table.entropy import TIME_TO_REVEAL
from ...table.event import NEVER
from ...table.events import Step
from ...table.fairness import Chance
from ...table.roles import Actor
from ...table.state import Phase, Table
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


def next_by_itself(running: Running, now: datetime, chance: Chance) -> AnyCommand | None:
    """The house's next command, if it has to act now."""
    table = running.table
    if due := shuffle_due(table):
        identity = _identity(running, "shuffle")
        return system_shuffle(chance, due.deck or 0, now, id=identity, nonce_bits=256)
    if (old := _old_deck(table, now)) is not None:
        return _change_deck(running, old, now)
    passed = deadline(running)
    if passed is None or now < passed.at:
        return _give_up_a_seat(running, now)
    identity = _identity(running, passed.what)
    if passed.seat is not None:
        return c.TimeOut(by="system", at=now, id=identity, seat=passed.seat)
    if passed.what == "entropy":
        return c.MixEntropy(by="system", at=now, id=identity)
    if passed.what == "calls":
        return c.Confirm(by="system", at=now, id=identity, step="hear_calls")
    return c.AnnounceNoMoreBets(by="system", at=now, id=identity)


def _give_up_a_seat(running: Running, now: datetime) -> AnyCommand | None:
    kept = seat_kept(running)
    if kept is None or now < kept.until:
        return None
    identity = _identity(running, f"idle-{kept.seat}")
    return c.Leave(by="system", at=now, id=identity, seat=kept.seat)


def shuffle_due(table: Table) -> Step | None:
    """The shuffle that is due, if the system shuffles at this table."""
    due = table.due
    return due if due and due.name == "shuffle" and table.shuffled_by_system else None


def _identity(running: Running, what: str) -> str:
    """A command id that makes two processes with the same move do it only once."""
    return f"{what}:{running.id}:{running.table.version}"


def _old_deck(table: Table, now: datetime) -> int | None:
    """The deck that an automatic table must change before the next round."""
    if table.phase is not Phase.BETTING or "shuffle" not in table.automation:
        return None
    return worn_deck(table, now, timedelta() if table.bettors() else CHANGED_BEFORE)


def _change_deck(running: Running, deck: int, now: datetime) -> AnyCommand:
    """Return placed bets first, then change the deck: nothing is dealt from worn cards."""
    table = running.table
    by, identity = str(Actor("dealer", table.dealer)), _identity(running, "deck")
    for seat in table.bettors():
        for wager in table.house.opening_bets:
            if table.seats[seat].wagers.get(wager):
                return c.WithdrawWager(by=by, at=now, id=identity, seat=seat, wager=wager)
    return c.ChangeDeck(by=by, at=now, id=identity, deck=deck, reason="age")
