"""A clock that never goes back, so time in the log and at the tables only moves forward.

It follows the machine's clock forward. If that is set back, this one continues at the pace of the
machine's monotonic counter, so a table does not wait through a repeated hour. After a restart it
starts where the log ended if the machine's clock has not reached that time yet.
"""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

utc_now = partial(datetime.now, UTC)


class SteadyClock:
    def __init__(
        self,
        wall: Callable[[], datetime] = utc_now,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._seconds = wall, seconds
        self._turn = threading.Lock()
        self._last, self._counted = wall(), seconds()

    def __call__(self) -> datetime:
        with self._turn:
            wall, counted = self._wall(), self._seconds()
            least = self._last + timedelta(seconds=max(0.0, counted - self._counted))
            self._last, self._counted = wall if wall > least else least, counted
            return self._last

    def not_before(self, moment: datetime) -> None:
        """Continue from this moment if the machine's clock is behind it."""
        with self._turn:
            self._last = max(self._last, moment)
