"""The house's automatic moves at a table: shuffles, passed deadlines, worn decks.

Each is a command like any other, given by the service and recorded in the log.
"""

from datetime import datetime, timedelta

from ...table import commands as c
from ...table.commands import AnyCommand
from ...table.decks import CHANGED_BEFORE, system_shuffle, worn_deck
from ...table.events import Step
from ...table.fairness import Chance
from ...table.roles import Actor
from ...table.state import Phase, Table
from .deadlines import deadline, seat_kept
from .running_table import Running


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
