"""A patron's money with the house: deposits, cash-outs, play money; and walk-ins' names.

The cage pays out what somebody else has asked for: the patron, or the floor for them. The person
who took in a patron's money does not pay it out.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

import msgspec

from ..house.model import House
from ..house.money import currency_text
from ..house.plain_data import carried_over
from ..table.commands import Command, type_of
from ..table.events import Event
from ..table.refusal import Refusal, refuse_role
from ..table.roles import FLOOR, Actor, Role
from ..wagers.document import Cents
from ..wagers.instruments import NO_FOREIGN_MONEY, NOT_THE_HOUSES
from .refusal import MoneyRefusal, refuse

# How money comes and goes. Cash is separate because currency reports count cash alone.
How = Literal["cash", "check", "wire"]

# How long the cage may pay a request: nobody is waiting for an old one.
REQUEST_LASTS: Final = timedelta(days=1)

# How long the person who took in a patron's deposit may not pay that patron out: otherwise a
# deposit that was made up could be paid out by the person who made it up.
DEPOSITS_APART: Final = timedelta(days=1)


# Wishes


class Deposit(Command, frozen=True, tag="deposit"):
    """Money brought to the house and kept for the patron until it is played or taken away."""

    patron: str
    cents: Cents
    how: Literal["cash", "check", "wire", "foreign_money"] = "cash"
    reference: str = ""  # The number of the check, transfer or slip.


class AskCashOut(Command, frozen=True, tag="ask_cash_out"):
    """Ask for money to be paid out; replaces an earlier request.

    The patron asks, or the floor for somebody who has no session or stands at the window.
    """

    patron: str
    cents: Cents


class TakeBackCashOut(Command, frozen=True, tag="take_back_cash_out"):
    patron: str


class CashOut(Command, frozen=True, tag="cash_out"):
    """Pay what was asked for, or part of it."""

    patron: str
    cents: Cents
    how: How = "cash"
    reference: str = ""


class GrantPlayMoney(Command, frozen=True, tag="grant_play_money"):
    """Chips that are worth nothing and cannot be cashed."""

    patron: str
    cents: Cents


class RefillPlayMoney(Command, frozen=True, tag="refill_play_money"):
    """As many such chips as bring a player back to this amount."""

    patron: str
    upto_cents: Cents


class NameWalkIn(Command, frozen=True, tag="name_walk_in"):
    """Give an unknown patron a name that nobody has had before."""

    patron: str
    table: str


AnyCashOutRequest = AskCashOut | TakeBackCashOut
AnyPatronCommand = Deposit | AnyCashOutRequest | CashOut | GrantPlayMoney | NameWalkIn

MAY: Final[dict[str, tuple[Role, ...]]] = {
    "deposit": ("cage",),
    "ask_cash_out": ("player", *FLOOR),
    "take_back_cash_out": ("player", *FLOOR),
    "cash_out": ("cage",),
    "grant_play_money": (*FLOOR, "cage", "system"),
    "refill_play_money": ("system",),
    "name_walk_in": (*FLOOR, "dealer"),
}


# Facts


class Deposited(Event, frozen=True, tag="deposited"):
    patron: str
    cents: int
    how: How
    reference: str = ""


class CashOutAsked(Event, frozen=True, tag="cash_out_asked"):
    patron: str
    cents: int


class CashOutTakenBack(Event, frozen=True, tag="cash_out_taken_back"):
    patron: str


class CashedOut(Event, frozen=True, tag="cashed_out"):
    patron: str
    cents: int
    how: How
    reference: str = ""
    asked_by: str | msgspec.UnsetType = msgspec.UNSET  # Not in older logs: the cage paid alone.


class PlayMoneyGranted(Event, frozen=True, tag="play_money_granted"):
    patron: str
    cents: int


class WalkInNamed(Event, frozen=True, tag="walk_in_named"):
    """The name belongs to one person at one table."""

    patron: str
    table: str


AnyPatronEvent = (
    Deposited | CashOutAsked | CashOutTakenBack | CashedOut | PlayMoneyGranted | WalkInNamed
)


class PatronAccount(msgspec.Struct, frozen=True):
    """What a patron's stream holds besides the balance, which tables change too."""

    known: bool = False  # Whether anything has been recorded for this name.
    walk_in_at: str = ""  # The table, if the name began as a walk-in's.
    asked: CashOutAsked | None = None  # What the cage has still to pay of it.
    paid: CashedOut | None = None  # The last payment.
    taken_in: dict[str, datetime] = {}  # By name: when that person last took in a deposit.

    def asked_at(self, at: datetime) -> CashOutAsked | None:
        """The request that the cage may pay at that time."""
        return self.asked if self.asked and at - self.asked.at <= REQUEST_LASTS else None

    def taken_in_by(self, name: str, at: datetime) -> datetime | None:
        """When that person last took in money for the patron, if recently enough to matter."""
        last = self.taken_in.get(name)
        return last if last is not None and at - last < DEPOSITS_APART else None


def evolve_patron(account: PatronAccount, event: AnyPatronEvent) -> PatronAccount:
    walk_in_at, asked, paid = account.walk_in_at, account.asked, account.paid
    taken_in = account.taken_in
    match event:
        case Deposited():
            taken_in = {**taken_in, Actor.parse(event.by).name: event.at}
        case WalkInNamed() if not account.known:
            walk_in_at = event.table
        case CashOutAsked():
            asked = event
        case CashOutTakenBack():
            asked = None
        case CashedOut():
            paid = event
            if asked:
                left = asked.cents - event.cents
                asked = msgspec.structs.replace(asked, cents=left) if left > 0 else None
        case _:
            pass
    return PatronAccount(True, walk_in_at, asked, paid, taken_in)


def follow_patron(events: Iterable[AnyPatronEvent]) -> PatronAccount:
    account = PatronAccount()
    for event in events:
        account = evolve_patron(account, event)
    return account


_NEW: Final = PatronAccount()


def decide_patron(
    held_cents: int,
    command: AnyPatronCommand,
    house: House | None = None,
    *,
    account: PatronAccount = _NEW,
) -> Refusal | list[AnyPatronEvent]:
    """Decide a command for a patron who has `held_cents` with the house, play money excluded.

    `house`, if the room plays by one, supplies the clauses and the currency.
    """
    if refusal := refuse_role(Actor.parse(command.by).role, MAY[type_of(command)]):
        return refusal
    if not command.patron:
        return refuse(MoneyRefusal.NO_PATRON, "Name the patron whose money it is.")
    if refusal := _refuse_whose(command):
        return refusal
    if isinstance(command, NameWalkIn):
        return _name_walk_in(held_cents, command, account)
    if isinstance(command, TakeBackCashOut):
        return _take_back(command, account)
    if command.cents < 1:
        return refuse(MoneyRefusal.NOT_POSITIVE, "An amount of money must be more than zero.")
    match command:
        case Deposit():
            return _deposit(command, house)
        case AskCashOut():
            more = _refuse_more_than_held(held_cents, command, house)
            return more or [carried_over(CashOutAsked, command)]
        case CashOut():
            return _cash_out(held_cents, command, house, account)
        case GrantPlayMoney():
            return [carried_over(PlayMoneyGranted, command)]


def decide_refill(held_cents: int, command: RefillPlayMoney) -> Refusal | list[PlayMoneyGranted]:
    """Decide for a player who has `held_cents` of play money."""
    if refusal := refuse_role(Actor.parse(command.by).role, MAY[type_of(command)]):
        return refusal
    if held_cents >= command.upto_cents:
        return refuse(MoneyRefusal.ENOUGH, "You have enough play money.")
    return [carried_over(PlayMoneyGranted, command, cents=command.upto_cents - held_cents)]


def _refuse_whose(command: AnyPatronCommand) -> Refusal | None:
    """Players ask for their own money only; staff have no part in moving theirs."""
    role, name = Actor.parse(command.by)
    own = role != "system" and name == command.patron
    if isinstance(command, AnyCashOutRequest) and role == "player":
        message = "Players can ask only for their own money."
        return None if own else refuse(MoneyRefusal.OTHERS_MONEY, message)
    if own:
        message = "Nobody moves their own money at the cage: somebody else must."
        return refuse(MoneyRefusal.OWN_MONEY, message)
    return None


def _name_walk_in(
    held_cents: int, command: NameWalkIn, account: PatronAccount
) -> Refusal | list[AnyPatronEvent]:
    """Name a walk-in once; the same person may come back to the table after being paid out."""
    own = account.walk_in_at == command.table
    if held_cents or (account.known and not own):
        return refuse_walk_in(command.patron)
    return [] if account.known else [carried_over(WalkInNamed, command)]


def refuse_walk_in(name: str) -> Refusal:
    message = f"{name} is somebody else's name: choose another one."
    return refuse(MoneyRefusal.WALK_IN_TAKEN, message)


def _deposit(command: Deposit, house: House | None) -> Refusal | list[AnyPatronEvent]:
    exchanged = house is not None and "foreign_money" in house.betting.buy_in
    if command.how == "foreign_money" and not exchanged:
        because = house.clauses(NO_FOREIGN_MONEY) if house else ()
        return refuse(MoneyRefusal.FOREIGN_MONEY, NOT_THE_HOUSES, because)
    how = "cash" if command.how == "foreign_money" else command.how  # Currency reports count it.
    return [carried_over(Deposited, command, how=how)]


def _take_back(command: TakeBackCashOut, account: PatronAccount) -> Refusal | list[AnyPatronEvent]:
    if account.asked_at(command.at) is None:
        message = f"Nobody has asked for {command.patron}'s money: there is nothing to take back."
        return refuse(MoneyRefusal.NOT_ASKED, message)
    return [carried_over(CashOutTakenBack, command)]


def _cash_out(
    held_cents: int, command: CashOut, house: House | None, account: PatronAccount
) -> Refusal | list[AnyPatronEvent]:
    asked = account.asked_at(command.at)
    if asked is None:
        message = (
            f"Nobody has asked for {command.patron}'s money to be paid out: the patron asks on"
            " their account page, or the floor asks for them."
        )
        return refuse(MoneyRefusal.NOT_ASKED, message)
    if Actor.parse(asked.by).name == Actor.parse(command.by).name:
        message = "The person who asked may not pay: somebody else must."
        return refuse(MoneyRefusal.OWN_REQUEST, message)
    if taken_in := account.taken_in_by(Actor.parse(command.by).name, command.at):
        message = (
            f"You took in a deposit of theirs at {_clock(taken_in, house)}: somebody else at the"
            " cage must pay this out."
        )
        return refuse(MoneyRefusal.OWN_DEPOSIT, message)
    if command.cents > asked.cents:
        message = f"Only {_money(asked.cents, house)} was asked for {command.patron}."
        return refuse(MoneyRefusal.NOT_ASKED, message)
    more = _refuse_more_than_held(held_cents, command, house)
    return more or [carried_over(CashedOut, command, asked_by=asked.by)]


def _refuse_more_than_held(
    held_cents: int, command: AskCashOut | CashOut, house: House | None
) -> Refusal | None:
    if command.cents <= held_cents:
        return None
    message = f"{command.patron} has {_money(held_cents, house)} with the house."
    return refuse(MoneyRefusal.NOT_ENOUGH, message)


def _clock(at: datetime, house: House | None) -> str:
    local = at.astimezone(ZoneInfo(house.compliance.time_zone)) if house else at
    return f"{local:%H:%M}"


def _money(cents: int, house: House | None) -> str:
    return house.money(cents) if house else currency_text(cents)
