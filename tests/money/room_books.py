"""Checks that the books of a whole room agree with its tables."""

from collections.abc import Iterable, Mapping

from queenhigh.money import accounts
from queenhigh.money.ledger import postings_of_link
from queenhigh.money.links import AnyLinkEvent
from queenhigh.money.setup import TableSetUp
from queenhigh.table.chip_place import ELSEWHERE, OF_A_METER
from queenhigh.table.state import Table
from tests.money.balances import differences, reconcile


def reconcile_room(
    tables: Iterable[tuple[TableSetUp, Table]],
    links: Iterable[AnyLinkEvent],
    balances: Mapping[str, int],
) -> list[str]:
    """Reconcile all tables of the room, and what they share: tokes and links."""
    tables = list(tables)
    found = [each for setup, table in tables for each in reconcile(table, balances, setup)]
    tokes: dict[str, int] = {}
    for setup, table in tables:
        for place, cents in table.accounts.items():
            kind, _, dealer = place.partition(":")
            if kind == "tips":
                account = accounts.tips(dealer, play_money=setup.play_money)
                tokes[account] = tokes.get(account, 0) + cents
    kinds = (f"{accounts.TIPS}:", f"{accounts.PLAY_TIPS}:")
    booked = {name: cents for name, cents in balances.items() if name.startswith(kinds)}
    found += differences(tokes, booked)
    found += differences(_put_into_links(tables, links), _held_by_links(balances), "link ")
    return found


def _put_into_links(
    tables: Iterable[tuple[TableSetUp, Table]], links: Iterable[AnyLinkEvent]
) -> dict[str, int]:
    """Sum what was put into each link: meter, reserve, locked jackpots and overflow together.

    A table's reading of a meter includes other tables' parts; they are subtracted again.
    """
    put: dict[str, int] = {}
    for event in links:
        into = [each.cents for each in postings_of_link(event) if each.cents > 0]
        put[event.link] = put.get(event.link, 0) + sum(into)
    for setup, table in tables:
        for place, cents in table.accounts.items():
            kind, _, meter = place.partition(":")
            if cents and kind in (*OF_A_METER, ELSEWHERE):
                link = setup.link_of(meter)
                put[link] = put.get(link, 0) + cents
    return put


def _held_by_links(balances: Mapping[str, int]) -> dict[str, int]:
    held: dict[str, int] = {}
    for name, cents in balances.items():
        account = accounts.Account.parse(name)
        if account.kind in accounts.OF_A_LINK:
            held[account.name] = held.get(account.name, 0) + cents
    return held
