"""Links: the tables that share a meter, and the terms they share it on. A solo one has one table.

Feeding a meter is the same in any order, so tables feed at any time without looking. What leans on
the amount (a jackpot that is locked, a reset, a limit) has to be decided on an exact reading: the
first to lock gets the meter, the next one the meter as it was reset (conv-31).
"""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from ..house.errors import HouseError
from ..house.model import House
from ..house.points import point
from ..house.wager import Feed, Meter
from ..table.commands import Command, type_of
from ..table.events import (
    AnyEvent,
    Event,
    JackpotLocked,
    MeterFed,
    MeterReset,
    RoundVoided,
    SettledRoundVoided,
)
from ..table.refusal import Refusal
from ..table.roles import Role
from ..wagers.document import Cents
from . import accounts
from .refusal import MoneyRefusal, refuse, refuse_role
from .setup import Stakes, TableSetUp, house_of

LINKED_OR_SOLO = point("meter.link")

Kind = Literal["solo", "linked"]
_LEANING: Final = (JackpotLocked, MeterReset, RoundVoided, SettledRoundVoided)
_FLOOR: Final[tuple[Role, ...]] = ("pit_manager", "shift_manager", "management", "system")
MAY: Final[dict[str, tuple[Role, ...]]] = {"set_up_link": _FLOOR, "fund_link": _FLOOR}


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all tables of a link agree on. Contribution and reserve are cents of each wager."""

    seed: int
    contribution: int  # To the meter.
    reserve: int
    percent: int = 100  # What a jackpot takes of the meter.
    limit: int = 0  # What the meter does not grow beyond; 0 for no limit.
    feeds: dict[str, Feed] | msgspec.UnsetType = msgspec.UNSET  # By wager, and the share that each
    shares: dict[str, str] | msgspec.UnsetType = msgspec.UNSET  # row takes: where one is not all.


def terms_of(house: House, meter: str = "") -> Terms:
    """The terms of a meter of the house, of its only one where none is named."""
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
LINK_EVENTS: tuple[type[Event], ...] = get_args(AnyLinkEvent)


def decide_link(
    link: LinkSetUp | None, command: AnyLinkCommand, house: House | None = None
) -> Refusal | list[AnyLinkEvent]:
    """What follows, where the link of that name has been set up so, or not at all.

    The house for whose table it is wished says by which clauses.
    """
    if refusal := refuse_role(command.by, MAY[type_of(command)]):
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
        return refuse(MoneyRefusal.LINK_EXISTS, f"There is a link {command.link} already.")
    if problem := _problem_with(command.terms):
        return refuse(MoneyRefusal.BAD_TERMS, problem)
    set_up = LinkSetUp(
        link=command.link,
        kind=command.kind,
        stakes=command.stakes,
        terms=command.terms,
        by=command.by,
        at=command.at,
        clauses=house.clauses(LINKED_OR_SOLO) if house else (),
    )
    return [set_up]


def _problem_with(terms: Terms) -> str:
    """In the words of a house that has such a meter."""
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
    funded = LinkFunded(
        link=command.link,
        stakes=link.stakes,
        cents=command.cents,
        into=command.into,
        reason=command.reason,
        by=command.by,
        at=command.at,
    )
    return [funded]


def refuse_joining(
    link: LinkSetUp | None, setup: TableSetUp, tables: Collection[str] = (), meter: str = ""
) -> Refusal | None:
    """Whether a table may not share the meter, given the tables that do; one without one may."""
    if not (name := setup.link_of(meter)):
        return None
    if link is None:
        return refuse(MoneyRefusal.NO_SUCH_LINK, f"There is no link {name}.")
    if link.stakes != setup.stakes:
        message = f"The link {link.link} is one of {'play ' * (link.stakes == 'play')}money."
        return refuse(MoneyRefusal.OTHER_STAKES, message)
    house = house_of(setup)
    own = terms_of(house, meter)
    if own != link.terms:
        names = [name for name in own.__struct_fields__ if _differ(own, link.terms, name)]
        message = f"The house and the link {link.link} differ in {', '.join(names)}."
        return refuse(MoneyRefusal.TERMS_DIFFER, message)
    if link.kind == "solo" and set(tables) - {setup.table}:
        message = f"The meter {link.link} is that of one table."
        return refuse(MoneyRefusal.SOLO, message, house.clauses(LINKED_OR_SOLO))
    return None


def _differ(one: Terms, other: Terms, name: str) -> bool:
    return bool(getattr(one, name) != getattr(other, name))


# Readings


class Reading(NamedTuple):
    meter: int
    reserve: int
    overflow: int


def reading(balances: Mapping[str, int], link: str) -> Reading:
    """What the meter stands at, and what is kept beside it."""
    of_link = (accounts.meter(link), accounts.reserve(link), accounts.overflow(link))
    return Reading(*(balances.get(each, 0) for each in of_link))


def leans_on_meter(events: Iterable[AnyEvent], setup: TableSetUp) -> bool:
    """Whether what the table decided is right only if its reading of the meter is exact.

    A jackpot is what the meter stands at; a reset fills up what is missing; a void takes back what
    was fed unless somebody has won it meanwhile; and a feed knows how much room is below a limit.
    """
    if not setup.all_links:
        return False
    limited = any(meter.limit_cents for meter in house_of(setup).meters.values())
    leaning = (*_LEANING, MeterFed) if limited else _LEANING
    return any(isinstance(event, leaning) for event in events)


def shares(first: int, second: int, chip: int = 1) -> tuple[int, int]:
    """What two get who split what they locked, in that order; the odd cent is the first one's,
    or the odd chip where chips of that value are the smallest that are paid.
    """
    half = (first + second) // 2 // chip * chip
    return first + second - half, half
