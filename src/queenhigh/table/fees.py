"""The collection fee: who owes it, who cannot pay it, and its collection before the deal."""

from ..wagers.opening import COLLECTED_BEFORE_THE_DEAL, seats_with_fee
from . import events as e
from .transaction import Transaction


def fees_due(now: Transaction) -> dict[str, int]:
    """Fees by player: once, or for each position."""
    seats = now.table.seats
    due: dict[str, int] = {}
    for number in seats_with_fee(now.house, [(n, seats[n].player) for n in now.table.bettors()]):
        player = seats[number].player
        due[player] = due.get(player, 0) + now.house.fee.amount_cents
    return due


def cannot_pay_the_fee(now: Transaction) -> int | None:
    """The last seat of a player whose chips do not cover the fee."""
    for player, cents in fees_due(now).items():
        if now.table.stack(player) < cents:
            seats = [n for n in now.table.bettors() if now.table.seats[n].player == player]
            return seats[-1]
    return None


def collect_fees(now: Transaction) -> None:
    clauses = now.clauses(COLLECTED_BEFORE_THE_DEAL)
    for player, cents in fees_due(now).items():
        seat = next(n for n in now.table.bettors() if now.table.seats[n].player == player)
        now.add(e.FeeCollected(seat=seat, player=player, cents=cents, clauses=clauses))
