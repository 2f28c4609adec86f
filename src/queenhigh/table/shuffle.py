"""The shuffle of a deck, and its cut."""

from ..cards.card import FULL_DECK, CardError, parse_cards
from ..house.points import point
from . import events as e
from . import procedure
from .commands import Confirm, ShuffleDeck
from .events import Step
from .fairness import commitment
from .instructions import PLAYER_CUTS, STEPS
from .irregularities import possible_count, wrong_count
from .phases import begin_next_phase
from .refusal import TableRefusal
from .transaction import Transaction

LEAST_CUT = point("cut.least")
MACHINE_FAILED = point("shuffle.machine_failed")


def shuffle_deck(now: Transaction, command: ShuffleDeck) -> None:
    due = now.table.due
    if not 0 <= command.deck < len(now.table.decks):
        raise now.refusal(TableRefusal.NO_SUCH_DECK, f"There is no deck {command.deck}.")
    if due is None or due.name != "shuffle" or due.deck != command.deck:
        first = STEPS[due.name].text if due else "Nothing is due."
        message = f"A shuffle of this deck is not due. First: {first}"
        because = (STEPS[due.name].because,) if due else ()
        raise now.refusal(TableRefusal.OUT_OF_ORDER, message, *because)
    by_machine = now.house.shuffle.method == "machine" and not now.table.by_hand
    if by_machine and not now.table.shuffler_works:
        message = "The shuffler has failed: replace it, or shuffle by hand where that is allowed."
        raise now.refusal(TableRefusal.SHUFFLER_DOWN, message, MACHINE_FAILED)
    _check_source(now, command)
    possible_count(now, command.counted)
    if command.order:
        _check_order(now, command)
    if command.counted not in (None, 52) and by_machine:
        wrong_count(now, command.counted or 0, misdealt=False, by_machine=True)
        return
    now.add(e.StepDone(step=due, clauses=procedure.step_clauses(now.table, due.name)))
    now.add(
        e.DeckShuffled(
            deck=command.deck,
            commitment=commitment(command.order, command.nonce) if command.order else "",
            order=command.order,
            nonce=command.nonce,
        )
    )
    if not now.table.todo:
        begin_next_phase(now)


def _check_source(now: Transaction, command: ShuffleDeck) -> None:
    """Nobody knows the order of real cards; any other order comes from the system alone."""
    kind = now.table.kind
    if kind == "physical" and (command.order or command.nonce):
        message = "Nobody knows the order of real cards."
        raise now.refusal(TableRefusal.ORDER_UNKNOWN, message)
    by_system = now.role_of(command.by) == "system"
    if kind in ("digital", "training") and not (command.order and by_system):
        message = "The system shuffles at this table: nobody else can enter an order."
        raise now.refusal(TableRefusal.ORDER_OF_SYSTEM, message)


def _check_order(now: Transaction, command: ShuffleDeck) -> None:
    try:
        cards = parse_cards(command.order)
    except CardError as error:
        raise now.refusal(TableRefusal.NOT_A_DECK, str(error)) from None
    if sorted(cards) != list(FULL_DECK):
        raise now.refusal(TableRefusal.NOT_A_DECK, "An order has all 52 cards, each once.")
    if len(command.nonce) < 16:
        message = "The nonce needs at least 16 characters."
        raise now.refusal(TableRefusal.UNCOMMITTED, message)


def check_cut(now: Transaction, step: Step, confirmed: Confirm | None) -> None:
    count, least = _cut_at(now, confirmed), now.house.shuffle.cut_least_cards
    if not least <= count <= 52 - 1:
        message = f"A cut takes at least {least} cards and leaves some."
        raise now.refusal(TableRefusal.CUT_TOO_SMALL, message, LEAST_CUT)


def cut(now: Transaction, step: Step, confirmed: Confirm | None) -> None:
    if step.deck is not None:
        now.add(e.DeckCut(deck=step.deck, count=_cut_at(now, confirmed)))


def with_cutter(now: Transaction, step: Step, confirmed: Confirm | None) -> Step:
    """The cut, and the seat that makes it: the first from the far left that does not refuse."""
    seated = sorted(now.table.seats)
    if now.house.shuffle.last_cut != "player" or not seated:
        return step
    refused = () if confirmed is None else confirmed.refused_by
    willing = [seat for seat in seated if seat not in refused]
    cutter = willing[0] if willing else seated[0]
    asked = seated[: seated.index(cutter)] if willing else seated
    if sorted(refused) != asked:
        message = "The cut is offered in turn, from the far left: say who refused it."
        raise now.refusal(TableRefusal.OUT_OF_ORDER, message, PLAYER_CUTS)
    return Step("cut", step.deck, cutter)


def _cut_at(now: Transaction, confirmed: Confirm | None) -> int:
    if confirmed is not None and confirmed.count is not None:
        return confirmed.count
    return now.house.shuffle.cut_aims_at or 26
