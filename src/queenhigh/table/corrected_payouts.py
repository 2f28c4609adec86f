"""Who verifies a payout of a certain size before it is paid, whatever it is paid for."""

from collections.abc import Iterator

from ..wagers.award import paid_cents
from ..wagers.large_payout import large_payout
from .instructions import role_of_step
from .procedure import is_notable
from .state import Table


def verifiers(table: Table, seat: int, wager: str, paid: int, *, toke: bool) -> Iterator[str]:
    """The verifying roles if a settled bet is paid this amount instead."""
    lines = table.results.get(seat, ())
    own = next((x for x in lines if (x.wager, x.toke) == (wager, toke) and not x.on), None)
    if own is None or paid <= own.paid:
        return
    if large_payout(table.house, [paid, *(x.paid for x in lines if x is not own)]):
        yield role_of_step(table.house, "verify_payout")
    rule = table.house.wagers.get(wager)
    if rule is None:
        return
    for row in rule.pays.values():
        if paid < paid_cents(table.house, row, own.stake, table.meters, rule.max_award_cents):
            continue
        if row.verify:
            yield role_of_step(table.house, "verify_payout")
        if is_notable(row):
            yield role_of_step(table.house, "verify_royal")
