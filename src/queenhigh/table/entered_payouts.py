"""Payouts that rest on cards which somebody has entered and no device has read."""

from collections.abc import Iterator

import msgspec

from . import settlement
from .procedure import Completion
from .refusal import Refused
from .state import DEALER, Table
from .transaction import Transaction


def paid_in_all(table: Table, seat: int) -> int:
    """What a hand is paid as far as it is settled: tokes too, and a meter as it was locked."""
    locked = [each for each in table.round.jackpots if each.seat == seat]
    paid = sum(
        each.line.paid if each.line else each.cents
        for each in table.round.moves
        if each.seat == seat and each.action == "pay"
        if not (each.line and each.line.meter is not msgspec.UNSET and locked and not each.toke)
    )
    return paid + sum(each.cents for each in locked)


def entered_above_limit(before: Table, after: Table) -> Iterator[int]:
    """The hands settled in between that are paid more than staff pay by their own word.

    A payout that somebody verifies before it is paid is left out.
    """
    settled = after.round.settled
    if settled is None or not (after.guarded and after.physical):
        return
    known = {each.seat for each in before.round.settled.seats} if before.round.settled else set()
    verified = Completion(after, settled, after.round.moves).large
    for seat in sorted({each.seat for each in settled.seats} - known - verified):
        entered = not (_is_confirmed(after, seat) and _is_confirmed(after, DEALER))
        if entered and paid_in_all(after, seat) > after.house.controls.staff_payout_cents:
            yield seat


def would_pay_above_limit(now: Transaction, seat: int, cards: tuple[str, ...]) -> bool:
    """Whether such a payout follows when the hand is turned up with these cards."""
    before = now.table
    rest = tuple(each for each in before.todo if (each.name, each.seat) != ("reveal_hand", seat))
    trial = Transaction(before.but(todo=rest), now.by, now.at)
    try:
        settlement.reveal_hand(trial, seat, cards)
    except Refused:
        return False  # It is refused when it is carried out.
    return any(entered_above_limit(before, trial.table))


def _is_confirmed(table: Table, place: int) -> bool:
    """Whether a device has read the whole hand as it was turned up."""
    return {*table.round.read.get(place, ())} == {*table.round.hands.get(place, ())}
