"""The effect of each confirmed step on the table."""

from collections.abc import Callable

import msgspec

from ..cards.card import CardError, card_texts, parse_cards
from ..house.points import point
from ..house.words import plain_words
from . import events as e
from . import procedure, settlement
from .approvals import refuse_while_a_correction_waits
from .bet_lock import awaits_first_card, lock_bets, name_who_is_without
from .commands import Confirm
from .decisions import collect_fold
from .entropy import refuse_before_the_mix
from .events import CardTexts, Step
from .fees import collect_fees
from .instructions import STEPS, because_of, role_of_step
from .irregularities import MISDEALT_WITH_52, possible_count, wrong_count
from .phases import begin_next_phase
from .refusal import TableRefusal
from .roles import Actor, may_act_for
from .rounds import end_round, rack, remove_deck
from .shown_cards import cards_shown, known_cards
from .shuffle import check_cut, cut, with_cutter
from .state import DEALER, STUB
from .transaction import Transaction

COUNTED_TO_52 = point("deck.count")
DEFECTIVE = point("deck.defective")
FIRST_PLAYER = point("deck.first_player")


def confirm(now: Transaction, command: Confirm) -> None:
    """Confirm the due step, by the person it belongs to; any other step is out of order."""
    due = now.table.due
    if command.step not in STEPS:
        raise now.refusal(TableRefusal.UNKNOWN_STEP, f"No step is called {command.step!r}.")
    if due is None:
        raise now.refusal(TableRefusal.NOTHING_DUE, "No step is due now.")
    if command.step == "deal" and awaits_first_card(now):
        _must_be_theirs(now, command.by, due)
        lock_bets(now)
        due = _first_card(now)
        if now.table.entropy_due:
            return  # The bets are locked; the card is dealt when the entropy is in its order.
    if command.step == due.name == "cut":
        due = with_cutter(now, due, command)
    rule = STEPS[due.name]
    extra_count = command.step == "count_stub" and due.name == "rack_stub"
    other = command.deck not in (None, due.deck) or command.seat not in (None, due.seat)
    if (command.step != due.name or other) and not (extra_count and not now.table.round.counted):
        message = f"Out of order. First: {rule.text}{_where(now, due)}"
        raise now.refusal(TableRefusal.OUT_OF_ORDER, message, *because_of(now.house, due.name))
    _must_be_theirs(now, command.by, due)
    if extra_count:
        _check_count(now, due, command)
        _count_stub(now, due, command)  # Extra stub counts are allowed.
        return
    if due.name == "shuffle":
        message = "A shuffle has its own command and is not confirmed."
        raise now.refusal(TableRefusal.OUT_OF_ORDER, message)
    do_step(now, due, command)


def _must_be_theirs(now: Transaction, by: str, step: Step) -> None:
    role, whose = now.role_of(by), role_of_step(now.house, step.name)
    if role != "system" and not may_act_for(role, whose):
        message = f"That step is the {plain_words(whose)}'s."
        raise now.refusal(TableRefusal.NOT_YOUR_STEP, message, STEPS[step.name].because)


def _where(now: Transaction, step: Step) -> str:
    if step.deck is not None:
        return f" (the {now.table.decks[step.deck].back} deck)"
    return "" if step.seat is None else f" (seat {step.seat})" if step.seat else " (the dealer)"


def do_step(now: Transaction, step: Step, confirmed: Confirm | None) -> None:
    """Do a step as somebody confirmed it, or by itself."""
    name = step.name
    if name == "deal" and awaits_first_card(now):
        lock_bets(now)
        if now.table.entropy_due:
            return  # The cards are dealt once the entropy has gone into their order.
        step = _first_card(now)
    if name == "cut" and confirmed is None:
        step = with_cutter(now, step, None)
    if check := _CHECKS.get(name):
        check(now, step, confirmed)
    move = procedure.move_of(now.table, step)
    now.add(e.StepDone(step=step, clauses=procedure.step_clauses(now.table, name, move)))
    if effect := _EFFECTS.get(name):
        effect(now, step, confirmed)
    if not now.table.todo:
        begin_next_phase(now)


def _first_card(now: Transaction) -> Step:
    """Do the steps between the lock and the first card as part of dealing that card."""
    while now.table.todo[0].name != "deal":
        do_step(now, now.table.todo[0], None)
    return now.table.todo[0]


# Opening


def _needs_a_player(now: Transaction, step: Step, command: Confirm | None) -> None:
    if not now.table.seats:
        message = "The cards are spread for the first player, and nobody has arrived yet."
        raise now.refusal(TableRefusal.NO_PLAYER, message, FIRST_PLAYER)


def _inspect(now: Transaction, step: Step, command: Confirm | None) -> None:
    """Replace a flawed deck; the new one starts from the beginning."""
    if command is None or not command.flaws or step.deck is None:
        return
    told = tuple(now.house.cards.defective_notify)
    clauses = now.clauses(DEFECTIVE)
    now.add(e.DeckFlawed(deck=step.deck, flaws=command.flaws, told=told, clauses=clauses))
    remove_deck(now, step.deck, f"flawed: {command.flaws}")


def _check_deck(now: Transaction, step: Step, command: Confirm | None) -> None:
    if command is not None:
        possible_count(now, command.count)


def _count_deck(now: Transaction, step: Step, command: Confirm | None) -> None:
    if command is None or command.count in (None, 52) or step.deck is None:
        return
    remove_deck(now, step.deck, f"{command.count} cards", counted=command.count)


# Dealing


def _check_deal(now: Transaction, step: Step, command: Confirm | None) -> None:
    refuse_before_the_mix(now)
    if now.table.deck.order:
        return
    number = _cards_with(now, step)
    given = _cards_of(command)
    if now.table.physical:
        _must_lie_face_down(now, given)
        return
    try:
        cards = parse_cards(given)
    except CardError as error:
        raise now.refusal(TableRefusal.WRONG_CARDS, str(error)) from None
    if len(cards) != number or len({*cards} - known_cards(now.table).keys()) != number:
        message = f"Enter the {number} cards as dealt, each once; none may already be in play."
        raise now.refusal(TableRefusal.WRONG_CARDS, message)


def _must_lie_face_down(now: Transaction, given: tuple[str, ...]) -> None:
    if given:
        message = "Real cards are dealt face down: enter them when they are turned up."
        raise now.refusal(TableRefusal.WRONG_CARDS, message)


def _deal(now: Transaction, step: Step, command: Confirm | None) -> None:
    number, drawn = _cards_with(now, step), now.table.round.drawn
    texts = _cards_of(command)
    if order := now.table.deck.order:
        texts = card_texts(order[drawn : drawn + number])
    unseen = number if now.table.physical else msgspec.UNSET
    now.add(e.CardsDealt(seat=step.seat or DEALER, cards=texts, count=unseen))


def _cards_with(now: Transaction, step: Step) -> int:
    return 1 if step.name == "deal_third_card" else procedure.cards_at_a_time(now.table)


def stub_size(now: Transaction) -> int:
    return 52 - now.table.round.drawn


def _count_stub(now: Transaction, step: Step, command: Confirm | None) -> None:
    """Count the stub face down on the layout; every card of the deck must be accounted for."""
    right = stub_size(now)
    count = right if command is None or command.count is None else command.count
    total = now.table.round.drawn + count
    if command is not None and command.misdealt:
        total = 52 if command.total is None else command.total
    clauses = now.clauses(COUNTED_TO_52)
    now.add(e.StubCounted(count=count, total=total, clauses=clauses))
    if count != right:
        misdealt = command is not None and bool(command.misdealt)
        wrong_count(now, total, misdealt=misdealt, by_machine=False)


def _check_count(now: Transaction, step: Step, command: Confirm | None) -> None:
    """If the count is wrong, say whether a hand has more or fewer than three cards."""
    if command is not None:
        possible_count(now, command.count, command.total)
    wrong = command is not None and command.count not in (None, stub_size(now))
    left_to_others = now.house.irregularities.wrong_count == "management"
    if wrong and command is not None and command.misdealt is None and not left_to_others:
        message = f"There should be {stub_size(now)} cards: say whether a hand was misdealt."
        raise now.refusal(TableRefusal.MISDEALT_UNSAID, message, MISDEALT_WITH_52)


def _rack_stub(now: Transaction, step: Step, command: Confirm | None) -> None:
    texts = card_texts(now.table.deck.order[now.table.round.drawn :])
    unseen = stub_size(now) if now.table.physical else msgspec.UNSET
    now.add(e.HandRacked(seat=STUB, cards=texts, count=unseen))


def _release(now: Transaction, step: Step, command: Confirm | None) -> None:
    seats = now.table.round.positions if step.seat is None else (step.seat,)
    now.add(e.CardsReleased(seats=seats))


# Completion


def _collect_folds(now: Transaction, step: Step, command: Confirm | None) -> None:
    """Collect one seat's fold as it happens, or all when everybody has decided."""
    seats = now.table.round.positions if step.seat is None else (step.seat,)
    for number in seats:
        if now.table.seats[number].folded:
            collect_fold(now, number)


def _all_have_called(now: Transaction, step: Step, command: Confirm | None) -> None:
    """The system must not skip calls, which it cannot hear; a person confirms what was called."""
    if command is None and (silent := now.table.to_call):
        seats = " and ".join(map(str, silent))
        message = f"Seat {seats} has not said whether it calls an award."
        raise now.refusal(TableRefusal.STEPS_DUE, message, STEPS["hear_calls"].because)


def _another_verifies(now: Transaction, step: Step, command: Confirm | None) -> None:
    """Neither the dealer nor the person who entered the cards may verify them."""
    names = {now.table.dealer, now.table.round.entered_by.get(step.seat or DEALER)}
    if now.table.guarded and Actor.parse(now.by).name in names:
        message = "The person who deals or has entered the cards may not verify it."
        raise now.refusal(TableRefusal.OWN_REQUEST, message)


def _check_shown(now: Transaction, step: Step, command: Confirm | None) -> None:
    cards_shown(now, step.seat or DEALER, _cards_of(command))


def _reveal_dealer(now: Transaction, step: Step, command: Confirm | None) -> None:
    settlement.reveal_dealer(now, _cards_of(command))


def _reveal_hand(now: Transaction, step: Step, command: Confirm | None) -> None:
    settlement.reveal_hand(now, step.seat or DEALER, _cards_of(command))


def _cards_of(command: Confirm | None) -> CardTexts:
    return () if command is None else command.cards


_Effect = Callable[[Transaction, Step, Confirm | None], None]
_CHECKS: dict[str, _Effect] = {
    "spread_for_first_player": _needs_a_player,
    "count": _check_deck,
    "cut": check_cut,
    "deal": _check_deal,
    "hear_calls": _all_have_called,
    "deal_third_card": _check_deal,
    "count_stub": _check_count,
    "reveal_dealer": _check_shown,
    "reveal_hand": _check_shown,
    "end_round": lambda now, *_: refuse_while_a_correction_waits(now),
    "verify_payout": _another_verifies,
    "verify_royal": _another_verifies,
}
_EFFECTS: dict[str, _Effect] = {
    "inspect": _inspect,
    "verify": _inspect,
    "count": _count_deck,
    "cut": cut,
    "collect_fee": lambda now, *_: collect_fees(now),
    "name_who_has_no_pair_plus": lambda now, *_: name_who_is_without(now),
    "deal": _deal,
    "deal_third_card": _deal,
    "count_stub": _count_stub,
    "rack_stub": _rack_stub,
    "release": _release,
    "collect_folds": _collect_folds,
    "reveal_dealer": _reveal_dealer,
    "hear_calls": lambda now, *_: settlement.turn_up_or_settle(now),
    "reveal_hand": _reveal_hand,
    "verify_payout": lambda now, step, _: settlement.verify_payout(now, step),
    "notify_royal": lambda now, step, _: settlement.notify_royal(now, step),
    "settle": lambda now, step, _: settlement.settle(now, step),
    "rack_hand": lambda now, step, _: rack(now, step.seat or DEALER),
    "end_round": lambda now, *_: end_round(now),
}
