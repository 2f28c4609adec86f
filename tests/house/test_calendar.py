"""Gaming days and shifts turn when the house says."""

from datetime import UTC, date, datetime, timedelta

import pytest

from queenhigh.house.calendar import Calendar, Moment
from queenhigh.house.errors import HouseError
from queenhigh.house.procedure import Compliance
from tests.clauses import cases
from tests.table.driver import house, house_with


def compliance(**settings: object) -> Compliance:
    return house_with("classic", compliance=settings).compliance


@cases("""
    at                    day         shift
    2026-01-05T05:59:59Z  2026-01-04  3
    2026-01-05T06:00:00Z  2026-01-05  1
    2026-01-05T13:59:59Z  2026-01-05  1
    2026-01-05T14:00:00Z  2026-01-05  2
    2026-01-05T22:00:00Z  2026-01-05  3
    2026-01-06T00:30:00Z  2026-01-05  3
""")
def test_a_day_turns_at_six_and_has_three_shifts(at: str, day: str, shift: str) -> None:
    found = Calendar(house("mics").compliance).moment(datetime.fromisoformat(at))
    assert found == Moment(date.fromisoformat(day), int(shift))


@cases("""
    at                    day         shift
    2026-01-05T09:59:00Z  2026-01-04  1       # 03:59 in Chicago
    2026-01-05T10:00:00Z  2026-01-05  1
    2026-07-06T08:59:00Z  2026-07-05  1       # summer time
    2026-07-06T09:00:00Z  2026-07-06  1
""")
def test_the_clock_on_the_wall_counts_in_winter_and_summer(at: str, day: str, shift: str) -> None:
    own = compliance(time_zone="America/Chicago", shifts_begin=["04:00"])
    assert Calendar(own).day(datetime.fromisoformat(at)) == date.fromisoformat(day)


def test_a_day_that_turns_in_the_evening_goes_over_midnight() -> None:
    own = Calendar(compliance(shifts_begin=["22:00", "06:00", "14:00"]))
    assert own.moment(datetime(2026, 1, 5, 23, tzinfo=UTC)) == Moment(date(2026, 1, 5), 1)
    assert own.moment(datetime(2026, 1, 6, 13, tzinfo=UTC)) == Moment(date(2026, 1, 5), 2)
    assert own.moment(datetime(2026, 1, 6, 21, tzinfo=UTC)) == Moment(date(2026, 1, 5), 3)


@pytest.mark.parametrize(
    ("day", "hours"), [("2026-03-07", 23), ("2026-10-31", 25), ("2026-06-01", 24)]
)
def test_a_day_has_as_many_hours_as_the_clock_says(day: str, hours: int) -> None:
    own = Calendar(compliance(time_zone="America/Chicago", shifts_begin=["04:00"]))
    start, end = own.span(date.fromisoformat(day))
    assert end - start == timedelta(hours=hours)
    assert own.day(start) == date.fromisoformat(day)
    assert own.day(end - timedelta(seconds=1)) == date.fromisoformat(day)
    assert own.day(end) > date.fromisoformat(day)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"time_zone": "Atlantis"}, "not a time zone"),
        ({"shifts_begin": []}, "at least one"),
        ({"shifts_begin": ["six"]}, "times of the day"),
        ({"shifts_begin": ["06:00", "06:00"]}, "each later"),
        ({"shifts_begin": ["06:00", "22:00", "14:00"]}, "once around the clock"),
        ({"escalate_minutes": 0}, "at least 1"),
        (
            {"withholding": [{"since": "2026-01-01", "over_cents": 1, "percent": 101,
                              "backup_percent": 24, "nonresident_percent": 30}]},
            "percentage",
        ),
    ],
)  # fmt: skip
def test_an_impossible_calendar_is_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(HouseError, match=message):
        compliance(**settings)
