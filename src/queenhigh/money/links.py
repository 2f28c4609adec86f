"""Links: the tables that share a meter, and the terms they share it on. A solo one has one table.

Feeding a meter is the same in any order, so tables feed at any time without looking. What leans on
the amount (a jackpot that is locked, a reset, a limit) has to be decided on an exact reading: the
first to lock gets the meter, the next one the meter as it was reset (MAN-12, conv-31).
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from ..house.book import of_every_book
from ..house.errors import HouseError
from ..house.model import House
from ..house.paytables import Meter
from ..house.points import point
from ..table.commands import Command, type_of
from ..table.events import AnyEvent, Event, JackpotLocked, MeterFed, MeterReset, RoundVoided
from ..table.refusal import Refusal
from ..table.roles import Role
from ..wagers.document import Cents
from . import accounts
from .refusal import MoneyRefusal, refuse, refuse_role
from .setup import Stakes, TableSetUp, house_of

LINKED_OR_SOLO = point("meter.link")

Kind = Literal["solo", "linked"]
_LEANING: Final = (JackpotLocked, MeterReset, RoundVoided)
_FLOOR: Final[tuple[Role, ...]] = ("pit_manager", "shift_manager", "management", "system")
MAY: Final[dict[str, tuple[Role, ...]]] = {"set_up_link": _FLOOR, "fund_link": _FLOOR}


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all tables of a link agree on. Shares are cents of each dollar that is bet."""

    seed: int
    contribution: int  # To the meter.
    reserve: int
    percent: int = 100  # What a jackpot takes of the meter.
    limit: int = 0  # What the meter does not grow beyond; 0 is no limit.


def terms_of(house: House) -> Terms:
    progressive = house.progressive_terms
    meter = progressive.meter
    return Terms(
        seed=meter.seed_cents,
        contribution=meter.contribution_cents,
        reserve=meter.reserve_cents,
        percent=progressive.akq_spades_percent,
        limit=meter.limit_cents,
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
LINK_COMMANDS: tuple[type[Command], ...] = get_args(AnyLinkCommand)


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


def decide_link(link: LinkSetUp | None, command: AnyLinkCommand) -> Refusal | list[AnyLinkEvent]:
    """What comes of it, where the link of that name has been set up so, or not at all."""
    if refusal := refuse_role(command.by, MAY[type_of(command)]):
        return refusal
    match command:
        case SetUpLink():
            return _set_up(link, command)
        case FundLink():
            return _fund(link, command)


def _set_up(link: LinkSetUp | None, command: SetUpLink) -> Refusal | list[AnyLinkEvent]:
    if not command.link or ":" in command.link:
        return refuse(MoneyRefusal.BAD_NAME, "The name of a link is a text without a colon.")
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
        clauses=of_every_book(LINKED_OR_SOLO.key()),
    )
    return [set_up]


def _problem_with(terms: Terms) -> str:
    """In the words of a house that has such a meter."""
    try:
        Meter(terms.seed, terms.contribution, terms.reserve, limit_cents=terms.limit)
    except HouseError as error:
        return str(error)
    if not 1 <= terms.percent <= 100:
        return "The jackpot is a share of the meter, 1 to 100 percent."
    return ""


def _fund(link: LinkSetUp | None, command: FundLink) -> Refusal | list[AnyLinkEvent]:
    if link is None:
        return refuse(MoneyRefusal.NO_SUCH_LINK, f"There is no link {command.link}.")
    if command.cents < 1:
        return refuse(MoneyRefusal.NOT_POSITIVE, "An amount of money is more than nothing.")
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
    link: LinkSetUp | None, setup: TableSetUp, tables: Collection[str] = ()
) -> Refusal | None:
    """Whether a table may not share the meter, given the tables that do; one without one may."""
    if not setup.link:
        return None
    if link is None:
        return refuse(MoneyRefusal.NO_SUCH_LINK, f"There is no link {setup.link}.")
    if link.stakes != setup.stakes:
        message = f"The link {link.link} is one of {'play ' * (link.stakes == 'play')}money."
        return refuse(MoneyRefusal.OTHER_STAKES, message)
    own = terms_of(house_of(setup))
    if own != link.terms:
        names = [name for name in own.__struct_fields__ if _differ(own, link.terms, name)]
        message = f"The house and the link {link.link} differ in {', '.join(names)}."
        return refuse(MoneyRefusal.TERMS_DIFFER, message)
    if link.kind == "solo" and set(tables) - {setup.table}:
        message = f"The meter {link.link} is that of one table."
        return refuse(MoneyRefusal.SOLO, message, of_every_book(LINKED_OR_SOLO.key()))
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
    if not setup.link:
        return False
    limited = setup.house["progressive"]["meter"].get("limit_cents", 0) > 0
    leaning = (*_LEANING, MeterFed) if limited else _LEANING
    return any(isinstance(event, leaning) for event in events)


def shares(first: int, second: int) -> tuple[int, int]:
    """What two get who split what they locked, in that order; the odd cent is the first one's."""
    half, odd = divmod(first + second, 2)
    return half + odd, half
