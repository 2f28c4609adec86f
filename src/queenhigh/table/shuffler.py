"""The shuffling machine: its failure, its replacement, shuffling by hand instead."""

from ..house.model import House
from ..house.points import point
from ..house.words import plain_words
from . import commands as c
from . import events as e
from . import procedure
from .irregularities import MACHINE_FAILURE
from .refusal import TableRefusal
from .rounds import open_shuffle
from .state import Phase
from .transaction import Transaction

HAND_SHUFFLE = point("shuffle.by_hand")


def report_shuffler_failure(now: Transaction, command: c.ReportShufflerFailure) -> None:
    if not now.table.shuffler_works:
        raise now.refusal(
            TableRefusal.SHUFFLER_DOWN, "The failure has been reported already.", MACHINE_FAILURE
        )
    now.add(e.ShufflerFailed(clauses=now.clauses(MACHINE_FAILURE)))


def replace_shuffler(now: Transaction, command: c.ReplaceShuffler) -> None:
    if now.table.shuffler_works:
        raise now.refusal(TableRefusal.SHUFFLER_WORKS, "The shuffler is working.")
    ways = now.house.shuffle.fallback
    if ways and command.source not in ways:
        listed = ", ".join(plain_words(each) for each in ways)
        message = f"That is not an option here: choose from {listed}."
        raise now.refusal(TableRefusal.NO_SUCH_FALLBACK, message, MACHINE_FAILURE)
    clauses = now.clauses(MACHINE_FAILURE)
    now.add(e.ShufflerReplaced(source=command.source, clauses=clauses))


def shuffle_by_hand(now: Transaction, command: c.ShuffleByHand) -> None:
    """Shuffle by hand, if the house allows it for its wagers and its way of dealing."""
    now.must_be(Phase.BETTING)
    if now.table.shuffler_works:
        raise now.refusal(TableRefusal.SHUFFLER_WORKS, "The shuffler is working.")
    if not hand_may_replace_machine(now.house):
        message = "This game is not shuffled by hand: wait for another machine."
        raise now.refusal(TableRefusal.HAND_SHUFFLE_FORBIDDEN, message, HAND_SHUFFLE)
    open_shuffle(now)
    by_hand = now.table.but(by_hand=True)
    todo = procedure.shuffled(by_hand, now.table.round.deck)
    now.add(e.ShuffledByHandInstead(todo=todo, clauses=now.clauses(HAND_SHUFFLE)))


def hand_may_replace_machine(house: House) -> bool:
    allowed, ways = house.shuffle.hand_allowed, house.shuffle.fallback
    hand_dealt = house.dealing.method == "hand"
    return not (
        allowed == "never"
        or (ways and "hand" not in ways)
        or any(house.offers(wager) for wager in house.shuffle.hand_only_without)
        or (hand_dealt and (allowed == "unless_hand_dealt" or house.dealing.hand_needs_machine))
    )
