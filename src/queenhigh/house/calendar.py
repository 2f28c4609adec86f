"""Gaming days and shifts, which begin when the house says."""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

import msgspec

from .procedure import Compliance


class Moment(msgspec.Struct, frozen=True):
    """Where a time lies on the house's calendar."""

    day: date  # The gaming day.
    shift: int  # From 1.


class Calendar:
    """The calendar of one house. All times in and out are UTC."""

    def __init__(self, compliance: Compliance):
        self._zone = ZoneInfo(compliance.time_zone)
        self._begins = [time.fromisoformat(each) for each in compliance.shifts_begin]

    def local_date(self, at: datetime) -> date:
        """Return the local date, which dated tax rules use."""
        return at.astimezone(self._zone).date()

    @lru_cache(maxsize=1024)  # noqa: B019 - `calendar` keeps calendars for good.
    def moment(self, at: datetime) -> Moment:
        local = at.astimezone(self._zone)
        turns, clock = self._begins[0], local.time()
        day = local.date() if clock >= turns else local.date() - timedelta(days=1)
        since = [_after(turns, each) for each in self._begins]
        shift = sum(begun <= _after(turns, clock) for begun in since)
        return Moment(day, shift)

    def day(self, at: datetime) -> date:
        return self.moment(at).day

    def span(self, day: date) -> tuple[datetime, datetime]:
        """Return the start of a gaming day and the start of the next."""
        return self._start(day), self._start(day + timedelta(days=1))

    def _start(self, day: date) -> datetime:
        return datetime.combine(day, self._begins[0], self._zone).astimezone(UTC)


@lru_cache(maxsize=256)
def calendar(compliance: Compliance) -> Calendar:
    return Calendar(compliance)


def _after(turns: time, clock: time) -> timedelta:
    """Return the time since the gaming day began, in local time."""
    began = timedelta(hours=turns.hour, minutes=turns.minute)
    now = timedelta(
        hours=clock.hour,
        minutes=clock.minute,
        seconds=clock.second,
        microseconds=clock.microsecond,
    )
    return (now - began) % timedelta(days=1)
