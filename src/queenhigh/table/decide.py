"""Decide: turn a command and a state into events or a refusal. The table says no here."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..house.points import Point, point
from . import (
    approvals,
    bet_lock,
    bets,
    corrections,
    decisions,
    decks,
    drop_box,
    entropy,
    exits,
    group_confirmation,
    irregularities,
    meter,
    seats,
    shown_cards,
    steps,
    tray,
    upkeep,
)
from .commands import AnyCommand, Approve, Command, Confirm, ConfirmGroup, type_of
from .events import AnyEvent
from .refusal import Refusal, Refused, TableRefusal, refuse_role
from .roles import MAY, role_and_name, role_of
from .state import Phase, Table, cards_breach, chips_breach
from .transaction import Transaction

OWN_SEAT_ONLY = point("seat.own_only")
RELIEF = point("relief.on_duty")
WAITS_FOR_MANAGEMENT = point("irregularity.management")
# The shuffle comes from outside, and nothing starts automatically while the table waits for people.
_NEVER_BY_ITSELF = frozenset({"shuffle"})
# Allowed while a table waits for a ruling, or for the signature that voids the round: giving it,
# and commands that do not touch the round.
_WHILE_HALTED = frozenset(
    {
        *("rule", "fill_tray", "credit_tray", "count_tray", "read_meter", "share_jackpot"),
        *("take_drop_box", "count_drop", "approve", "decline"),
    }
)
# Allowed while closed: a box is often taken and counted after the last round.
_WHILE_CLOSED = frozenset({"open_table", "take_drop_box", "count_drop", "approve", "decline"})

# These commands record events before the last possible refusal: the announcement and anything that
# locks the bets at the first card, a correction that somebody lacks the chips for, the last
# signature, and chips that the tray does not have.
_MAY_REFUSE_LATE = frozenset(
    {
        "announce_no_more_bets",
        "buy_in",
        "confirm",
        "confirm_group",
        "report_face_up_card",
        "report_card_drawn_in_error",
        "correct_card",
        "correct_decision",
        "correct_wager",
        "correct_coupon",
        "correct_payout",
        "approve",
    }
)

_HANDLERS: dict[str, Callable[[Transaction, Any], None]] = {
    "open_table": upkeep.open_table,
    "close_table": upkeep.close_table,
    "fill_tray": tray.fill_tray,
    "credit_tray": tray.credit_tray,
    "count_tray": tray.count_tray,
    "take_drop_box": drop_box.take_drop_box,
    "count_drop": drop_box.count_drop,
    "read_meter": meter.read_meter,
    "share_jackpot": meter.share_jackpot,
    "confirm": steps.confirm,
    "confirm_group": group_confirmation.confirm_group,
    "read_cards": shown_cards.read_cards,
    "shuffle_deck": steps.shuffle_deck,
    "order_recut": decks.order_recut,
    "sit": seats.sit,
    "leave": exits.leave,
    "buy_in": seats.buy_in,
    "colour_up": seats.colour_up,
    "place_wager": bets.place_wager,
    "withdraw_wager": bets.withdraw_wager,
    "place_toke": bets.place_toke,
    "give_toke": bets.give_toke,
    "place_coupon": bets.place_coupon,
    "announce_no_more_bets": bet_lock.announce_no_more_bets,
    "play": decisions.play,
    "fold": decisions.fold,
    "time_out": decisions.time_out,
    "throw_in": decisions.throw_in,
    "call_awards": decisions.call_awards,
    "commit_entropy": entropy.commit_entropy,
    "reveal_entropy": entropy.reveal_entropy,
    "mix_entropy": entropy.mix_entropy,
    "change_deck": decks.change_deck,
    "change_limits": upkeep.change_limits,
    "relieve_dealer": upkeep.relieve_dealer,
    "mark_idle": upkeep.mark_idle,
    "replace_shuffler": upkeep.replace_shuffler,
    "shuffle_by_hand": upkeep.shuffle_by_hand,
    "rule": irregularities.rule,
    "report_face_up_card": irregularities.report_face_up_card,
    "report_card_drawn_in_error": irregularities.report_card_drawn_in_error,
    "report_wrong_number_of_cards": irregularities.report_wrong_number_of_cards,
    "report_exposed_card": irregularities.report_exposed_card,
    "report_shared_hands": irregularities.report_shared_hands,
    "report_wrong_deck_count": irregularities.report_wrong_deck_count,
    "report_jam": irregularities.report_jam,
    "report_shuffler_failure": upkeep.report_shuffler_failure,
    "report_bet_outside_limits": upkeep.report_bet_outside_limits,
    "correct_card": corrections.correct_card,
    "correct_decision": corrections.correct_decision,
    "correct_wager": corrections.correct_wager,
    "correct_coupon": corrections.correct_coupon,
    "correct_payout": corrections.correct_payout,
    "decline": approvals.decline,
}


def foreseen(table: Table, command: AnyCommand) -> Refusal | Transaction:
    """What would follow once everybody required has signed; changes nothing."""
    now = Transaction(table, command.by, command.at)
    try:
        _admit(now, command)
        _carry_out(now, command)
    except Refused as refused:
        return refused.as_data()
    return now


class TableBreach(Exception):
    """An invariant is broken: the table stops, and nothing is stored."""


def decide(table: Table, command: AnyCommand) -> Refusal | list[AnyEvent]:
    answer = advance(table, command)
    return answer if isinstance(answer, Refusal) else answer.events


def advance(table: Table, command: AnyCommand) -> Refusal | Transaction:
    """What `decide` returns, with the table before and after each event: evolved once, here."""
    now = Transaction(table, command.by, command.at)
    try:
        _handle(now, command)
    except Refused as refused:
        return refused.as_data()
    if now.table.todo:
        _automated(now)
    breach = chips_breach(now.table) if now.table.accounts is not table.accounts else ""
    if not breach and _cards_moved(table, now.table):
        breach = cards_breach(now.table)
    if breach:
        raise TableBreach(f"{type_of(command)}: {breach}")
    return now


def _cards_moved(before: Table, after: Table) -> bool:
    """Whether a card may have moved since the table was last checked."""
    was, is_now = before.round, after.round
    return (
        before.decks is not after.decks
        or was.hands is not is_now.hands
        or was.rack is not is_now.rack
        or was.discards is not is_now.discards
        or was.drawn != is_now.drawn
        or was.deck != is_now.deck
    )


def accepts(table: Table, command: AnyCommand) -> bool:
    """Whether `decide` would accept: runs the same handlers, but stops at the answer."""
    late = type_of(command) in _MAY_REFUSE_LATE
    now = (_Asking if late else _AskingOnce)(table, command.by, command.at)
    try:
        _handle(now, command)
    except Refused:
        return False
    except _Agreed:
        pass
    return True


class _Agreed(Exception):
    """Something happens, so the command was not refused."""


class _Asking(Transaction):
    """A transaction that only finds out whether a command is refused."""

    def refusal(self, code: TableRefusal, message: str, *because: Point | str) -> Refused:
        return Refused(code.value, message)  # Nobody reads the clauses here.

    def agree(self) -> None:
        raise _Agreed


class _AskingOnce(_Asking):
    """For commands that can no longer be refused once something happens."""

    def add(self, *events: AnyEvent) -> None:
        raise _Agreed


def _handle(now: Transaction, command: AnyCommand) -> None:
    _admit(now, command)
    if isinstance(command, Approve):
        _approve(now, command)
    elif signatures := approvals.missing(now, command):
        with suppress(_Agreed):  # Refuse now what would be refused later.
            _carry_out(type(now)(now.table, now.by, now.at), command)
        approvals.ask(now, command, signatures)
    else:
        _carry_out_or_ask(now, command)


def _carry_out_or_ask(now: Transaction, command: AnyCommand) -> None:
    """Carry out the command, or ask for signatures if that turns out to void the round."""
    before = now.table
    _carry_out(now, command)
    if before.guarded and (signatures := approvals.missing_for_void(now, before, command.by)):
        now.go_back_to(before, 0)
        approvals.ask(now, command, signatures, voids=True)


def _carry_out(now: Transaction, command: AnyCommand) -> None:
    handler, before = _HANDLERS[type_of(command)], now.table
    handler(now, command)
    if now.table.tray_is_chips:
        tray.refuse_short_tray(now, before)


def _approve(now: Transaction, command: Approve) -> None:
    """Sign; with the last signature, carry out the request as the table is now."""
    if (request := approvals.sign(now, command)) is None:
        return
    asked = approvals.asked_for(request, now)
    now.by, now.signed, now.slip = asked.by, request.signed, request.slip
    _admit(now, asked)
    _carry_out(now, asked)


def _admit(now: Transaction, command: Command) -> None:
    """Refuse people without the right before looking at anything else."""
    kind, table = type_of(command), now.table
    role, name = role_of(now.house, command.by), role_and_name(command.by).name
    if refused := refuse_role(role, MAY[kind]):
        raise refused.as_error()
    if role == "dealer" and table.dealer and not _may_be_another_dealer(now, command, name):
        message = f"{table.dealer} is the dealer on duty."
        raise now.refusal(TableRefusal.NOT_ON_DUTY, message, RELIEF)
    number = getattr(command, "seat", None)
    seat = table.seats.get(number) if isinstance(number, int) else None
    if role == "player" and seat and seat.player != name and kind != "sit":
        message = f"Seat {number} is {seat.player}'s."
        raise now.refusal(TableRefusal.NOT_YOUR_SEAT, message, OWN_SEAT_ONLY)
    if table.phase is Phase.CLOSED and kind not in _WHILE_CLOSED:
        raise now.refusal(TableRefusal.CLOSED, "The table is closed.")
    if table.phase is Phase.HALTED and kind not in _WHILE_HALTED:
        message = f"The table waits for a ruling by {table.waits_for.replace('_', ' ')}."
        raise now.refusal(TableRefusal.HALTED, message, WAITS_FOR_MANAGEMENT)
    if table.awaits_void and kind not in _WHILE_HALTED:
        message = "The round is paused until the report is signed, declined or taken back."
        raise now.refusal(TableRefusal.HALTED, message, WAITS_FOR_MANAGEMENT)


def _may_be_another_dealer(now: Transaction, command: Command, name: str) -> bool:
    """Whether it is the dealer on duty, or one of the two in a relief doing their own step.

    Who may ask for a relief and who may sign is up to `approvals`.
    """
    table, kind = now.table, type_of(command)
    if kind in ("relieve_dealer", "approve", "decline"):
        return True
    confirms = isinstance(command, Confirm | ConfirmGroup)
    if confirms and table.due and table.due.name == "spread" and table.leaving:
        return name == table.leaving  # The outgoing dealer spreads before leaving the table.
    relieving = table.due is not None and table.due.name in now.house.relief.steps
    return name == table.dealer or (relieving and name == table.relief)


def _automated(now: Transaction) -> None:
    """Do the automated steps, as far as they go."""
    now.by = "system"
    while todo := now.table.todo:
        due, before, count = todo[0], now.table, len(now.changes)
        if due.name not in before.automation or due.name in _NEVER_BY_ITSELF:
            return
        if before.phase is Phase.HALTED:
            return
        try:
            steps.do_step(now, due, None)
        except Refused:  # It has to wait, for example for a first player to arrive.
            now.go_back_to(before, count)
            return
