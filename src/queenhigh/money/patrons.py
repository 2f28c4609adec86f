"""A patron's money with the house: deposits, cash-outs, play money; and walk-ins' names."""

from typing import Final, Literal

from ..house.model import House
from ..house.money import currency_text
from ..house.points import point
from ..table.commands import Command, type_of
from ..table.event import carried_over
from ..table.events import Event
from ..table.refusal import Refusal
from ..table.roles import FLOOR, Role, role_and_name
from ..wagers.document import Cents
from .refusal import MoneyRefusal, refuse, refuse_role

FOREIGN_MONEY_IS_NOT_TAKEN = point("money.foreign")

# How money comes and goes. Cash is separate because currency reports count only cash.
How = Literal["cash", "check", "wire"]


# Wishes


class Deposit(Command, frozen=True, tag="deposit"):
    """Money brought to the house, kept for the patron until it is played or taken away."""

    patron: str
    cents: Cents
    how: Literal["cash", "check", "wire", "foreign_money"] = "cash"
    reference: str = ""  # The number of the check, transfer or slip.


class CashOut(Command, frozen=True, tag="cash_out"):
    patron: str
    cents: Cents
    how: How = "cash"
    reference: str = ""


class GrantPlayMoney(Command, frozen=True, tag="grant_play_money"):
    """Chips that are worth nothing; there is no way to cash them."""

    patron: str
    cents: Cents


class NameWalkIn(Command, frozen=True, tag="name_walk_in"):
    """Somebody whom nobody knows sits down: by this name, which was nobody's before."""

    patron: str
    table: str


AnyPatronCommand = Deposit | CashOut | GrantPlayMoney | NameWalkIn

MAY: Final[dict[str, tuple[Role, ...]]] = {
    "deposit": ("cage",),
    "cash_out": ("cage",),
    "grant_play_money": (*FLOOR, "cage", "system"),
    "name_walk_in": (*FLOOR, "dealer"),
}


# Facts


class Deposited(Event, frozen=True, tag="deposited"):
    patron: str
    cents: int
    how: How
    reference: str = ""


class CashedOut(Event, frozen=True, tag="cashed_out"):
    patron: str
    cents: int
    how: How
    reference: str = ""


class PlayMoneyGranted(Event, frozen=True, tag="play_money_granted"):
    patron: str
    cents: int


class WalkInNamed(Event, frozen=True, tag="walk_in_named"):
    """The name is that of one person at one table."""

    patron: str
    table: str


AnyPatronEvent = Deposited | CashedOut | PlayMoneyGranted | WalkInNamed


def decide_patron(
    held_cents: int,
    command: AnyPatronCommand,
    house: House | None = None,
    *,
    first: AnyPatronEvent | None = None,
) -> Refusal | list[AnyPatronEvent]:
    """Decide a command for a patron who has `held_cents` with the house, play money excluded.

    `house`, if the room plays by one, supplies the clauses. `first` is the patron's first event.
    """
    if refusal := refuse_role(role_and_name(command.by).role, MAY[type_of(command)]):
        return refusal
    if not command.patron:
        return refuse(MoneyRefusal.NO_PATRON, "Say whose money it is.")
    if command.by != "system" and role_and_name(command.by)[1] == command.patron:
        message = "Nobody moves their own money at the cage: somebody else does."
        return refuse(MoneyRefusal.OWN_MONEY, message)
    if isinstance(command, NameWalkIn):
        return _name_walk_in(held_cents, command, first)
    if command.cents < 1:
        return refuse(MoneyRefusal.NOT_POSITIVE, "An amount of money must be more than zero.")
    match command:
        case Deposit():
            return _deposit(command, house)
        case CashOut():
            return _cash_out(held_cents, command, house)
        case GrantPlayMoney():
            return [carried_over(PlayMoneyGranted, command)]


def _name_walk_in(
    held_cents: int, command: NameWalkIn, first: AnyPatronEvent | None
) -> Refusal | list[AnyPatronEvent]:
    """Name a walk-in once; after being paid out, they may come back to the same table."""
    own = isinstance(first, WalkInNamed) and first.table == command.table
    if held_cents or (first is not None and not own):
        return refuse_walk_in(command.patron)
    return [] if own else [carried_over(WalkInNamed, command)]


def refuse_walk_in(name: str) -> Refusal:
    message = f"{name} is the name of somebody else: take another one."
    return refuse(MoneyRefusal.WALK_IN_TAKEN, message)


def _deposit(command: Deposit, house: House | None) -> Refusal | list[AnyPatronEvent]:
    exchanged = house is not None and "foreign_money" in house.betting.buy_in
    if command.how == "foreign_money" and not exchanged:
        message = "Chips, coins and notes that are not the house's are not taken."
        because = house.clauses(FOREIGN_MONEY_IS_NOT_TAKEN) if house else ()
        return refuse(MoneyRefusal.FOREIGN_MONEY, message, because)
    how = "cash" if command.how == "foreign_money" else command.how  # Currency reports count it.
    return [carried_over(Deposited, command, how=how)]


def _cash_out(
    held_cents: int, command: CashOut, house: House | None
) -> Refusal | list[AnyPatronEvent]:
    if command.cents > held_cents:
        held = house.money(held_cents) if house else currency_text(held_cents)
        message = f"{command.patron} has {held} with the house."
        return refuse(MoneyRefusal.NOT_ENOUGH, message)
    return [carried_over(CashedOut, command)]
