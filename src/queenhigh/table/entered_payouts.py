"""Payouts on cards that a person entered and no device has read."""

from collections.abc import Iterator

from . import settlement
from .entered_wins import entered_hands, envy_for, paid_in_all, won_alone_by
from .refusal import Refused
from .roles import Actor
from .state import Table
from .transaction import Transaction


def entered_above_limit(before: Table, after: Table) -> Iterator[int]:
    """Hands entered since `before` that pay more than staff may pay on their word alone.

    What others collect because of a hand counts as paid for it.
    """
    known = set(entered_hands(before))
    for seat in entered_hands(after):
        envy = envy_for(after, seat)
        new = seat not in known or envy > envy_for(before, seat)
        if new and paid_in_all(after, seat) + envy > after.house.controls.staff_payout_cents:
            yield seat


def would_pay_above_limit(
    now: Transaction, seat: int, cards: tuple[str, ...], elsewhere: int
) -> bool:
    """Whether these cards would lead to such a payout, or put patrons too far ahead in total.

    The total is how far patrons are ahead in the gaming day on this person's word.
    """
    before = now.table
    rest = tuple(each for each in before.todo if (each.name, each.seat) != ("reveal_hand", seat))
    trial = Transaction(before.but(todo=rest), now.by, now.at)
    try:
        settlement.reveal_hand(trial, seat, cards)
    except Refused:
        return False  # It is refused when carried out.
    if any(entered_above_limit(before, trial.table)):
        return True
    name, limit = Actor.parse(now.by).name, now.house.controls.staff_payout_cents
    won = won_alone_by(trial.table, name, now.at)
    return won > won_alone_by(before, name, now.at) and won + elsewhere > limit
