"""Decide: turn a command and a state into events or a refusal, which handlers raise."""

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
    idle_table,
    irregularities,
    meter,
    opening_closing,
    posted_limits,
    relief,
    seats,
    shown_cards,
    shuffle,
    shuffler,
    step_effects,
    tray,
)
from .by_type import by_type
from .command_rules import RULES
from .commands import AnyCommand, Approve, Command, Confirm, ConfirmGroup, Decline, type_of
from .events import AnyEvent
from .instructions import REPORT_AWAITED, ruling_awaited
from .refusal import Refusal, Refused, TableRefusal, refuse_role
from .roles import Actor, role_of
from .state import Phase, Table, cards_breach, chips_breach
from .transaction import Transaction

OWN_SEAT_ONLY = point("seat.own_only")
ONLY_ON_DUTY = point("relief.on_duty")
# The shuffle comes from outside; nothing else starts automatically while people are awaited.
_NEVER_BY_ITSELF = frozenset({"shuffle"})

# `Any`: each takes its own command. `Approve` carries out another one: see `_approve`.
HANDLERS: dict[type[Command], Callable[[Transaction, Any], None]] = {
    **by_type(
        "command",
        *(bet_lock, bets, corrections, decisions, decks, drop_box, entropy, exits),
        *(group_confirmation, idle_table, irregularities, meter, opening_closing),
        *(posted_limits, relief, seats, shown_cards, shuffle, shuffler, step_effects, tray),
    ),
    Decline: approvals.decline,
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
    breach = ""
    if now.table.accounts is not table.accounts:
        sources = {each.source for change in now.changes for each in change.moved or ()}
        breach = chips_breach(now.table, sources)
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
    late = RULES[type_of(command)].late
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
        return Refused(code.value, message)  # The clauses are not needed for the answer.

    def agree(self) -> None:
        raise _Agreed


class _AskingOnce(_Asking):
    """For commands that can no longer be refused once something happens."""

    def add(self, event: AnyEvent) -> None:
        raise _Agreed


def _handle(now: Transaction, command: AnyCommand) -> None:
    _admit(now, command)
    if isinstance(command, Approve):
        _approve(now, command)
        return
    if signatures := approvals.missing(now, command):
        with suppress(_Agreed):  # Refuse now what would be refused later.
            _carry_out(type(now)(now.table, now.by, now.at), command)
        approvals.ask(now, command, signatures)
        return
    before = now.table
    _carry_out(now, command)
    if before.guarded and (signatures := approvals.missing_for_void(now, before, command)):
        now.go_back_to(before, 0)  # The command turns out to void the round.
        approvals.ask(now, command, signatures, voids=True)


def _carry_out(now: Transaction, command: AnyCommand) -> None:
    handler, before = HANDLERS[type(command)], now.table
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
    """Refuse people who lack the right before looking at anything else."""
    kind, table = type_of(command), now.table
    rule = RULES[kind]
    role, name = role_of(now.house, command.by), Actor.parse(command.by).name
    if refused := refuse_role(role, rule.may):
        raise refused.as_error()
    if role == "dealer" and table.dealer and not _may_be_another_dealer(now, command, name):
        message = f"{table.dealer} is the dealer on duty."
        raise now.refusal(TableRefusal.NOT_ON_DUTY, message, ONLY_ON_DUTY)
    number = getattr(command, "seat", None)
    seat = table.seats.get(number) if isinstance(number, int) else None
    if role == "player" and seat and seat.player != name and kind != "sit":
        message = f"Seat {number} is {seat.player}'s."
        raise now.refusal(TableRefusal.NOT_YOUR_SEAT, message, OWN_SEAT_ONLY)
    if table.phase is Phase.CLOSED and not rule.closed:
        raise now.refusal(TableRefusal.CLOSED, "The table is closed.")
    if table.phase is Phase.HALTED and not rule.halted:
        message = ruling_awaited(table.waits_for)
        raise now.refusal(TableRefusal.HALTED, message, irregularities.MANAGEMENT)
    if table.requests and table.awaits_void and not rule.halted:
        raise now.refusal(TableRefusal.HALTED, REPORT_AWAITED, irregularities.MANAGEMENT)


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
            step_effects.do_step(now, due, None)
        except Refused:  # It has to wait, for example for a first player to arrive.
            now.go_back_to(before, count)
            return
