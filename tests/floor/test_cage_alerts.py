"""Much money from one person of the cage for one patron is told to those who watch."""

from datetime import timedelta

from queenhigh.floor.alerts import USUAL, Limits
from queenhigh.floor.cage_alerts import LARGE_SPAN, deposit_alerts
from queenhigh.money.patrons import Deposited
from tests.table.driver import NOON

LARGE = USUAL.deposits_cents
HALF = LARGE // 2


def taken(cents: int, hours: int = 0, *, by: str = "cage:cat", patron: str = "ann") -> Deposited:
    at = NOON + timedelta(hours=hours)
    return Deposited(patron=patron, cents=cents, how="cash", by=by, at=at)


def told(*deposits: Deposited) -> list[str]:
    return [each.reason for each in deposit_alerts(deposits, "USD", USUAL, NOON)]


def test_an_alert_of_a_large_sum_names_clerk_and_patron() -> None:
    assert told(taken(LARGE - 1)) == []
    assert told(taken(HALF), taken(HALF, 23)) == [
        "cat of the cage took in $10,000 for ann within a day (2 deposits: cash)."
    ]


def test_sums_are_of_one_person_for_one_patron_within_a_day() -> None:
    first = taken(HALF)
    for other in (taken(HALF, 24), taken(HALF, by="cage:cal"), taken(HALF, patron="bob")):
        assert told(first, other) == []


def test_earlier_deposits_count_but_are_not_reported_again() -> None:
    before = taken(LARGE, -1)
    found = list(deposit_alerts([before, taken(1)], "USD", USUAL, NOON, NOON + LARGE_SPAN))
    assert [each.at for each in found] == [NOON]
    assert list(deposit_alerts([taken(LARGE, 24)], "USD", USUAL, NOON, NOON + LARGE_SPAN)) == []


def test_management_says_what_is_large() -> None:
    found = deposit_alerts([taken(3_000_00)], "USD", Limits(deposits_cents=3_000_00), NOON)
    assert [each.kind for each in found] == ["deposits_large"]
