"""Links: tables that share a meter, and its terms. A solo link has one table.

The order of feeds does not matter, so tables feed a meter at any time without reading it. Anything
that depends on the amount (locking a jackpot, a reset, a limit) must be decided on an exact
reading: the first to lock gets the meter, the next gets the meter as reset (conv-31).
"""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple

import msgspec

from ..house.errors import HouseError
from ..house.model import House
from ..house.plain_data import carried_over
from ..house.points import point
from ..house.wager import Feed, Meter
from ..table.commands import Command, type_of
from ..table.events import (
    Event,
    JackpotLocked,
    MeterFed,
    MeterReset,
    RoundVoided,
    SettledRoundVoided,
)
from ..table.refusal import Refusal, refuse_role
from ..table.roles import Actor, Role
from ..wagers.document import Cents
from . import accounts
from .refusal import MoneyRefusal, refuse
from .setup import Stakes, TableSetUp, house_of

LINKED_OR_SOLO = point("meter.link")

Kind = Literal["solo", "linked"]
_LEANING: Final = (JackpotLocked, MeterReset, RoundVoided, SettledRoundVoided)
_FLOOR: Final[tuple[Role, ...]] = ("pit_manager", "shift_manager", "management", "system")
MAY: Final[dict[str, tuple[Role, ...]]] = {"set_up_link": _FLOOR, "fund_link": _FLOOR}


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms that all tables of a link share. Contribution and reserve are cents per wager."""

    seed: int
    contribution: int  # To the meter.
    reserve: int
    percent: int = 100  # The share of the meter that a jackpot takes.
    limit: int = 0  # The most that the meter may reach; 0 for no limit.
    feeds: dict[str, Feed] | msgspec.UnsetType = msgspec.UNSET  # By wager; unset for one in cents.
    shares: dict[str, str] | msgspec.UnsetType = msgspec.UNSET  # By row, unless `percent` suffices.


def terms_of(house: House, meter: str = "") -> Terms:
    """The terms of one of the house's meters, by default the only one."""
    key = meter or house.only_meter
    if key is None or key not in house.meters:
        raise ValueError(f"{house.key} has no such meter")
    about = house.meters[key]
    feeds = {name: wager.feeds[key] for name, wager in house.wagers.items() if key in wager.feeds}
    shares = {
        f"{name}.{row.key}": str(row.percent)
        for name, wager in house.wagers.items()
        for row in wager.pays.values()
        if row.meter == key
    }
    first = next(iter(feeds.values()), Feed())
    most = max(map(Fraction, shares.values()), default=Fraction(0))
    plain = len(feeds) <= 1 and not Fraction(first.percent)
    single = len(shares) <= 1 and most.denominator == 1
    return Terms(
        seed=about.seed_cents,
        contribution=first.cents,
        reserve=first.reserve_cents,
        percent=int(most),
        limit=about.limit_cents,
        feeds=msgspec.UNSET if plain else feeds,
        shares=msgspec.UNSET if single else shares,
    )


# Wishes


class SetUpLink(Command, frozen=True, tag="set_up_link"):
    """A new meter, with its seed from the bank."""

    link: str
    kind: Kind
    stakes: Stakes
    terms: Terms


class FundLink(Command, frozen=True, tag="fund_link"):
    """More money from the bank: a promotion, or a reserve that has run low."""

    link: str
    cents: Cents
    into: Literal["meter", "reserve"]
    reason: str = ""


AnyLinkCommand = SetUpLink | FundLink


# Facts


class LinkSetUp(Event, frozen=True, tag="link_set_up"):
    link: str
    kind: Kind
    stakes: Stakes
    terms: Terms


class LinkFunded(Event, frozen=True, tag="link_funded"):
    link: str
    stakes: Stakes
    cents: int
    into: Literal["meter", "reserve"]
    reason: str = ""


AnyLinkEvent = LinkSetUp | LinkFunded


def decide_link(
    link: LinkSetUp | None, command: AnyLinkCommand, house: House | None = None
) -> Refusal | list[AnyLinkEvent]:
    """Decide a command about a link; `link` is its set-up, or None if it does not exist yet.

    `house` is the house whose table needs the link; it supplies the clauses.
    """
    if refusal := refuse_role(Actor.parse(command.by).role, MAY[type_of(command)]):
        return refusal
    match command:
        case SetUpLink():
            return _set_up(link, command, house)
        case FundLink():
            return _fund(link, command)


def _set_up(
    link: LinkSetUp | None, command: SetUpLink, house: House | None
) -> Refusal | list[AnyLinkEvent]:
    if not command.link or ":" in command.link:
        return refuse(MoneyRefusal.BAD_NAME, "A link's name must not be empty or contain a colon.")
    if link is not None:
        return refuse(MoneyRefusal.LINK_EXISTS, f"There is already a link {command.link}.")
    if problem := _problem_with(command.terms):
        return refuse(MoneyRefusal.BAD_TERMS, problem)
    clauses = house.clauses(LINKED_OR_SOLO) if house else ()
    return [carried_over(LinkSetUp, command, clauses=clauses)]


def _problem_with(terms: Terms) -> str:
    """What is wrong with the terms, in the words of the house model."""
    try:
        Meter(seed_cents=terms.seed, limit_cents=terms.limit)
        Feed(cents=terms.contribution, reserve_cents=terms.reserve)
    except HouseError as error:
        return str(error)
    if not 1 <= terms.percent <= 100:
        return "The jackpot is a share of the meter, 1 to 100 percent."
    return ""


def _fund(link: LinkSetUp | None, command: FundLink) -> Refusal | list[AnyLinkEvent]:
    if link is None:
        return refuse(MoneyRefusal.NO_SUCH_LINK, f"There is no link {command.link}.")
    if command.cents < 1:
        return refuse(MoneyRefusal.NOT_POSITIVE, "An amount of money must be more than zero.")
    return [carried_over(LinkFunded, command, stakes=link.stakes)]


def refuse_joining(
    link: LinkSetUp | None, setup: TableSetUp, tables: Collection[str] = (), meter: str = ""
) -> Refusal | None:
    """Why the table may not share the meter, given the tables that do; None if it may."""
    if not (name := setup.link_of(meter)):
        return None
    if link is None:
        return refuse(MoneyRefusal.NO_SUCH_LINK, f"There is no link {name}.")
    if link.stakes != setup.stakes:
        message = (
            f"The link {link.link} is for {'play' if link.stakes == 'play' else 'real'} money."
        )
        return refuse(MoneyRefusal.OTHER_STAKES, message)
    house = house_of(setup)
    own = terms_of(house, meter)
    if own != link.terms:
        ours, theirs = (msgspec.structs.asdict(each) for each in (own, link.terms))
        names = [name for name in ours if ours[name] != theirs[name]]
        message = f"The house and the link {link.link} differ in {', '.join(names)}."
        return refuse(MoneyRefusal.TERMS_DIFFER, message)
    if link.kind == "solo" and set(tables) - {setup.table}:
        message = f"The meter {link.link} belongs to one table."
        return refuse(MoneyRefusal.SOLO, message, house.clauses(LINKED_OR_SOLO))
    return None


# Readings


class Reading(NamedTuple):
    meter: int
    reserve: int
    overflow: int


def reading(balances: Mapping[str, int], link: str) -> Reading:
    """The amounts of the meter, its reserve and its overflow."""
    of_link = (accounts.meter(link), accounts.reserve(link), accounts.overflow(link))
    return Reading(*(balances.get(each, 0) for each in of_link))


def leans_on_meter(events: Iterable[Event], house: House) -> bool:
    """Whether the table's decision needs an exact reading of the meter.

    A jackpot is the amount on the meter; a reset tops it up; a void takes back what was fed, unless
    it has been won since; and a feed depends on the room left below a limit.
    """
    if not house.meters:
        return False
    limited = any(meter.limit_cents for meter in house.meters.values())
    leaning = (*_LEANING, MeterFed) if limited else _LEANING
    return any(isinstance(event, leaning) for event in events)


def shares(first: int, second: int, chip: int = 1) -> tuple[int, int]:
    """Split two locked jackpots between their winners, in the order given.

    The first gets the odd cent, or the odd chip if `chip` is the smallest value that is paid.
    """
    half = (first + second) // 2 // chip * chip
    return first + second - half, half
