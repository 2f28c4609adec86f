"""A clock that does not go back: time in the log goes forward, and so do the clocks of tables.

It follows the machine's clock forward. When that is set back, this one goes on at the pace of the
machine's counter, so that a table does not wait for an hour that happens twice. After a restart it
begins where the log ended, if the machine's clock has not got there yet.
"""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


def wall_clock() -> datetime:
    return datetime.now(UTC)


class SteadyClock:
    def __init__(
        self,
        wall: Callable[[], datetime] = wall_clock,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._seconds = wall, seconds
        self._turn = threading.Lock()
        self._last, self._counted = wall(), seconds()

    def __call__(self) -> datetime:
        with self._turn:
            counted = self._seconds()
            passed = timedelta(seconds=max(0.0, counted - self._counted))
            self._last, self._counted = max(self._wall(), self._last + passed), counted
            return self._last

    def not_before(self, moment: datetime) -> None:
        """The log has been further than the machine's clock is."""
        with self._turn:
            self._last = max(self._last, moment)
