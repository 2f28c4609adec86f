"""What players add to a shuffle, so nobody can choose the order in which cards are dealt.

The shuffle is committed to first. Players commit to entropy while bets are made and reveal it when
the bets are locked: by then every commitment is public and no bet can change. Anybody who does not
reveal in time is left out, the bets stand, and the seat adds no more entropy in that sitting.
"""

import re
from datetime import datetime, timedelta
from typing import Final

from . import commands as c
from . import events as e
from .fairness import entropy_commitment
from .refusal import TableRefusal
from .state import Phase, Table
from .transaction import Transaction

TIME_TO_REVEAL: Final = timedelta(seconds=3)
_HEX = re.compile(r"[0-9a-f]{64}")


def takes_entropy(table: Table) -> bool:
    """Whether players may add entropy: the system gave the order, and bets are still open.

    It makes no difference who deals: a person only leads the steps.
    """
    open_ = table.phase is Phase.BETTING and table.shuffled_by_system
    return open_ and bool(table.deck.commitment)


def commit_entropy(now: Transaction, command: c.CommitEntropy) -> None:
    if command.seat not in now.table.seats:
        raise now.refusal(TableRefusal.SEAT_EMPTY, f"Nobody sits at seat {command.seat}.")
    if not takes_entropy(now.table):
        message = "This table takes no entropy now."
        raise now.refusal(TableRefusal.ENTROPY_NOT_TAKEN, message)
    if command.seat in now.table.deck.entropy:
        message = "This seat has committed to entropy for this shuffle."
        raise now.refusal(TableRefusal.ENTROPY_NOT_TAKEN, message)
    if now.table.seats[command.seat].withheld:
        message = (
            "This seat did not reveal its entropy in time, and can add none until the player "
            "leaves and returns."
        )
        raise now.refusal(TableRefusal.ENTROPY_NOT_TAKEN, message)
    _check_form(now, command.commitment)
    now.add(e.EntropyCommitted(seat=command.seat, commitment=command.commitment))


def reveal_entropy(now: Transaction, command: c.RevealEntropy) -> None:
    if command.seat not in now.table.entropy_awaited:
        message = "This seat has nothing to reveal."
        raise now.refusal(TableRefusal.ENTROPY_NOT_AWAITED, message)
    _check_form(now, command.entropy)
    deck = now.table.deck
    told = entropy_commitment(deck.commitment, command.seat, command.entropy)
    if told != deck.entropy[command.seat]:
        message = "That is not what this seat has committed to."
        raise now.refusal(TableRefusal.ENTROPY_NOT_COMMITTED, message)
    now.add(e.EntropyRevealed(seat=command.seat, entropy=command.entropy))
    if not now.table.entropy_awaited:
        _mix(now)


def mix_entropy(now: Transaction, command: c.MixEntropy) -> None:
    if not now.table.entropy_due:
        message = "No entropy is outstanding."
        raise now.refusal(TableRefusal.ENTROPY_NOT_AWAITED, message)
    if not may_be_left_out(now.table, now.at):
        seconds = int(TIME_TO_REVEAL.total_seconds())
        message = f"Players have {seconds} seconds to reveal what they add to the shuffle."
        raise now.refusal(TableRefusal.ENTROPY_NOT_AWAITED, message)
    _mix(now)


def refuse_before_the_mix(now: Transaction) -> None:
    """Refuse to deal from a deck whose order is about to change."""
    if now.table.entropy_due:
        message = "The players' entropy must be mixed in before the deal."
        raise now.refusal(TableRefusal.STEPS_DUE, message)


def may_be_left_out(table: Table, at: datetime) -> bool:
    """Whether the time to reveal is over."""
    locked = table.round.locked_at
    return locked is not None and at - locked >= TIME_TO_REVEAL


def _mix(now: Transaction) -> None:
    withheld, deck = now.table.entropy_awaited, now.table.round.deck
    revealed = dict(sorted(now.table.deck.revealed.items()))
    now.add(e.ShuffleMixed(deck=deck, entropy=revealed, withheld=withheld))


def _check_form(now: Transaction, written: str) -> None:
    if not _HEX.fullmatch(written):
        message = "Entropy and commitments to it are 64 hexadecimal digits in lower case."
        raise now.refusal(TableRefusal.ENTROPY_MALFORMED, message)
