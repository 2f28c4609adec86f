"""Alerts about the house's own staff: each raised by its subject, and by nothing less."""

from datetime import date, timedelta
from typing import Any

import pytest

from queenhigh.floor.acknowledgements import standing
from queenhigh.floor.alerts import USUAL, Alert, Limits
from queenhigh.floor.notices import Notice
from queenhigh.floor.pit_alerts import (
    count_variances,
    dealer_alerts,
    doubled_dealers,
    high_tokes,
    needless_reliefs,
    practice_alerts,
    repeated_voids,
    tray_alerts,
    unacknowledged_notices,
)
from queenhigh.floor.reports import ReportLine
from queenhigh.floor.round_facts import RoundFacts
from queenhigh.floor.table_incidents import Happening
from queenhigh.maths.exact_figure import exact
from queenhigh.table.state import Phase, Table
from tests.clauses import cases
from tests.table.driver import NOON, Driven, house

HOUSES = {"1": house("mics")}


def at_table(cents: int) -> Table:
    table = Driven("mics").opened().table
    return table.but(accounts={**table.accounts, "tray": cents})


def happening(kind: str, minutes: int = 0, **fields: Any) -> Happening:
    about = {"table": "1", "house": "mics", "stakes": "money", "version": 1, "round": 1}
    when = {"at": NOON + timedelta(minutes=minutes), "day": date(2026, 1, 5), "shift": 1}
    return Happening(**{**about, **when, "by": "floor:flo", "kind": kind, **fields})


def kinds(found: list[Alert]) -> list[str]:
    return [each.kind for each in found]


@cases("""
    tray     alert
    100_000  -                # 200 of the least bet, which is $5.
    99_999   tray_low
    0        tray_low
    -1       tray_negative
""")
def test_a_tray_that_is_low_or_owes_chips(tray: str, alert: str) -> None:
    found = list(tray_alerts("1", at_table(int(tray)), NOON, USUAL))
    assert kinds(found) == ([] if alert == "-" else [alert])


def test_a_closed_table_needs_no_fill() -> None:
    assert list(tray_alerts("1", Table(house("mics")), NOON, USUAL)) == []


@cases("""
    role      alert
    dealer    no
    -         yes     # Nobody has that name.
    floor     yes
    player    yes
""")
def test_a_dealer_whom_the_house_does_not_know_or_who_does_not_deal(role: str, alert: str) -> None:
    known = None if role == "-" else role
    found = list(dealer_alerts("1", at_table(0), known, NOON))
    assert kinds(found) == (["dealer_unknown"] if alert == "yes" else [])
    assert all("dee" in each.reason for each in found)


def test_a_dealer_on_duty_at_two_tables_with_real_cards_at_once() -> None:
    """Regression: one sign-in dealt at two tables, and somebody else stood at one of them."""
    here = at_table(0).but(kind="physical")
    digital, closed = at_table(0).but(kind="digital"), here.but(phase=Phase.CLOSED)
    assert list(doubled_dealers({"1": here, "2": digital, "3": closed}, NOON)) == []
    found = list(doubled_dealers({"1": here, "2": here, "3": here.but(dealer="dan")}, NOON))
    assert [(each.kind, each.about) for each in found] == [
        ("dealer_at_two_tables", "table:1"),
        ("dealer_at_two_tables", "table:2"),
    ]
    assert found[0].reason == "dee is on duty here and at 2 at the same time."


@pytest.mark.parametrize("kind", ["counted", "box_counted"])
@pytest.mark.parametrize(("cents", "words"), [(95, "$0.05 less"), (100, ""), (300, "$2 more")])
def test_a_count_that_differs_raises_an_alert(kind: str, cents: int, words: str) -> None:
    told = [happening(kind, cents=cents, expected=100, detail="box 1"), happening("filled")]
    found = list(count_variances(HOUSES, told))
    assert kinds(found) == (["count_variance"] if words else [])
    assert all(words in each.reason for each in found)


@pytest.mark.parametrize(("minutes", "alerts"), [(0, 0), (500, 1)])
def test_a_notice_that_nobody_acknowledges(minutes: int, alerts: int) -> None:
    notice = Notice(id="n1", table="1", round=1, about="jackpot", told=("floor",), at=NOON)
    now = NOON + timedelta(minutes=minutes)
    found = list(unacknowledged_notices([standing(house("mics"), notice, [], now)]))
    assert kinds(found) == ["notice_unacknowledged"] * alerts


@pytest.mark.parametrize(("voids", "alerts"), [(2, 0), (3, 2)])
def test_rounds_that_become_void_again_and_again(voids: int, alerts: int) -> None:
    rounds = [
        RoundFacts(
            table="1", house="mics", stakes="money", number=number, deck=0, first=number,
            last=number, began=NOON, locked=NOON, ended=NOON, dealer="ben",
            void="four cards" if number < voids else "",
        )
        for number in range(6)
    ]  # fmt: skip
    found = list(repeated_voids(rounds, USUAL))
    assert kinds(found) == ["voids_repeat"] * alerts
    assert [each.about for each in found] == ["dealer:ben", "table:1"][:alerts]


@cases("""
    tokes    handle      alert
    100_00   999_99      yes
    100_00   1_000_00    no        # Ten percent exactly.
    99_99    100_00      no        # Too little to speak of.
""")
def test_tokes_out_of_proportion(tokes: str, handle: str, alert: str) -> None:
    line = ReportLine(
        of="ben", currency="USD", rounds=1, voids=0, hands=1, hours=1.0, rounds_an_hour=1.0,
        drop=0, handle=int(handle), win=0, hold=None, expected=exact(0), fees=0, tokes=int(tokes),
        irregularities=0, games=(),
    )  # fmt: skip
    assert kinds(list(high_tokes([line], NOON, USUAL))) == (
        ["tokes_high"] if alert == "yes" else []
    )


@pytest.mark.parametrize(("minutes", "alerts"), [(14, 1), (15, 0)])
def test_a_relief_that_nobody_needed(minutes: int, alerts: int) -> None:
    told = [
        happening("opened", dealer="dee"),
        happening("relieved", 60, dealer="dee", detail="dan"),
        happening("relieved", 60 + minutes, dealer="dan", detail="mel"),
    ]
    found = list(needless_reliefs(told, USUAL))
    assert kinds(found) == ["relief_needless"] * alerts
    assert all("dan was relieved by mel" in each.reason for each in found)


@pytest.mark.parametrize(("minutes", "alerts"), [(0, 1), (59, 1), (61, 0)])
def test_practice_tables_made_in_series(minutes: int, alerts: int) -> None:
    limits = Limits(practice_tables=3)
    made = {"ann": [NOON] * 3, "bob": [NOON] * 2}
    found = list(practice_alerts(made, NOON + timedelta(minutes=minutes), limits))
    assert [each.about for each in found] == ["patron:ann"] * alerts
