"""The books: what each account has come to, whether that can be, and whether the tables agree."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Self

import msgspec

from ..table import chips
from ..table.state import Table
from . import accounts
from .accounts import in_words, may_go_below_zero
from .ledger import own_account, postings_of_link
from .links import AnyLinkEvent
from .posting import Posting, balanced
from .setup import TableSetUp

_OF_THE_LINK = (chips.METER, chips.RESERVE, chips.JACKPOT, chips.OVERFLOW)  # At a table.


class Ledger(msgspec.Struct):
    """Balances by account, in cents; an account without money is not in it."""

    balances: dict[str, int] = {}

    def post(self, postings: Iterable[Posting]) -> Self:
        """Raises, with nothing posted, where they do not balance."""
        for posting in balanced(postings):
            cents = self.balances.pop(posting.account, 0) + posting.cents
            if cents:
                self.balances[posting.account] = cents
        return self

    def breach(self) -> str:
        """What cannot be, or nothing: the sum is zero, and only accounts that may owe do owe."""
        if total := sum(self.balances.values()):
            return f"the accounts sum to {total} cents"
        for account, cents in sorted(self.balances.items()):
            if cents < 0 and not may_go_below_zero(account):
                return f"{in_words(account)} ({account}) is {-cents} cents below zero"
        return ""


def reconcile(table: Table, balances: Mapping[str, int], setup: TableSetUp) -> list[str]:
    """Where the books and the table's own count of its chips disagree, in words."""
    counted: dict[str, int] = {}
    for place, cents in table.accounts.items():
        if account := own_account(setup.table, place):
            counted[account] = counted.get(account, 0) + cents
    of_the_table = f"{accounts.TABLE}:{setup.table}:"
    booked = {name: cents for name, cents in balances.items() if name.startswith(of_the_table)}
    return list(_differences(counted, booked))


def reconcile_room(
    tables: Iterable[tuple[TableSetUp, Table]],
    links: Iterable[AnyLinkEvent],
    balances: Mapping[str, int],
) -> list[str]:
    """The same for all tables of the room, and for what they have in common: tokes and links."""
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
    found += _differences(tokes, booked)
    found += _differences(_put_into_links(tables, links), _held_by_links(balances), "link ")
    return found


def _put_into_links(
    tables: Iterable[tuple[TableSetUp, Table]], links: Iterable[AnyLinkEvent]
) -> dict[str, int]:
    """By link, over meter, reserve, locked jackpots and overflow together.

    What a table knows of a meter beyond its own part in it, it has read: that is taken off again.
    """
    put: dict[str, int] = {}
    for event in links:
        into = [each.cents for each in postings_of_link(event) if each.cents > 0]
        put[event.link] = put.get(event.link, 0) + sum(into)
    for setup, table in tables:
        for place, cents in table.accounts.items():
            kind, _, meter = place.partition(":")
            if cents and kind in (*_OF_THE_LINK, chips.ELSEWHERE):
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


def _differences(
    counted: Mapping[str, int], booked: Mapping[str, int], what: str = ""
) -> Iterator[str]:
    for name in sorted(counted.keys() | booked.keys()):
        here, there = counted.get(name, 0), booked.get(name, 0)
        if here != there:
            words = f"{what}{name}" if what else in_words(name)
            yield f"{words}: {here} cents by the count, {there} in the books"
