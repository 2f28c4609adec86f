"""A slow, plain tray account: opening, what came and went, and the table's win."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Self

import msgspec

from queenhigh.money import accounts
from queenhigh.money.posting import Posting
from queenhigh.money.setup import TableSetUp
from queenhigh.table.events import (
    AnyEvent,
    DropBoxTaken,
    Event,
    TableClosed,
    TableOpened,
    TrayCounted,
    TrayCredited,
    TrayFilled,
)


class Count(msgspec.Struct, frozen=True):
    """A tray count by two people. A variance is investigated, not booked away."""

    at: datetime
    by: str
    witness: str
    expected: int
    counted: int

    @property
    def variance(self) -> int:
        """Positive: more chips than there should be."""
        return self.counted - self.expected


class Inventory(msgspec.Struct, frozen=True):
    """From an opening to the closing, or from one count to the next. All in cents."""

    since: datetime
    opening: int
    tray: int  # By the books, now or at the end.
    fills: int = 0
    credits: int = 0
    drop: int = 0
    fees: int = 0
    to_link: int = 0  # Fed to the link, less winnings from it and reversals.
    tokes: dict[str, int] = {}  # By dealer.
    counts: tuple[Count, ...] = ()
    until: datetime | None = None

    @property
    def win(self) -> int:
        """From the tray and the box alone: drop + closing + credits - opening - fills."""
        return self.drop + self.tray + self.credits - self.opening - self.fills

    @property
    def variance(self) -> int:
        """The variance of the last count."""
        return self.counts[-1].variance if self.counts else 0

    def but(self, **changes: Any) -> Self:
        return msgspec.structs.replace(self, **changes)


Happened = Iterable[tuple[AnyEvent, tuple[Posting, ...]]]


def inventories(
    setup: TableSetUp, happened: Happened, *, by_count: bool = False
) -> list[Inventory]:
    """Return one for each time the table was open; with `by_count`, one for each shift."""
    found: list[Inventory] = []
    for event, postings in happened:
        if isinstance(event, TableOpened):
            found.append(Inventory(since=event.at, opening=event.tray, tray=0))
        if not found:
            continue
        found[-1] = _follow(setup, found[-1], event, postings)
        if by_count and isinstance(event, TrayCounted):
            tray = found[-1].tray
            found[-1] = found[-1].but(until=event.at)
            found.append(Inventory(since=event.at, opening=tray, tray=tray))
    return found


def _follow(
    setup: TableSetUp, inventory: Inventory, event: Event, postings: tuple[Posting, ...]
) -> Inventory:
    match event:
        case TableClosed():  # The whole tray goes to the cage: its contents are the closing.
            return inventory.but(until=event.at)
        case DropBoxTaken():  # An emptied box leaves the period's drop as it is.
            return inventory
        case TrayFilled():
            inventory = inventory.but(fills=inventory.fills + event.cents)
        case TrayCredited():
            inventory = inventory.but(credits=inventory.credits + event.cents)
        case TrayCounted():
            count = Count(event.at, event.by, event.witness, event.expected, event.counted)
            inventory = inventory.but(counts=(*inventory.counts, count))
        case _:
            pass
    for posting in postings:
        inventory = _posted(setup, inventory, posting)
    return inventory


def _posted(setup: TableSetUp, inventory: Inventory, posting: Posting) -> Inventory:
    kind, name, *_ = accounts.Account.parse(posting.account)
    cents = posting.cents
    if posting.account == accounts.tray(setup.table):
        return inventory.but(tray=inventory.tray + cents)
    if posting.account == accounts.drop(setup.table):
        return inventory.but(drop=inventory.drop + cents)
    if posting.account == accounts.fees(setup.table):
        return inventory.but(fees=inventory.fees + cents)
    if kind in accounts.OF_A_LINK:
        return inventory.but(to_link=inventory.to_link + cents)
    if kind in (accounts.TIPS, accounts.PLAY_TIPS):
        tokes = {**inventory.tokes, name: inventory.tokes.get(name, 0) + cents}
        return inventory.but(tokes=tokes)
    return inventory
