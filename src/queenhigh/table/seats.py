"""Players at their seats, and the chips they bring and change."""

import re
from math import gcd
from typing import Final

import msgspec

from ..house.points import point
from ..wagers.document import SeatBets
from ..wagers.instruments import NO_FOREIGN_MONEY, NOT_THE_HOUSES
from ..wagers.positions import position_refusals
from . import commands as c
from . import events as e
from .chip_place import tips_of
from .refusal import Refused, TableRefusal, as_refused
from .roles import Actor
from .state import Seat
from .transaction import Transaction

SEATED_PLAYERS = point("seat.players_only")
CHEQUES_AT_THE_TABLE = point("money.buy_in")
COLOURED_UP_WITH_THE_SUPERVISOR = point("toke.colour_up")


def seat_of(now: Transaction, number: int) -> Seat:
    if not 1 <= number <= now.house.seats:
        message = f"The table has seats 1 to {now.house.seats}."
        raise now.refusal(TableRefusal.NO_SUCH_SEAT, message)
    if number not in now.table.seats:
        message = f"Nobody sits at seat {number}."
        raise now.refusal(TableRefusal.SEAT_EMPTY, message, SEATED_PLAYERS)
    return now.table.seats[number]


def not_enough_chips(now: Transaction, player: str, held: int, needed: int) -> Refused:
    """Said to the players themselves, or about them to the dealer."""
    has, takes = now.house.money(held), now.house.money(needed)
    message = f"{player} has {has} and needs {takes}."
    if now.by != str(Actor("player", player)):
        return now.refusal(TableRefusal.NOT_ENOUGH_CHIPS, message)
    message = f"You have {has} in chips; this takes {takes}."
    return now.refusal(TableRefusal.NOT_ENOUGH_CHIPS, message)


def sit(now: Transaction, command: c.Sit) -> None:
    role, name = Actor.parse(command.by)
    player = name if role == "player" else command.player
    if not 1 <= command.seat <= now.house.seats:
        message = f"The table has seats 1 to {now.house.seats}."
        raise now.refusal(TableRefusal.NO_SUCH_SEAT, message)
    if command.seat in now.table.seats:
        raise now.refusal(TableRefusal.SEAT_TAKEN, f"Seat {command.seat} is taken.")
    if not player:
        raise now.refusal(TableRefusal.NO_PLAYER, "Say who sits down.")
    own = sorted([n for n, s in now.table.seats.items() if s.player == player] + [command.seat])
    _check_positions(now, own, player)
    now.add(e.SeatTaken(seat=command.seat, player=player))


def _check_positions(now: Transaction, own: list[int], player: str) -> None:
    """Refuse more positions per player than the house allows, or positions not side by side."""
    seats = [SeatBets(number, {}, player=player) for number in own]
    for found in position_refusals(now.house, seats):
        raise as_refused(found)


def buy_in(now: Transaction, command: c.BuyIn) -> None:
    seat = seat_of(now, command.seat)
    if now.table.physical and now.role_of(command.by) == "player":
        message = "At this table, players buy in with the dealer."
        raise now.refusal(TableRefusal.CASH_TO_DEALER, message, CHEQUES_AT_THE_TABLE)
    whole_chips(now, command.cents)
    if now.table.tray_is_chips:
        _check_tray(now, command.cents)
    if command.offered_as not in now.house.betting.buy_in:
        raise now.refusal(TableRefusal.FOREIGN_MONEY, NOT_THE_HOUSES, NO_FOREIGN_MONEY)
    now.add(
        e.ChipsBought(
            seat=command.seat,
            player=seat.player,
            cents=command.cents,
            signed=now.signed or msgspec.UNSET,
            clauses=now.clauses(CHEQUES_AT_THE_TABLE),
        )
    )


def whole_chips(now: Transaction, cents: int) -> None:
    """Refuse amounts that no chips make, where people handle chips."""
    values = now.house.betting.chips_cents
    if (now.table.by_people or now.table.tray_is_chips) and cents % gcd(*values):
        money = now.house.money
        message = f"No chips of this table make {money(cents)}: the smallest is {money(values[0])}."
        raise now.refusal(TableRefusal.NOT_WHOLE_CHIPS, message)


def _check_tray(now: Transaction, cents: int) -> None:
    if now.table.guarded and not now.table.inventory:
        message = "The tray is counted by two people before its first chip is sold."
        raise now.refusal(TableRefusal.NOT_COUNTED, message)
    if (short := cents - now.table.tray) > 0:
        message = f"The tray is {now.house.money(short)} short: ask for a fill first."
        raise now.refusal(TableRefusal.TRAY_TOO_SMALL, message)


def colour_up(now: Transaction, command: c.ColourUp) -> None:
    whole_chips(now, command.cents)
    if command.seat is None:
        told = now.table.guarded or command.supervisor  # At a guarded table they sign.
        if now.house.tokes.colour_up_notifies and not told:
            message = "Name the supervisor who was told that tokes are coloured up."
            raise now.refusal(
                TableRefusal.SUPERVISOR_NOT_TOLD, message, COLOURED_UP_WITH_THE_SUPERVISOR
            )
        held = now.table.accounts.get(tips_of(now.table.dealer), 0)
    else:
        held = now.table.stack(seat_of(now, command.seat).player)
    if command.cents > held:
        raise now.refusal(TableRefusal.NOT_ENOUGH_CHIPS, "There are not that many chips to change.")
    now.add(
        e.ChipsColoured(
            seat=command.seat,
            cents=command.cents,
            supervisor=_supervisor(now, command),
            clauses=now.clauses(COLOURED_UP_WITH_THE_SUPERVISOR) if command.seat is None else (),
        )
    )


def _supervisor(now: Transaction, command: c.ColourUp) -> str:
    """The supervisor who signed; a typed name counts only where nobody signs."""
    if now.table.guarded:
        return Actor.parse(now.signed[-1]).name if now.signed else ""
    return command.supervisor


# Patrons whom staff seat without knowing their name: `walk-in-SEAT-UNIQUE`, or whatever staff call
# the patron. Nobody can register such a name, so what the books hold under it never goes to
# somebody who comes later.
_WALK_IN: Final = re.compile(r"walk-in-(?=.{1,24}$)[a-z0-9]+(-[a-z0-9]+)*")


def is_walk_in(name: str) -> bool:
    return _WALK_IN.fullmatch(name) is not None
