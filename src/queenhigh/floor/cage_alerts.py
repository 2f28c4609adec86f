"""Alerts about the cage: only the person who takes in a deposit sees that it was brought."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from ..house.money import currency_text
from ..money.patrons import Deposited
from ..table.roles import Actor
from .alert_subject import About
from .alerts import Alert, Limits

LARGE_SPAN: Final = timedelta(days=1)


def deposit_alerts(
    deposits: Iterable[Deposited],
    currency: str,
    limits: Limits,
    since: datetime,
    until: datetime | None = None,
) -> Iterator[Alert]:
    """Alerts between two moments; `deposits` has those of a `LARGE_SPAN` before, too.

    Every deposit that makes or keeps the sum large gives one: a later one may be the one to check.
    """
    together: dict[tuple[str, str], list[Deposited]] = {}
    for each in sorted(deposits, key=lambda deposit: deposit.at):
        pair = Actor.parse(each.by).name, each.patron
        lately = [one for one in together.get(pair, ()) if each.at - one.at < LARGE_SPAN]
        together[pair] = lately = [*lately, each]
        cents, times = sum(one.cents for one in lately), len(lately)
        if (
            cents < limits.deposits_cents
            or each.at < since
            or (until is not None and each.at >= until)
        ):
            continue
        how = ", ".join(dict.fromkeys(one.how for one in lately))
        amount = currency_text(cents, currency)
        yield Alert(
            kind="deposits_large",
            about=str(About("person", pair[0])),
            reason=f"{pair[0]} of the cage took in {amount} for {each.patron} within a day"
            f" ({times} deposit{'' if times == 1 else 's'}: {how}).",
            at=each.at,
        )
