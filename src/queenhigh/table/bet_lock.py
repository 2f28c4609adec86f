"""The lock of the bets: at the announcement or at the first card, as the house says."""

from datetime import datetime

from ..house.points import point
from ..wagers import announcements
from ..wagers.lock import is_locked
from . import commands as c
from . import events as e
from . import meter, procedure
from .decks import check_age
from .instructions import STEPS
from .refusal import Refused, TableRefusal
from .returned_bets import hand_back
from .state import Phase, Table
from .transaction import Transaction

NO_MORE_BETS = point("announce.no_more_bets")


def announce_no_more_bets(now: Transaction, command: c.AnnounceNoMoreBets) -> None:
    """Announce "no more bets" and lock them, or wait for the first card if the house does."""
    _refuse_too_early(now)
    text = now.house.announcements.no_more_bets
    now.add(e.Announced(text=text, clauses=now.clauses(NO_MORE_BETS)))
    if is_locked(now.house, "announced"):
        lock_bets(now)
    else:
        now.add(e.FirstCardAwaited(todo=procedure.FIRST_CARD))


def _refuse_too_early(now: Transaction) -> None:
    now.must_be(Phase.BETTING)
    if due := now.table.due:
        step = STEPS[due.name]
        ready = (
            '"No more bets" has been announced'
            if awaits_first_card(now)
            else "The deck is not ready"
        )
        raise now.refusal(TableRefusal.STEPS_DUE, f"{ready}: {step.text}", step.because)
    check_age(now)
    if not now.table.bettors():
        raise _nobody_bets(now)


def awaits_first_card(now: Transaction) -> bool:
    """Whether "no more bets" was announced, but bets stay open until the first card."""
    return now.table.phase is Phase.BETTING and now.table.todo == procedure.FIRST_CARD


def lock_at_first_card(now: Transaction) -> None:
    """Lock the bets because the first card is out and something is wrong with it."""
    if awaits_first_card(now):
        lock_bets(now)


def lock_bets(now: Transaction) -> None:
    """Lock the bets, after handing back those that may not stand as they are."""
    hand_back(now)
    positions = tuple(now.table.bettors())
    if not positions:
        raise _nobody_bets(now)
    todo = procedure.dealing(now.table, positions)
    now.add(e.BetsLocked(positions=positions, todo=todo))
    meter.feed_meters(now)


def dealt_to(table: Table, at: datetime) -> list[int]:
    """The positions that would get cards if the system locked the bets now; none if it may not."""
    if table.phase is not Phase.BETTING or table.due or table.awaits_void:
        return []
    now = Transaction(table, "system", at)
    try:
        _refuse_too_early(now)
    except Refused:
        return []
    hand_back(now)
    return now.table.bettors()


def _nobody_bets(now: Transaction) -> Exception:
    return now.refusal(TableRefusal.NO_BETS, "Nobody has made a bet that can be dealt to.")


def name_who_is_without(now: Transaction) -> None:
    """For each wager that the house announces this way, name the positions that bet without it."""
    bets = [now.table.bets(number) for number in now.table.round.positions]
    said = announcements.before_the_deal(now.house, bets)
    for text in said[1:]:
        now.add(e.Announced(text=text))
