"""Much money from one person of the cage for one patron is told to those who watch."""

from datetime import timedelta

from queenhigh.floor.cage_alerts import LARGE_CENTS, LARGE_SPAN, deposit_alerts
from queenhigh.money.patrons import Deposited
from tests.table.driver import NOON

HALF = LARGE_CENTS // 2


def taken(cents: int, hours: int = 0, *, by: str = "cage:cat", patron: str = "ann") -> Deposited:
    at = NOON + timedelta(hours=hours)
    return Deposited(patron=patron, cents=cents, how="cash", by=by, at=at)


def told(*deposits: Deposited) -> list[str]:
    return [each.reason for each in deposit_alerts(deposits, "USD", NOON)]


def test_a_large_sum_is_told_with_who_took_it_in_for_whom() -> None:
    assert told(taken(LARGE_CENTS - 1)) == []
    assert told(taken(HALF), taken(HALF, 23)) == [
        "cat of the cage took in $10,000 for ann within a day (2 deposits: cash)."
    ]


def test_sums_are_of_one_person_for_one_patron_within_a_day() -> None:
    first = taken(HALF)
    for other in (taken(HALF, 24), taken(HALF, by="cage:cal"), taken(HALF, patron="bob")):
        assert told(first, other) == []


def test_what_was_taken_in_before_counts_and_is_not_told_again() -> None:
    before = taken(LARGE_CENTS, -1)
    found = list(deposit_alerts([before, taken(1)], "USD", NOON, NOON + LARGE_SPAN))
    assert [each.at for each in found] == [NOON]
    assert list(deposit_alerts([taken(LARGE_CENTS, 24)], "USD", NOON, NOON + LARGE_SPAN)) == []
