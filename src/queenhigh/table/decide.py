"""Decide: a command and a state become events or a refusal. The one place that says no."""

from ..house.citation import cite
from . import betting, deciding, irregularities, running, steps
from .commands import AnyCommand, Command, type_of
from .events import AnyEvent
from .refusal import Refusal, Refused, TableRefusal
from .roles import MAY, ROLES, role_and_name
from .state import Phase, Table, cards_breach, chips_breach
from .unfolding import Unfolding

OWN_SEAT_ONLY = cite("manual-gen-D")
RELIEF = cite("manual-relief-2 manual-relief-4")
WAITS_FOR_MANAGEMENT = cite("chickasaw-t")
# The shuffle comes from outside, and nothing begins by itself while the table waits for people.
_NEVER_BY_ITSELF = frozenset({"shuffle"})

_HANDLERS = {
    "open_table": running.open_table,
    "close_table": running.close_table,
    "confirm": steps.confirm,
    "shuffle_deck": steps.shuffle_deck,
    "order_recut": running.order_recut,
    "sit": betting.sit,
    "leave": betting.leave,
    "buy_in": betting.buy_in,
    "colour_up": betting.colour_up,
    "place_wager": betting.place_wager,
    "withdraw_wager": betting.withdraw_wager,
    "place_toke": betting.place_toke,
    "give_toke": betting.give_toke,
    "place_coupon": betting.place_coupon,
    "announce_no_more_bets": betting.announce_no_more_bets,
    "play": deciding.play,
    "fold": deciding.fold,
    "time_out": deciding.time_out,
    "throw_in": deciding.throw_in,
    "change_deck": running.change_deck,
    "change_limits": running.change_limits,
    "relieve_dealer": running.relieve_dealer,
    "mark_idle": running.mark_idle,
    "replace_shuffler": running.replace_shuffler,
    "shuffle_by_hand": running.shuffle_by_hand,
    "rule": irregularities.rule,
    "report_face_up_card": irregularities.report_face_up_card,
    "report_card_drawn_in_error": irregularities.report_card_drawn_in_error,
    "report_wrong_number_of_cards": irregularities.report_wrong_number_of_cards,
    "report_exposed_card": irregularities.report_exposed_card,
    "report_wrong_deck_count": irregularities.report_wrong_deck_count,
    "report_jam": irregularities.report_jam,
    "report_shuffler_failure": running.report_shuffler_failure,
    "report_bet_outside_limits": running.report_bet_outside_limits,
}


class TableBreach(Exception):
    """Something that must always be true is not: the table stops, and nothing of it is kept."""


def decide(table: Table, command: AnyCommand) -> Refusal | list[AnyEvent]:
    return advance(table, command)[1]


def advance(table: Table, command: AnyCommand) -> tuple[Table, Refusal | list[AnyEvent]]:
    """The answer, and the table after it: the same as evolving it by the events."""
    now = Unfolding(table, command.by, command.at)
    try:
        _check_role(now, command)
        _check_open(now, command)
        handler = _HANDLERS[type_of(command)]
        handler(now, command)  # type: ignore[operator]
        _automated(now)
    except Refused as refused:
        return table, refused.as_data()
    if breach := chips_breach(now.table) or cards_breach(now.table):
        raise TableBreach(f"{type_of(command)}: {breach}")
    return now.table, now.events


def _check_role(now: Unfolding, command: Command) -> None:
    role, (_, name) = now.role_of(command.by), role_and_name(command.by)
    if role not in ROLES:
        known = ", ".join(ROLES)
        raise now.refusal(TableRefusal.UNKNOWN_ROLE, f"{role!r} is no role (there are {known}).")
    if role not in MAY[type_of(command)]:
        message = f"A {role.replace('_', ' ')} may not do that."
        raise now.refusal(TableRefusal.NOT_YOUR_ROLE, message)
    if role == "dealer" and now.table.dealer and not _may_be_another_dealer(now, command, name):
        message = f"{now.table.dealer} is the dealer on duty."
        raise now.refusal(TableRefusal.NOT_ON_DUTY, message, RELIEF)
    number = getattr(command, "seat", None)
    seat = now.table.seats.get(number) if isinstance(number, int) else None
    if role == "player" and seat and seat.player != name and type_of(command) != "sit":
        message = f"Seat {number} is {seat.player}'s."
        raise now.refusal(TableRefusal.NOT_YOUR_SEAT, message, OWN_SEAT_ONLY)


def _may_be_another_dealer(now: Unfolding, command: Command, name: str) -> bool:
    """The one on duty, or the two of a relief: it is asked for, and done, by both."""
    due = now.table.due
    relieving = due is not None and due.name in now.house.relief.steps
    return name == now.table.dealer or relieving or type_of(command) == "relieve_dealer"


def _check_open(now: Unfolding, command: Command) -> None:
    kind = type_of(command)
    if now.table.phase is Phase.CLOSED and kind != "open_table":
        raise now.refusal(TableRefusal.CLOSED, "The table is closed.")
    if now.table.phase is Phase.HALTED and kind != "rule":
        message = "The table waits for management's ruling."
        raise now.refusal(TableRefusal.HALTED, message, WAITS_FOR_MANAGEMENT)


def _automated(now: Unfolding) -> None:
    """The steps that the system does by itself, as far as they go."""
    now.by = "system"
    while (due := now.table.due) and due.name in now.table.automation - _NEVER_BY_ITSELF:
        if now.table.phase is Phase.HALTED:
            return
        try:
            steps.do_step(now, due, None)
        except Refused:
            return  # It waits, for a first player to arrive for instance.
