"""The money side of an audit: postings against events, balances against postings."""

from collections.abc import Iterable

from ..money.accounts import may_go_below_zero
from ..money.posting import Posting
from .findings import Finding, Report
from .landing import Leg
from .log_replay import Rebuilt
from .record_rows import Alongside
from .records import Record


class Books:
    """Sums of the postings, computed again during the audit."""

    def __init__(self, legs: Alongside[Leg], report: Report, *, whole: bool):
        self._legs, self._report, self._whole = legs, report, whole
        self._sums: dict[str, int] = {}
        self._moved: set[str] = set()  # Since the last command ended.

    def enter(self, record: Record, came_to: Rebuilt | None) -> None:
        if not self._legs.are_there:
            self._add(came_to.postings if came_to else ())
            return
        for stray in self._legs.before(record.position):
            self._stray(stray)
        legs = self._legs.at(record.position)
        self._report.postings = (self._report.postings or 0) + len(legs)
        self._add(legs)
        if [leg.leg for leg in legs] != list(range(len(legs))):
            self._report.found("postings", "its postings are not numbered from 0", record)
        if total := sum(leg.cents for leg in legs):
            self._report.found("postings", f"its postings sum to {total} cents", record)
        if came_to and not _same(legs, came_to.postings):
            self._report.found("postings", _difference(legs, came_to.postings), record)

    def _add(self, postings: Iterable[Posting | Leg]) -> None:
        for each in postings:
            self._sums[each.account] = self._sums.get(each.account, 0) + each.cents
            self._moved.add(each.account)

    def rest(self, record: Record) -> None:
        """Check at the end of a command that no account is negative unless it may be."""
        if not self._whole:
            return  # Omitted postings may make up for a negative balance.
        for account in sorted(self._moved):
            if self._sums[account] < 0 and not may_go_below_zero(account):
                message = f"{account} is {-self._sums[account]} cents below zero"
                self._report.found("below_zero", message, record)
        self._moved.clear()

    def strays(self) -> None:
        for leg in self._legs.rest():
            self._stray(leg)

    def compare(self, balances: dict[str, int]) -> None:
        self._report.accounts = len(balances)
        for account in sorted(self._sums.keys() | balances.keys()):
            held, posted = balances.get(account), self._sums.get(account)
            if held != posted:
                message = (
                    f"{account} has {_cents(held)}, but its postings add up to {_cents(posted)}"
                )
                self._report.found("balance", message)
        if total := sum(balances.values()):
            self._report.found("sum", f"all accounts together have {total} cents, expected 0")

    def _stray(self, leg: Leg) -> None:
        message = f"{leg.account} {leg.cents:+} cents was posted without a record"
        self._report.add(Finding("postings", message, position=leg.position))


def _same(legs: list[Leg], postings: tuple[Posting, ...]) -> bool:
    return [(leg.account, leg.cents) for leg in legs] == [
        (posting.account, posting.cents) for posting in postings
    ]


def _cents(amount: int | None) -> str:
    return "no balance" if amount is None else f"{amount} cents"


def _difference(legs: list[Leg], postings: tuple[Posting, ...]) -> str:
    posted = ", ".join(f"{leg.account} {leg.cents:+}" for leg in legs) or "nothing"
    right = ", ".join(f"{each.account} {each.cents:+}" for each in postings) or "nothing"
    return f"it posted {posted}; the event posts {right}"
