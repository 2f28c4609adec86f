"""A posting: an amount on an account. The postings of one event sum to zero."""

from collections.abc import Iterable

import msgspec


class LedgerImbalance(ArithmeticError):
    """Money would be created or lost, so nothing is stored."""


class Posting(msgspec.Struct, frozen=True, order=True):
    account: str
    cents: int


def balanced(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """The same postings, merged by account, in order; raises unless they sum to zero."""
    sums: dict[str, int] = {}
    for posting in postings:
        sums[posting.account] = sums.get(posting.account, 0) + posting.cents
    if total_cents := sum(sums.values()):
        raise LedgerImbalance(f"postings sum to {total_cents} cents, expected 0")
    return tuple(Posting(account, cents) for account, cents in sorted(sums.items()) if cents)
