"""What each event posts: the one place that turns events into money on accounts.

A table counts its own chips (`table.chips`) as transfers between places at the table. This module
maps each place to its account in the books of the whole room.
"""

from functools import lru_cache
from typing import Final, assert_never

from ..table.chip_place import (
    AWAY,
    BANK,
    CAGE,
    CASH,
    CONTRIBUTIONS,
    COUNT_ROOM,
    COUPONS,
    DROP,
    ELSEWHERE,
    FEES,
    LAYOUT,
    OF_A_METER,
    PROMOTION,
    STACK,
    TIPS,
    TRAY,
    Place,
)  # fmt: skip
from ..table.chips import transfers
from ..table.events import ChipsBought, Event, SeatLeft
from ..table.state import Table, Transfer
from . import accounts
from .accounts import TABLE, Account
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

_OF_THE_TABLE: Final = frozenset({
    STACK, TRAY, DROP, COUNT_ROOM, CONTRIBUTIONS, FEES, COUPONS, PROMOTION,
})  # fmt: skip


def postings_of(
    setup: TableSetUp, before: Table, event: Event, moved: list[Transfer] | None = None
) -> tuple[Posting, ...]:
    """What a table event posts; `before` is the table before the event.

    `moved` are the event's transfers, if already known.
    """
    postings = []
    for each in transfers(before, event) if moved is None else moved:
        # A meter reading posts nothing: the other tables have posted what they fed and won.
        if Place.parse(each.source).kind == ELSEWHERE or Place.parse(each.target).kind == ELSEWHERE:
            continue
        for place, cents in ((each.source, -each.cents), (each.target, each.cents)):
            own = own_account(setup.table, place)
            postings.append(Posting(own or shared_account(setup, event, place), cents))
    return balanced(postings) if postings else ()


def shared_account(setup: TableSetUp, event: Event, place: str) -> str:
    """The account for a place that is not the table's own. Cash belongs to the patron named.

    At a physical table, chips are bought with banknotes; chips taken away stay on the patron's
    account with the house until they are cashed.
    """
    kind, name, *_ = Place.parse(place)
    if kind in OF_A_METER:
        if not (link := setup.link_of(name)):
            raise LedgerImbalance(f"table {setup.table} has no link for its {place}")
        return str(Account(kind, link))
    if kind == TIPS:
        return accounts.tips(name, play_money=setup.play_money)
    if kind in (CASH, AWAY):
        if not isinstance(event, ChipsBought | SeatLeft):
            raise LedgerImbalance(f"{place} moves without the name of its owner")
        if kind == CASH and setup.kind == "physical":  # Banknotes, handed to the dealer.
            return accounts.PLAY_MONEY if setup.play_money else accounts.OUTSIDE
        return accounts.patron(event.player, play_money=setup.play_money)
    if kind in (CAGE, BANK):
        return accounts.PLAY_MONEY if setup.play_money else kind
    raise LedgerImbalance(f"the books have no account for {place}")


@lru_cache(maxsize=65_536)
def own_account(table: str, place: str) -> str:
    """The account of a place that belongs to this table alone; empty for shared places."""
    kind, name, *_ = Place.parse(place)
    if kind == LAYOUT:
        return accounts.layout(table)
    return str(Account(TABLE, table, kind, name)) if kind in _OF_THE_TABLE else ""


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
    bank = accounts.PLAY_MONEY if event.stakes == "play" else BANK
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
