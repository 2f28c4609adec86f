"""The books: account balances, whether they are possible, and whether the tables agree."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Self

import msgspec

from queenhigh.money import accounts
from queenhigh.money.accounts import in_words, may_go_below_zero
from queenhigh.money.ledger import own_account
from queenhigh.money.posting import Posting, balanced
from queenhigh.money.setup import TableSetUp
from queenhigh.table.state import Table


class Ledger(msgspec.Struct):
    """Balances by account, in cents; zero balances are left out."""

    balances: dict[str, int] = {}

    def post(self, postings: Iterable[Posting]) -> Self:
        """Post them; raise, with nothing posted, if they do not balance."""
        for posting in balanced(postings):
            cents = self.balances.pop(posting.account, 0) + posting.cents
            if cents:
                self.balances[posting.account] = cents
        return self

    def breach(self) -> str:
        """What is wrong, if anything: a nonzero sum, or an account that must not be negative."""
        if total := sum(self.balances.values()):
            return f"the accounts sum to {total} cents"
        for account, cents in sorted(self.balances.items()):
            if cents < 0 and not may_go_below_zero(account):
                return f"{in_words(account)} ({account}) is {-cents} cents below zero"
        return ""


def reconcile(table: Table, balances: Mapping[str, int], setup: TableSetUp) -> list[str]:
    """The differences between the books and the table's own count of its chips, in words."""
    counted: dict[str, int] = {}
    for place, cents in table.accounts.items():
        if account := own_account(setup.table, place):
            counted[account] = counted.get(account, 0) + cents
    of_the_table = f"{accounts.TABLE}:{setup.table}:"
    booked = {name: cents for name, cents in balances.items() if name.startswith(of_the_table)}
    return list(differences(counted, booked))


def differences(
    counted: Mapping[str, int], booked: Mapping[str, int], what: str = ""
) -> Iterator[str]:
    """Each account that differs, in words."""
    for name in sorted(counted.keys() | booked.keys()):
        here, there = counted.get(name, 0), booked.get(name, 0)
        if here != there:
            words = f"{what}{name}" if what else in_words(name)
            yield f"{words}: {here} cents by the count, {there} in the books"
