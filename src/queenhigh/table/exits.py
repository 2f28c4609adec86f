"""Leaving a seat: a player who was dealt in stays or loses the bets."""

from ..house.points import point
from . import commands as c
from . import events as e
from .approvals import end_requests_of_seat
from .decisions import end_decisions_if_all_made, take_all
from .refusal import TableRefusal
from .returned_bets import take_back_all
from .rounds import end_round, rack
from .seats import seat_of
from .state import DEALER, Phase
from .transaction import Transaction

STAYS_SEATED = point("seat.stays")


def leave(now: Transaction, command: c.Leave) -> None:
    seat = seat_of(now, command.seat)
    dealt_in = command.seat in now.table.round.positions
    abandons = dealt_in and not _may_leave_early(now, command.seat)
    if abandons:
        _abandon(now, command.seat)
    elif not dealt_in:
        take_back_all(now, command.seat)
    others = any(s.player == seat.player for n, s in now.table.seats.items() if n != command.seat)
    carried = 0 if others else now.table.stack(seat.player)
    now.add(e.SeatLeft(seat=command.seat, player=seat.player, with_cents=carried))
    end_requests_of_seat(now, command.seat)
    if abandons:
        _go_on_without(now)


def _may_leave_early(now: Transaction, number: int) -> bool:
    """Whether the house lets a folded player with nothing left on the layout go."""
    lying = now.table.has_chips_on(number)
    folded = now.table.seats[number].folded and _is_racked(now, number) and not lying
    return now.house.betting.folded_may_leave and folded


def _abandon(now: Transaction, number: int) -> None:
    """Take the bets of a player who leaves while decisions are made, if the house allows that.

    By default, a player who was dealt in stays.
    """
    loses = now.house.betting.leaving_during_round == "bets_lost"
    if not loses or now.table.phase is not Phase.DECIDING:
        message = "The player stays seated until the round is complete."
        raise now.refusal(TableRefusal.MUST_STAY, message, STAYS_SEATED)
    take_all(now, number, now.clauses(STAYS_SEATED), "left")
    if not _is_racked(now, number):
        rack(now, number)


def _is_racked(now: Transaction, number: int) -> bool:
    return any(entry.seat == number for entry in now.table.round.rack)


def _go_on_without(now: Transaction) -> None:
    if now.table.round.positions:
        end_decisions_if_all_made(now)
    else:
        rack(now, DEALER)  # Nobody is left to compare it with.
        end_round(now)
