"""The writer thread: everything that arrives during a write goes into the next transaction."""

import logging
from collections.abc import Callable
from queue import SimpleQueue
from threading import Lock, Thread

from .records import Batch, Landing, Store, StoreUnavailable

_LARGEST_GROUP = 512
_log = logging.getLogger(__name__)

Tell = Callable[[Landing | Exception], None]
Order = tuple[Batch, Tell]


class Writer:
    """Group commit: under load many commands share one wait for the disk; alone, none waits."""

    def __init__(self, store: Store):
        self._store = store
        self._orders: SimpleQueue[Order | None] = SimpleQueue()
        self._closing = Lock()
        self._closed = False
        self._thread = Thread(target=self._write, name="queenhigh-writer", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch, tell: Tell) -> None:
        """Queue a batch. The writer's thread calls `tell` with the landing or the failure."""
        with self._closing:
            if self._closed:
                raise StoreUnavailable("the store is being closed")
            self._orders.put((batch, tell))

    def close(self) -> None:
        """Finish the queue. The store stays open."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._orders.put(None)
        self._thread.join()

    def _write(self) -> None:
        while True:
            group, ended = self._group()
            if group:
                self._land_group(group)
            if ended:
                return

    def _group(self) -> tuple[list[Order], bool]:
        """Return everything queued; if nothing is, wait for the first."""
        group: list[Order] = []
        while len(group) < _LARGEST_GROUP:
            if group and self._orders.empty():
                break
            order = self._orders.get()
            if order is None:
                return group, True
            group.append(order)
        return group, False

    def _land_group(self, group: list[Order]) -> None:
        try:
            landings = self._store.land([batch for batch, _ in group])
        except StoreUnavailable as unavailable:
            for _, tell in group:
                _told(tell, unavailable)
        except Exception as error:
            # One of them is faulty: retried one by one, it does not harm the others.
            if len(group) == 1:
                _told(group[0][1], error)
                return
            for order in group:
                self._land_group([order])
        else:
            for (_, tell), landing in zip(group, landings, strict=True):
                _told(tell, landing)


def _told(tell: Tell, landing: Landing | Exception) -> None:
    try:
        tell(landing)
    except Exception:  # The batch has landed, whether or not anybody hears of it.
        _log.exception("a callback failed after its batch landed")
