"""How long wrong passwords lock a name, whether or not it exists."""

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Final

from ...store.people import FAILURES_KEPT

_FREE_FAILURES: Final = 5
_FIRST_LOCK: Final = timedelta(seconds=30)
_LONGEST_LOCK: Final = timedelta(hours=1)
_STRANGERS: Final = 10_000


def lock_for(failures: int) -> timedelta | None:
    """The lock after this many failures: the fifth locks for 30 s, then 1, 2, 4 ... 60 minutes."""
    if failures < _FREE_FAILURES:
        return None
    return min(_LONGEST_LOCK, _FIRST_LOCK * (1 << min(failures - _FREE_FAILURES, 16)))


class Strangers:
    """Locks for unknown names, like those of known ones: a lock must not reveal who exists."""

    def __init__(self) -> None:
        self._failures: OrderedDict[tuple[str, str], tuple[int, datetime]] = OrderedDict()

    def attempt(self, name: str, address: str, now: datetime) -> datetime | None:
        key = name.strip().lower()[:64], address
        failures, failed_at = self._failures.pop(key, (0, now))
        locked_until = failed_at + (lock_for(failures) or timedelta())
        if locked_until > now:
            self._failures[key] = (failures, failed_at)
            return locked_until
        counts = failed_at > now - FAILURES_KEPT
        self._failures[key] = (failures + 1 if counts else 1, now)
        if len(self._failures) > _STRANGERS:
            self._failures.popitem(last=False)
        return None
