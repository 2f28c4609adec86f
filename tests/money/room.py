"""A room to drive in a test: tables with their books, patrons with money, links with meters.

A table works as in the service: anything that depends on a shared meter is decided on an exact
reading. After every command each event's postings are booked, only accounts that may be negative
are, and the books agree with the table's own figures.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from queenhigh.house.model import House
from queenhigh.money import accounts
from queenhigh.money.ledger import postings_of, postings_of_link, postings_of_patron
from queenhigh.money.links import (
    AnyLinkEvent,
    FundLink,
    LinkSetUp,
    SetUpLink,
    decide_link,
    leans_on_meter,
    reading,
    refuse_joining,
    terms_of,
)
from queenhigh.money.patrons import (
    AnyPatronCommand,
    AnyPatronEvent,
    Deposit,
    GrantPlayMoney,
    PatronAccount,
    decide_patron,
    evolve_patron,
)
from queenhigh.money.posting import Posting
from queenhigh.money.setup import Stakes, TableSetUp, as_data, book_data, house_of
from queenhigh.table.decide import decide
from queenhigh.table.events import AnyEvent, Event
from queenhigh.table.evolve import evolve
from queenhigh.table.refusal import Refusal
from queenhigh.table.state import Table
from tests.money.balances import Ledger, reconcile
from tests.money.room_books import reconcile_room
from tests.table.driver import NOON, Driven, house

Booked = tuple[Event, tuple[Posting, ...]]


class Room:
    def __init__(self) -> None:
        self.ledger = Ledger()
        self.tables: dict[str, RoomTable] = {}
        self.links: dict[str, LinkSetUp] = {}
        self.patrons: dict[str, PatronAccount] = {}
        self.booked: list[Booked] = []  # In log order.

    def book(self, event: Event, postings: tuple[Posting, ...]) -> None:
        self.booked.append((event, postings))
        self.ledger.post(postings)
        assert self.ledger.breach() == ""

    def cents(self, account: str) -> int:
        return self.ledger.balances.get(account, 0)

    # Links

    def link(self, name: str, of: House | str, stakes: Stakes = "money") -> None:
        terms = terms_of(of if isinstance(of, House) else house(of))
        self.of_link(
            SetUpLink(
                link=name, kind="linked", stakes=stakes, terms=terms, by="management:mia", at=NOON
            )
        )

    def of_link(self, command: SetUpLink | FundLink) -> None:
        answer = decide_link(self.links.get(command.link), command)
        assert not isinstance(answer, Refusal), answer.message
        for event in answer:
            if isinstance(event, LinkSetUp):
                self.links[event.link] = event
            self.book(event, postings_of_link(event))

    def meter(self, link: str) -> tuple[float, float]:
        """Return meter and reserve in dollars."""
        meter, reserve, _ = reading(self.ledger.balances, link)
        return meter / 100, reserve / 100

    # Patrons

    def of_patron(self, command: AnyPatronCommand) -> list[AnyPatronEvent]:
        held = self.cents(accounts.patron(command.patron))
        account = self.patrons.get(command.patron, PatronAccount())
        answer = decide_patron(held, command, account=account)
        assert not isinstance(answer, Refusal), answer.message
        for event in answer:
            self.patrons[command.patron] = account = evolve_patron(account, event)
            self.book(event, postings_of_patron(event))
        return answer

    def bring(self, patron: str, cents: int, *, play_money: bool = False) -> None:
        """Bring the money a patron needs for a buy-in and does not have with the house."""
        missing = cents - self.cents(accounts.patron(patron, play_money=play_money))
        if missing > 0:
            kind, by = (GrantPlayMoney, "system") if play_money else (Deposit, "cage:cat")
            self.of_patron(kind(patron=patron, cents=missing, by=by, at=NOON))

    # Tables

    def table(self, of: House | str, *, link: str = "", **settings: Any) -> "RoomTable":
        """Add the next table; set up its link if there is none of that name."""
        chosen = of if isinstance(of, House) else house(of)
        stakes: Stakes = settings.pop("stakes", "money")
        if chosen.meters and not link:
            link = f"of {len(self.tables) + 1}"
        if link and link not in self.links:
            self.link(link, chosen, stakes)
        made = RoomTable(self, chosen, link, stakes, **settings)
        others = [each.setup.table for each in self.tables.values() if each.setup.link == link]
        assert refuse_joining(self.links.get(link), made.setup, others) is None
        self.tables[made.setup.table] = made
        return made

    def check(self) -> None:
        """Check every invariant of the books, and that a replay gives the same books."""
        running = [(each.setup, each.table) for each in self.tables.values()]
        of_links = [each for each, _ in self.booked if isinstance(each, AnyLinkEvent)]
        assert reconcile_room(running, of_links, self.ledger.balances) == []
        again = Ledger()
        for _, postings in self.booked:
            again.post(postings)
        assert again.balances == self.ledger.balances
        for table in self.tables.values():
            table.check_postings()


class RoomTable(Driven):
    """A driven table whose money is booked in its room."""

    def __init__(self, room: Room, of: House, link: str, stakes: Stakes, **settings: Any):
        self.room = room
        self.setup = TableSetUp(
            table=str(len(room.tables) + 1),
            name="A table",
            house=as_data(of),
            book=book_data(of),
            stakes=stakes,
            link=link,
        )
        self.booked: list[tuple[AnyEvent, tuple[Posting, ...]]] = []
        super().__init__(house_of(self.setup), **settings)

    def try_(self, type: str, **fields: Any) -> Refusal | list[AnyEvent]:
        if type == "open_table" and self.setup.link:
            now = reading(self.room.ledger.balances, self.setup.link)
            fields = {"meter": now.meter, "reserve": now.reserve, **fields}
        if type == "buy_in":
            player = self.table.seats[fields["seat"]].player
            self.room.bring(player, fields["cents"], play_money=self.setup.play_money)
        answer = decide(self.table, self.command(type, **fields))
        if not isinstance(answer, Refusal) and leans_on_meter(answer, self.table.house):
            now = reading(self.room.ledger.balances, self.setup.link)
            self._booked("read_meter", by="system", **now._asdict())
        return self._booked(type, **fields)

    def _booked(self, type: str, **fields: Any) -> Refusal | list[AnyEvent]:
        before = self.table
        answer = super().try_(type, **fields)
        if isinstance(answer, Refusal):
            return answer
        for event, postings in booked(self.setup, before, answer):
            self.booked.append((event, postings))
            self.room.book(event, postings)
        assert reconcile(self.table, self.room.ledger.balances, self.setup) == []
        return answer

    def cents(self, place: str) -> int:
        """Return the balance of a table's account in the books: ``tray``, ``stack:ann``."""
        return self.room.cents(f"{accounts.TABLE}:{self.setup.table}:{place}")

    def check_postings(self) -> None:
        """Check that the log, read again from JSON, gives the same postings."""
        line = msgspec.json.Decoder(AnyEvent)
        events = [line.decode(msgspec.json.encode(event)) for event in self.log]
        setup = msgspec.json.decode(msgspec.json.encode(self.setup), type=TableSetUp)
        assert list(booked(setup, Table(house_of(setup)), events)) == self.booked


def booked(
    setup: TableSetUp, table: Table, events: Iterable[AnyEvent]
) -> Iterator[tuple[AnyEvent, tuple[Posting, ...]]]:
    for event in events:
        yield event, postings_of(setup, table, event)
        table = evolve(table, event)


def setup_of(of: House, *, stakes: Stakes = "money") -> TableSetUp:
    link = "wide" if of.meters else ""
    return TableSetUp(
        table="1", name="One", house=as_data(of), book=book_data(of), stakes=stakes, link=link
    )
