"""What each event posts: the one place that turns events into money on accounts.

A table counts its own chips (`table.chips`) as transfers between places at the table. This module
maps each place to its account in the books of the whole room.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, assert_never

from ..table import chips
from ..table.chips import transfers
from ..table.events import ChipsBought, Event, SeatLeft
from ..table.state import Table, Transfer
from . import accounts
from .links import AnyLinkEvent, LinkFunded, LinkSetUp
from .patrons import (
    AnyPatronEvent,
    CashedOut,
    CashOutAsked,
    CashOutTakenBack,
    Deposited,
    PlayMoneyGranted,
    WalkInNamed,
)
from .posting import LedgerImbalance, Posting, balanced
from .setup import TableSetUp

# The places of a table, by the first word of their names.
_STACK, _LAYOUT, _TIPS = "stack", "layout", "tips"
_ELSEWHERE = f"{chips.ELSEWHERE}:"
_AT_THE_TABLE: Final[dict[str, Callable[[str], str]]] = {
    chips.TRAY: accounts.tray,
    chips.DROP: accounts.drop,
    chips.COUNT_ROOM: accounts.count_room,
    chips.CONTRIBUTIONS: accounts.contributions,
    chips.FEES: accounts.fees,
    chips.COUPONS: accounts.coupons,
    chips.PROMOTION: accounts.promotion,
    _LAYOUT: accounts.layout,
}
_OF_THE_LINK: Final[dict[str, Callable[[str], str]]] = {
    chips.METER: accounts.meter,
    chips.RESERVE: accounts.reserve,
    chips.JACKPOT: accounts.jackpot,
    chips.OVERFLOW: accounts.overflow,
}
_THE_PATRONS: Final = (chips.CASH, chips.AWAY)
_THE_HOUSES: Final = {chips.CAGE: accounts.CAGE, chips.BANK: accounts.BANK}


def postings_of(
    setup: TableSetUp, before: Table, event: Event, moved: list[Transfer] | None = None
) -> tuple[Posting, ...]:
    """What a table event posts; `before` is the table before the event.

    `moved` are the event's transfers, if already known.
    """
    postings = []
    for each in transfers(before, event) if moved is None else moved:
        # A meter reading: other tables have already posted what they fed and won.
        if not (each.source.startswith(_ELSEWHERE) or each.target.startswith(_ELSEWHERE)):
            for place, cents in ((each.source, -each.cents), (each.target, each.cents)):
                own = own_account(setup.table, place)
                postings.append(Posting(own or shared_account(setup, event, place), cents))
    return balanced(postings) if postings else ()


def shared_account(setup: TableSetUp, event: Event, place: str) -> str:
    """The account for a place that is not the table's own. Cash is that of the patron named.

    At a physical table, chips are bought with banknotes; chips taken away stay on the patron's
    account with the house until they are cashed.
    """
    kind, _, name = place.partition(":")
    if kind in _OF_THE_LINK:
        if not (link := setup.link_of(name)):
            raise LedgerImbalance(f"table {setup.table} has no link for its {place}")
        return _OF_THE_LINK[kind](link)
    if kind == _TIPS:
        return accounts.tips(name, play_money=setup.play_money)
    if kind in _THE_PATRONS:
        if not isinstance(event, ChipsBought | SeatLeft):
            raise LedgerImbalance(f"{place} moves, and nobody is named whose it is")
        if kind == chips.CASH and setup.kind == "physical":  # Banknotes, handed to the dealer.
            return accounts.PLAY_MONEY if setup.play_money else accounts.OUTSIDE
        return accounts.patron(event.player, play_money=setup.play_money)
    if kind in _THE_HOUSES:
        return accounts.PLAY_MONEY if setup.play_money else _THE_HOUSES[kind]
    raise LedgerImbalance(f"the books have no account for {place}")


@lru_cache(maxsize=65_536)
def own_account(table: str, place: str) -> str:
    """The account of a place that belongs to this table alone; empty for shared places."""
    kind, _, name = place.partition(":")
    if kind == _STACK:
        return accounts.stack(table, name)
    return _AT_THE_TABLE[kind](table) if kind in _AT_THE_TABLE else ""


def postings_of_patron(event: AnyPatronEvent) -> tuple[Posting, ...]:
    match event:
        case Deposited():
            return _moved(accounts.OUTSIDE, accounts.patron(event.patron), event.cents)
        case CashedOut():
            return _moved(accounts.patron(event.patron), accounts.OUTSIDE, event.cents)
        case PlayMoneyGranted():
            own = accounts.patron(event.patron, play_money=True)
            return _moved(accounts.PLAY_MONEY, own, event.cents)
        case WalkInNamed() | CashOutAsked() | CashOutTakenBack():
            return ()
        case _:
            assert_never(event)


def postings_of_link(event: AnyLinkEvent) -> tuple[Posting, ...]:
    bank = accounts.PLAY_MONEY if event.stakes == "play" else accounts.BANK
    match event:
        case LinkSetUp():
            return _moved(bank, accounts.meter(event.link), event.terms.seed)
        case LinkFunded(into="meter"):
            return _moved(bank, accounts.meter(event.link), event.cents)
        case LinkFunded():
            return _moved(bank, accounts.reserve(event.link), event.cents)
        case _:
            assert_never(event)


def _moved(source: str, target: str, cents: int) -> tuple[Posting, ...]:
    return balanced([Posting(source, -cents), Posting(target, cents)])
